//! What ends with a mark of its own and not with a bracket: thoughts, and calls that are written with tags.

use super::{Found, Marker, Scanner, State, TextFormat, tags};

/// Ends a thought of which the beginning stood in the prompt, as templates of `DeepSeek`, Qwen and GLM have it.
const END_OF_THOUGHT: &str = "</think>";

impl Scanner {
    /// A mark that says nothing.
    pub(super) fn drop_mark(&mut self, marker: &'static Marker) -> bool {
        self.pass(marker.open.len());
        self.state = State::Text;
        true
    }

    pub(super) fn tags(&mut self, marker: &'static Marker) -> bool {
        let Some((at, length)) = self.close(marker) else { return false };
        let text = self.held().get(..at + length).unwrap_or_default();
        let Some(calls) = tags::calls(text) else { return self.no_call(at + length) };
        self.call(calls);
        self.pass(at + length);
        self.state = State::Text;
        true
    }

    /// Looks at byte `at` for the end of a thought whose beginning nobody saw; whether that decided something, or nothing where the
    /// text goes on. In the middle of a line, in code, or behind a thought that has ended the mark is one that is talked about.
    pub(super) fn end_of_thought(&mut self, at: usize) -> Option<bool> {
        let rest = self.held().get(at..).unwrap_or_default();
        if self.thought || self.format != TextFormat::Auto || !rest.starts_with('<') {
            return None;
        }
        let Some(behind) = rest.strip_prefix(END_OF_THOUGHT) else {
            return END_OF_THOUGHT.starts_with(rest).then(|| self.wait_at(at));
        };
        let behind = behind.chars().next();
        let prose = self.prose.after(self.held().get(..at).unwrap_or_default());
        if prose.is_code()
            || prose.is_within_line() && behind.is_some_and(|next| !matches!(next, '\n' | '\r'))
        {
            self.say(at + END_OF_THOUGHT.len());
            return Some(true);
        }
        if prose.is_within_line() && behind.is_none() {
            return Some(self.wait_at(at));
        }
        self.say(at);
        self.found.push(Found::ThoughtSoFar);
        self.pass(END_OF_THOUGHT.len());
        (self.thought, self.spoke) = (true, false);
        Some(true)
    }

    /// Says what stands before byte `at`; what is there can only be told with more text.
    fn wait_at(&mut self, at: usize) -> bool {
        self.say(at);
        false
    }

    /// Where the end mark begins in what is held, and its length.
    fn close(&mut self, marker: &'static Marker) -> Option<(usize, usize)> {
        // What was searched before is not searched again, but for the beginning of an end mark.
        let mut from = self.searched.max(marker.open.len());
        while !self.held().is_char_boundary(from) {
            from -= 1;
        }
        let rest = self.held().get(from..).unwrap_or_default();
        let close = marker.close.iter().find_map(|close| Some((from + rest.find(close)?, close.len())));
        if close.is_none() {
            let longest = marker.close.iter().map(|close| close.len()).max().unwrap_or(0);
            self.searched = self.held().len().saturating_sub(longest);
        }
        close
    }

    pub(super) fn thought(&mut self, marker: &'static Marker) -> bool {
        let Some((at, length)) = self.close(marker) else { return false };
        self.thought = true;
        let thought = self.held().get(marker.open.len()..at).unwrap_or_default().trim().to_owned();
        self.found.push(Found::Thought(thought));
        self.pass(at + length);
        self.state = State::Text;
        true
    }
}
