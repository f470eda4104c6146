//! What is known of a server's tools from the last list: which of them break the rules, what they want in headers, which may be called
//! twice, and what their results look like.

use super::param_headers::{ParamHeader, param_headers};
use crate::json::{self, FromJson};
use crate::model::ToolDef;
use crate::schema::Schema;
use serde_json::Value;
use std::collections::BTreeMap;

/// One tool.
struct Known {
    headers: Vec<ParamHeader>,
    is_safe: bool,
    output: Option<Output>,
}

/// The schema of a tool's results: compiled when there is a result.
enum Output {
    Schema(Value),
    Compiled(Schema),
    /// It cannot be checked, which is the server's fault and not the result's.
    Unusable,
}

/// All of them.
#[derive(Default)]
pub(super) struct Tools {
    known: BTreeMap<String, Known>,
    refused: Vec<(String, String)>,
}

impl Tools {
    /// Forgets them, before the first page of another list.
    pub(super) fn clear(&mut self) {
        self.known.clear();
        self.refused.clear();
    }

    /// Takes in a tool, as its JSON text. Whether it may be used: one that cannot be read, or whose headers break the rules (MCP
    /// 2026-07-28, Streamable HTTP, "Schema Extension"), must not hide the others.
    pub(super) fn take(&mut self, text: &str, is_modern: bool) -> bool {
        let Ok(value) = json::parse(text) else { return false };
        let output = value.get("outputSchema").filter(|schema| schema.is_object()).cloned();
        let Ok(tool) = ToolDef::from_json(value) else { return false };
        let headers = if is_modern { param_headers(&tool.input_schema) } else { Ok(Vec::new()) };
        match headers {
            Ok(headers) => {
                let is_safe = tool.is_idempotent();
                let output = output.map(Output::Schema);
                self.known.insert(tool.name, Known { headers, is_safe, output });
                true
            }
            Err(why) => {
                self.refused.push((tool.name, why));
                false
            }
        }
    }

    /// Those that may not be used, and why.
    pub(super) fn refused(&self) -> &[(String, String)] {
        &self.refused
    }

    /// What the tool wants in headers.
    pub(super) fn headers(&self, name: &str) -> &[ParamHeader] {
        self.known.get(name).map_or(&[], |tool| &tool.headers)
    }

    /// Whether the tool says that calling it twice does no more than calling it once.
    pub(super) fn is_safe(&self, name: &str) -> bool {
        self.known.get(name).is_some_and(|tool| tool.is_safe)
    }

    /// What is wrong with a result of the tool, if anything is (MCP, Tools, "Output Schema": a result without structured content is
    /// wrong as well, unless it is an error).
    pub(super) fn fault(&mut self, name: &str, result: &str) -> Option<String> {
        let output = self.known.get_mut(name)?.output.as_mut()?;
        if let Output::Schema(schema) = output {
            *output = Schema::compile(schema).map_or(Output::Unusable, Output::Compiled);
        }
        let Output::Compiled(schema) = output else { return None };
        let fields = json::raw_fields(result)?;
        let field = |name: &str| fields.iter().find(|(known, _)| known == name).map(|(_, value)| *value);
        if field("isError") == Some("true") {
            return None;
        }
        let Some(content) = field("structuredContent") else {
            return Some("it has no structuredContent".to_owned());
        };
        let violations = schema.check_text(content).ok()?;
        violations.first().map(|found| format!("structuredContent{}: {}", found.path, found.message))
    }
}
