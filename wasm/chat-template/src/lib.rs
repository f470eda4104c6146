//! Runs a model's own chat template: Jinja, for which a library weighs as much as half of the engine. So it is a WebAssembly
//! file of its own, which the engine's Worker loads where a model or its host has a template.
//!
//! The Worker gives it the template once ([`Host::read`]) and then conversations ([`Host::render`]), which become the text
//! that the engine's tokenizer reads; where that is too long, it asks for the same without the oldest turns.

#[cfg(target_arch = "wasm32")]
mod exports;
mod template;
mod turns;

pub use template::{STAND_IN, Template};

use serde_json::{Value, json};

/// One template, as the Worker uses it.
#[derive(Debug, Default)]
pub struct Host {
    template: Option<Template>,
}

impl Host {
    /// Reads `{"source", "bos", "eos"}` and says what the template shows, `{"takesTools", "calls"}`, or why it cannot be used:
    /// `{"problem"}`.
    pub fn read(&mut self, given: &[u8]) -> Result<String, String> {
        let given = parsed(given)?;
        let text = |key: &str| given.get(key).and_then(Value::as_str).unwrap_or_default();
        let read = Template::new(text("source"), text("bos"), text("eos"));
        let told = match &read {
            Ok(template) => json!({ "takesTools": template.takes_tools, "calls": template.calls }),
            Err(problem) => json!({ "problem": problem }),
        };
        self.template = read.ok();
        Ok(told.to_string())
    }

    /// The text of `{"messages", "tools"}` without so many of its oldest turns; `None` where no turn would be left. Messages
    /// and tools are as chat templates know them: `role`, `content`, `tool_calls`, `name`, and
    /// `{"type": "function", "function": {…}}`.
    pub fn render(&self, chat: &[u8], dropped: usize) -> Result<Option<String>, String> {
        let template = self.template.as_ref().ok_or("no chat template was read")?;
        let chat = parsed(chat)?;
        let list = |key: &str| chat.get(key).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let (messages, tools) = (list("messages"), list("tools"));
        if messages.is_empty() {
            return Err("the chat has no messages".into());
        }
        turns::without_oldest(messages, dropped).map(|kept| template.render(&kept, tools)).transpose()
    }
}

fn parsed(bytes: &[u8]) -> Result<Value, String> {
    serde_json::from_slice(bytes).map_err(|error| format!("the request is not JSON: {error}"))
}
