//! Decides which characters are letters (category L of Unicode 15.1, as in llama.cpp): the standard library's `is_alphabetic` counts marks and circled
//! signs among them, at which the words of a vocabulary are cut.

use std::sync::LazyLock;

/// Ranges of letters: how far each begins behind the one before, and how many it has, in groups of 7 bits, the last one below 128
/// (`tests/record/letters.mjs`).
static STORED: &[u8] = include_bytes!("letters.bin");

static RANGES: LazyLock<Vec<(u32, u32)>> = LazyLock::new(|| {
    let mut bytes = STORED.iter();
    let mut number = || {
        let mut value = 0;
        loop {
            let byte = *bytes.next()?;
            value = value << 7 | u32::from(byte & 127);
            if byte < 128 {
                return Some(value);
            }
        }
    };
    let (mut ranges, mut at) = (Vec::new(), 0);
    while let (Some(gap), Some(count)) = (number(), number()) {
        ranges.push((at + gap, at + gap + count));
        at += gap + count;
    }
    ranges
});

/// Whether it is a letter.
pub(super) fn is_letter(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphabetic();
    }
    let code = u32::from(character);
    let next = RANGES.partition_point(|(begin, _)| *begin <= code);
    next.checked_sub(1).and_then(|index| RANGES.get(index)).is_some_and(|(_, end)| code < *end)
}
