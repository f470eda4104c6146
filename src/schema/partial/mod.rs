//! Reads JSON that is still arriving: after every piece the changes that make a live value of it, in linear time.

mod unicode;

use super::refused::{Fault, Refused};
use crate::json;
use unicode::Unicode;

/// Values within values, as `serde_json` takes them.
const MAX_DEPTH: usize = 127;
/// Arguments of a tool; more is an attack or a mistake.
const MAX_BYTES: usize = 32 * 1024 * 1024;
/// A number that is longer is none that anybody means.
const MAX_NUMBER_BYTES: usize = 1024;

/// The steps of a live value, as numbers in a JSON list. A key or value follows those that have one.
mod op {
    pub(super) const OPEN_RECORD: &str = "0";
    pub(super) const OPEN_LIST: &str = "1";
    pub(super) const CLOSE: &str = "2";
    pub(super) const KEY: &str = "3";
    pub(super) const BEGIN_TEXT: &str = "4";
    pub(super) const APPEND_TEXT: &str = "5";
    pub(super) const VALUE: &str = "6";
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// A value must come.
    Value,
    /// A value or the end of the list.
    FirstItem,
    /// A key or the end of the record.
    FirstKey,
    /// A key must come.
    Key,
    Colon,
    /// A comma or the end of what is open.
    After,
    Text {
        is_key: bool,
    },
    Escape {
        is_key: bool,
    },
    Unicode {
        is_key: bool,
    },
    Number,
    /// Of `true`, `false` or `null`, with the bytes that are there already.
    Word(&'static str, usize),
}

/// JSON in pieces. Feed it with [`Partial::push`], end it with [`Partial::finish`].
///
/// The steps are one JSON list a piece: `0` opens a record, `1` a list, `2` closes, `3,"k"` names the next value's
/// key, `4,"text"` begins a text, `5,"text"` adds to it, `6,value` is a value that is whole. Numbers wait until they
/// have ended, escapes until they are whole. What comes out at the end is what `serde_json` reads.
#[derive(Debug)]
pub struct Partial {
    state: State,
    /// What is open; true is a record.
    open: Vec<bool>,
    /// A key, a number or an escape that is not whole yet.
    held: String,
    unicode: Unicode,
    /// The text has been begun in the steps.
    begun: bool,
    bytes: usize,
    out: String,
    failed: Option<Refused>,
}

impl Default for Partial {
    fn default() -> Self {
        Partial {
            state: State::Value,
            open: Vec::new(),
            held: String::new(),
            unicode: Unicode::default(),
            begun: false,
            bytes: 0,
            out: String::new(),
            failed: None,
        }
    }
}

impl Partial {
    /// Takes the next piece and returns the steps it makes; empty when it makes none.
    ///
    /// Refuses at the first byte that JSON does not allow there, beyond 127 levels and beyond 32 MiB; then
    /// every further call fails alike, and the steps until then hold.
    pub fn push(&mut self, piece: &str) -> Result<&str, Refused> {
        self.out.clear();
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        if let Err(why) = self.read(piece) {
            return Err(self.fail(&why));
        }
        self.bytes += piece.len();
        self.close_steps();
        Ok(&self.out)
    }

    /// Says that nothing more comes and returns the last steps. Refuses when the value is not whole.
    pub fn finish(&mut self) -> Result<&str, Refused> {
        self.out.clear();
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        if self.state == State::Number
            && let Err(why) = self.end_number()
        {
            return Err(self.fail(&why));
        }
        if !self.is_whole() {
            return Err(self.fail("it ends too early"));
        }
        self.close_steps();
        Ok(&self.out)
    }

    /// Whether a whole value has come (a number at the top may still grow until [`Partial::finish`]).
    pub fn is_whole(&self) -> bool {
        self.open.is_empty() && self.state == State::After
    }

    fn fail(&mut self, why: &str) -> Refused {
        let error = Refused {
            fault: Fault::Piece,
            message: format!("The arguments are not JSON after {} bytes: {why}.", self.bytes),
        };
        self.failed = Some(error.clone());
        error
    }

    fn close_steps(&mut self) {
        if !self.out.is_empty() {
            self.out.push(']');
        }
    }

    fn step(&mut self, op: &str) {
        self.out.push(if self.out.is_empty() { '[' } else { ',' });
        self.out.push_str(op);
    }

