//! Numbers as JSON writes them, and the float nearest to one.

use super::reader::{Part, Reader};
use serde_json::Number;

/// The powers of ten that a float holds exactly.
const EXACT: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];
/// Whole numbers up to it are floats.
const MAX_WHOLE: u64 = 1 << 53;
/// More digits cannot change the nearest float but by being there: halfway between two has 767.
const MAX_DIGITS: usize = 770;

/// So many digits fit 64 bits, whatever they are.
const SURE_DIGITS: usize = 19;

impl<'a> Reader<'a> {
    /// A number: whole where it is written so and fits 64 bits.
    pub(crate) fn number(&mut self) -> Part<Number> {
        let start = self.at;
        if let Some(number) = self.short_number() {
            return Ok(number);
        }
        self.at = start;
        let decimal = self.decimal()?;
        if let Some(whole) = decimal.whole() {
            return Ok(whole);
        }
        Number::from_f64(decimal.nearest()).ok_or("a number beyond what a float can hold")
    }

    /// Most numbers: of few digits and without exponent. `None`: read it again with more care.
    #[inline]
    fn short_number(&mut self) -> Option<Number> {
        let negative = self.take(b'-');
        let mut size = 0;
        let digits = self.digits(&mut size);
        let point = self.take(b'.');
        let fraction = if point { self.digits(&mut size).len() } else { 0 };
        let starts_well = digits.len() == 1 || digits.first().is_some_and(|digit| *digit != b'0');
        // A point without digits behind it is the other's to refuse.
        if !starts_well
            || digits.len() + fraction > SURE_DIGITS
            || point != (fraction > 0)
            || negative && size == 0
            || matches!(self.peek(), Some(b'e' | b'E'))
        {
            return None;
        }
        if point {
            let float = rounded(size, -(fraction as i64))?;
            return Number::from_f64(if negative { -float } else { float });
        }
        let size = i64::try_from(size).ok()?;
        Some(Number::from(if negative { -size } else { size }))
    }

    /// A number as it is written.
    fn decimal(&mut self) -> Part<Decimal<'a>> {
        let start = self.at;
        let mut decimal = Decimal { negative: self.take(b'-'), ..Decimal::default() };
        decimal.digits = self.digits(&mut decimal.size);
        match decimal.digits {
            [] if start == self.at => return Err("a value is wanted"),
            [] => return Err("a number without digits"),
            [b'0', _, ..] => return Err("a number that begins with 0"),
            _ => {}
        }
        if self.take(b'.') {
            decimal.fraction = self.digits(&mut decimal.size);
            if decimal.fraction.is_empty() {
                return Err("a number without digits behind its point");
            }
        }
        if self.take(b'e') || self.take(b'E') {
            let negative = self.take(b'-');
            if !negative {
                self.take(b'+');
            }
            let digits = self.digits(&mut 0);
            if digits.is_empty() {
                return Err("a number without digits in its exponent");
            }
            decimal.exponent = Some((negative, digits));
        }
        Ok(decimal)
    }

    /// The digits that stand here, which go on from those of `size`.
    #[inline]
    fn digits(&mut self, size: &mut u64) -> &'a [u8] {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let mut count = 0;
        while let Some(digit @ b'0'..=b'9') = rest.get(count) {
            *size = size.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            count += 1;
        }
        self.at += count;
        rest.get(..count).unwrap_or_default()
    }
}

/// A number as it is written.
#[derive(Default)]
struct Decimal<'a> {
    negative: bool,
    digits: &'a [u8],
    fraction: &'a [u8],
    /// Whether it is negative, and its digits.
    exponent: Option<(bool, &'a [u8])>,
    /// All digits as one number, which is not so where they are too many for 64 bits.
    size: u64,
}

