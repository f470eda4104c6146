//! Decides how values are noted: as JSON, or as Gemma's calls note them.

use crate::error::{EngineError, Result};
use serde_json::Value;

/// Stands for the quote inside the automaton: a byte that UTF-8 never has, since the quote is a token and not text.
pub const QUOTE: u8 = 0xFF;

/// How a value is noted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Style {
    /// JSON with one space after colons and commas.
    #[default]
    Json,
    /// `{key:<quote>text<quote>,n:1}`, as Gemma 4 and `FunctionGemma` write the arguments of calls: bare keys, no spaces, and
    /// texts between quotes as they are, without escapes.
    Dict(Quote),
}

/// The token that begins and ends a text, as it is written: `<|"|>` or `<escape>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote(String);

impl Quote {
    /// Takes 3 to 64 ASCII characters without blanks, with `<` first, and only there, and `>` last, and only there: then a text
    /// and a quote behind it cannot be read as a quote and a text. Anything else is an error.
    pub fn new(text: &str) -> Result<Self> {
        let inner = text.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).unwrap_or_default();
        let is_inner = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'<' | b'>');
        if inner.is_empty() || inner.len() > 62 || !inner.bytes().all(is_inner) {
            return Err(EngineError::request(format!(
                "quote must be one token of the form <…> in ASCII without blanks, not {}",
                text.chars().take(80).collect::<String>()
            )));
        }
        Ok(Self(text.to_owned()))
    }

    /// The token's text.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// How many bytes of the quote's spelling stand at the end of a text after one more byte; `None` when that spells it,
    /// for whoever reads the text would take that for its end.
    pub(super) fn spelled(&self, before: u8, byte: u8) -> Option<u8> {
        let quote = self.0.as_bytes();
        let spelled = match quote.get(usize::from(before)) {
            Some(next) if *next == byte => before + 1,
            _ => u8::from(byte == b'<'),
        };
        (usize::from(spelled) < quote.len()).then_some(spelled)
    }
}

impl Style {
    /// The quote, where it is a token.
    pub fn quote(&self) -> Option<&Quote> {
        match self {
            Self::Json => None,
            Self::Dict(quote) => Some(quote),
        }
    }

    pub(super) fn is_json(&self) -> bool {
        *self == Self::Json
    }

    /// What begins and ends a text.
    pub(super) fn mark(&self) -> u8 {
        if self.is_json() { b'"' } else { QUOTE }
    }

    /// What stands after a comma.
    pub(super) fn gap(&self) -> &'static str {
        if self.is_json() { " " } else { "" }
    }

    /// What stands before a tool's arguments; `None` where its name cannot be written.
    pub(super) fn head(&self, name: &str) -> Option<String> {
        match self {
            Self::Json => Some(format!("{{\"name\": {}, \"arguments\": ", Value::from(name))),
            Self::Dict(_) => is_bare(name).then(|| name.to_owned()),
        }
    }

    /// What stands between two members.
    pub(super) fn comma(&self) -> &'static str {
        if self.is_json() { ", " } else { "," }
    }
}

/// Whether this can be a bare key, or the name of a tool, for every reader: letters, digits, `_`, `-` and `.`.
pub(super) fn is_bare(text: &str) -> bool {
    (1..=256).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
}
