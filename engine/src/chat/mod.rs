//! Decides what a conversation looks like to the model: its own chat template, filled with data that cannot pose as
//! control tokens, and without its oldest turns where they do not fit.

mod template;
mod turns;

pub use template::{CallStyle, STAND_IN, Template};

use crate::error::{EngineError, Result};
use serde_json::Value;

/// A conversation to be answered.
#[derive(Debug, Clone, Default)]
pub struct Chat {
    /// Messages as chat templates know them: `role`, `content`, `tool_calls`, `name`.
    pub messages: Vec<Value>,
    /// Tools as chat templates know them: `{"type": "function", "function": {…}}`.
    pub tools: Vec<Value>,
    /// What of the answer is already there; its control tokens count as such.
    pub prefix: String,
}

impl Chat {
    /// Reads `{"messages": […], "tools": […], "prefix": "…"}`.
    pub fn parse(value: &Value) -> Result<Self> {
        let list = |key: &str| value.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
        let messages = list("messages");
        if messages.is_empty() {
            return Err(EngineError::request("the chat has no messages"));
        }
        let prefix = value.get("prefix").and_then(Value::as_str).unwrap_or_default().to_owned();
        Ok(Self { messages, tools: list("tools"), prefix })
    }

    /// The tokens of the conversation, at most `most`, and how many of its oldest turns they lack.
    pub fn tokens(
        &self,
        template: &Template,
        encode: impl Fn(&str) -> Vec<u32>,
        most: usize,
    ) -> Result<(Vec<u32>, usize)> {
        let mut messages = self.messages.as_slice().to_vec();
        let mut dropped = 0;
        loop {
            let ids = encode(&(template.render(&messages, &self.tools)? + &self.prefix));
            if ids.len() <= most {
                return Ok((ids, dropped));
            }
            let Some(fewer) = turns::without_oldest(&messages) else {
                let length = ids.len();
                let message = format!(
                    "the last turn of the conversation takes {length} tokens with its tools, and there is room for {most}; raise contextSize or shorten it"
                );
                return Err(EngineError::request(message));
            };
            (messages, dropped) = (fewer, dropped + 1);
        }
    }
}
