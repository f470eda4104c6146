//! Decides which digits may come next so that a number inside the bounds can still be reached.

/// The numbers allowed: multiples of `step` between `low` and `high`, all in units of `10^-places`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Range {
    pub(super) low: i128,
    pub(super) high: i128,
    pub(super) step: i128,
    pub(super) places: u32,
}

/// A number half written.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Progress {
    negative: bool,
    digits: i64,
    whole: u8,
    dot: bool,
    fraction: u8,
}

impl Range {
    /// The least magnitude in `from..=to` that is allowed with this sign and divisible by `unit`.
    fn least(&self, negative: bool, from: i128, to: i128, unit: i128) -> Option<i128> {
        // A negative zero is no integer to some validators, so it is never written.
        let (low, high) =
            if negative { ((-self.high).max(1), -self.low) } else { (self.low.max(0), self.high) };
        let unit = lcm(self.step, unit);
        let first = low.max(from).checked_add(unit - 1)? / unit * unit;
        (first <= high.min(to)).then_some(first)
    }

    /// A short allowed number; `None` when there is none.
    pub(super) fn shortest(&self) -> Option<Vec<u8>> {
        Progress::default().rest(self)
    }
}

impl Progress {
    /// The number after one more byte, if an allowed number still begins so.
    pub(super) fn step(mut self, range: &Range, byte: u8) -> Option<Self> {
        match byte {
            b'-' if self == Self::default() => self.negative = true,
            b'.' if self.whole > 0 && !self.dot => self.dot = true,
            b'0'..=b'9' => {
                if !self.dot && self.whole == 1 && self.digits == 0 {
                    return None;
                }
                self.digits = self.digits.checked_mul(10)?.checked_add(i64::from(byte - b'0'))?;
                if self.dot { self.fraction += 1 } else { self.whole += 1 }
            }
            _ => return None,
        }
        self.rest(range).map(|_| self)
    }

    /// Whether the number may end here.
    pub(super) fn can_end(self, range: &Range) -> bool {
        self.rest(range).is_some_and(|rest| rest.is_empty())
    }

    /// A short way to an allowed number: the digits that are still missing.
    pub(super) fn rest(self, range: &Range) -> Option<Vec<u8>> {
        let digits = self.digits_missing(range);
        if digits.is_none() && self == Self::default() {
            let rest = Self { negative: true, ..self }.digits_missing(range)?;
            return Some([b"-", rest.as_slice()].concat());
        }
        digits
    }

    fn digits_missing(self, range: &Range) -> Option<Vec<u8>> {
        let places = range.places;
        let least_fraction = if self.dot { u32::from(self.fraction).max(1) } else { 0 };
        for fraction in least_fraction..=places {
            let unit = 10i128.pow(places - fraction);
            // Only a number without a dot can grow at the front; a leading zero cannot.
            let fixed = self.dot || (self.whole == 1 && self.digits == 0);
            for more in 0..=if fixed { 0 } else { 18u32.saturating_sub(u32::from(self.whole)) } {
                let open =
                    if self.dot { places.checked_sub(u32::from(self.fraction))? } else { more + places };
                let span = 10i128.pow(open);
                let from = i128::from(self.digits) * span;
                let Some(magnitude) = range.least(self.negative, from, from + span - 1, unit) else {
                    continue;
                };
                return Some(self.missing(magnitude, places, fraction));
            }
        }
        None
    }

    fn missing(self, magnitude: i128, places: u32, fraction: u32) -> Vec<u8> {
        let power = 10i128.pow(places);
        let mut text = (magnitude / power).to_string();
        if fraction > 0 {
            let digits = format!("{:0width$}", magnitude % power, width = places as usize);
            text.push('.');
            text.push_str(digits.get(..fraction as usize).unwrap_or_default());
        }
        let written = usize::from(self.whole) + usize::from(self.dot) + usize::from(self.fraction);
        text.into_bytes().split_off(written)
    }
}

fn lcm(one: i128, other: i128) -> i128 {
    let (mut a, mut b) = (one, other);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    one / a * other
}