impl Decimal<'_> {
    /// The number, where it is written without point and exponent and fits 64 bits; -0 is a float.
    fn whole(&self) -> Option<Number> {
        if !self.fraction.is_empty() || self.exponent.is_some() {
            return None;
        }
        let size = if self.digits.len() <= SURE_DIGITS { self.size } else { long(self.digits)? };
        if !self.negative {
            return Some(size.into());
        }
        0_i64.checked_sub_unsigned(size).filter(|number| *number != 0).map(Number::from)
    }

    /// The nearest float, of two as near the even one: as IEEE 754 wants it. Infinite beyond the largest.
    fn nearest(&self) -> f64 {
        let written = self.exponent.map_or(0, |(negative, digits)| {
            // No text is so long that its digits could make up for such an exponent.
            let size =
                digits.iter().fold(0_i64, |sum, digit| (sum * 10 + i64::from(digit - b'0')).min(1 << 40));
            if negative { -size } else { size }
        });
        let exponent = written - self.fraction.len() as i64;
        let sure = self.digits.len() + self.fraction.len() <= SURE_DIGITS;
        let rounded = if sure { rounded(self.size, exponent) } else { None };
        let size = rounded.unwrap_or_else(|| {
            let digits = self.digits.iter().chain(self.fraction).copied();
            exact(digits.skip_while(|digit| *digit == b'0'), exponent)
        });
        if self.negative { -size } else { size }
    }
}

/// The number that digits are, where it fits 64 bits.
fn long(digits: &[u8]) -> Option<u64> {
    digits.iter().try_fold(0_u64, |size, digit| size.checked_mul(10)?.checked_add(u64::from(digit - b'0')))
}

/// size · 10^exponent, rounded once, where a table of few powers is enough.
#[inline]
fn rounded(size: u64, exponent: i64) -> Option<f64> {
    let power = usize::try_from(exponent.unsigned_abs()).ok()?;
    if size <= MAX_WHOLE
        && let Some(power) = EXACT.get(power)
    {
        return Some(if exponent < 0 { size as f64 / power } else { size as f64 * power });
    }
    if exponent >= 0 { None } else { divided(size, power) }
}

/// size / 10^power: the method of Eisel and Lemire ("Number Parsing at a Gigabyte per Second", Software: Practice and
/// Experience 51, 2021), whose table of 10 kB only numbers of extreme sizes need.
fn divided(size: u64, power: usize) -> Option<f64> {
    let reciprocal = *RECIPROCALS.get(power.checked_sub(1)?)?;
    let zeros = size.leading_zeros();
    let size = size.checked_shl(zeros)?;
    let high = u128::from(size) * (reciprocal >> 64);
    // Only where the bits below those that are kept are all set can the rest of the reciprocal matter.
    let low = (u128::from(size) * u128::from(reciprocal as u64)) >> 64;
    let product = if (high >> 64) as u64 & 0x1ff == 0x1ff { high + low } else { high };
    let (top, rest) = ((product >> 64) as u64, product as u64);
    let upper = top >> 63;
    let mut mantissa = top >> (upper + 9);
    // Exactly halfway: only so few fives divide a number of 64 bits.
    if rest <= 1 && power <= 4 && mantissa & 3 == 1 && mantissa << (upper + 9) == top {
        mantissa &= !1;
    }
    mantissa = (mantissa + (mantissa & 1)) >> 1;
    // The power of two of 10^-power, as a line that is right in this range.
    let twos = ((-(power as i64) * 217_706) >> 16) + 63;
    let field = twos + upper as i64 - i64::from(zeros) + 1022;
    // A carry of the mantissa goes on into the field of the exponent as it should.
    (size != 0).then(|| f64::from_bits(((field as u64) << 52) + mantissa))
}

/// 2^n / 5^power for each power from 1, of 128 bits, rounded up.
const RECIPROCALS: [u128; 27] = {
    let mut table = [0; 27];
    let mut five: u128 = 1;
    let mut left: &mut [u128] = &mut table;
    while let [first, others @ ..] = left {
        five *= 5;
        let (mut rest, mut quotient) = (1_u128, 0_u128);
        while quotient >> 127 == 0 {
            rest <<= 1;
            quotient = quotient << 1 | (rest >= five) as u128;
            if rest >= five {
                rest -= five;
            }
        }
        *first = quotient + 1;
        left = others;
    }
    table
};

