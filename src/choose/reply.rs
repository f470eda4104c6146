//! Replies of the drivers: words, calls, and what is said when something is shown or refused.

use super::call::{Done, server_of};
use super::line::Line;
use crate::local::Generated;
use crate::model::{Block, ProviderTool, Usage};
use crate::provider::ChatResponse;
use serde_json::Value;
use std::iter::once;
use std::rc::Rc;

pub(super) fn text(text: &str) -> ChatResponse {
    let content = if text.is_empty() { Vec::new() } else { vec![Block::Text { text: text.to_owned() }] };
    ChatResponse::new(content, "end_turn", None)
}

pub(super) fn calls(content: Vec<Block>) -> ChatResponse {
    ChatResponse::new(content, "tool_use", None)
}

pub(super) fn usage(generated: &Generated) -> Usage {
    Usage {
        input_tokens: generated.prompt_tokens,
        output_tokens: generated.output_tokens,
        cache_read_input_tokens: generated.cached_tokens,
        ..Usage::default()
    }
}

/// Words, and what the person may say next.
pub(super) fn suggesting(words: &str, suggestions: Vec<String>) -> ChatResponse {
    ChatResponse { suggestions, ..text(words) }
}

/// Words that ask which of the readings of a wish is meant: the line has them, and one of them is what the person says next.
pub(super) fn asking_back(words: &str, line: &Line) -> ChatResponse {
    let labels = line.readings().iter().filter_map(|reading| reading.get(0)?.as_str());
    let reply = suggesting(words, labels.map(str::to_owned).collect());
    ChatResponse { content: once(line.thought()).chain(reply.content).collect(), ..reply }
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
