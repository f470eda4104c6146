//! JSON Schema: what a value must look like, and what is wrong when it does not.

mod check;
mod compile;
mod flatten;
mod format;
mod full;
mod index;
mod keywords;
mod nearest;
mod node;
mod number;
mod partial;
mod refused;
mod regex;
mod repair;
mod salvage;
mod simplify;
mod text;
mod uri;
mod validator;
mod value;
mod violation;

pub use flatten::{Flattened, PathMap, flatten, unflatten};
pub use full::{Check, Compile, install_full_validator};
pub use index::Index;
pub use nearest::nearest;
pub use partial::Partial;
pub use refused::{Fault, Refused};
pub use repair::{Repaired, repair};
pub use salvage::salvage;
pub use simplify::{SchemaPatch, Simplified, is_strict, simplify};
pub use validator::{Options, Schema};
pub use violation::Violation;
