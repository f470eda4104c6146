//! What a tool call came to, as the model reads it.

use super::shorten::shorten;
use serde_json::{Value, json};

/// The result of one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The text for the model.
    pub text: String,
    /// True when the call failed; the text then says what was expected.
    pub is_error: bool,
    /// True when the call only looked for recipes or tools.
    pub discovery: bool,
}

impl Outcome {
    pub(super) fn failed(text: impl Into<String>) -> Self {
        Outcome { text: text.into(), is_error: true, discovery: false }
    }
}

/// A tool's value as text: a string as it is, anything else as JSON.
pub(super) fn as_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The text of an MCP tool result and whether it is an error: every text part in order; what is not
/// text, and a structured result without text, as JSON. A value that is no such result, as JSON.
pub(super) fn mcp_text(result: &Value) -> (String, bool) {
    let is_error = result.get("isError").and_then(Value::as_bool).unwrap_or(false);
    let Some(parts) = result.get("content").and_then(Value::as_array) else {
        return (as_text(result.get("structuredContent").unwrap_or(result)), is_error);
    };
    let mut texts: Vec<String> = parts.iter().map(part_text).collect();
    if texts.is_empty()
        && let Some(structured) = result.get("structuredContent")
    {
        texts.push(structured.to_string());
    }
    (texts.join("\n"), is_error)
}

fn part_text(part: &Value) -> String {
    match part.get("type").and_then(Value::as_str) {
        Some("text") => part.get("text").and_then(Value::as_str).unwrap_or_default().to_owned(),
        // Base64 would only cost tokens; the kind and size tell the model what there is.
        Some(kind @ ("image" | "audio")) => {
            let size = part.get("data").and_then(Value::as_str).map_or(0, str::len);
            json!({"type": kind, "mimeType": part.get("mimeType"), "base64_characters": size}).to_string()
        }
        _ => part.to_string(),
    }
}

/// Shortens `text` to at most `limit` characters and adds, beyond the limit, what is missing and the id under
/// which `recall` finds the whole. JSON stays JSON up to that line; see [`shorten`] for what goes first. Text
/// that fits is returned as it is.
pub fn truncate(text: &str, limit: usize, id: &str) -> String {
    let short = shorten(text, limit);
    if !short.is_cut() {
        return short.text;
    }
    let total = text.chars().count();
    format!("{}\n... ({}) [recall('{id}') for full result, {total} chars]", short.text, short.summary())
}
