//! One part of a reply on its way: what is known of it, and how much of that was told.

use super::delta::{Delta, OnDelta};
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

    /// Tells what is new; whether there was something.
    pub(super) fn tell(&mut self, seed: u64, place: usize, hear: &OnDelta) -> bool {
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
                let (id, name) = (call.id.as_str(), call.name.as_str());
                let begins = !std::mem::replace(&mut call.begun, true);
                if begins {
                    hear(&Delta::CallStart { id, name });
                }
                let piece = fresh(&call.arguments, &mut call.told);
                piece.is_some_and(|delta| said(hear, &Delta::Arguments { id, name, delta })) || begins
            }
        }
    }

    /// The part as it enters the conversation; `None` for an empty one.
    pub(super) fn into_block(self, arguments: impl FnOnce(&str) -> serde_json::Value) -> Option<Block> {
        Some(match self {
            Part::Text { text, .. } => Block::Text { text },
            Part::Reasoning { text, opaque, .. } if text.is_empty() && opaque.is_none() => return None,
            Part::Reasoning { text, opaque, .. } => Block::Reasoning { text, opaque },
            Part::Image { data, media_type } => Block::Image { data, media_type },
            Part::Call(call) => {
                Block::ToolUse { input: arguments(&call.arguments), id: call.id, name: call.name }
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
