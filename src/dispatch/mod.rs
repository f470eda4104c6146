//! From a tool's full name to a result: naming, layers, canonical names, discovery, dispatch.

mod cache;
mod canonical;
mod connected;
mod content;
mod discovery;
mod dispatcher;
mod display;
mod hooks;
mod layer;
mod layers;
mod name;
mod outcome;
mod pointer;
mod prepared;
mod protocol;
mod recall;
mod reference;
mod scan;
mod shorten;
mod wire;

pub use cache::{DiscoveryCache, Known};
pub use canonical::{Role, resolve};
pub use content::Content;
pub use discovery::{Discovery, Tools, append, discovery_tools, looking_tools};
pub use dispatcher::Dispatcher;
pub use hooks::{Hooks, WidgetShown};
pub use layer::{Layer, RecipeSummary};
pub use layers::{Layers, Route};
pub use name::{full_name, is_wire_name, sanitize_server_name, wire_name};
pub use outcome::{Outcome, truncate};
pub use prepared::{OnSchemaPatch, SchemaOptions, provider_tool};
pub use protocol::{Protocol, Rules};
pub use recall::recall;
pub(crate) use shorten::shorten;
