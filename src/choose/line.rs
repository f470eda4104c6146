//! The line of JSON by which a model that was taught to compose says what to do. It stands beside the calls that follow from it, as a
//! thought, so that the conversation alone tells how to go on, also after a reload of the page.

use crate::json;
use crate::model::{Block, Message};
use serde_json::{Map, Value};

/// A line, as it was written and read.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    /// As the model wrote it.
    pub(super) written: String,
    fields: Map<String, Value>,
    /// Which of the widgets that are shown it changes, counted from 1.
    pub(super) changes: Option<usize>,
}

impl Line {
    pub(super) fn read(written: &str) -> Option<Self> {
        match json::parse(written) {
            Ok(Value::Object(fields)) => Some(Line { written: written.to_owned(), fields, changes: None }),
            _ => None,
        }
    }

    /// The line beside a message's calls.
    pub(super) fn of(message: &Message) -> Option<Self> {
        let thoughts = message.content.iter().filter_map(|block| match block {
            Block::Reasoning { text, .. } => Some(text.as_str()),
            _ => None,
        });
        let thought: String = thoughts.collect();
        // A change has two: which, and what it is to be.
        match thought.split_once('\n') {
            Some((which, what)) => {
                Some(Line { changes: Self::read(which)?.number("change"), ..Self::read(what)? })
            }
            None => Self::read(&thought),
        }
    }

    /// The thought beside a call.
    pub(super) fn thought(&self) -> Block {
        let which = self.changes.map(|number| format!("{{\"change\": {number}}}\n")).unwrap_or_default();
        Block::Reasoning { text: format!("{which}{}", self.written), opaque: None }
    }

    /// The line as a change of that widget.
    pub(super) fn changing(self, changes: Option<usize>) -> Self {
        Line { changes, ..self }
    }

    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.fields.get(name)
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.fields.get(name)?.as_str()
    }

    pub(super) fn number(&self, name: &str) -> Option<usize> {
        usize::try_from(self.fields.get(name)?.as_u64()?).ok()
    }

    /// The tables of a query.
    pub(super) fn tables(&self) -> Option<Vec<String>> {
        let names = self.fields.get("query")?.as_array()?;
        Some(names.iter().filter_map(Value::as_str).map(str::to_owned).collect())
    }
}
