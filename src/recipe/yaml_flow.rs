//! Flow collections and scalars of the YAML that recipes are written in: `{a: 1, b: [x, "y"]}`.

use crate::json;
use serde_json::{Map, Value};
use std::iter::Peekable;
use std::str::Chars;

/// Deeper nesting is refused; recipes need about six levels.
pub(super) const MAX_DEPTH: usize = 64;

/// Reads one flow value that is the whole of `text`, a trailing comment aside.
pub(super) fn parse(text: &str, depth: usize) -> Result<Value, String> {
    let mut reader = Flow { chars: text.chars().peekable() };
    let value = reader.value(depth, true)?;
    reader.blanks();
    match reader.chars.peek() {
        None | Some('#') => Ok(value),
        Some(c) => Err(format!("unexpected '{c}' after the value in '{}'.", shorten(text))),
    }
}

/// Whether every bracket that `text` opens is closed, strings aside.
pub(super) fn is_closed(text: &str) -> bool {
    let (mut open, mut quote) = (0_i64, None);
    let mut escaped = false;
    for c in text.chars() {
        match (quote, c) {
            (Some('"'), '\\') if !escaped => {
                escaped = true;
                continue;
            }
            (Some(q), c) if c == q && !escaped => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '{' | '[') => open += 1,
            (None, '}' | ']') => open -= 1,
            _ => {}
        }
        escaped = false;
    }
    open <= 0
}

/// A plain scalar: null, a boolean, a JSON number, or text.
pub(super) fn scalar(text: &str) -> Value {
    match text {
        "" | "null" | "~" => return Value::Null,
        "true" => return Value::Bool(true),
        "false" => return Value::Bool(false),
        _ => {}
    }
    let digits = text.strip_prefix('-').unwrap_or(text);
    let number = digits.starts_with(|c: char| c.is_ascii_digit());
    // "007" and "1e400" stay text: the first is not a JSON number, the second not a finite one.
    if number && let Some(number) = json::number(text) {
        return Value::Number(number);
    }
    Value::String(text.to_owned())
}

struct Flow<'a> {
    chars: Peekable<Chars<'a>>,
}

impl Flow<'_> {
    fn blanks(&mut self) {
        while self.chars.peek().is_some_and(|c| c.is_whitespace()) {
            self.chars.next();
        }
    }

    fn value(&mut self, depth: usize, top: bool) -> Result<Value, String> {
        if depth > MAX_DEPTH {
            return Err(format!("nested deeper than {MAX_DEPTH} levels."));
        }
        self.blanks();
        match self.chars.peek() {
            Some('{') => self.map(depth),
            Some('[') => self.list(depth),
            Some('"' | '\'') => self.quoted().map(Value::String),
            _ => Ok(scalar(&self.plain(!top))),
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value, String> {
        self.chars.next();
        let mut items = Vec::new();
        loop {
            self.blanks();
            match self.chars.peek() {
                Some(']') => break,
                None => return Err("a '[' is not closed.".into()),
                _ => items.push(self.value(depth + 1, false)?),
            }
            self.separator(']')?;
        }
        self.chars.next();
        Ok(Value::Array(items))
    }

    fn map(&mut self, depth: usize) -> Result<Value, String> {
        self.chars.next();
        let mut map = Map::new();
        loop {
            self.blanks();
            let key = match self.chars.peek() {
                Some('}') => break,
                None => return Err("a '{' is not closed.".into()),
                Some('"' | '\'') => self.quoted()?,
                _ => self.key(),
            };
            self.blanks();
            let value = if self.chars.peek() == Some(&':') {
                self.chars.next();
                self.value(depth + 1, false)?
            } else {
                Value::Null
            };
            map.insert(key, value);
            self.separator('}')?;
        }
        self.chars.next();
        Ok(Value::Object(map))
    }

    /// Takes a comma, or stops before the closing bracket.
    fn separator(&mut self, close: char) -> Result<(), String> {
        self.blanks();
        match self.chars.peek() {
            Some(',') => {
                self.chars.next();
                Ok(())
            }
            Some(c) if *c == close => Ok(()),
            Some(c) => Err(format!("expected ',' or '{close}' but found '{c}'.")),
            None => Err(format!("a '{close}' is missing.")),
        }
    }

    fn key(&mut self) -> String {
        self.until(|c| matches!(c, ':' | ',' | '}' | '{' | '['))
    }

    fn plain(&mut self, nested: bool) -> String {
        self.until(|c| nested && matches!(c, ',' | ']' | '}'))
    }

    fn until(&mut self, ends: impl Fn(char) -> bool) -> String {
        let mut text = String::new();
        while let Some(&c) = self.chars.peek() {
            if ends(c) {
                break;
            }
            text.push(c);
            self.chars.next();
        }
        text.trim().to_owned()
    }

    fn quoted(&mut self) -> Result<String, String> {
        let quote = self.chars.next().unwrap_or('"');
        let mut text = String::new();
        while let Some(c) = self.chars.next() {
            match c {
                '\'' if quote == '\'' && self.chars.peek() == Some(&'\'') => {
                    self.chars.next();
                    text.push('\'');
                }
                c if c == quote => return Ok(text),
                '\\' if quote == '"' => text.push(match self.chars.next() {
                    Some('n') => '\n',
                    Some('t') => '\t',
                    Some('r') => '\r',
                    Some('b') => '\u{8}',
                    Some('f') => '\u{c}',
                    Some('u') => self.unicode()?,
                    Some(other) => other,
                    None => break,
                }),
                c => text.push(c),
            }
        }
        Err(format!("a {quote} is not closed."))
    }

    /// The character of `\uXXXX`, or of two of them as JSON writes what lies beyond the first plane.
    fn unicode(&mut self) -> Result<char, String> {
        let first = self.unit()?;
        let mut units = vec![first];
        let mut ahead = self.chars.clone();
        if (0xD800..0xDC00).contains(&first) && ahead.next() == Some('\\') && ahead.next() == Some('u') {
            self.chars = ahead;
            units.push(self.unit()?);
        }
        match char::decode_utf16(units.iter().copied()).collect::<Result<Vec<char>, _>>().as_deref() {
            Ok([one]) => Ok(*one),
            _ => Err(format!("'\\u{first:04x}' is half a character.")),
        }
    }

    fn unit(&mut self) -> Result<u16, String> {
        let digits: String = self.chars.by_ref().take(4).collect();
        u16::from_str_radix(&digits, 16).map_err(|_| format!("'\\u{digits}' is not a character."))
    }
}

fn shorten(text: &str) -> String {
    text.chars().take(60).collect()
}
