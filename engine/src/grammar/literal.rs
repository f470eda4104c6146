//! Decides the text of a fixed value, in the style of all that the grammar writes.

use super::style::{QUOTE, Style, is_bare};
use serde_json::Value;

/// JSON text with a blank after `,` and `:`.
pub(super) fn text_of(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(text_of).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(fields) => {
            let fields: Vec<_> = fields
                .iter()
                .map(|(key, value)| format!("{}: {}", Value::from(&**key), text_of(value)))
                .collect();
            format!("{{{}}}", fields.join(", "))
        }
        scalar => scalar.to_string(),
    }
}

/// The bytes of a value; `None` when the style has no way to write it.
pub(super) fn bytes_of(value: &Value, style: &Style) -> Option<Vec<u8>> {
    let Style::Dict(quote) = style else { return Some(text_of(value).into_bytes()) };
    match value {
        Value::String(text) => {
            let is_raw = |byte: u8| byte >= 0x20 || matches!(byte, b'\n' | b'\r' | b'\t');
            let fits = !text.contains(quote.text()) && text.bytes().all(is_raw);
            fits.then(|| [&[QUOTE], text.as_bytes(), &[QUOTE]].concat())
        }
        Value::Array(items) => {
            let items: Option<Vec<_>> = items.iter().map(|item| bytes_of(item, style)).collect();
            Some([b"[", items?.join(&b","[..]).as_slice(), b"]"].concat())
        }
        Value::Object(fields) => {
            let field = |(key, value): (&String, &Value)| {
                Some([key_of(key, style)?, bytes_of(value, style)?].concat())
            };
            let fields: Option<Vec<_>> = fields.iter().map(field).collect();
            Some([b"{", fields?.join(&b","[..]).as_slice(), b"}"].concat())
        }
        scalar => Some(scalar.to_string().into_bytes()),
    }
}

/// A key with all that stands before its value; `None` when the style has no way to write it.
pub(super) fn key_of(key: &str, style: &Style) -> Option<Vec<u8>> {
    match style {
        Style::Json => Some(format!("{}: ", Value::from(key)).into_bytes()),
        Style::Dict(_) => is_bare(key).then(|| format!("{key}:").into_bytes()),
    }
}
