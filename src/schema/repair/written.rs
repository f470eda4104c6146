//! Numbers as people write them, where they can be read in one way only: `1 234,5`, `€ 3.2m`, `(1,200,000)`.
//!
//! A unit is no part of a number (`12 kg`, `45 %`), and `1,234` is a thousand to some and one and a bit to others: these stay texts, and
//! who wrote them is told. What widgets read out of texts is more (`js/widgets/amount.ts`), for there a person sees what became of it.

use crate::json;
use serde_json::{Number, Value};

const MAX_CHARS: usize = 40;
/// More than a number holds in every case.
const MAX_DIGITS: usize = 15;
const SIGNS: [char; 9] = ['$', '€', '£', '¥', '₹', '₩', '₽', '₺', '₣'];
const CODES: [&str; 5] = ["USD", "EUR", "GBP", "CHF", "JPY"];
/// What parts thousands and nothing else.
const GAPS: [char; 7] = [' ', '\u{a0}', '\u{202f}', '\u{2009}', '\'', '’', '_'];
/// Words for more. Those of one letter are metres and bytes as well, and count beside money alone.
const TIMES: [(&str, f64); 13] = [
    ("k", 1e3),
    ("m", 1e6),
    ("b", 1e9),
    ("tsd", 1e3),
    ("thousand", 1e3),
    ("mn", 1e6),
    ("mio", 1e6),
    ("million", 1e6),
    ("millionen", 1e6),
    ("bn", 1e9),
    ("mrd", 1e9),
    ("billion", 1e9),
    ("milliarden", 1e9),
];

/// The number that a text says; nothing where it may be another.
pub(super) fn written(text: &str) -> Option<Value> {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    if digits > MAX_DIGITS || text.chars().nth(MAX_CHARS).is_some() || text.trim() != text {
        return None;
    }
    let (inner, is_owed) = match text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(inner) => (inner.trim(), true),
        None => (text, false),
    };
    let (amount, is_less) = unsigned(inner);
    let (amount, is_money) = without_money(amount);
    // Money may stand before its sign: `€ -3`.
    let (amount, is_less) = if is_less { (amount, true) } else { unsigned(amount) };
    let at = amount.find(|c: char| c.is_alphabetic()).unwrap_or(amount.len());
    let (digits, word) = amount.split_at(at);
    let word = word.trim_end_matches('.').to_lowercase();
    let times = match TIMES.iter().find(|(name, _)| *name == word) {
        Some((_, times)) if word.len() > 1 || is_money => Some(times),
        None if word.is_empty() => None,
        _ => return None,
    };
    let plain = plain(digits.trim())?;
    let sign = if is_owed || is_less { "-" } else { "" };
    let number = json::number(&format!("{sign}{plain}"))?;
    let Some(times) = times else { return Some(Value::Number(number)) };
    let size = number.as_f64()? * times;
    // What is whole is written so: 3.2 million are 3200000.
    let is_whole = size.fract() == 0.0 && size.abs() < 9e15;
    Some(if is_whole { Value::from(size as i64) } else { Value::Number(Number::from_f64(size)?) })
}

fn unsigned(text: &str) -> (&str, bool) {
    match text.strip_prefix(['-', '−', '–']) {
        Some(rest) => (rest.trim_start(), true),
        None => (text, false),
    }
}

fn without_money(text: &str) -> (&str, bool) {
    let before = text.strip_prefix(SIGNS).or_else(|| CODES.iter().find_map(|code| text.strip_prefix(code)));
    let after = || text.strip_suffix(SIGNS).or_else(|| CODES.iter().find_map(|code| text.strip_suffix(code)));
    match before.or_else(after) {
        Some(rest) => (rest.trim(), true),
        None => (text, false),
    }
}

/// Digits with a point before what is less than one; nothing where a mark may be either.
fn plain(text: &str) -> Option<String> {
    let is_gap = |c: char| GAPS.contains(&c);
    let has_gap = text.contains(is_gap);
    let (points, commas) = (text.matches('.').count(), text.matches(',').count());
    let last = text.rfind(['.', ',']);
    let decimal = match (points, commas) {
        (1, 0) | (0, 1) => {
            let at = last?;
            let digits = text.len() - at - 1;
            let is_small = text[..at] == *"0";
            let is_clear = has_gap || digits != 3 || is_small || at > 3;
            if !is_clear {
                return None;
            }
            Some(at)
        }
        // Of two kinds the last one stands once, before what is less than one.
        (1, 1..) | (1.., 1) => Some(last?),
        (_, 0) | (0, _) => None,
        _ => return None,
    };
    let (whole, fraction) = match decimal {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let mut marks = whole.chars().filter(|c| !c.is_ascii_digit());
    let whole: String = match marks.next() {
        None => whole.to_owned(),
        Some(mark) => {
            let groups: Vec<&str> = whole.split(mark).collect();
            let is_digits = |group: &&str| !group.is_empty() && group.bytes().all(|b| b.is_ascii_digit());
            let (first, rest) = groups.split_first()?;
            let is_grouped = is_digits(first)
                && first.len() <= 3
                && rest.iter().all(|group| group.len() == 3 && is_digits(group));
            if !is_grouped || !(is_gap(mark) || mark == '.' || mark == ',') {
                return None;
            }
            groups.concat()
        }
    };
    let is_number = !whole.is_empty()
        && (whole == "0" || !whole.starts_with('0'))
        && whole.bytes().all(|b| b.is_ascii_digit())
        && fraction.is_none_or(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
    is_number.then(|| match fraction {
        Some(part) => format!("{whole}.{part}"),
        None => whole,
    })
}
