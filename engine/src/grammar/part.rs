//! Decides the course of a text that is a part of another. It cuts no word in two, and has no blanks around it.

use super::frame::{Frame, Move};

/// Longer texts are looked at so far: what is pasted must not make a grammar of its own size.
const MOST_CHARS: usize = 4000;
/// A part is no longer than this.
const MOST_PART_CHARS: usize = 1500;

/// What follows the beginning of a word, as it stands inside a JSON string.
#[derive(Debug)]
pub(super) struct Suffix {
    pub(super) bytes: Vec<u8>,
    /// After how many bytes a part may end.
    ends: Vec<u32>,
}

impl Suffix {
    fn ends_at(&self, at: u32) -> bool {
        self.ends.binary_search(&at).is_ok()
    }

    /// The bytes from `at` to the next end.
    fn rest(&self, at: u32) -> &[u8] {
        let end = self.ends.iter().find(|end| **end >= at.max(1)).copied().unwrap_or(at);
        self.bytes.get(at as usize..end as usize).unwrap_or_default()
    }
}

/// Whether a cut between these would be within a word or a number, or between two apostrophes that stand for one in SQL; "£4" and
/// "12kg" are two of each.
fn is_inside(before: char, letter: char) -> bool {
    before.is_alphabetic() && letter.is_alphabetic()
        || before.is_numeric() && letter.is_numeric()
        || before == '\'' && letter == '\''
}

/// The beginnings of all parts of a text, sorted.
pub(super) fn suffixes(text: &str, escaped: impl Fn(&str) -> Vec<u8>) -> Vec<Suffix> {
    let letters: Vec<char> = text.chars().take(MOST_CHARS).collect();
    let begins = |at: usize| {
        let letter = letters.get(at).copied().unwrap_or(' ');
        let before = at.checked_sub(1).and_then(|before| letters.get(before)).copied().unwrap_or(' ');
        !letter.is_whitespace() && !is_inside(before, letter)
    };
    let mut found: Vec<Suffix> = (0..letters.len())
        .filter(|at| begins(*at))
        .map(|from| {
            let (mut bytes, mut ends) = (Vec::new(), Vec::new());
            let part = letters.get(from..).unwrap_or_default();
            for (index, letter) in part.iter().enumerate().take(MOST_PART_CHARS) {
                bytes.extend(escaped(letter.encode_utf8(&mut [0; 4])));
                let next = part.get(index + 1).copied().unwrap_or(' ');
                if !letter.is_whitespace() && !is_inside(*letter, next) {
                    ends.push(bytes.len() as u32);
                }
            }
            Suffix { bytes, ends }
        })
        .filter(|suffix| !suffix.ends.is_empty())
        .collect();
    found.sort_by(|one, other| one.bytes.cmp(&other.bytes));
    found
}

/// Which of sorted texts, all alike up to `at`, go on with this byte: they lie side by side.
pub(super) fn agreeing<T>(
    open: &[T],
    text: impl Fn(&T) -> &[u8],
    at: u32,
    byte: u8,
) -> std::ops::Range<usize> {
    let next = |entry: &T| text(entry).get(at as usize).copied();
    let from = open.partition_point(|entry| next(entry).is_none_or(|other| other < byte));
    from..open.partition_point(|entry| next(entry).is_none_or(|other| other <= byte))
}

/// One more byte; `at` bytes are written, in which the suffixes `low..high` agree. Where the part may end and the byte may also
/// go on with it, both are tried: once `decided`, it goes on.
pub(super) fn step(suffixes: &[Suffix], frame: (u32, u32, u32, u32), decided: bool, byte: u8) -> Move {
    let (node, low, high, at) = frame;
    let open = suffixes.get(low as usize..high as usize).unwrap_or_default();
    let next = agreeing(open, |suffix| suffix.bytes.as_slice(), at, byte);
    let may_end = !decided && open.iter().any(|suffix| suffix.ends_at(at));
    match (next.is_empty(), may_end) {
        (true, true) => Move::PopAgain,
        (true, false) => Move::Refuse,
        (false, true) => Move::Fork(vec![Frame::Part { node, low, high, at, decided: true }, Frame::Nothing]),
        (false, false) => {
            let (from, to) = (low + next.start as u32, low + next.end as u32);
            Move::Stay(Frame::Part { node, low: from, high: to, at: at + 1, decided: false })
        }
    }
}

/// The shortest way to an end.
pub(super) fn rest(suffixes: &[Suffix], low: u32, high: u32, at: u32) -> &[u8] {
    let open = suffixes.get(low as usize..high as usize).unwrap_or_default();
    open.iter().map(|suffix| suffix.rest(at)).min_by_key(|rest| rest.len()).unwrap_or_default()
}
