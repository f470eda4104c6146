//! The pause that a server asks for: `Retry-After` in seconds or as a date (RFC 9110, 10.2.3 and 5.6.7), and
//! `retry-after-ms` of OpenAI and Azure.

use crate::json;

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Milliseconds from `now_ms` on; `None` for what is neither. A date that is over is 0.
pub(super) fn retry_after_ms(value: &str, now_ms: f64) -> Option<f64> {
    let value = value.trim();
    if let Some(seconds) = json::loose_number(value) {
        return (seconds >= 0.0).then_some(seconds * 1_000.0);
    }
    Some((http_date_ms(value)? - now_ms).max(0.0))
}

/// A date of HTTP as milliseconds since 1970, in any of its three forms: `Sun, 06 Nov 1994 08:49:37 GMT`,
/// `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`.
fn http_date_ms(text: &str) -> Option<f64> {
    let words: Vec<&str> =
        text.split([' ', ',', '-']).filter(|word| !word.is_empty() && *word != "GMT").collect();
    let [_, first, second, third, fourth] = words.as_slice() else { return None };
    let (day, month, year, time) = match first.parse::<i64>() {
        Ok(day) => (day, *second, *third, *fourth),
        Err(_) => (second.parse::<i64>().ok()?, *first, *fourth, *third),
    };
    let month = MONTHS.iter().position(|name| *name == month)? as i64 + 1;
    let year = match (year.len(), year.parse::<i64>().ok()?) {
        // Two digits: no server asks to wait into the past century.
        (2, year) => 2_000 + year,
        (4, year) => year,
        _ => return None,
    };
    let clock: Vec<i64> = time.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let [hour, minute, second] = clock.as_slice() else { return None };
    let fits = (1..=31).contains(&day)
        && (0..24).contains(hour)
        && (0..60).contains(minute)
        && (0..=60).contains(second);
    let days = days_from_1970(year, month, day);
    fits.then_some((((days * 24 + hour) * 60 + minute) * 60 + second) as f64 * 1_000.0)
}

/// Days of the Gregorian calendar since 1970-01-01; years begin after the day that leap years add, so that it ends them.
fn days_from_1970(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}
