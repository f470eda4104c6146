//! Gemma's own notation of arguments: bare keys, texts between quotes that cannot be escaped, otherwise as JSON.

use crate::json;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// How deep arguments may nest.
const MAX_DEPTH: usize = 64;

/// The value of `{key:value,…}`, or nothing when it cannot be read. JSON's own notation is taken too.
pub(super) fn arguments(text: &str, quote: &str) -> Option<Value> {
    let mut reader = Reader { rest: text, quote };
    let value = reader.value(0)?;
    reader.space();
    reader.rest.is_empty().then_some(value)
}

struct Reader<'a> {
    rest: &'a str,
    quote: &'a str,
}

impl<'a> Reader<'a> {
    fn space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, mark: &str) -> bool {
        self.space();
        match self.rest.strip_prefix(mark) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        if self.is_text() {
            return self.text().map(Value::String);
        }
        if self.take("{") {
            return self.object(depth).map(Value::Object);
        }
        if self.take("[") {
            let mut list = Vec::new();
            while !self.take("]") {
                if !list.is_empty() && !self.take(",") {
                    return None;
                }
                if self.take("]") {
                    break;
                }
                list.push(self.value(depth + 1)?);
            }
            return Some(Value::Array(list));
        }
        self.space();
        let end = self.rest.find([',', '}', ']', ':']).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        bare(word.trim())
    }

    fn is_text(&mut self) -> bool {
        self.space();
        self.rest.starts_with(self.quote) || self.rest.starts_with('"')
    }

    /// A text in either kind of quotes; nothing when it does not end.
    fn text(&mut self) -> Option<String> {
        if !self.take(self.quote) {
            return self.json_text();
        }
        let (text, rest) = self.rest.split_once(self.quote)?;
        self.rest = rest;
        Some(text.to_owned())
    }

    fn json_text(&mut self) -> Option<String> {
        let mut escaped = false;
        let inner = self.rest.get(1..)?;
        let end = inner.bytes().position(|byte| {
            let ends = byte == b'"' && !escaped;
            escaped = byte == b'\\' && !escaped;
            ends
        })?;
        let (text, rest): (&'a str, &'a str) = (self.rest.get(..end + 2)?, self.rest.get(end + 2..)?);
        self.rest = rest;
        // Models write line breaks into texts that JSON wants escaped.
        json::string(&text.replace('\n', "\\n").replace('\r', "\\r").replace('\t', "\\t"))
            .map(Cow::into_owned)
    }

    fn object(&mut self, depth: usize) -> Option<Map<String, Value>> {
        let mut fields = Map::new();
        while !self.take("}") {
            if !fields.is_empty() && !self.take(",") {
                return None;
            }
            if self.take("}") {
                break;
            }
            let key = if self.is_text() {
                self.text()?
            } else {
                let (key, rest) = self.rest.split_at(self.rest.find(':')?);
                self.rest = rest;
                key.trim().to_owned()
            };
            if !self.take(":") {
                return None;
            }
            let value = self.value(depth + 1)?;
            fields.insert(key, value);
        }
        Some(fields)
    }
}

/// A number, a truth value, nothing; any other word is a text that lost its quotes.
fn bare(word: &str) -> Option<Value> {
    match word {
        "" => None,
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        "null" | "None" => Some(Value::Null),
        _ => Some(json::number(word).map_or_else(|| word.into(), Value::Number)),
    }
}