/// By whole numbers of as many bits as it takes.
fn exact(digits: impl Iterator<Item = u8> + Clone, exponent: i64) -> f64 {
    let count = digits.clone().count();
    let kept = count.min(MAX_DIGITS);
    let mut exponent = exponent + (count - kept) as i64;
    // From 10^310 on it is infinite, below 10^-330 nothing.
    match exponent + kept as i64 {
        _ if kept == 0 => return 0.0,
        ..-330 => return 0.0,
        311.. => return f64::INFINITY,
        _ => {}
    }
    let mut size = Whole::default();
    for digit in digits.clone().take(kept) {
        size.times(10, u32::from(digit - b'0'));
    }
    // Whether something was left out that is not 0.
    let mut more = digits.skip(kept).any(|digit| digit != b'0');
    // 10^n is 5^n · 2^n.
    let mut twos = exponent;
    while exponent > 0 {
        let step = exponent.min(13);
        size.times(5_u32.pow(step as u32), 0);
        exponent -= step;
    }
    if exponent < 0 {
        // So that 64 bits are left: 5^n has fewer than 7n/3 + 1.
        let limbs = (-exponent * 7 / 3 + 65) / 32 + 1;
        size.0.splice(0..0, std::iter::repeat_n(0, limbs as usize));
        twos -= limbs * 32;
    }
    while exponent < 0 {
        let step = (-exponent).min(13);
        more |= size.over(5_u32.pow(step as u32)) != 0;
        exponent += step;
    }
    let (bits, rest) = size.top();
    float(bits, twos + size.bits() - 64, more || rest)
}

/// bits · 2^twos, rounded; the first of `bits` is set. `more`: the number is somewhat more.
fn float(bits: u64, twos: i64, more: bool) -> f64 {
    const BITS: i64 = 53;
    const LEAST: i64 = -1074;
    const MOST: i64 = 1023;
    let place = twos + 63;
    if place > MOST {
        return f64::INFINITY;
    }
    // The last place that a float of this size has.
    let last = (place - (BITS - 1)).max(LEAST);
    let cut = last - twos;
    if cut > 64 {
        return 0.0;
    }
    let kept = bits.checked_shr(cut as u32).unwrap_or(0);
    let rest = bits.checked_shl(64 - cut as u32).unwrap_or(0);
    let half = 1 << 63;
    let up = rest > half || rest == half && (more || kept & 1 == 1);
    // The exponent's field counts from the least place; a carry goes on into it as it should.
    let field = (last - LEAST) as u64;
    f64::from_bits((field << (BITS - 1)) + kept + u64::from(up))
}

/// A whole number from 0 of any size, its least 32 bits first.
#[derive(Default)]
struct Whole(Vec<u32>);

impl Whole {
    fn times(&mut self, factor: u32, plus: u32) {
        let mut carry = u64::from(plus);
        for limb in &mut self.0 {
            carry += u64::from(*limb) * u64::from(factor);
            *limb = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    /// Divides by `divisor`; the rest.
    fn over(&mut self, divisor: u32) -> u64 {
        let mut rest = 0;
        for limb in self.0.iter_mut().rev() {
            let part = rest << 32 | u64::from(*limb);
            *limb = (part / u64::from(divisor)) as u32;
            rest = part % u64::from(divisor);
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        rest
    }

    fn bits(&self) -> i64 {
        let last = self.0.last().map_or(0, |limb| limb.leading_zeros());
        self.0.len() as i64 * 32 - i64::from(last)
    }

    /// The 64 highest bits, the first of them set, and whether others are set below.
    fn top(&self) -> (u64, bool) {
        let zeros = self.0.last().map_or(0, |limb| limb.leading_zeros());
        let mut limbs = self.0.iter().rev().copied();
        let mut three = 0_u128;
        for _ in 0..3 {
            three = three << 32 | u128::from(limbs.next().unwrap_or(0));
        }
        let top = three << (32 + zeros);
        ((top >> 64) as u64, top as u64 != 0 || limbs.any(|limb| limb != 0))
    }
}
