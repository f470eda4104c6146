//! JSON Schema: what a value must look like, and what is wrong when it does not.

mod builder;
mod check;
mod compile;
mod format;
mod full;
mod index;
mod keywords;
mod nearest;
mod node;
mod number;
mod options;
mod partial;
mod refused;
mod regex;
mod repair;
mod text;
mod uri;
mod validator;
mod value;
mod violation;

pub use full::{Check, Compile, install_full_validator};
pub use index::Index;
pub use nearest::nearest;
pub use options::Options;
pub use partial::Partial;
pub use refused::{Fault, Refused};
pub use repair::{Repaired, repair};
pub use validator::{Schema, is_valid};
pub use violation::{Violation, quote};
