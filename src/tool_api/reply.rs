//! What goes back, byte for byte as the documents have it.

use crate::json::{self, Record, ToJson};
use serde_json::{Value, json};

/// A whole answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// HTTP's status.
    pub status: u16,
    /// Names in lower case.
    pub headers: Vec<(&'static str, String)>,
    /// Empty where there is none.
    pub body: String,
}

/// Beside each reply: what is told of tools and of what they did belongs to nobody's cache, and is never taken for something else.
const ALWAYS: [(&str, &str); 3] = [
    ("x-content-type-options", "nosniff"),
    ("cache-control", "no-store"),
    ("referrer-policy", "no-referrer"),
];

impl Reply {
    pub(super) fn new(status: u16, kind: &str, body: String) -> Self {
        let always = ALWAYS.map(|(name, value)| (name, value.to_owned()));
        let headers = std::iter::once(("content-type", kind.to_owned())).chain(always).collect();
        Reply { status, headers, body }
    }

    pub(super) fn json(status: u16, body: &(impl ToJson + ?Sized)) -> Self {
        Reply::new(status, "application/json", json::text(body))
    }

    /// `{"error": …}`.
    pub(super) fn error(status: u16, message: &str) -> Self {
        Reply::json(status, &Record(&[("error", &message)]))
    }

    /// What a call came to: MCP's `CallToolResult`, whose `_meta` is left out where there is no trace.
    pub(super) fn called(status: u16, content: &Value, is_error: bool, trace_id: Option<&str>) -> Self {
        let meta = trace_id.filter(|id| !id.is_empty()).map(|id| json!({"_trace_id": id}));
        let mut fields: Vec<(&str, &dyn ToJson)> = vec![("content", content), ("isError", &is_error)];
        if let Some(meta) = &meta {
            fields.push(("_meta", meta));
        }
        Reply::json(status, &Record(&fields))
    }

    /// The same for a failure in words.
    pub(super) fn failed(status: u16, words: &str) -> Self {
        Reply::called(status, &json!([{"type": "text", "text": words}]), true, None)
    }

    #[must_use]
    pub(super) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }
}
