//! Numbers as JSON writes them, and the float nearest to one.

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

/// A number as it is written.
pub(super) struct Decimal<'a> {
    pub(super) negative: bool,
    pub(super) digits: &'a str,
    pub(super) fraction: Option<&'a str>,
    /// Whether it is negative, and its digits.
    pub(super) exponent: Option<(bool, &'a str)>,
}

impl Decimal<'_> {
    /// The number, where it is written without point and exponent and fits 64 bits; -0 is a float.
    pub(super) fn whole(&self) -> Option<Number> {
        if self.fraction.is_some() || self.exponent.is_some() {
            return None;
        }
        let mut size: u64 = 0;
        for digit in self.digits.bytes() {
            size = size.checked_mul(10)?.checked_add(u64::from(digit - b'0'))?;
        }
        if !self.negative {
            return Some(size.into());
        }
        0_i64.checked_sub_unsigned(size).filter(|number| *number != 0).map(Number::from)
    }

    /// The nearest float, of two as near the even one: as IEEE 754 wants it. Infinite beyond the largest.
    pub(super) fn nearest(&self) -> f64 {
        let fraction = self.fraction.unwrap_or_default();
        let written = self.exponent.map_or(0, |(negative, digits)| {
            // No text is so long that its digits could make up for such an exponent.
            let size =
                digits.bytes().fold(0_i64, |sum, digit| (sum * 10 + i64::from(digit - b'0')).min(1 << 40));
            if negative { -size } else { size }
        });
        let digits = || self.digits.bytes().chain(fraction.bytes()).skip_while(|digit| *digit == b'0');
        let exponent = written - fraction.len() as i64;
        let size = quick(digits(), exponent).unwrap_or_else(|| exact(digits(), exponent));
        if self.negative { -size } else { size }
    }
}

/// Where digits and power are floats, one operation rounds right.
fn quick(digits: impl Iterator<Item = u8>, exponent: i64) -> Option<f64> {
    let mut size: u64 = 0;
    for digit in digits {
        size = size * 10 + u64::from(digit - b'0');
        if size > MAX_WHOLE {
            return None;
        }
    }
    let power = *EXACT.get(usize::try_from(exponent.abs()).ok()?)?;
    Some(if exponent < 0 { size as f64 / power } else { size as f64 * power })
}

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
