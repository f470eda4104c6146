//! Whether a wish is one of its own, or goes on from what was said before.

use super::named::words;
use crate::languages::heard;

/// A wish of so few words that names no table and no column is about what is shown: "longest first", "only Paris". Of the 33 wishes that go on from a question
/// (`tests/eval/composer`, tuned) 24 are that short; of the 120 questions before them 19, most of which name a column.
const MOST_GOING_ON: usize = 4;

/// Whether a wish is too short to be one of its own.
pub fn is_short(wish: &str) -> bool {
    wish.split_whitespace().count() <= MOST_GOING_ON
}

/// Whether a wish is a whole question, with its mark, and says nothing that goes on from what was said before.
pub fn asks_anew(wish: &str) -> bool {
    let words = words(wish);
    let begins = words.first().is_some_and(|word| heard("on", word));
    let goes_on = begins || words.iter().any(|word| heard("back", word));
    wish.trim_end().ends_with('?') && !is_short(wish) && !goes_on
}
