//! Where a bracketed value ends in text that is still coming, and what calls it holds.

use super::{Begins, gemma};
use crate::json;
use serde_json::Value;

/// Looks for the end of a bracketed value, byte after byte, and remembers where it is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Balance {
    depth: usize,
    inside: Inside,
    /// Bytes that were looked at.
    pub(super) at: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Inside {
    #[default]
    Nothing,
    /// A text in double quotes; whether the last byte was a backslash.
    Text(bool),
    /// A text between Gemma's own quotes.
    Quoted,
}

impl Balance {
    /// A value that begins at byte `at`, with its bracket.
    pub(super) fn from(at: usize) -> Self {
        Balance { at, ..Balance::default() }
    }

    /// Where the value ends in `text`, or nothing as long as it has not.
    pub(super) fn end(&mut self, text: &str, quote: &str) -> Option<usize> {
        let bytes = text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            let rest = bytes.get(self.at..).unwrap_or_default();
            if !quote.is_empty() && !matches!(self.inside, Inside::Text(_)) {
                if rest.starts_with(quote.as_bytes()) {
                    self.inside =
                        if self.inside == Inside::Quoted { Inside::Nothing } else { Inside::Quoted };
                    self.at += quote.len();
                    continue;
                }
                if quote.as_bytes().starts_with(rest) {
                    return None;
                }
            }
            self.at += 1;
            match (self.inside, byte) {
                (Inside::Text(true), _) | (Inside::Nothing, b'"') => self.inside = Inside::Text(false),
                (Inside::Text(false), b'\\') => self.inside = Inside::Text(true),
                (Inside::Text(false), b'"') => self.inside = Inside::Nothing,
                (Inside::Nothing, b'{' | b'[') => self.depth += 1,
                (Inside::Nothing, b'}' | b']') => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return Some(self.at);
                    }
                }
                _ => {}
            }
        }
        None
    }
}

/// The characters of a tool's name.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 256
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
}

/// The calls of a complete value: names, and arguments as JSON text. Nothing when it is no call.
pub(super) fn calls(begins: Begins, name: &str, value: &str) -> Option<Vec<(String, String)>> {
    match begins {
        Begins::Dict(quote) => {
            // What cannot be read is kept as it is, so that the model is told.
            let arguments = gemma::arguments(value, quote).map_or_else(|| value.into(), |v| json::text(&v));
            Some(vec![(name.to_owned(), arguments)])
        }
        Begins::Function => Some(vec![(name.to_owned(), value.to_owned())]),
        Begins::Mistral if !name.is_empty() => Some(vec![(name.to_owned(), value.to_owned())]),
        Begins::Mistral | Begins::Named => named(&json::parse(value).ok()?),
        Begins::Tags | Begins::Channel | Begins::Thought | Begins::Nothing => None,
    }
}

/// Calls of the form `{"name": …, "arguments" or "parameters": …}`, one or a list.
pub(super) fn named(value: &Value) -> Option<Vec<(String, String)>> {
    let list = match value {
        Value::Array(list) if !list.is_empty() => list.as_slice(),
        Value::Object(_) => std::slice::from_ref(value),
        _ => return None,
    };
    list.iter().map(one).collect()
}

fn one(call: &Value) -> Option<(String, String)> {
    let call = call.get("function").filter(|inner| inner.is_object()).unwrap_or(call);
    let name = call.get("name").and_then(Value::as_str).filter(|name| is_name(name))?;
    let arguments = match call.get("arguments").or_else(|| call.get("parameters")) {
        None | Some(Value::Null) => "{}".to_owned(),
        // Some models write the arguments as JSON inside a text.
        Some(Value::String(text)) => text.clone(),
        Some(arguments) => json::text(&arguments),
    };
    Some((name.to_owned(), arguments))
}
