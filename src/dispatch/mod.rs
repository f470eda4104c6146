//! From a tool's full name to a result: naming, layers, canonical names, discovery, dispatch.

mod canonical;
mod discovery;
mod dispatcher;
mod layer;
mod name;
mod outcome;
mod pointer;
mod recall;
mod scan;
mod shorten;

pub use canonical::{Role, resolve};
pub use discovery::{Discovery, discovery_tools, layer_tools};
pub use dispatcher::{Dispatcher, Hooks, WidgetShown};
pub use layer::{Layer, Layers, RecipeSummary, Route};
pub use name::{Protocol, full_name, sanitize_server_name};
pub use outcome::{Outcome, truncate};
pub use recall::recall;
pub(crate) use shorten::shorten;
