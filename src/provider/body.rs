//! A request's body, of which only what is new is written: a conversation grows at its end, and writing all of
//! it at each step would make long runs quadratic.

use crate::model::{Message, ProviderTool};
use serde::Serialize;
use std::rc::Rc;

/// The written parts of the last request.
#[derive(Default)]
pub(super) struct Body {
    messages: Vec<Rc<Message>>,
    /// Where each message ends in `text`.
    ends: Vec<usize>,
    /// The messages as JSON, each with a comma in front.
    text: Vec<u8>,
    tools: Option<(Rc<Vec<Rc<ProviderTool>>>, Vec<u8>)>,
}

impl Body {
    /// `messages` as JSON, comma-separated. Those that stand where they stood in the last request are not
    /// written again. `write` puts a comma in front of whatever it writes for a message.
    pub(super) fn messages(&mut self, messages: &[Rc<Message>], write: fn(&Message, &mut Vec<u8>)) -> &[u8] {
        let same = self.messages.iter().zip(messages).take_while(|(old, new)| Rc::ptr_eq(old, new)).count();
        self.messages.truncate(same);
        self.ends.truncate(same);
        self.text.truncate(self.ends.last().copied().unwrap_or(0));
        for message in messages.get(same..).unwrap_or_default() {
            write(message, &mut self.text);
            self.messages.push(message.clone());
            self.ends.push(self.text.len());
        }
        self.text.strip_prefix(b",").unwrap_or(&self.text)
    }

    /// The list of tools as JSON; written once as long as the list is the same one.
    pub(super) fn tools(
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

/// Writes `value` as JSON. Values with text keys, which all of ours are, cannot fail.
pub(super) fn write(value: &(impl Serialize + ?Sized), text: &mut Vec<u8>) {
    let _ = serde_json::to_writer(text, value);
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
