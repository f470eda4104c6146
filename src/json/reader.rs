//! Reads JSON texts: one way through the grammar for everything that is made of one.
//!
//! Our own because a page loads it: `serde_json`'s reader, compiled for each form that a text is read into, and its
//! tables and the library's for decimals weighed 20 kB (brotli), and its numbers can be one off in the last place.

use crate::text::{Eight, Marks, find};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::fmt;

/// How many lists and objects may stand within another; who walks a value may recurse as deep.
pub(crate) const MAX_DEPTH: usize = 127;
const TOO_DEEP: &str = "more than 127 levels of nesting";

/// Why a text is not JSON, and where: lines and columns (bytes) count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotJson {
    what: &'static str,
    line: usize,
    column: usize,
}

impl fmt::Display for NotJson {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{} at line {} column {}", self.what, self.line, self.column)
    }
}

impl std::error::Error for NotJson {}

/// A part of a text, or what is wrong where the reader stands.
pub(crate) type Part<T> = Result<T, &'static str>;

/// Where one stands in a text.
pub(crate) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

/// Reads all of `text` by `read`.
pub(super) fn whole<'a, T>(
    text: &'a str,
    read: impl FnOnce(&mut Reader<'a>) -> Part<T>,
) -> Result<T, NotJson> {
    let mut reader = Reader::new(text);
    let part = read(&mut reader).and_then(|part| match reader.here() {
        None => Ok(part),
        Some(_) => Err("text behind the value"),
    });
    part.map_err(|what| reader.wrong(what))
}

/// What a run of a text in quotes ends at.
#[inline]
fn special(bytes: Eight) -> Marks {
    bytes.below(0x20).or(bytes.equal(b'"')).or(bytes.equal(b'\\'))
}

