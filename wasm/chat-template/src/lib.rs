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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(host: &mut Host, source: &str) -> Value {
        let given = json!({"source": source, "bos": "<bos>", "eos": "<eos>"}).to_string();
        serde_json::from_str(&host.read(given.as_bytes()).unwrap()).unwrap()
    }

    fn chat(turns: usize) -> Vec<u8> {
        let said = |turn| json!({"role": "user", "content": turn});
        json!({"messages": (0..turns).map(said).collect::<Vec<_>>(), "tools": []}).to_string().into_bytes()
    }

    #[test]
    fn a_template_gets_its_tokens_and_a_conversation_without_its_oldest_turns() {
        let mut host = Host::default();
        assert!(host.render(&chat(1), 0).is_err(), "nothing was read");
        let source = "{{ bos_token }}{% for m in messages %}{{ m.content }}{{ eos_token }}{% endfor %}<tool_call>{{ tools }}";
        assert_eq!(read(&mut host, source), json!({"takesTools": true, "calls": "qwen"}));
        assert_eq!(host.render(&chat(3), 0).unwrap().unwrap(), "<bos>0<eos>1<eos>2<eos><tool_call>None");
        assert_eq!(host.render(&chat(3), 2).unwrap().unwrap(), "<bos>2<eos><tool_call>None");
        assert_eq!(host.render(&chat(3), 3), Ok(None));
        assert!(host.render(b"{", 0).is_err() && host.render(b"{}", 0).is_err());
    }

    #[test]
    fn what_cannot_be_read_is_told_and_takes_the_place_of_what_was() {
        let mut host = Host::default();
        read(&mut host, "{{ messages[0].content }}");
        let told = read(&mut host, "{% for %}");
        assert!(told["problem"].as_str().unwrap().contains("chat:1"), "{told}");
        assert!(host.render(&chat(1), 0).is_err());
    }
}
