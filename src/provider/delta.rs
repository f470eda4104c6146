//! What happens while a reply is written, as one stream of facts.

use crate::model::Usage;
use serde::Serialize;
use std::rc::Rc;

/// A piece of a reply (published in JavaScript as `ChatDelta`).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Delta<'a> {
    /// The next piece of the answer.
    Text {
        /// The piece.
        text: &'a str,
    },
    /// The next piece of what the model thinks, as far as the provider tells.
    Reasoning {
        /// The piece.
        text: &'a str,
    },
    /// A tool call begins.
    CallStart {
        /// The model's id of the call, or one made for it.
        id: &'a str,
        /// The full tool name.
        name: &'a str,
    },
    /// The next piece of a call's arguments.
    Arguments {
        /// The id of the call.
        id: &'a str,
        /// The full tool name.
        name: &'a str,
        /// A piece of JSON text.
        delta: &'a str,
    },
    /// What the reply costs, as far as the provider has counted.
    Usage {
        /// Tokens.
        usage: Usage,
    },
    /// The reply is complete.
    Finish {
        /// As in the reply.
        stop_reason: &'a str,
    },
}

/// Hears a reply as it is written.
pub type OnDelta = Rc<dyn Fn(&Delta<'_>)>;

/// Hears text as it is written.
pub type OnToken = Rc<dyn Fn(&str)>;
