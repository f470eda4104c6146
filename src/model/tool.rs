//! Tools as servers define them, as models see them, and as a run records them.

use crate::json::{Fields, FromJson, Read};
use serde::Serialize;
use serde_json::{Value, json};

/// A tool of one server, under its bare name.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolDef {
    /// The name that the server knows.
    pub name: String,
    /// What it does, for the model.
    pub description: String,
    /// JSON Schema of the arguments.
    pub input_schema: Value,
    /// Hints of the server, untrusted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Value>,
    /// The host wants to be asked before each call.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub needs_approval: bool,
}

impl FromJson for ToolDef {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(ToolDef {
            name: from.take("name")?,
            description: from.optional("description")?,
            input_schema: from.or("inputSchema", empty_object_schema())?,
            annotations: from.optional("annotations")?,
            needs_approval: from.optional("needsApproval")?,
        })
    }
}

impl ToolDef {
    /// Whether calling the tool twice does no more than calling it once, by its own words
    /// (MCP `readOnlyHint`, `idempotentHint`).
    pub fn is_idempotent(&self) -> bool {
        self.is_read_only() || self.hint("idempotentHint") == Some(true)
    }

    /// Whether the tool may destroy something: it does not say that it only reads, nor that it destroys
    /// nothing (MCP's own defaults of `readOnlyHint` and `destructiveHint`).
    pub fn is_destructive(&self) -> bool {
        !self.is_read_only() && self.hint("destructiveHint") != Some(false)
    }

    /// Whether the tool says that it only reads (MCP `readOnlyHint`).
    pub fn is_read_only(&self) -> bool {
        self.hint("readOnlyHint") == Some(true)
    }

    /// Whether the tool says that it writes.
    pub fn says_it_writes(&self) -> bool {
        self.hint("readOnlyHint") == Some(false) || self.hint("destructiveHint") == Some(true)
    }

    fn hint(&self, name: &str) -> Option<bool> {
        self.annotations.as_ref()?.get(name)?.as_bool()
    }
}

fn empty_object_schema() -> Value {
    json!({"type": "object", "properties": {}})
}

/// A tool under its full name, as it is sent to a model.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProviderTool {
    /// `{server}_{mcp|webmcp}_{tool}`.
    pub name: String,
    /// What it does.
    pub description: String,
    /// JSON Schema of the arguments.
    pub input_schema: Value,
    /// Whether the provider may hold the model to the schema.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub strict: bool,
}

impl FromJson for ProviderTool {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(ProviderTool {
            name: from.take("name")?,
            description: from.take("description")?,
            input_schema: from.take("input_schema")?,
            strict: from.optional("strict")?,
        })
    }
}

/// One tool call of a run and what became of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ToolCall {
    /// The model's id of the call.
    pub id: String,
    /// The full name as the model wrote it.
    pub name: String,
    /// The arguments as the model wrote them.
    pub args: Value,
    /// The text that goes back to the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The same text when the call failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Whole milliseconds.
    pub elapsed: u64,
    /// True when a discovery tool was called earlier in the run.
    pub guided: bool,
    /// What was repaired in the arguments before the call.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fixes: Vec<String>,
}

impl FromJson for ToolCall {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(ToolCall {
            id: from.take("id")?,
            name: from.take("name")?,
            args: from.take("args")?,
            result: from.optional("result")?,
            error: from.optional("error")?,
            elapsed: from.take("elapsed")?,
            guided: from.take("guided")?,
            fixes: from.optional("fixes")?,
        })
    }
}

/// A tool call that failed: the text that tells the model why and what to do instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolFailure(pub String);

impl From<String> for ToolFailure {
    fn from(message: String) -> Self {
        ToolFailure(message)
    }
}

impl From<&str> for ToolFailure {
    fn from(message: &str) -> Self {
        ToolFailure(message.to_owned())
    }
}
