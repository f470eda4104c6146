//! Where in its prose an answer is: at the beginning of a line, or in code.

/// Three or more of them, and what follows is code.
const FENCE: usize = 3;

/// What was read so far, as far as it tells.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about one place")]
pub(super) struct Prose {
    /// Whether something stands before, on the same line.
    within_line: bool,
    /// Whether anything was said outside of fences.
    has_words: bool,
    /// Backticks right before.
    ticks: usize,
    in_fence: bool,
    /// In code that stands in a line, by backticks.
    in_line: bool,
    /// In a line that is quoted.
    quoted: bool,
}

impl Prose {
    pub(super) fn read(&mut self, text: &str) {
        for letter in text.chars() {
            let is_tick = letter == '`';
            if is_tick {
                self.ticks += 1;
                self.in_fence ^= self.ticks == FENCE;
            } else {
                self.in_line ^= (1..FENCE).contains(&self.ticks);
                self.ticks = 0;
            }
            if letter == '\n' {
                (self.within_line, self.in_line, self.quoted) = (false, false, false);
            } else if !letter.is_whitespace() {
                self.quoted |= !self.within_line && letter == '>';
                self.within_line = true;
                self.has_words |= !is_tick && !self.in_fence;
            }
        }
    }

    /// Where it is when `text` was read as well.
    pub(super) fn after(mut self, text: &str) -> Self {
        self.read(text);
        self
    }

    pub(super) fn is_within_line(self) -> bool {
        self.within_line
    }

    /// Whether what comes next is shown rather than meant.
    pub(super) fn is_code(self) -> bool {
        self.in_fence || (self.in_line ^ (1..FENCE).contains(&self.ticks)) || self.quoted
    }

    /// Whether there is nothing but the code: some models fence what they mean.
    pub(super) fn is_code_alone(self) -> bool {
        self.in_fence && !self.has_words
    }
}
