//! Compiles a schema once and tells, for each value, where and why it fails.

use crate::error::{Code, Error, Result};
use jsonschema::PatternOptions;
use jsonschema::error::ValidationErrorKind;
use serde::Serialize;
use serde_json::Value;

/// A model reads these; more would only cost tokens.
const MAX_VIOLATIONS: usize = 20;

/// A compiled schema, together with its source.
pub struct Schema {
    source: Value,
    validator: jsonschema::Validator,
}

/// One thing that is wrong with a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Violation {
    /// JSON Pointer to the offending value; of a missing property, its own path.
    pub path: String,
    /// What is wrong, without the value itself (a value may be huge).
    pub message: String,
    /// The keyword that failed.
    pub keyword: String,
}

impl Schema {
    /// Compiles `source`.
    ///
    /// Patterns run on an engine that takes linear time, and nothing is fetched: a `$ref` into the
    /// network is an error. Fails with `invalid_schema`.
    pub fn compile(source: &Value) -> Result<Self> {
        if !source.is_object() && !source.is_boolean() {
            return Err(Error::new(
                Code::InvalidSchema,
                "A JSON Schema is an object, such as {\"type\": \"object\"}.",
            ));
        }
        jsonschema::options()
            .with_pattern_options(PatternOptions::regex())
            .build(source)
            .map(|validator| Schema { source: source.clone(), validator })
            .map_err(|error| {
                Error::new(
                    Code::InvalidSchema,
                    format!(
                        "The schema does not compile at '{}': {}.",
                        error.instance_path(),
                        error.masked()
                    ),
                )
            })
    }

    /// The schema as it was given.
    pub fn source(&self) -> &Value {
        &self.source
    }

    /// What is wrong with `value`; empty when it fits. At most 20 entries.
    pub fn check(&self, value: &Value) -> Vec<Violation> {
        self.validator.iter_errors(value).take(MAX_VIOLATIONS).map(|error| violation(&error)).collect()
    }
}

fn violation(error: &jsonschema::ValidationError<'_>) -> Violation {
    let path = error.instance_path().as_str().to_owned();
    let keyword = error.kind().keyword().to_owned();
    if let ValidationErrorKind::Required { property: Value::String(name) } = error.kind() {
        // The published documents point at the missing property and say only "required"
        // (Tool Calling and Dispatch, "Schema Validation Error").
        let name = name.replace('~', "~0").replace('/', "~1");
        return Violation { path: format!("{path}/{name}"), message: "required".into(), keyword };
    }
    Violation { path, message: error.masked().to_string(), keyword }
}
