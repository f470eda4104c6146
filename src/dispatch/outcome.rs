//! What a tool call came to, as the model reads it.

use super::shorten::shorten;
use crate::model::Image;

/// The result of one call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The text for the model.
    pub text: String,
    /// True when the call failed; the text then says what was expected.
    pub is_error: bool,
    /// True when the call only looked for recipes or tools.
    pub discovery: bool,
    /// True when a widget is on the canvas because of it.
    pub displayed: bool,
    /// Pictures for the model.
    pub images: Vec<Image>,
    /// What was repaired in the arguments.
    pub fixes: Vec<String>,
}

impl Outcome {
    /// A failure that is told to the model.
    pub fn failed(text: impl Into<String>) -> Self {
        Outcome { text: text.into(), is_error: true, ..Outcome::default() }
    }
}

/// Shortens `text` to at most `limit` characters and adds, beyond the limit, what is missing and the id under
/// which `recall` finds the whole. JSON stays JSON up to that line; see [`shorten`] for what goes first. Text
/// that fits is returned as it is.
pub fn truncate(text: &str, limit: usize, id: &str) -> String {
    let (told, is_cut) = marked(text, limit);
    if !is_cut {
        return told;
    }
    let total = text.chars().count();
    format!("{told} [recall('{id}') for full result, {total} chars]")
}

/// The same without an id: what is missing is told, and no call that gets it.
pub fn truncate_result(text: &str, limit: usize) -> String {
    marked(text, limit).0
}

fn marked(text: &str, limit: usize) -> (String, bool) {
    let short = shorten(text, limit);
    let is_cut = short.is_cut();
    let told = if is_cut { format!("{}\n... ({})", short.text, short.summary()) } else { short.text };
    (told, is_cut)
}

/// What a shortened result tells, without the mark behind it.
pub(super) fn without_mark(told: &str) -> &str {
    told.rsplit_once("\n... (truncated").map_or(told, |(told, _)| told)
}
