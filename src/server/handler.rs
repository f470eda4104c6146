//! The port to whatever runs a tool: a function of the page, or a server across the network.

use crate::model::ToolFailure;
use futures_util::future::LocalBoxFuture;
use serde_json::Value;

/// What a tool gave back, or the text that tells the model why it gave nothing.
pub type ToolResult = Result<Value, ToolFailure>;

/// Runs tools by their bare names. Dropping the future aborts the tool.
pub trait ToolHandler {
    /// Runs `tool` with `args`.
    fn call(&self, tool: &str, args: Value) -> LocalBoxFuture<'static, ToolResult>;
}
