//! What a tool's value says: text for the model, pictures, the structured value, and whether it failed.

use crate::json;
use crate::model::Image;
use serde_json::{Map, Value, json};

/// The most that one picture may weigh, in base64 characters: Anthropic refuses more than 5 MB.
const MAX_IMAGE_CHARS: usize = 5 * 1024 * 1024;
/// The most pictures that one result hands to the model.
const MAX_IMAGES: usize = 8;
/// Shorter texts may be names.
const LEAST_BASE64: usize = 64;
/// Values within values; what is deeper is passed on as it is.
const MAX_DEPTH: usize = 32;
/// What models can look at.
const IMAGE_TYPES: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/// A tool's answer, read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Content {
    /// Everything as text.
    pub text: String,
    /// Pictures that a model can look at.
    pub images: Vec<Image>,
    /// The answer as a value, where it is more than its text.
    pub structured: Option<Value>,
    /// True when the tool says that it failed.
    pub is_error: bool,
}

impl Content {
    /// Of a local tool: a string as it is, anything else as JSON; an `error` field that says something marks a failure.
    pub fn of_value(value: Value) -> Self {
        let is_error = says_error(value.get("error"));
        match value {
            Value::String(text) => Content { text, ..Content::default() },
            value => {
                Content { text: json::text(&value), structured: Some(value), is_error, ..Content::default() }
            }
        }
    }

    /// Of an MCP `CallToolResult`: every text part in order; what is not text, and a structured result that
    /// no text repeats, as JSON. A value that is no such result, as JSON.
    pub fn of_mcp(result: Value) -> Self {
        let is_error = result.get("isError").and_then(Value::as_bool).unwrap_or(false);
        let structured = result.get("structuredContent").filter(|value| !value.is_null()).cloned();
        let Some(parts) = result.get("content").and_then(Value::as_array) else {
            let whole = structured.unwrap_or(result);
            return Content { is_error, ..Content::of_value(whole) };
        };
        let mut texts: Vec<String> = parts.iter().map(part_text).collect();
        if let Some(structured) = &structured
            && !texts.iter().any(|text| says(text, structured))
        {
            texts.push(json::text(&structured));
        }
        let images = parts.iter().filter_map(image).take(MAX_IMAGES).collect();
        Content { text: texts.join("\n"), images, structured, is_error }
    }
}

/// Whether the field `error` of a value tells of one: `false`, `0` and an empty text say that there was none.
pub(super) fn says_error(error: Option<&Value>) -> bool {
    match error {
        None | Some(Value::Null | Value::Bool(false)) => false,
        Some(Value::String(text)) => !text.is_empty(),
        Some(Value::Number(number)) => number.as_f64() != Some(0.0),
        Some(_) => true,
    }
}

/// A value as text: a string as it is, anything else as JSON.
pub(super) fn as_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => json::text(&other),
    }
}

/// Whether `text` is `value` written down.
fn says(text: &str, value: &Value) -> bool {
    text.trim_start().starts_with(['{', '[']) && json::parse(text).is_ok_and(|said| said == *value)
}

fn part_text(part: &Value) -> String {
    match part.get("type").and_then(Value::as_str) {
        // Some servers put a value where the protocol wants a text.
        Some("text") => part.get("text").filter(|text| !text.is_null()).map(as_text).unwrap_or_default(),
        // The kind and size tell the model what there is.
        Some(kind @ ("image" | "audio")) => {
            let size = part.get("data").and_then(Value::as_str).map_or(0, str::len);
            json::text(&json!({"type": kind, "mimeType": part.get("mimeType"), "base64_characters": size}))
        }
        _ => json::text(&without_base64(part, 0)),
    }
}

/// A part without what is base64 in it, which would only cost tokens: an embedded resource, and kinds that nobody knows yet.
fn without_base64(value: &Value, depth: usize) -> Value {
    match value {
        Value::Object(map) if depth < MAX_DEPTH => {
            let mut kept = Map::new();
            for (key, value) in map {
                match value
                    .as_str()
                    .filter(|text| ["blob", "data"].contains(&key.as_str()) && is_base64(text))
                {
                    Some(text) => kept.insert("base64_characters".to_owned(), text.len().into()),
                    None => kept.insert(key.clone(), without_base64(value, depth + 1)),
                };
            }
            Value::Object(kept)
        }
        Value::Array(items) if depth < MAX_DEPTH => {
            items.iter().map(|item| without_base64(item, depth + 1)).collect()
        }
        other => other.clone(),
    }
}

/// Whether a text is rather bytes than words: long, and without a blank.
fn is_base64(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=_-\r\n".contains(&byte);
    text.len() >= LEAST_BASE64 && text.bytes().all(plain)
}

fn image(part: &Value) -> Option<Image> {
    let (data, of) = match part.get("type").and_then(Value::as_str)? {
        "image" => (part.get("data"), part),
        "resource" => (part.pointer("/resource/blob"), part.get("resource")?),
        _ => return None,
    };
    let data = data.and_then(Value::as_str)?;
    let media_type = of.get("mimeType").and_then(Value::as_str)?;
    let fits = IMAGE_TYPES.contains(&media_type)
        && (1..=MAX_IMAGE_CHARS).contains(&data.len())
        && data.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='));
    fits.then(|| Image { data: data.to_owned(), media_type: media_type.to_owned() })
}
