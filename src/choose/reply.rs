//! Replies of the drivers: words, calls, and what is said when something is shown or refused.

use super::call::{Done, server_of};
use crate::local::Generated;
use crate::model::{Block, ProviderTool, Usage};
use crate::provider::ChatResponse;
use serde_json::Value;
use std::rc::Rc;

pub(super) fn text(text: &str) -> ChatResponse {
    let content = if text.is_empty() { Vec::new() } else { vec![Block::Text { text: text.to_owned() }] };
    ChatResponse { content, stop_reason: "end_turn".into(), usage: None }
}

pub(super) fn calls(content: Vec<Block>) -> ChatResponse {
    ChatResponse { content, stop_reason: "tool_use".into(), usage: None }
}

pub(super) fn usage(generated: &Generated) -> Usage {
    Usage {
        input_tokens: generated.prompt_tokens,
        output_tokens: generated.output_tokens,
        cache_read_input_tokens: generated.cached_tokens,
        ..Usage::default()
    }
}

/// The first connected server that can show `widget`.
pub(super) fn display_tool(tools: &[Rc<ProviderTool>], widget: &str) -> Option<String> {
    tools
        .iter()
        .filter(|tool| server_of(&tool.name, "widget_display").is_some())
        .find(|tool| {
            let names = tool.input_schema.pointer("/properties/name/enum").and_then(Value::as_array);
            names.is_none_or(|names| names.iter().any(|name| name == widget))
        })
        .map(|tool| tool.name.clone())
}

/// What is said of calls that the person refused.
pub(super) fn refusal(refused: &[&Done]) -> String {
    let names: Vec<&str> = refused.iter().map(|call| call.name.as_str()).collect();
    format!("You did not allow {}, so nothing more was done.", names.join(", "))
}
