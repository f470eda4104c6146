//! A request's body, of which only what is new is written: a conversation grows at its end, and writing all of
//! it at each step would make long runs quadratic.

use super::ChatRequest;
use crate::json::write;
use crate::model::{Message, ProviderTool, Role};
use serde::Serialize;
use serde_json::{Map, Value};
use std::rc::Rc;

/// The written parts of the last request.
#[derive(Default)]
pub(crate) struct Body {
    messages: Vec<Rc<Message>>,
    /// Where each message ends in `text`.
    ends: Vec<usize>,
    /// The messages as JSON, each with a comma in front.
    text: Vec<u8>,
    tools: Option<(Rc<Vec<Rc<ProviderTool>>>, Vec<u8>)>,
}

impl Body {
    /// `messages` as JSON. Those that stand where they stood in the last request are not written again.
    ///
    /// `write` gets the messages before, the message, and the text so far, to whose end alone it may write; it puts
    /// a comma in front of whatever it writes for a message. The first comma is not given back.
    pub(crate) fn messages(
        &mut self,
        messages: &[Rc<Message>],
        write: impl Fn(&[Rc<Message>], &Message, &mut Vec<u8>),
    ) -> &[u8] {
        let same = self.messages.iter().zip(messages).take_while(|(old, new)| Rc::ptr_eq(old, new)).count();
        self.messages.truncate(same);
        self.ends.truncate(same);
        self.text.truncate(self.ends.last().copied().unwrap_or(0));
        for message in messages.get(same..).unwrap_or_default() {
            write(&self.messages, message, &mut self.text);
            self.messages.push(message.clone());
            self.ends.push(self.text.len());
        }
        self.text.strip_prefix(b",").unwrap_or(&self.text)
    }

    /// The list of tools as JSON; written once as long as the list is the same one.
    pub(crate) fn tools(
        &mut self,
        tools: &Rc<Vec<Rc<ProviderTool>>>,
        write: impl FnOnce(&[Rc<ProviderTool>], &mut Vec<u8>),
    ) -> &[u8] {
        if !self.tools.as_ref().is_some_and(|(known, _)| Rc::ptr_eq(known, tools)) {
            let mut text = Vec::new();
            write(tools, &mut text);
            self.tools = Some((tools.clone(), text));
        }
        self.tools.as_ref().map(|(_, text)| text.as_slice()).unwrap_or_default()
    }
}

/// Writes `,"key":value` when there is a value.
pub(super) fn write_field(key: &str, value: Option<impl Serialize>, text: &mut Vec<u8>) {
    if let Some(value) = value {
        text.push(b',');
        write(key, text);
        text.push(b':');
        write(&value, text);
    }
}

/// Writes the fields of the host that the codec does not write itself.
pub(super) fn write_extra(extra: &Map<String, Value>, ours: &[&str], text: &mut Vec<u8>) {
    for (key, value) in extra.iter().filter(|(key, _)| !ours.contains(&key.as_str())) {
        write_field(key, Some(value), text);
    }
}

/// The system prompt, which system messages inside the conversation join: most APIs, and the templates of most open
/// models, take one at the beginning alone. `None` for a blank one.
pub(super) fn system_prompt(request: &ChatRequest) -> Option<String> {
    let inside = request.messages.iter().filter(|message| message.role == Role::System);
    let all: Vec<String> = request
        .options
        .system
        .iter()
        .cloned()
        .chain(inside.map(|message| message.joined_text()))
        .filter(|text| !text.trim().is_empty())
        .collect();
    (!all.is_empty()).then(|| all.join("\n\n"))
}

/// What stands for a picture that the model, or this place in a request, does not take.
pub(super) fn instead_of_image(media_type: &str) -> String {
    format!("[A picture ({media_type}) was here; this model is not shown pictures.]")
}

/// What stands for a picture that a model made, for APIs that take no pictures from the assistant.
pub(super) fn made_image(media_type: &str) -> String {
    format!("[The assistant made a picture ({media_type}) here.]")
}
