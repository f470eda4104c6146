//! The `jsonschema` crate, which knows all of the specification, as judge and as full validator.

use serde_json::Value;
use std::rc::Rc;
use webmcp_auto_ui::schema::{Check, Compile, Violation};

/// Whether `value` fits `schema`; `None` where the schema does not compile.
pub fn fits(schema: &Value, value: &Value) -> Option<bool> {
    let options = jsonschema::options()
        .with_pattern_options(jsonschema::PatternOptions::regex())
        .with_draft(jsonschema::Draft::Draft202012);
    options.build(schema).ok().map(|validator| validator.is_valid(value))
}

/// It as the validator that a host may load.
pub fn compile() -> Compile {
    Rc::new(|schema, options| {
        let validator = jsonschema::options()
            .with_pattern_options(jsonschema::PatternOptions::regex())
            .should_validate_formats(options.assert_formats)
            .build(schema)
            .map_err(|error| error.masked().to_string())?;
        let check: Check = Rc::new(move |value| {
            let told = |error: jsonschema::ValidationError| {
                let message = error.masked().to_string();
                Violation::foreign(error.instance_path().as_str(), error.kind().keyword(), &message)
            };
            validator.iter_errors(value).map(told).collect()
        });
        Ok(check)
    })
}
