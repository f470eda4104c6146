//! Whether a wish is one of its own, or goes on from what was said before.

use super::named::words;
use crate::languages::heard;

/// A question of fewer words goes on: "how many in 2024?".
const FEWEST_ANEW: usize = 5;

/// Whether a wish is a whole question, with its mark, and says nothing that goes on from what was said before.
pub fn asks_anew(wish: &str) -> bool {
    let words = words(wish);
    let begins = words.first().is_some_and(|word| heard("on", word));
    let goes_on = begins || words.iter().any(|word| heard("back", word));
    wish.trim_end().ends_with('?') && words.len() >= FEWEST_ANEW && !goes_on
}
