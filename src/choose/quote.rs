//! The texts that a wish offers for a field of its own: spans of its words, as they were written.

use super::marks::{bare, clauses, is_numeric, words};
use super::score::FUNCTION_WORDS;

/// Fields that take no more characters than this are names, titles and amounts; longer ones are contents.
pub(super) const LONG: u64 = 1000;
/// A name or title has at most so many words.
const MAX_WORDS: usize = 12;
/// A wish begins by saying what to do: what begins with its first word is a field's text only when it is short.
const MAX_OPENING: usize = 3;
/// A phrase may end in front of these.
const AFTER_PHRASE: [&str; 17] = [
    "in", "with", "for", "as", "by", "from", "to", "on", "of", "at", "is", "was", "are", "were", "has",
    "have", "and",
];
/// Beyond so many bytes of spans the field is left open.
const MAX_BYTES: usize = 256 << 10;

/// The spans of `text` that fit a field of at most `most` characters, the longest first; `None` when they are too many.
pub(super) fn quotes(text: &str, least: u64, most: u64) -> Option<Vec<String>> {
    let long = most >= LONG;
    let clauses: Vec<&str> = if long { vec![text] } else { clauses(text) };
    let mut found: Vec<String> = Vec::new();
    let mut bytes = 0;
    for (index, clause) in clauses.into_iter().enumerate() {
        let words = words(clause);
        let longest = if long { words.len() } else { MAX_WORDS.min(words.len()) };
        for length in (1..=longest).rev() {
            for (at, span) in words.windows(length).enumerate() {
                let may_end = may_end(span.last(), words.get(at + length)) || length == words.len();
                let commands = !long && index == 0 && at == 0 && length > MAX_OPENING;
                if !may_end || commands {
                    continue;
                }
                let Some(span) = between(clause, span) else { continue };
                found.push(span.to_owned());
                found.push(bare(span).to_owned());
                found.push(capital(bare(span)));
                bytes += 3 * span.len();
                if bytes > MAX_BYTES {
                    return None;
                }
            }
        }
    }
    let fits = |span: &String| {
        let length = span.chars().count() as u64;
        length > 0 && length >= least && length <= most
    };
    found.retain(fits);
    let mut seen = std::collections::HashSet::new();
    found.retain(|span| seen.insert(span.clone()));
    Some(found)
}

/// Whether a phrase may end with `last` when `next` follows: the model would often stop after the first word.
fn may_end(last: Option<&&str>, next: Option<&&str>) -> bool {
    let Some(last) = last.filter(|last| !FUNCTION_WORDS.contains(last)) else { return false };
    let at_number = is_numeric(last) || next.is_some_and(|next| is_numeric(next));
    at_number || next.is_none_or(|next| AFTER_PHRASE.contains(next))
}

/// The text from the first of these words of it to the last.
fn between<'t>(text: &'t str, span: &[&str]) -> Option<&'t str> {
    let offset = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let (first, last) = (span.first()?, span.last()?);
    text.get(offset(first)..offset(last) + last.len())
}

/// With a capital letter in front, as titles and sentences have.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
