//! Text of an event that is borrowed where it holds no escapes: most pieces of a stream are read without a copy.

use serde::Deserialize;
use std::borrow::Cow;

/// A JSON string.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Text<'a>(#[serde(borrow)] pub(super) Cow<'a, str>);

/// The text, or none.
pub(super) fn text_of<'a>(text: Option<&'a Text<'_>>) -> &'a str {
    text.map(|text| text.0.as_ref()).unwrap_or_default()
}
