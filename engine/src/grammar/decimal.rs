//! Decides how a schema's decimal bound becomes an integer of a fixed number of places, exactly.

/// Magnitudes beyond this are cut: eighteen digits fit an `i64`.
pub(super) const LARGEST: i128 = 1_000_000_000_000_000_000 - 1;

/// `text * 10^places`, rounded down, and whether that was exact. `None` when `text` is no JSON number.
pub(super) fn scaled(text: &str, places: u32) -> Option<(i128, bool)> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent: i64 = exponent.parse().ok()?;
    let (negative, mantissa) = mantissa.strip_prefix('-').map_or((false, mantissa), |rest| (true, rest));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut digits: i128 = 0;
    let mut dropped = false;
    let mut shift = exponent + i64::from(places);
    for (index, digit) in whole.chars().chain(fraction.chars()).enumerate() {
        let value = i128::from(digit.to_digit(10)?);
        if digits > LARGEST {
            dropped |= value != 0;
            shift += 1;
        } else {
            digits = digits * 10 + value;
        }
        if index >= whole.len() {
            shift -= 1;
        }
    }
    while shift > 0 && digits != 0 && digits <= LARGEST {
        digits *= 10;
        shift -= 1;
    }
    while shift < 0 && digits != 0 {
        dropped |= digits % 10 != 0;
        digits /= 10;
        shift += 1;
    }
    let exact = !dropped;
    let down = if negative { -digits - i128::from(dropped) } else { digits };
    // Small non-zero numbers may have lost all digits: the sign still says on which side of zero they lie.
    Some((down.clamp(-LARGEST - 1, LARGEST + 1), exact))
}

#[cfg(test)]
mod tests {
    use super::scaled;

    #[test]
    fn decimals_scale_exactly_or_say_so() {
        assert_eq!(scaled("1.25", 2), Some((125, true)));
        assert_eq!(scaled("-1.25", 1), Some((-13, false)));
        assert_eq!(scaled("1.25", 1), Some((12, false)));
        assert_eq!(scaled("5e3", 0), Some((5000, true)));
        assert_eq!(scaled("1e-9", 6), Some((0, false)));
        assert_eq!(scaled("-1e-9", 6), Some((-1, false)));
        assert_eq!(scaled("0", 6), Some((0, true)));
    }

    #[test]
    fn huge_numbers_are_cut() {
        assert_eq!(scaled("1e300", 6).map(|(value, _)| value), Some(super::LARGEST + 1));
        assert_eq!(
            scaled("123456789012345678901234567890", 0).map(|(value, _)| value),
            Some(super::LARGEST + 1)
        );
    }
}
