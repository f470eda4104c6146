//! What becomes of a tool's schema before a model sees it, so that the model and its provider take it.

mod fill;
mod flatten;
mod modern;
mod names;
mod salvage;
mod simplify;

pub use fill::fill;
pub use flatten::{Flattened, PathMap, flatten, unflatten};
pub use modern::modern;
pub use names::{Renamed, is_plain_name};
pub use salvage::salvage;
pub use simplify::{SchemaPatch, Simplified, is_strict, simplify};
