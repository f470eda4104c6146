//! What is known of a server's tools from the last list: which of them break the rules, what they want in headers, which may be called
//! twice, and what their results must look like.

use super::message::word;
use super::param_headers::{ParamHeader, param_headers};
use crate::json::{raw_field, raw_fields};
use std::collections::HashSet;

/// One tool.
struct Known {
    name: String,
    headers: Vec<ParamHeader>,
    is_safe: bool,
    is_task: bool,
    /// JSON.
    output: Option<String>,
}

/// All of them.
#[derive(Default)]
pub(super) struct Tools {
    known: Vec<Known>,
    /// The names of those, for lists may be long.
    names: HashSet<String>,
    refused: Vec<(String, String)>,
}

impl Tools {
    /// Forgets them, before the first page of another list.
    pub(super) fn clear(&mut self) {
        self.known.clear();
        self.names.clear();
        self.refused.clear();
    }

    /// Takes in a tool, as its JSON text. Whether it may be used: one that cannot be read, or whose headers break the rules (MCP
    /// 2026-07-28, Streamable HTTP, "Schema Extension"), must not hide the others.
    pub(super) fn take(&mut self, text: &str, is_modern: bool) -> bool {
        let fields = raw_fields(text).unwrap_or_default();
        let field =
            |name: &str| fields.iter().rev().find(|(known, _)| known == name).map(|(_, value)| *value);
        let field = |name: &str| field(name).filter(|value| *value != "null");
        let Some(name) = word(text, "name") else { return false };
        let is_odd = |name: &str, begin: char| field(name).is_some_and(|value| !value.starts_with(begin));
        let headers = if name.is_empty() {
            Err("it has no name".to_owned())
        } else if self.names.contains(&name) {
            Err("another one before it has the same name".to_owned())
        } else if is_odd("description", '"') {
            Err("its description is no text".to_owned())
        } else if is_odd("inputSchema", '{') {
            Err("its inputSchema is no object".to_owned())
        } else if is_modern {
            param_headers(field("inputSchema").unwrap_or_default())
        } else {
            Ok(Vec::new())
        };
        match headers {
            Ok(headers) => {
                let hints = field("annotations").unwrap_or_default();
                let says = |hint: &str| raw_field(hints, hint) == Some("true");
                let is_safe = says("readOnlyHint") || says("idempotentHint");
                let output =
                    field("outputSchema").filter(|schema| schema.starts_with('{')).map(str::to_owned);
                let support = raw_field(field("execution").unwrap_or_default(), "taskSupport");
                let is_task = support == Some(r#""required""#);
                self.names.insert(name.clone());
                self.known.push(Known { name, headers, is_safe, is_task, output });
                true
            }
            Err(why) => {
                self.refused.push((name, why));
                false
            }
        }
    }

    /// Those that may not be used, and why.
    pub(super) fn refused(&self) -> &[(String, String)] {
        &self.refused
    }

    fn known(&self, name: &str) -> Option<&Known> {
        self.known.iter().rev().find(|tool| tool.name == name)
    }

    /// What the tool wants in headers.
    pub(super) fn headers(&self, name: &str) -> &[ParamHeader] {
        self.known(name).map_or(&[], |tool| &tool.headers)
    }

    /// Whether the tool says that calling it twice does no more than calling it once.
    pub(super) fn is_safe(&self, name: &str) -> bool {
        self.known(name).is_some_and(|tool| tool.is_safe)
    }

    /// Whether it can only be called as a task.
    pub(super) fn is_task(&self, name: &str) -> bool {
        self.known(name).is_some_and(|tool| tool.is_task)
    }

    /// The schema of the tool's results.
    pub(super) fn output(&self, name: &str) -> Option<&str> {
        self.known(name)?.output.as_deref()
    }
}