    fn read(&mut self, piece: &str) -> std::result::Result<(), String> {
        if piece.len() > MAX_BYTES - self.bytes {
            return Err(format!("it is longer than {MAX_BYTES} bytes"));
        }
        let bytes = piece.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            match self.state {
                State::Text { is_key } => {
                    let rest = bytes.get(at..).unwrap_or_default();
                    let length = rest
                        .iter()
                        .position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f))
                        .unwrap_or(rest.len());
                    self.held.push_str(piece.get(at..at + length).unwrap_or_default());
                    at += length;
                    match bytes.get(at) {
                        None => {}
                        Some(b'"') => self.end_text(is_key),
                        Some(b'\\') => self.state = State::Escape { is_key },
                        Some(_) => return Err("a text holds a control character".to_owned()),
                    }
                    at += usize::from(at < bytes.len());
                    continue;
                }
                State::Escape { is_key } => self.escape(byte, is_key)?,
                State::Unicode { is_key } => {
                    if let Some(whole) = self.unicode.push(byte)? {
                        self.held.push_str(whole);
                        self.state = State::Text { is_key };
                    }
                }
                State::Word(word, have) => {
                    if word.as_bytes().get(have) != Some(&byte) {
                        return Err(format!("'{word}' is misspelt"));
                    }
                    if have + 1 == word.len() {
                        self.step(op::VALUE);
                        self.out.push(',');
                        self.out.push_str(word);
                        self.state = State::After;
                    } else {
                        self.state = State::Word(word, have + 1);
                    }
                }
                State::Number if matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-') => {
                    if self.held.len() >= MAX_NUMBER_BYTES {
                        return Err("a number is too long".to_owned());
                    }
                    self.held.push(char::from(byte));
                }
                State::Number => {
                    self.end_number()?;
                    continue;
                }
                _ => self.structure(byte)?,
            }
            at += 1;
        }
        // A text shows what it has; a surrogate still waits for its other half.
        if let State::Text { is_key: false }
        | State::Escape { is_key: false }
        | State::Unicode { is_key: false } = self.state
        {
            self.show_text();
        }
        Ok(())
    }

    fn structure(&mut self, byte: u8) -> std::result::Result<(), String> {
        match (self.state, byte) {
            (_, b' ' | b'\n' | b'\r' | b'\t') => {}
            (State::FirstKey | State::Key, b'"') => {
                self.held.clear();
                self.state = State::Text { is_key: true };
            }
            (State::Colon, b':') => self.state = State::Value,
            (State::After, b',') if !self.open.is_empty() => {
                self.state = if self.open.last() == Some(&true) { State::Key } else { State::Value };
            }
            (State::FirstKey | State::After, b'}') => self.close(true)?,
            (State::FirstItem | State::After, b']') => self.close(false)?,
            (State::Value | State::FirstItem, _) => self.begin(byte)?,
            _ => return Err(format!("unexpected {}", shown(byte))),
        }
        Ok(())
    }

    fn begin(&mut self, byte: u8) -> std::result::Result<(), String> {
        self.state = match byte {
            b'{' | b'[' => {
                if self.open.len() >= MAX_DEPTH {
                    return Err(format!("it is nested deeper than {MAX_DEPTH} levels"));
                }
                self.open.push(byte == b'{');
                self.step(if byte == b'{' { op::OPEN_RECORD } else { op::OPEN_LIST });
                if byte == b'{' { State::FirstKey } else { State::FirstItem }
            }
            b'"' => {
                self.held.clear();
                self.begun = false;
                State::Text { is_key: false }
            }
            b't' => State::Word("true", 1),
            b'f' => State::Word("false", 1),
            b'n' => State::Word("null", 1),
            b'-' | b'0'..=b'9' => {
                self.held.clear();
                self.held.push(char::from(byte));
                State::Number
            }
            _ => return Err(format!("unexpected {}", shown(byte))),
        };
        Ok(())
    }

    fn close(&mut self, is_record: bool) -> std::result::Result<(), String> {
        if self.open.pop() != Some(is_record) {
            return Err("a bracket closes what is not open".to_owned());
        }
        self.step(op::CLOSE);
        self.state = State::After;
        Ok(())
    }

    fn escape(&mut self, byte: u8, is_key: bool) -> std::result::Result<(), String> {
        match byte {
            b'u' => self.state = State::Unicode { is_key },
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => {
                self.held.push('\\');
                self.held.push(char::from(byte));
                self.state = State::Text { is_key };
            }
            _ => return Err("a text holds an escape that JSON does not know".to_owned()),
        }
        Ok(())
    }

    fn end_text(&mut self, is_key: bool) {
        if is_key {
            self.step(op::KEY);
            self.quote_held();
            self.state = State::Colon;
            return;
        }
        if self.begun {
            self.show_text();
        } else {
            self.step(op::VALUE);
            self.quote_held();
        }
        self.state = State::After;
    }

    /// Passes on what the text has so far.
    fn show_text(&mut self) {
        if self.begun && self.held.is_empty() {
            return;
        }
        self.step(if self.begun { op::APPEND_TEXT } else { op::BEGIN_TEXT });
        self.begun = true;
        self.quote_held();
    }

    /// What is held is JSON already, for it came as JSON.
    fn quote_held(&mut self) {
        self.out.push_str(",\"");
        self.out.push_str(&self.held);
        self.out.push('"');
        self.held.clear();
    }

    fn end_number(&mut self) -> std::result::Result<(), String> {
        if json::number(&self.held).is_none() {
            return Err("a number is none".to_owned());
        }
        self.step(op::VALUE);
        self.out.push(',');
        self.out.push_str(&self.held);
        self.held.clear();
        self.state = State::After;
        Ok(())
    }
}

fn shown(byte: u8) -> String {
    if byte.is_ascii_graphic() { format!("'{}'", char::from(byte)) } else { "character".to_owned() }
}
