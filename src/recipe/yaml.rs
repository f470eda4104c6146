//! The YAML that recipes are written in: block and flow collections, quoted and block scalars.
//!
//! Our own reader, because recipes are lenient where YAML is not: `description: a: b` is the text
//! "a: b", dates and `yes` stay text. Anchors, tags and several documents are not read.

use super::yaml_flow::{self, MAX_DEPTH, scalar};
use serde_json::{Map, Value};

struct Line<'a> {
    indent: usize,
    text: &'a str,
    number: usize,
}

struct Reader<'a> {
    raw: Vec<&'a str>,
    at: usize,
    /// The rest of a line whose `- ` was read, to be taken as a line of its own.
    pending: Option<Line<'a>>,
}

/// Reads a document. The error is a sentence that names the line.
pub(super) fn parse(text: &str) -> Result<Value, String> {
    let mut reader = Reader { raw: text.lines().collect(), at: 0, pending: None };
    let Some(first) = reader.peek() else { return Ok(Value::Null) };
    let indent = first.indent;
    let value = reader.block(indent, 0)?;
    match reader.peek() {
        None => Ok(value),
        Some(line) => {
            Err(format!("Line {}: '{}' does not fit the indentation above it.", line.number, line.text))
        }
    }
}

impl<'a> Reader<'a> {
    fn peek(&mut self) -> Option<Line<'a>> {
        if let Some(line) = &self.pending {
            return Some(Line { ..*line });
        }
        while let Some(raw) = self.raw.get(self.at) {
            let text = raw.trim();
            if text.is_empty() || text.starts_with('#') {
                self.at += 1;
                continue;
            }
            let indent = raw.len() - raw.trim_start().len();
            return Some(Line { indent, text, number: self.at + 1 });
        }
        None
    }

    fn advance(&mut self) {
        if self.pending.take().is_none() {
            self.at += 1;
        }
    }

    fn block(&mut self, indent: usize, depth: usize) -> Result<Value, String> {
        if depth > MAX_DEPTH {
            return Err(format!("Line {}: nested deeper than {MAX_DEPTH} levels.", self.at + 1));
        }
        match self.peek() {
            Some(line) if is_item(line.text) => self.sequence(indent, depth),
            Some(line) if split_key(line.text).is_some() => self.mapping(indent, depth),
            Some(_) => self.value(indent, depth),
            None => Ok(Value::Null),
        }
    }

    fn value(&mut self, indent: usize, depth: usize) -> Result<Value, String> {
        let Some(line) = self.peek() else { return Ok(Value::Null) };
        self.advance();
        self.inline(line.text, indent.saturating_sub(1), line.number, depth)
    }

    fn sequence(&mut self, indent: usize, depth: usize) -> Result<Value, String> {
        let mut items = Vec::new();
        while let Some(line) = self.peek() {
            if line.indent != indent || !is_item(line.text) {
                break;
            }
            self.advance();
            let rest = line.text.get(1..).unwrap_or_default();
            let inner = rest.trim_start();
            if inner.is_empty() || inner.starts_with('#') {
                items.push(self.nested(indent + 1, depth)?);
            } else if is_item(inner) || split_key(inner).is_some() {
                let inner_indent = indent + 1 + (rest.len() - inner.len());
                self.pending = Some(Line { indent: inner_indent, text: inner, number: line.number });
                items.push(self.block(inner_indent, depth + 1)?);
            } else {
                items.push(self.inline(inner, indent, line.number, depth)?);
            }
        }
        Ok(Value::Array(items))
    }

    fn mapping(&mut self, indent: usize, depth: usize) -> Result<Value, String> {
        let mut map = Map::new();
        while let Some(line) = self.peek() {
            if line.indent != indent || is_item(line.text) {
                break;
            }
            let Some((key, rest)) = split_key(line.text) else {
                return Err(format!("Line {}: '{}' is not 'key: value'.", line.number, line.text));
            };
            self.advance();
            let value = if rest.is_empty() || rest.starts_with('#') {
                let same_level_list =
                    self.peek().is_some_and(|next| next.indent == indent && is_item(next.text));
                self.nested(if same_level_list { indent } else { indent + 1 }, depth)?
            } else {
                self.inline(rest, indent, line.number, depth)?
            };
            if map.insert(key.clone(), value).is_some() {
                return Err(format!("Line {}: the key '{key}' stands there twice.", line.number));
            }
        }
        Ok(Value::Object(map))
    }

    fn nested(&mut self, least: usize, depth: usize) -> Result<Value, String> {
        match self.peek() {
            Some(line) if line.indent >= least => self.block(line.indent, depth + 1),
            _ => Ok(Value::Null),
        }
    }

    /// The value that starts on a line of a parent with `indent`.
    fn inline(&mut self, text: &str, indent: usize, number: usize, depth: usize) -> Result<Value, String> {
        if let Some(style @ ('|' | '>')) = text.chars().next()
            && text.get(1..).is_some_and(|rest| rest.chars().all(|c| c == '-' || c == '+'))
        {
            return Ok(Value::String(self.block_scalar(indent, style == '>', text.ends_with('-'))));
        }
        let mut whole = text.to_owned();
        let flow = text.starts_with(['{', '[']);
        let quoted = text.starts_with(['"', '\'']);
        while let Some(next) = self.peek() {
            let open = if flow { !yaml_flow::is_closed(&whole) } else { !quoted && next.indent > indent };
            if !open || self.pending.is_some() {
                break;
            }
            whole.push(' ');
            whole.push_str(next.text);
            self.advance();
        }
        if flow || quoted {
            return yaml_flow::parse(&whole, depth).map_err(|problem| format!("Line {number}: {problem}"));
        }
        let plain = whole.split(" #").next().unwrap_or_default().trim_end();
        Ok(scalar(plain))
    }

    fn block_scalar(&mut self, indent: usize, folded: bool, strip: bool) -> String {
        let mut lines: Vec<&str> = Vec::new();
        let mut base = None;
        while let Some(raw) = self.raw.get(self.at) {
            let own = raw.len() - raw.trim_start().len();
            let blank = raw.trim().is_empty();
            if !blank && own <= indent {
                break;
            }
            if !blank {
                base = base.or(Some(own));
            }
            lines.push(raw.get(base.unwrap_or(own).min(own)..).unwrap_or_default());
            self.at += 1;
        }
        while lines.last().is_some_and(|line| line.trim().is_empty()) {
            lines.pop();
        }
        let mut text = lines.join(if folded { " " } else { "\n" });
        if !strip {
            text.push('\n');
        }
        text
    }
}

fn is_item(text: &str) -> bool {
    text == "-" || text.starts_with("- ")
}

/// Splits `key: rest`; the key may be quoted.
fn split_key(text: &str) -> Option<(String, &str)> {
    if text.starts_with(['{', '[']) {
        return None;
    }
    if let Some(quote @ ('"' | '\'')) = text.chars().next() {
        let inner = text.get(1..)?;
        let end = inner.find(quote)?;
        let rest = inner.get(end + 1..)?.trim_start().strip_prefix(':')?;
        return Some((inner.get(..end)?.to_owned(), rest.trim_start()));
    }
    let at = text.match_indices(':').find(|(at, _)| {
        text.get(at + 1..).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
    });
    let (key, rest) = text.split_at(at?.0);
    Some((key.trim_end().to_owned(), rest.get(1..)?.trim()))
}
