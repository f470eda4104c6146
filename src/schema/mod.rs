//! JSON Schema: what a value must look like, and what is wrong when it does not.

mod check;
mod compile;
mod format;
mod full;
mod index;
mod keywords;
mod node;
mod number;
mod regex;
mod uri;
mod validator;
mod value;
mod violation;

pub use full::{Check, Compile, install_full_validator};
pub use validator::{Options, Schema};
pub use violation::Violation;
mod shim;
pub use shim::*;
