//! Parts a stream of text into what is said, what is thought and what is called. Text that may yet become a marker is
//! held back; a call is told when it is whole.

mod marks;
mod prose;

use super::body::{Balance, calls, named};
use super::head::{MAX_HEAD, head, may_be_head};
use super::{Begins, MARKERS, Marker, TextFormat, tags};
use crate::json;
use prose::Prose;
use std::rc::Rc;

/// The most bytes of space, or of brackets too many, before something must follow.
const MAX_NOISE: usize = 1_024;

/// A piece of the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::provider) enum Found {
    /// Said.
    Text(String),
    /// Thought.
    Thought(String),
    /// All that was said so far was a thought.
    ThoughtSoFar,
    /// Called.
    Call {
        /// The tool.
        name: String,
        /// JSON text, or what the model wrote in its place.
        arguments: String,
    },
}

/// Names of the tools that were offered.
pub(in crate::provider) type Offered = Rc<dyn Fn(&str) -> bool>;

#[derive(Clone, Copy, Debug)]
enum State {
    /// Nothing but space has come.
    Start,
    /// Text, in which markers are looked for.
    Text,
    /// Behind a marker, which `held` begins with: what comes before the value.
    Head(&'static Marker),
    /// In the value.
    Value(&'static Marker, Balance),
    /// Among tags, whose end mark is awaited.
    Tags(&'static Marker),
    /// Behind the value, which ends at this byte: its end mark is awaited.
    Tail(&'static Marker, usize),
    /// A thought, of which these bytes of `held` were told.
    Thought(&'static Marker),
    /// The whole answer may be one JSON value.
    Json,
}

/// Finds calls in text that comes in pieces.
pub(in crate::provider) struct Scanner {
    format: TextFormat,
    /// Where it is known, only these names make a call of a bare JSON object.
    offered: Option<Offered>,
    state: State,
    /// Text that nothing is decided of, behind some that is done with.
    buffer: String,
    /// Where that text begins in the buffer.
    begin: usize,
    /// Bytes of `held` in which the end of a thought was looked for.
    searched: usize,
    /// Whether the answer has begun.
    spoke: bool,
    /// Whether a thought has ended.
    thought: bool,
    /// Where in its prose the answer is.
    prose: Prose,
    found: Vec<Found>,
}

impl std::fmt::Debug for Scanner {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Scanner")
            .field("state", &self.state)
            .field("held", &self.held())
            .finish_non_exhaustive()
    }
}

impl Scanner {
    /// Looks for calls of `format`.
    pub(in crate::provider) fn new(format: TextFormat, offered: Option<Offered>) -> Self {
        Scanner {
            format,
            offered,
            state: State::Start,
            buffer: String::new(),
            begin: 0,
            searched: 0,
            spoke: false,
            thought: false,
            prose: Prose::default(),
            found: Vec::new(),
        }
    }

    /// Takes the next piece, and gives what is certain by now.
    pub(in crate::provider) fn push(&mut self, piece: &str) -> Vec<Found> {
        self.buffer.push_str(piece);
        while self.step() {}
        std::mem::take(&mut self.found)
    }

    /// Whether text came of which nothing is decided.
    pub(in crate::provider) fn is_holding(&self) -> bool {
        !self.held().is_empty()
    }

    /// A scanner for the text that comes behind something else.
    pub(in crate::provider) fn following(&self) -> Self {
        Scanner {
            state: State::Text,
            spoke: true,
            thought: self.thought,
            ..Scanner::new(self.format, self.offered.clone())
        }
    }

    /// The name of a call that has begun and not ended, and what there is of it.
    pub(in crate::provider) fn unfinished(&self) -> Option<(String, String)> {
        let (State::Value(marker, _) | State::Head(marker) | State::Tags(marker)) = self.state else {
            return None;
        };
        let name = head(marker, self.held()).map_or("", |(name, _)| name);
        Some((if name.is_empty() { "a tool" } else { name }.to_owned(), self.held().to_owned()))
    }

    /// What is left at the end of the answer. A call that did not end is text; one whose end mark alone is missing is a
    /// call.
    pub(in crate::provider) fn finish(mut self) -> Vec<Found> {
        if matches!(self.state, State::Json) {
            self.bare_json();
        }
        match self.state {
            State::Tail(marker, end) => {
                self.take_calls(marker, end, end);
                self.say(self.held().len());
            }
            State::Tags(_) => match tags::calls(self.held()) {
                Some(calls) => self.call(calls),
                None => self.say(self.held().len()),
            },
            State::Thought(marker) => {
                let thought = self.held().get(marker.open.len()..).unwrap_or_default().to_owned();
                self.found.push(Found::Thought(thought));
            }
            _ => {
                self.say(self.held().len());
            }
        }
        self.found
    }

    fn held(&self) -> &str {
        self.buffer.get(self.begin..).unwrap_or_default()
    }

    /// Is done with the first `length` bytes. The buffer is moved up only when half of it is done with, so that text full
    /// of marks is not copied for each of them.
    fn pass(&mut self, length: usize) {
        self.begin += length;
        self.searched = 0;
        if self.begin * 2 > self.buffer.len() {
            self.buffer.drain(..self.begin);
            self.begin = 0;
        }
    }

    /// Says the first `length` bytes.
    fn say(&mut self, length: usize) {
        let text = self.buffer.get(self.begin..self.begin + length).unwrap_or_default();
        self.spoke |= !text.trim().is_empty();
        self.prose.read(text);
        match self.found.last_mut() {
            Some(Found::Text(said)) => said.push_str(text),
            _ if text.is_empty() => {}
            _ => self.found.push(Found::Text(text.to_owned())),
        }
        self.pass(length);
    }

    /// Whether something was decided, so that looking again is worth it.
    fn step(&mut self) -> bool {
        match self.state {
            State::Start if self.held().len() > MAX_NOISE => {
                self.state = State::Text;
                true
            }
            State::Start => {
                let Some(first) = self.held().trim_start().chars().next() else { return false };
                let bare = matches!(self.format, TextFormat::Json | TextFormat::Auto);
                if self.held().trim() == "[" {
                    return false;
                }
                // Mistral's marks begin so, too.
                let listed = first == '[' && !self.held().trim_start().starts_with("[T");
                self.state =
                    if bare && (first == '{' || first == '`' || listed) { State::Json } else { State::Text };
                true
            }
            State::Text => self.look(),
            State::Head(marker) if marker.begins == Begins::Nothing => self.drop_mark(marker),
            State::Head(marker) if tags::follow(marker, self.held()) == Some(true) => {
                self.state = State::Tags(marker);
                true
            }
            State::Head(marker) if marker.begins == Begins::Channel => {
                // Not to a tool: the message behind it is text.
                tags::follow(marker, self.held()) == Some(false) && self.drop_mark(marker)
            }
            State::Head(marker) => match head(marker, self.held()) {
                Some((_, at)) => {
                    self.state = State::Value(marker, Balance::from(at));
                    true
                }
                None if self.held().len() < MAX_HEAD
                    && (may_be_head(marker, self.held()) || tags::follow(marker, self.held()).is_none()) =>
                {
                    false
                }
                None => self.no_call(marker.open.len()),
            },
            State::Value(marker, mut balance) => {
                let quote = if let Begins::Dict(quote) = marker.begins { quote } else { "" };
                let end = balance.end(self.held(), quote);
                self.state = end.map_or(State::Value(marker, balance), |end| State::Tail(marker, end));
                end.is_some()
            }
            State::Tags(marker) => self.tags(marker),
            State::Tail(marker, end) => self.tail(marker, end),
            State::Thought(marker) => self.thought(marker),
            // A bare value is judged when all of it is there.
            State::Json => false,
        }
    }

    /// Says what is certainly text, and stops before a marker or what may become one.
    fn look(&mut self) -> bool {
        let mut at = 0;
        let found = loop {
            let Some(next) = self.held().get(at..).and_then(|rest| rest.find(['<', '['])) else { break None };
            at += next;
            if let Some(decided) = self.end_of_thought(at) {
                return decided;
            }
            let rest = self.held().get(at..).unwrap_or_default();
            let open = MARKERS.iter().filter(|marker| self.looks_for(marker));
            let longest =
                open.filter(|marker| rest.starts_with(marker.open)).max_by_key(|marker| marker.open.len());
            if longest.is_some() {
                break longest;
            }
            if MARKERS.iter().any(|marker| self.looks_for(marker) && marker.open.starts_with(rest)) {
                self.say(at);
                return false;
            }
            at += 1;
        };
        let Some(marker) = found else {
            self.say(self.held().len());
            return false;
        };
        // This tag in the middle of an answer is one that is talked about. What comes later must not decide: it may not
        // have come yet.
        let before = self.held().get(..at).unwrap_or_default();
        let (spoke, prose) = (self.spoke || !before.trim().is_empty(), self.prose.after(before));
        let thinks = marker.begins == Begins::Thought;
        let is_shown = prose.is_code() && (thinks || !prose.is_code_alone());
        if is_shown || spoke && (marker.format == TextFormat::Auto || thinks && prose.is_within_line()) {
            self.say(at + marker.open.len());
            return true;
        }
        self.say(at);
        self.state = if thinks { State::Thought(marker) } else { State::Head(marker) };
        true
    }

    fn looks_for(&self, marker: &Marker) -> bool {
        self.format == TextFormat::Auto || marker.format == self.format || marker.format == TextFormat::Auto
    }

    /// What began like a call is none: its first `length` bytes are text.
    fn no_call(&mut self, length: usize) -> bool {
        self.say(length);
        self.state = State::Text;
        true
    }

    fn tail(&mut self, marker: &'static Marker, end: usize) -> bool {
        let rest = self.held().get(end..).unwrap_or_default();
        if marker.close.is_empty() {
            return self.take_calls(marker, end, end);
        }
        // Models close more braces than they opened.
        let noise = rest.len() - rest.trim_start_matches([' ', '\n', '\r', '\t', '}', ',']).len();
        let after = rest.get(noise..).unwrap_or_default();
        if let Some(close) = marker.close.iter().find(|close| after.starts_with(**close)) {
            return self.take_calls(marker, end, end + noise + close.len());
        }
        if noise < MAX_NOISE && marker.close.iter().any(|close| close.starts_with(after)) {
            return false;
        }
        if marker.format == TextFormat::Llama {
            // Nothing need follow the value; what does is text.
            return self.take_calls(marker, end, end);
        }
        self.no_call(end)
    }

    /// Takes the calls of the value that ends at `end` out of what is held, up to `until`; a value that is no call is
    /// text.
    fn take_calls(&mut self, marker: &'static Marker, end: usize, until: usize) -> bool {
        let value = head(marker, self.held()).and_then(|(name, at)| {
            let value = self.held().get(at..end)?;
            calls(marker.begins, name, value)
        });
        let Some(calls) = value else { return self.no_call(until) };
        self.call(calls);
        self.pass(until);
        self.state = State::Text;
        true
    }

    fn call(&mut self, calls: Vec<(String, String)>) {
        let found = calls.into_iter().map(|(name, arguments)| Found::Call { name, arguments });
        self.found.extend(found);
    }

    fn bare_json(&mut self) {
        let text = self.held().to_owned();
        let known = |name: &str| self.offered.as_ref().is_none_or(|offered| offered(name));
        let calls = json::parse(json::unfenced(&text)).ok().and_then(|value| named(&value));
        match calls.filter(|calls| calls.iter().all(|(name, _)| known(name))) {
            Some(calls) if self.format == TextFormat::Json || self.offered.is_some() => {
                self.call(calls);
                self.pass(text.len());
            }
            _ => {
                self.state = State::Text;
                while self.step() {}
            }
        }
    }
}
