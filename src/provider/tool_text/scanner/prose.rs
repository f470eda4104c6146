//! Where in its prose an answer is: at the beginning of a line, or in code.

/// Three or more of them, and what follows is code.
const FENCE: usize = 3;

/// What was read so far, as far as it tells.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Prose {
    /// Whether something stands before, on the same line.
    within_line: bool,
    /// Backticks right before.
    ticks: usize,
    in_fence: bool,
}

impl Prose {
    pub(super) fn read(&mut self, text: &str) {
        for letter in text.chars() {
            self.within_line = letter != '\n' && (self.within_line || !letter.is_whitespace());
            self.ticks = if letter == '`' { self.ticks + 1 } else { 0 };
            self.in_fence ^= self.ticks == FENCE;
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

    pub(super) fn is_code(self) -> bool {
        self.in_fence || self.ticks > 0
    }
}
