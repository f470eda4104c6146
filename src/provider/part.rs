//! One part of a reply on its way: what is known of it, and how much of that was told.

use super::arguments::{Next, is_blank, next};
use super::delta::{Delta, OnDelta};
use super::tool_text::Offered;
use crate::model::{Block, Opaque};

#[derive(Debug)]
pub(super) enum Part {
    Text {
        text: String,
        /// How much was told, bytes.
        told: usize,
    },
    Reasoning {
        /// The provider's number of the part, where it has one.
        key: Option<u64>,
        text: String,
        /// How much was told, bytes.
        told: usize,
        opaque: Option<Opaque>,
    },
    Image {
        data: String,
        media_type: String,
    },
    Call(Call),
}

#[derive(Debug, Default)]
pub(super) struct Call {
    /// The provider's number of the call, where it has one.
    pub(super) key: Option<u64>,
    pub(super) id: String,
    pub(super) name: String,
    pub(super) arguments: String,
    begun: bool,
    /// How much of the arguments was told, bytes.
    told: usize,
}

impl Call {
    /// Whether a piece that came under this call's number, or without any, belongs to it. A piece with another id does not; without
    /// ids neither does one with another name once there are arguments, nor other arguments where they are whole: Gemini and some gateways
    /// number all calls of a reply 0 and give no ids.
    pub(super) fn goes_on(&self, id: &str, name: &str, arguments: &str, offered: Option<&Offered>) -> bool {
        if !id.is_empty() && !self.id.is_empty() {
            return self.id == id || name.is_empty();
        }
        if !name.is_empty() && name != self.name {
            let are_tools = offered.is_some_and(|offered| offered(&self.name) && offered(name));
            return self.arguments.is_empty() && !are_tools;
        }
        match next(&self.arguments, arguments) {
            Next::Differs => name.is_empty() && is_blank(&self.arguments),
            Next::Continues | Next::Repeats => true,
        }
    }

    /// Adds a piece.
    pub(super) fn add(&mut self, id: &str, name: &str, arguments: &str) {
        if self.id.is_empty() {
            self.id.push_str(id);
        }
        // Some servers repeat the whole name in every piece, some send it in pieces of its own.
        if self.name != name {
            self.name.push_str(name);
        }
        match next(&self.arguments, arguments) {
            Next::Repeats => return,
            // Gateways write an empty object before the arguments.
            Next::Differs if is_blank(&self.arguments) => self.arguments.clear(),
            Next::Differs | Next::Continues => {}
        }
        self.arguments.push_str(arguments);
    }

    /// The tool: the name as it was offered, without what models (gpt-oss: `name<|channel|>commentary`), and their hosts (`functions.name`,
    /// `default_api.name`) write around it.
    fn tool(&self, offered: Option<&Offered>) -> &str {
        let Some(offered) = offered.filter(|offered| !offered(&self.name)) else { return &self.name };
        let parts = self.name.split(|letter: char| !letter.is_ascii_alphanumeric() && !"_-".contains(letter));
        parts.into_iter().find(|part| offered(part)).unwrap_or(&self.name)
    }

    /// A call of which only the provider's number is known.
    pub(super) fn new(key: Option<u64>) -> Self {
        Call { key, ..Call::default() }
    }

    /// Makes an id where the model gave none: who hears of a call must be able to tell it from others.
    pub(super) fn name_it(&mut self, seed: u64, place: usize) {
        if self.id.is_empty() {
            self.id = made_id(seed, place);
        }
    }
}

/// An id for the call at `place` of a reply; `seed` tells replies apart.
pub(super) fn made_id(seed: u64, place: usize) -> String {
    format!("call_{seed:x}_{place}")
}

impl Part {
    pub(super) fn is_thought(&self) -> bool {
        matches!(self, Part::Reasoning { .. })
    }

    /// Whether this is the thought `wanted`.
    pub(super) fn is_thought_at(&self, wanted: u64) -> bool {
        matches!(self, Part::Reasoning { key: Some(key), .. } if *key == wanted)
    }

    /// What was said was a thought.
    pub(super) fn turn_into_reasoning(&mut self) {
        if let Part::Text { text, told } = self {
            let text = std::mem::take(text);
            *self = Part::Reasoning { key: None, text, told: *told, opaque: None };
        }
    }

    /// Tells what is new; whether there was something.
    pub(super) fn tell(
        &mut self,
        (seed, place): (u64, usize),
        offered: Option<&Offered>,
        ended: bool,
        hear: &OnDelta,
    ) -> bool {
        match self {
            Part::Text { text, told } => {
                fresh(text, told).is_some_and(|text| said(hear, &Delta::Text { text }))
            }
            Part::Reasoning { text, told, .. } => {
                fresh(text, told).is_some_and(|text| said(hear, &Delta::Reasoning { text }))
            }
            Part::Image { .. } => false,
            Part::Call(call) => {
                if call.name.is_empty() {
                    return false;
                }
                call.name_it(seed, place);
                let begins = !std::mem::replace(&mut call.begun, true);
                // An empty object may be one in front of the arguments: it is told when nothing follows.
                let mut told = call.told;
                let piece = if !ended && is_blank(&call.arguments) {
                    None
                } else {
                    fresh(&call.arguments, &mut told)
                };
                let (id, name) = (call.id.as_str(), call.tool(offered));
                if begins {
                    hear(&Delta::CallStart { id, name });
                }
                let spoke = piece.is_some_and(|delta| said(hear, &Delta::Arguments { id, name, delta }));
                call.told = told;
                spoke || begins
            }
        }
    }

    /// The part as it enters the conversation; `None` for an empty one.
    pub(super) fn into_block(
        self,
        offered: Option<&Offered>,
        arguments: impl FnOnce(&str) -> serde_json::Value,
    ) -> Option<Block> {
        Some(match self {
            Part::Text { text, .. } => Block::Text { text },
            Part::Reasoning { text, opaque, .. } if text.is_empty() && opaque.is_none() => return None,
            Part::Reasoning { text, opaque, .. } => Block::Reasoning { text, opaque },
            Part::Image { data, media_type } => Block::Image { data, media_type },
            Part::Call(call) => {
                let name = call.tool(offered).to_owned();
                Block::ToolUse { input: arguments(&call.arguments), id: call.id, name }
            }
        })
    }
}

/// What came since it was last asked.
fn fresh<'a>(text: &'a str, told: &mut usize) -> Option<&'a str> {
    let new = text.get(*told..).filter(|new| !new.is_empty());
    *told = text.len();
    new
}

fn said(hear: &OnDelta, delta: &Delta<'_>) -> bool {
    hear(delta);
    true
}
