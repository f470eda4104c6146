//! Decides the text of a fixed value: one space after colons and commas, as everywhere in the grammar.

use serde_json::Value;

/// JSON text with a blank after `,` and `:`.
pub(crate) fn text_of(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(text_of).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(fields) => {
            let fields: Vec<_> =
                fields.iter().map(|(key, value)| format!("{}{}", key_of(key), text_of(value))).collect();
            format!("{{{}}}", fields.join(", "))
        }
        scalar => scalar.to_string(),
    }
}

/// A key with its quotes, colon and space.
pub(super) fn key_of(key: &str) -> String {
    format!("{}: ", Value::from(key))
}