fn breaks_off(at: Option<&u8>) -> &'static str {
    match at {
        None => "the text ends within a text in quotes",
        Some(_) => "a control character that is not escaped",
    }
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Reader { text, at: 0 }
    }

    fn wrong(&self, what: &'static str) -> NotJson {
        let before = self.text.as_bytes().get(..self.at).unwrap_or(self.text.as_bytes());
        let mut lines = before.split(|byte| *byte == b'\n');
        let column = lines.next_back().map_or(0, <[u8]>::len) + 1;
        NotJson { what, line: lines.count() + 1, column }
    }

    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline]
    pub(super) fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// The next byte that is no white space; it is not passed.
    #[inline]
    pub(crate) fn here(&mut self) -> Option<u8> {
        loop {
            match self.peek()? {
                b' ' | b'\n' | b'\t' | b'\r' => self.at += 1,
                byte => return Some(byte),
            }
        }
    }

    pub(crate) fn word(&mut self, word: &str) -> Part<()> {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        if !rest.starts_with(word.as_bytes()) {
            return Err("a value is wanted");
        }
        self.at += word.len();
        Ok(())
    }

    /// The items of the list that begins here, each read by `item`.
    pub(super) fn items(&mut self, depth: usize, mut item: impl FnMut(&mut Self) -> Part<()>) -> Part<()> {
        let mut more = self.within(depth, b']')?;
        while more {
            item(self)?;
            more = self.goes_on(b']')?;
        }
        Ok(())
    }

    /// The fields of the object that begins here: `field` reads the value that comes next.
    pub(super) fn fields(
        &mut self,
        depth: usize,
        mut field: impl FnMut(&mut Self, Cow<'a, str>) -> Part<()>,
    ) -> Part<()> {
        let mut more = self.within(depth, b'}')?;
        while more {
            let name = self.name()?;
            field(self, name)?;
            more = self.goes_on(b'}')?;
        }
        Ok(())
    }

    /// Steps over a bracket; whether something stands before its `end`, which is passed if not.
    #[inline]
    pub(crate) fn within(&mut self, depth: usize, end: u8) -> Part<bool> {
        if depth >= MAX_DEPTH {
            return Err(TOO_DEEP);
        }
        self.at += 1;
        self.here();
        Ok(!self.take(end))
    }

    /// Passes what stands behind an item: whether it was a comma, not the `end`.
    #[inline]
    pub(crate) fn goes_on(&mut self, end: u8) -> Part<bool> {
        match self.here() {
            Some(b',') => {
                self.at += 1;
                Ok(true)
            }
            Some(byte) if byte == end => {
                self.at += 1;
                Ok(false)
            }
            None => Err("the text ends within a list or an object"),
            Some(_) if end == b']' => Err("',' or ']' is wanted"),
            Some(_) => Err("',' or '}' is wanted"),
        }
    }

    /// The name of a field, and its colon.
    pub(crate) fn name(&mut self) -> Part<Cow<'a, str>> {
        if self.here() != Some(b'"') {
            return Err("a name in quotes is wanted");
        }
        let name = self.string()?;
        if self.here() != Some(b':') {
            return Err("':' is wanted");
        }
        self.at += 1;
        Ok(name)
    }

    /// Passes the field's name `name`, which needs no escape, and its colon, where they stand here as most write them.
    #[inline]
    pub(crate) fn is_named(&mut self, name: &str) -> bool {
        self.here();
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let behind = rest.strip_prefix(b"\"").and_then(|rest| rest.strip_prefix(name.as_bytes()));
        let found = behind.is_some_and(|behind| behind.starts_with(b"\":"));
        self.at += if found { name.len() + 3 } else { 0 };
        found
    }

    /// A value that is kept.
    pub(crate) fn value(&mut self, depth: usize) -> Part<Value> {
        match self.here().ok_or("the text ends where a value is wanted")? {
            b'"' => self.string().map(|text| Value::String(text.into_owned())),
            b'[' => {
                let mut items = Vec::new();
                self.items(depth, |reader| {
                    items.push(reader.value(depth + 1)?);
                    Ok(())
                })?;
                Ok(Value::Array(items))
            }
            b'{' => {
                let mut fields = Map::new();
                self.fields(depth, |reader, name| {
                    fields.insert(name.into_owned(), reader.value(depth + 1)?);
                    Ok(())
                })?;
                Ok(Value::Object(fields))
            }
            b't' => self.word("true").map(|()| Value::Bool(true)),
            b'f' => self.word("false").map(|()| Value::Bool(false)),
            b'n' => self.word("null").map(|()| Value::Null),
            _ => self.number().map(Value::Number),
        }
    }

    /// Passes a value of at most so many levels of nesting.
    pub(crate) fn skip(&mut self, levels: usize) -> Part<()> {
        let mut ends = Vec::new();
        loop {
            match self.here().ok_or("the text ends where a value is wanted")? {
                b'"' => self.pass_string()?,
                b'[' | b'{' if ends.len() >= levels => return Err(TOO_DEEP),
                b'[' if self.within(0, b']')? => {
                    ends.push(b']');
                    continue;
                }
                b'{' if self.within(0, b'}')? => {
                    ends.push(b'}');
                    self.name()?;
                    continue;
                }
                b'[' | b'{' => {}
                b't' => self.word("true")?,
                b'f' => self.word("false")?,
                b'n' => self.word("null")?,
                _ => {
                    self.number()?;
                }
            }
            while let Some(end) = ends.last().copied() {
                if !self.goes_on(end)? {
                    ends.pop();
                    continue;
                }
                if end == b'}' {
                    self.name()?;
                }
                break;
            }
            if ends.is_empty() {
                return Ok(());
            }
        }
    }

    /// A text in quotes, borrowed where it holds no escape. Half a character, which JavaScript writes as `\ud83d`, is
    /// U+FFFD: it would lose a whole result.
    #[inline]
    pub(crate) fn string(&mut self) -> Part<Cow<'a, str>> {
        if !self.take(b'"') {
            return Err("a text in quotes is wanted");
        }
        let plain = self.run()?;
        if self.take(b'"') {
            return Ok(Cow::Borrowed(plain));
        }
        self.with_escapes(plain).map(Cow::Owned)
    }

    /// Passes a text in quotes: most of what a client of servers passes on is such texts, full of escapes.
    fn pass_string(&mut self) -> Part<()> {
        let bytes = self.text.as_bytes();
        self.at += 1;
        loop {
            let rest = bytes.get(self.at..).unwrap_or_default();
            self.at += find(rest, special).unwrap_or(rest.len());
            match (bytes.get(self.at), bytes.get(self.at + 1)) {
                (Some(b'"'), _) => {
                    self.at += 1;
                    return Ok(());
                }
                (Some(b'\\'), Some(b'"' | b'\\' | b'n')) => self.at += 2,
                (Some(b'\\'), _) => {
                    self.at += 1;
                    self.escaped()?;
                }
                (byte, _) => return Err(breaks_off(byte)),
            }
        }
    }

    /// The rest of a text in quotes that begins so.
    fn with_escapes(&mut self, plain: &str) -> Part<String> {
        let mut text = plain.to_owned();
        while !self.take(b'"') {
            self.at += 1;
            text.push(self.escaped()?);
            text.push_str(self.run()?);
        }
        Ok(text)
    }

    /// What stands up to the next quote or backslash.
    #[inline]
    fn run(&mut self) -> Part<&'a str> {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let length = find(rest, special).unwrap_or(rest.len());
        let run = self.text.get(self.at..self.at + length).unwrap_or_default();
        self.at += length;
        match rest.get(length) {
            Some(b'"' | b'\\') => Ok(run),
            byte => Err(breaks_off(byte)),
        }
    }

    fn escaped(&mut self) -> Part<char> {
        let byte = self.peek();
        self.at += 1;
        Ok(match byte {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                let unit = self.unit().ok_or("an escape with other than four hexadecimal digits")?;
                self.other_half(unit).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => return Err("an escape that JSON does not know"),
        })
    }

    /// The character that begins with `unit`, and maybe goes on in the next escape.
    fn other_half(&mut self, unit: u32) -> Option<char> {
        if !(0xd800..0xdc00).contains(&unit) {
            return char::from_u32(unit);
        }
        let back = self.at;
        let low = if self.take(b'\\') && self.take(b'u') { self.unit() } else { None };
        let low = low.filter(|low| (0xdc00..0xe000).contains(low));
        if low.is_none() {
            self.at = back;
        }
        char::from_u32(0x10000 + ((unit - 0xd800) << 10) + (low? - 0xdc00))
    }

    fn unit(&mut self) -> Option<u32> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4)?;
        self.at += 4;
        digits.iter().try_fold(0, |unit, digit| Some(unit << 4 | char::from(*digit).to_digit(16)?))
    }
}
