//! Widget ids: a counter from a random start, so that bursts never repeat and two pages rarely meet.

/// Draws `w_…` ids.
#[derive(Clone, Debug)]
pub(crate) struct Ids {
    next: u64,
}

/// 36⁵: from here on every id has at least six characters, like the published `w_1a2b3c`.
const FIRST: u64 = 60_466_176;

impl Ids {
    /// `seed` is any random number.
    pub(crate) fn new(seed: u64) -> Self {
        Ids { next: FIRST + seed % (FIRST * 34) }
    }

    pub(crate) fn draw(&mut self) -> String {
        let mut n = self.next;
        self.next += 1;
        let mut digits = Vec::new();
        while n > 0 {
            digits.extend(char::from_digit((n % 36) as u32, 36));
            n /= 36;
        }
        format!("w_{}", digits.iter().rev().collect::<String>())
    }
}
