//! JSON Schema: what a value must look like, and what is wrong when it does not.

mod validate;

pub use validate::{Schema, Violation};
mod shim;
pub use shim::*;
