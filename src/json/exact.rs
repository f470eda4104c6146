//! Whole numbers that JavaScript would round: 64-bit ids stay exact, as texts.

use std::borrow::Cow;

/// Whole numbers of fewer digits are exact.
const DIGITS: usize = 16;
/// `Number.MAX_SAFE_INTEGER`.
const LARGEST: u64 = (1 << 53) - 1;

/// JSON text in which whole numbers beyond 2^53 are the texts of their digits. What is no JSON comes back as it is, or is none still.
pub fn quote_large(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let mut quoted = String::new();
    let (mut from, mut at) = (0, 0);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => at = behind_text(bytes, at + 1),
            b'-' | b'0'..=b'9' => {
                let start = at;
                at += 1;
                while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                    at += 1;
                }
                let is_whole = !bytes.get(at).is_some_and(|next| matches!(next, b'.' | b'e' | b'E'));
                let digits = text.get(start..at).unwrap_or_default();
                if is_whole && at - start >= DIGITS && is_rounded(digits) {
                    quoted.push_str(text.get(from..start).unwrap_or_default());
                    quoted.extend(["\"", digits, "\""]);
                    from = at;
                }
                while bytes.get(at).is_some_and(|next| next.is_ascii_digit() || b"+-.eE".contains(next)) {
                    at += 1;
                }
            }
            _ => at += 1,
        }
    }
    if from == 0 {
        return Cow::Borrowed(text);
    }
    quoted.push_str(text.get(from..).unwrap_or_default());
    Cow::Owned(quoted)
}

fn is_rounded(digits: &str) -> bool {
    let number = digits.strip_prefix('-').unwrap_or(digits).parse::<u64>();
    number.map_or(true, |number| number > LARGEST)
}

/// Where the text ends whose first byte is at `at`.
fn behind_text(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    at
}
