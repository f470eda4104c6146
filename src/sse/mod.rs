//! Server-sent events: bytes in, events out, wherever the bytes were cut
//! (WHATWG HTML, "Server-sent events", Interpreting an event stream).

use crate::text::find;
use std::borrow::Cow;

/// The most bytes that one event may have where nobody says otherwise.
pub const MAX_EVENT_BYTES: usize = 16 * 1024 * 1024;

/// One event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// The `event:` field; empty means `message`.
    pub name: String,
    /// The `data:` lines, joined by newlines.
    pub data: String,
    /// The last `id:` seen so far.
    pub id: Option<String>,
}

/// An event grew beyond what is kept of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// Decodes a stream of events.
#[derive(Debug)]
pub struct Decoder {
    max_bytes: usize,
    /// The beginning of a line whose end has not arrived.
    line: Vec<u8>,
    after_cr: bool,
    started: bool,
    name: String,
    data: Vec<u8>,
    has_data: bool,
    id: Option<String>,
    last_id: Option<String>,
    retry_ms: Option<u64>,
}

impl Default for Decoder {
    fn default() -> Self {
        Decoder::up_to(MAX_EVENT_BYTES)
    }
}

impl Decoder {
    /// Keeps so many bytes of one event, with the names of its fields.
    pub fn up_to(max_bytes: usize) -> Self {
        Decoder {
            max_bytes,
            line: Vec::new(),
            after_cr: false,
            started: false,
            name: String::new(),
            data: Vec::new(),
            has_data: false,
            id: None,
            last_id: None,
            retry_ms: None,
        }
    }

    /// The id to go on after when the stream breaks off: that of the last event that is complete, also of one without data.
    pub fn last_id(&self) -> Option<&str> {
        self.last_id.as_deref()
    }

    /// How long to wait before that, milliseconds, where the server has said it.
    pub fn retry_ms(&self) -> Option<u64> {
        self.retry_ms
    }

    /// Takes the next bytes and returns the events that they complete.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<Vec<Event>, TooLarge> {
        let mut events = Vec::new();
        self.each(bytes, &mut |name, data, id| {
            let (name, data, id) = (name.to_owned(), data.to_owned(), id.map(str::to_owned));
            events.push(Event { name, data, id });
        })?;
        Ok(events)
    }

    /// Takes the next bytes and tells `hear` of each event that they complete: its name, its data and the last
    /// id. Copies nothing that arrived in one piece but the data itself.
    pub fn each(
        &mut self,
        bytes: &[u8],
        hear: &mut dyn FnMut(&str, &str, Option<&str>),
    ) -> Result<(), TooLarge> {
        // An empty piece must not part a CR from its LF.
        if bytes.is_empty() {
            return Ok(());
        }
        let mut rest = bytes;
        if std::mem::take(&mut self.after_cr) {
            rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        }
        while let Some(at) = find(rest, |bytes| bytes.equal(b'\n').or(bytes.equal(b'\r'))) {
            let (line, tail) = rest.split_at(at);
            if self.line.is_empty() {
                self.take_line(line, hear);
            } else {
                self.line.extend_from_slice(line);
                let mut whole = std::mem::take(&mut self.line);
                self.take_line(&whole, hear);
                whole.clear();
                self.line = whole;
            }
            let ended_by_cr = tail.first() == Some(&b'\r');
            rest = tail.get(1..).unwrap_or_default();
            if ended_by_cr {
                self.after_cr = rest.is_empty();
                rest = rest.strip_prefix(b"\n").unwrap_or(rest);
            }
            if self.data.len() > self.max_bytes {
                return Err(TooLarge);
            }
        }
        self.line.extend_from_slice(rest);
        if self.line.len() + self.data.len() > self.max_bytes { Err(TooLarge) } else { Ok(()) }
    }

    fn take_line(&mut self, line: &[u8], hear: &mut dyn FnMut(&str, &str, Option<&str>)) {
        let first = !std::mem::replace(&mut self.started, true);
        let line = if first { line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line) } else { line };
        if line.is_empty() {
            return self.end_event(hear);
        }
        let (field, value) = match line.iter().position(|&byte| byte == b':') {
            Some(at) => {
                let (field, rest) = line.split_at(at);
                let value = rest.get(1..).unwrap_or_default();
                (field, value.strip_prefix(b" ").unwrap_or(value))
            }
            None => (line, &[][..]),
        };
        match field {
            b"data" => {
                if self.has_data {
                    self.data.push(b'\n');
                }
                self.has_data = true;
                self.data.extend_from_slice(value);
            }
            b"event" => self.name = String::from_utf8_lossy(value).into_owned(),
            b"retry" if !value.is_empty() && value.iter().all(u8::is_ascii_digit) => {
                self.retry_ms = str::from_utf8(value).ok().and_then(|digits| digits.parse().ok());
            }
            b"id" if !value.contains(&0) => self.id = Some(String::from_utf8_lossy(value).into_owned()),
            _ => {}
        }
    }

    fn end_event(&mut self, hear: &mut dyn FnMut(&str, &str, Option<&str>)) {
        if std::mem::take(&mut self.has_data) {
            // Looking for what is broken takes longer than finding that nothing is.
            let data = match str::from_utf8(&self.data) {
                Ok(data) => Cow::Borrowed(data),
                Err(_) => String::from_utf8_lossy(&self.data),
            };
            hear(&self.name, &data, self.id.as_deref());
        }
        if self.last_id != self.id {
            self.last_id.clone_from(&self.id);
        }
        self.name.clear();
        self.data.clear();
    }
}
