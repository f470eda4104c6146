//! What becomes of a tool's schema before a model sees it, so that the model and its provider take it.

mod flatten;
mod salvage;
mod simplify;

pub use flatten::{Flattened, PathMap, flatten, unflatten};
pub use salvage::salvage;
pub use simplify::{SchemaPatch, Simplified, is_strict, simplify};
