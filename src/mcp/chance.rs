//! How long to wait before a thing is tried again: longer each time, and never as long as everybody else.

/// The first delay, milliseconds.
const FIRST_MS: f64 = 1_000.0;
const LONGEST_MS: f64 = 30_000.0;

/// A stream of random numbers that can be replayed (xorshift64*).
#[derive(Debug)]
pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn new(seed: u64) -> Self {
        Chance(seed | 1)
    }

    /// From 0 up to 1.
    fn draw(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// The delay before the try after `failures` failed ones: half of it is drawn.
    pub(super) fn delay(&mut self, failures: u32) -> f64 {
        let whole = (FIRST_MS * 1.5_f64.powi(failures.min(30) as i32)).min(LONGEST_MS);
        whole * (0.5 + 0.5 * self.draw())
    }
}
