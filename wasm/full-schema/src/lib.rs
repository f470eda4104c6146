//! The whole of JSON Schema, for schemas beyond the compact validator: a WebAssembly of its own, loaded on demand.

use jsonschema::PatternOptions;
use wasm_bindgen::prelude::wasm_bindgen;

/// Violations that are told, as many as the compact validator tells.
const MAX_VIOLATIONS: usize = 20;

/// A compiled schema.
#[wasm_bindgen]
pub struct FullSchema(jsonschema::Validator);

#[wasm_bindgen]
impl FullSchema {
    /// Compiles the JSON text `schema`. Nothing is fetched. Throws a text that says what is wrong with it.
    ///
    /// Patterns with look-around or back-references run on an engine that may go back, with a limit on how often.
    #[wasm_bindgen(constructor)]
    pub fn new(schema: &str, assert_formats: bool) -> Result<FullSchema, String> {
        let schema = serde_json::from_str(schema).map_err(|problem| problem.to_string())?;
        jsonschema::options()
            .should_validate_formats(assert_formats)
            .with_pattern_options(PatternOptions::fancy_regex().backtrack_limit(100_000))
            .build(&schema)
            .map(FullSchema)
            .map_err(|error| error.masked().to_string())
    }

    /// What is wrong with the JSON text `value`, as `[[path, keyword, message], …]`; at most 20 rows.
    pub fn check(&self, value: &str) -> Result<String, String> {
        let value = serde_json::from_str(value).map_err(|problem| problem.to_string())?;
        let rows = self.0.iter_errors(&value).take(MAX_VIOLATIONS).map(|error| {
            let message = error.masked().to_string();
            [error.instance_path().as_str().to_owned(), error.kind().keyword().to_owned(), message]
        });
        serde_json::to_string(&rows.collect::<Vec<_>>()).map_err(|problem| problem.to_string())
    }
}
