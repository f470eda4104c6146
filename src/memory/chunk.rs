//! Into which pieces a result falls: by its own structure, each piece readable alone.

use super::{html, json, text};
use crate::json::{Fields, FromJson, Read};
use serde::Serialize;
use serde_json::Value;

/// Where a text came from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Source {
    /// The tool that gave it.
    pub tool: String,
    /// What it was asked for.
    pub query: String,
    /// The id of its result, under which `recall` finds the whole; empty when there is none.
    pub id: String,
}

impl FromJson for Source {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(Source { tool: from.optional("tool")?, query: from.optional("query")?, id: from.optional("id")? })
    }
}

/// How much of a query a label shows, in characters (reference-behaviour §13.1).
const LABEL_QUERY_CHARS: usize = 60;

impl Source {
    /// The published label: `[Tool: X| Query: first 60 characters]`.
    pub fn label(&self) -> String {
        let query: String = self.query.chars().take(LABEL_QUERY_CHARS).collect();
        format!("[Tool: {}| Query: {}]", self.tool, query)
    }
}

/// Cuts `content` into chunks of at most `max_chars` characters, at least 40.
///
/// JSON falls at its rows and keys, each chunk naming its keys; Markdown at its sections, each chunk under its
/// heading; prose at its sentences. Tags of HTML and targets of links are left out. Nothing else is.
pub fn chunk(content: &str, max_chars: usize) -> Vec<String> {
    let max_chars = max_chars.max(MIN_CHUNK_CHARS);
    if let Some(chunks) = json::chunks(content, max_chars) {
        return chunks;
    }
    text::chunks(&html::strip(content), max_chars)
}

/// Shorter chunks would hold little beside their labels, in characters.
pub(super) const MIN_CHUNK_CHARS: usize = 40;
