//! A reply while it streams in: text and tool calls, put together piece by piece.

use super::{ArgumentsDelta, ChatResponse, OnArguments};
use crate::error::{Code, Error, Result};
use crate::model::{Block, Usage};
use serde_json::{Map, Value, json};

/// The most tool calls that one reply may hold.
const MAX_CALLS: usize = 128;

#[derive(Debug, Default)]
struct Call {
    /// The provider's index of the call, where it has one.
    index: Option<u64>,
    id: String,
    name: String,
    arguments: String,
    /// How much of the arguments was told, bytes.
    told: usize,
}

/// Collects a reply.
#[derive(Debug, Default)]
pub(super) struct Reply {
    text: String,
    calls: Vec<Call>,
    stop_reason: Option<String>,
    usage: Option<Usage>,
    /// The provider said that the reply is complete.
    finished: bool,
}

impl Reply {
    pub(super) fn add_text(&mut self, piece: &str) {
        self.text.push_str(piece);
    }

    /// The text so far.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Tells what was added to the arguments of calls since it was last asked.
    pub(super) fn tell_arguments(&mut self, hear: &OnArguments) {
        for call in &mut self.calls {
            if let Some(delta) = call.arguments.get(call.told..).filter(|delta| !delta.is_empty()) {
                hear(&ArgumentsDelta { id: &call.id, name: &call.name, delta });
                call.told = call.arguments.len();
            }
        }
    }

    /// Adds a piece of the call `index`; pieces without an index belong to the last call, unless they
    /// bring another id.
    pub(super) fn add_call(
        &mut self,
        index: Option<u64>,
        id: &str,
        name: &str,
        arguments: &str,
    ) -> Result<()> {
        let known = match index {
            Some(_) => self.calls.iter().position(|call| call.index == index),
            None if id.is_empty() && name.is_empty() => self.calls.len().checked_sub(1),
            None => self.calls.iter().position(|call| !id.is_empty() && call.id == id),
        };
        let place = match known {
            Some(place) => place,
            None if self.calls.len() >= MAX_CALLS => {
                return Err(Error::new(
                    Code::Protocol,
                    format!("The model made more than {MAX_CALLS} tool calls at once."),
                ));
            }
            None => {
                self.calls.push(Call { index, ..Call::default() });
                self.calls.len() - 1
            }
        };
        if let Some(call) = self.calls.get_mut(place) {
            if call.id.is_empty() {
                call.id.push_str(id);
            }
            // Some servers repeat the whole name in every piece, some send it in pieces of its own.
            if call.name != name {
                call.name.push_str(name);
            }
            call.arguments.push_str(arguments);
        }
        Ok(())
    }

    pub(super) fn set_stop_reason(&mut self, reason: &str) {
        self.stop_reason = Some(reason.to_owned());
    }

    pub(super) fn set_usage(&mut self, usage: Usage) {
        let known = self.usage.get_or_insert_default();
        known.input_tokens = known.input_tokens.max(usage.input_tokens);
        known.output_tokens = known.output_tokens.max(usage.output_tokens);
        known.cache_read_input_tokens = known.cache_read_input_tokens.max(usage.cache_read_input_tokens);
    }

    pub(super) fn finish(&mut self) {
        self.finished = true;
    }

    /// The whole reply. A stream that broke off before the provider said it was complete is an error:
    /// half a tool call must never run.
    pub(super) fn complete(self) -> Result<ChatResponse> {
        if !self.finished && self.stop_reason.is_none() {
            return Err(Error::new(Code::Network, "The model's reply broke off before its end. Try again."));
        }
        let mut content = Vec::new();
        if !self.text.is_empty() {
            content.push(Block::Text { text: self.text });
        }
        let cut = self.stop_reason.as_deref() == Some("max_tokens");
        let last = self.calls.len().saturating_sub(1);
        for (place, call) in self.calls.into_iter().enumerate() {
            let input = arguments(&call.arguments);
            if cut && place == last && input.get("_raw").is_some() {
                return Err(Error::new(
                    Code::Model,
                    format!("The token limit cut the call of '{}' in half; raise maxTokens.", call.name),
                ));
            }
            content.push(Block::ToolUse { id: call.id, name: call.name, input });
        }
        let has_calls = content.iter().any(|block| matches!(block, Block::ToolUse { .. }));
        let stop_reason = match self.stop_reason {
            Some(reason) if reason != "end_turn" || !has_calls => reason,
            _ if has_calls => "tool_use".into(),
            _ => "end_turn".into(),
        };
        Ok(ChatResponse { content, stop_reason, usage: self.usage })
    }
}

/// A call's arguments. Text that is no JSON object is kept under `_raw`: the dispatcher shows it to the
/// model, and the history stays valid for every provider.
pub(super) fn arguments(text: &str) -> Value {
    if text.trim().is_empty() {
        return Value::Object(Map::new());
    }
    match serde_json::from_str(text) {
        Ok(Value::Object(map)) => Value::Object(map),
        _ => json!({ "_raw": text }),
    }
}
