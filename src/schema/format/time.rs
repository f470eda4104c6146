//! Dates, times and durations of RFC 3339.

/// The number that all of `text` is, when it has `digits` digits.
fn number(text: Option<&str>, digits: usize) -> Option<u32> {
    let text = text?;
    (text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
}

/// A day that the calendar has.
pub(super) fn date(text: &str) -> bool {
    let read = || {
        let mut parts = text.split('-');
        let (year, month, day) =
            (number(parts.next(), 4)?, number(parts.next(), 2)?, number(parts.next(), 2)?);
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            2 => 28 + u32::from(leap),
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        (parts.next().is_none() && (1..=days).contains(&day)).then_some(())
    };
    read().is_some()
}

/// A time with its offset; second 60 only where a leap second can be.
pub(super) fn time(text: &str) -> bool {
    let read = || {
        let (clock, offset) = match text.strip_suffix(['Z', 'z']) {
            Some(clock) => (clock, 0),
            None => {
                let at = text.rfind(['+', '-'])?;
                let (clock, offset) = (text.get(..at)?, text.get(at + 1..)?);
                let (hours, minutes) = offset.split_once(':')?;
                let (hours, minutes) = (number(Some(hours), 2)?, number(Some(minutes), 2)?);
                if hours > 23 || minutes > 59 {
                    return None;
                }
                let sign = if text.get(at..)?.starts_with('-') { -1 } else { 1 };
                (clock, sign * (hours * 60 + minutes) as i32)
            }
        };
        let (clock, fraction) = match clock.split_once('.') {
            Some((clock, fraction)) => (clock, Some(fraction)),
            None => (clock, None),
        };
        if fraction.is_some_and(|digits| digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit())) {
            return None;
        }
        let mut parts = clock.split(':');
        let (hour, minute, second) =
            (number(parts.next(), 2)?, number(parts.next(), 2)?, number(parts.next(), 2)?);
        if parts.next().is_some() || hour > 23 || minute > 59 || second > 60 {
            return None;
        }
        let utc = ((hour * 60 + minute) as i32 - offset).rem_euclid(24 * 60);
        (second < 60 || utc == 23 * 60 + 59).then_some(())
    };
    read().is_some()
}

pub(super) fn date_time(text: &str) -> bool {
    match (text.get(..10), text.get(10..11), text.get(11..)) {
        (Some(day), Some("T" | "t"), Some(clock)) => date(day) && time(clock),
        _ => false,
    }
}

/// ISO 8601 as RFC 3339, appendix A has it: weeks stand alone, and units come without gaps.
pub(super) fn duration(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('P') else { return false };
    let (days, clock) = match rest.split_once('T') {
        Some((days, clock)) => (days, Some(clock)),
        None => (rest, None),
    };
    let fits = |part: &str, orders: &[&str]| {
        let units: Option<String> = units(part);
        units.is_some_and(|units| orders.iter().any(|order| order.contains(units.as_str())))
    };
    match clock {
        None => fits(days, &["YMD", "W"]),
        Some(clock) => (days.is_empty() || fits(days, &["YMD"])) && fits(clock, &["HMS"]),
    }
}

/// The unit letters of `3Y6M`, when each has its digits.
fn units(part: &str) -> Option<String> {
    let mut letters = String::new();
    let mut digits = 0;
    for c in part.chars() {
        if c.is_ascii_digit() {
            digits += 1;
        } else if digits > 0 {
            letters.push(c);
            digits = 0;
        } else {
            return None;
        }
    }
    (digits == 0 && !letters.is_empty()).then_some(letters)
}
