//! How a schema is read.

use serde_json::Value;

/// How a schema is read.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whether `format` is asserted; the specification makes it a note (Validation, section 7.2.1).
    pub assert_formats: bool,
    /// Schemas that a `$ref` may name, by their address: nothing is ever fetched.
    pub documents: Vec<(String, Value)>,
}
