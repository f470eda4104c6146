//! Numbers compared exactly: beyond 2^53 too, and 0.3 is a multiple of 0.1.

use serde_json::Number;
use std::cmp::Ordering;

/// Whether `number` has no fraction: 3.0 is an integer to JSON Schema.
pub(super) fn is_integer(number: &Number) -> bool {
    number.as_i64().is_some()
        || number.as_u64().is_some()
        || number.as_f64().is_some_and(|float| float.fract() == 0.0)
}

fn whole(number: &Number) -> Option<i128> {
    number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from))
}

/// The exact order of two numbers.
pub(super) fn order(a: &Number, b: &Number) -> Ordering {
    match (whole(a), whole(b)) {
        (Some(a), Some(b)) => a.cmp(&b),
        (Some(a), None) => against(a, b.as_f64().unwrap_or(0.0)),
        (None, Some(b)) => against(b, a.as_f64().unwrap_or(0.0)).reverse(),
        (None, None) => {
            // JSON has no NaN, and -0.0 is 0.0.
            let (a, b) = (a.as_f64().unwrap_or(0.0), b.as_f64().unwrap_or(0.0));
            a.partial_cmp(&b).unwrap_or(Ordering::Equal)
        }
    }
}

fn against(whole: i128, float: f64) -> Ordering {
    const BEYOND: f64 = 1e30;
    if float >= BEYOND {
        return Ordering::Less;
    }
    if float <= -BEYOND {
        return Ordering::Greater;
    }
    let rest = float - float.trunc();
    whole.cmp(&(float.trunc() as i128)).then_with(|| 0.0_f64.partial_cmp(&rest).unwrap_or(Ordering::Equal))
}

/// Whether `number` is a whole multiple of `step`, both taken as the decimals that they are written as.
pub(super) fn is_multiple(number: &Number, step: &Number) -> bool {
    if let (Some(number), Some(step)) = (whole(number), whole(step)) {
        return step != 0 && number % step == 0;
    }
    let ((number, number_exponent), (step, step_exponent)) = (decimal(number), decimal(step));
    if number == 0 || step == 0 {
        return step != 0;
    }
    let shift = number_exponent - step_exponent;
    if shift >= 0 {
        let power = power_of_ten(shift as u32, step);
        ((number % step) * power).is_multiple_of(step)
    } else {
        let divisor = 10_u128.checked_pow(shift.unsigned_abs()).and_then(|power| power.checked_mul(step));
        divisor.is_some_and(|divisor| number.is_multiple_of(divisor))
    }
}

/// 10^exponent modulo `modulus`; both factors stay below 2^64, so no product overflows.
fn power_of_ten(mut exponent: u32, modulus: u128) -> u128 {
    let (mut result, mut base) = (1 % modulus, 10 % modulus);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % modulus;
        }
        base = base * base % modulus;
        exponent >>= 1;
    }
    result
}

/// The size of `number` as digits × 10^exponent, without zeros at the end of the digits.
fn decimal(number: &Number) -> (u128, i32) {
    let (mut digits, mut exponent) = match whole(number) {
        Some(whole) => (whole.unsigned_abs(), 0),
        None => shortest(number),
    };
    while digits != 0 && digits % 10 == 0 {
        digits /= 10;
        exponent += 1;
    }
    (digits, exponent)
}

/// The shortest decimal that reads back as `number`: at most 17 digits. It is how JSON writes it.
fn shortest(number: &Number) -> (u128, i32) {
    let text = number.to_string();
    let text = text.trim_start_matches('-');
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent = exponent.parse::<i32>().unwrap_or(0) - fraction.len() as i32;
    let digits = whole.bytes().chain(fraction.bytes()).filter(u8::is_ascii_digit);
    (digits.fold(0, |sum, digit| sum * 10 + u128::from(digit - b'0')), exponent)
}
