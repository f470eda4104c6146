//! Decides where in the value one is: the open parts, in every reading that the bytes so far allow.

use super::Grammar;
use super::frame::{Frame, Move};
use super::node::Shape;
use super::string::Mode;
use super::style::{QUOTE, Style};
use std::rc::Rc;

/// Open parts, outermost first; none when the value is complete.
type Stack = Vec<Frame>;

/// Readings beyond this are dropped: each left is still one that can be completed, but what only the others
/// allow cannot be written any more. A union of objects opens as many readings as it has members.
const MAX_READINGS: usize = 512;
/// Of open strings fewer are followed: each of them takes nearly every token, so that all are tried in each reading.
const MAX_OPEN_STRINGS: usize = 32;
/// A schema that refers to itself cannot nest deeper; the limit is far beyond what the compiler unrolls.
const MAX_FRAMES: usize = 256;

/// A position in a grammar.
#[derive(Debug, Clone)]
pub struct State {
    grammar: Rc<Grammar>,
    readings: Vec<Stack>,
}

impl State {
    /// Before the first byte.
    pub fn new(grammar: &Rc<Grammar>) -> Self {
        Self { grammar: Rc::clone(grammar), readings: vec![vec![Frame::Value(grammar.root)]] }
    }

    /// Takes bytes, in which [`QUOTE`] stands for a quote that is a token; `false`, and a state that allows nothing, when they are not allowed.
    pub fn feed(&mut self, bytes: &[u8]) -> bool {
        for byte in bytes {
            self.readings = self.after(*byte);
        }
        !self.readings.is_empty()
    }

    /// Takes the bytes of a token that is not the quote: to those, its stand-in is a byte like any other that no text has.
    pub fn feed_text(&mut self, bytes: &[u8]) -> bool {
        if bytes.contains(&QUOTE) {
            self.readings.clear();
        }
        self.feed(bytes)
    }

    /// Whether the quote, being a token, may come next.
    pub fn takes_quote(&self) -> bool {
        self.style().quote().is_some() && !self.after(QUOTE).is_empty()
    }

    /// How values are noted.
    pub fn style(&self) -> &Style {
        &self.grammar.style
    }

    /// Whether the value is complete and nothing can follow.
    pub fn is_complete(&self) -> bool {
        !self.readings.is_empty() && self.readings.iter().all(Vec::is_empty)
    }

    /// Whether the value may end here (a number may, and yet go on).
    pub fn can_end(&self) -> bool {
        self.readings.iter().any(|stack| self.rest(stack).is_empty())
    }

    /// Whether a free string is open, where nearly every token is allowed.
    pub fn in_text(&self) -> bool {
        let open = |stack: &Stack| matches!(stack.last(), Some(Frame::Text { progress, .. }) if progress.mode != Mode::Start);
        self.readings.iter().any(open)
    }

    /// The bytes that must come next, whatever is chosen.
    pub fn forced(&self) -> Vec<u8> {
        let mut state = self.clone();
        let mut forced = Vec::new();
        while !state.in_text() && !state.can_end() {
            let mut open =
                (0..=u8::MAX).map(|byte| (byte, state.after(byte))).filter(|(_, after)| !after.is_empty());
            let (Some((byte, after)), None) = (open.next(), open.next()) else { break };
            forced.push(byte);
            state.readings = after;
        }
        forced
    }

    /// The shortest bytes that complete the value.
    pub fn completion(&self) -> Vec<u8> {
        self.readings.iter().map(|stack| self.rest(stack)).min_by_key(Vec::len).unwrap_or_default()
    }

    /// Ends the value where it may end.
    pub fn close(&mut self) {
        if self.can_end() {
            self.readings = vec![Vec::new()];
        }
    }

    /// The bytes that may come next.
    pub fn next_bytes(&self) -> Vec<u8> {
        (0..=u8::MAX).filter(|byte| !self.after(*byte).is_empty()).collect()
    }

    /// In an open string, between characters and in every reading: how many more characters fit.
    pub(super) fn room_in_text(&self) -> Option<u32> {
        let room = |stack: &Stack| match stack.last() {
            Some(frame @ Frame::Text { progress, .. }) if progress.mode == Mode::Plain => {
                match frame.shape(&self.grammar) {
                    Shape::Text { most, .. } => Some(most.saturating_sub(progress.count)),
                    _ => None,
                }
            }
            _ => None,
        };
        match self.readings.as_slice() {
            [only] => room(only),
            _ => None,
        }
    }

    /// This position after one more byte, without the clone of what does not change.
    pub(super) fn stepped(&self, byte: u8) -> Option<Self> {
        let readings = self.after(byte);
        (!readings.is_empty()).then(|| Self { grammar: Rc::clone(&self.grammar), readings })
    }

    fn rest(&self, stack: &Stack) -> Vec<u8> {
        let mut out = Vec::new();
        stack.iter().rev().for_each(|frame| frame.rest(&self.grammar, &mut out));
        out
    }

    fn after(&self, byte: u8) -> Vec<Stack> {
        let mut readings = Vec::new();
        for stack in &self.readings {
            advance(&self.grammar, stack.clone(), byte, &mut readings);
        }
        readings
    }
}

/// Gives the byte to the top frame, and goes on until it is used or refused.
fn advance(grammar: &Grammar, mut stack: Stack, byte: u8, readings: &mut Vec<Stack>) {
    while let Some(top) = stack.pop() {
        match top.step(grammar, byte) {
            Move::Refuse => return,
            Move::PopAgain => {}
            Move::PushAgain(below, above) => stack.extend([below, above]),
            Move::Fork(frames) => {
                for frame in frames {
                    let mut fork = stack.clone();
                    fork.push(frame);
                    advance(grammar, fork, byte, readings);
                }
                return;
            }
            Move::Pop => return keep(stack, &[], readings),
            Move::Stay(frame) => return keep(stack, &[frame], readings),
            Move::Push(below, above) => return keep(stack, &[below, above], readings),
        }
    }
}

fn keep(mut stack: Stack, frames: &[Frame], readings: &mut Vec<Stack>) {
    stack.extend_from_slice(frames);
    let is_string = |stack: &Stack| matches!(stack.last(), Some(Frame::Text { .. }));
    if is_string(&stack) && readings.iter().filter(|one| is_string(one)).count() >= MAX_OPEN_STRINGS {
        return;
    }
    if stack.len() <= MAX_FRAMES && readings.len() < MAX_READINGS && !readings.contains(&stack) {
        readings.push(stack);
    }
}
