//! Where the data of a wish begins: behind what is said first of it.

use super::asking::asks_within;
use super::marks::{ends_word, is_numeric, sentences, spaced_dash, split, trimmed, words};
use super::parts::{parts, records};

/// A "that" begins the data behind no more than so many words.
const MAX_BEFORE_THAT: usize = 8;
/// In front of that "that": who is told, or how.
const NOTED: [&str; 20] = [
    "me",
    "us",
    "people",
    "everyone",
    "everybody",
    "them",
    "visitors",
    "guests",
    "down",
    "note",
    "notice",
    "remember",
    "remind",
    "reminder",
    "warn",
    "warning",
    "say",
    "saying",
    "error",
    "announce",
];

/// What stands in front of the data of `text` and the data, where something says so.
pub(super) fn head_and_data(text: &str) -> Option<(&str, &str)> {
    let by_colon = || colon(text).filter(|(head, _)| !is_code(head) && !pairs_by_colon(text));
    by_line(text)
        .or_else(by_colon)
        .or_else(|| by_sentence(text))
        .or_else(|| by_question(text))
        .or_else(|| by_dash(text))
        .or_else(|| by_that(text))
}

/// Text in front of the first colon that ends a word, and behind it.
fn colon(text: &str) -> Option<(&str, &str)> {
    let cuts = split(text, |rest| usize::from(ends_word(rest, &[':'])));
    let head = cuts.first().filter(|_| cuts.len() > 1)?;
    Some((head, text.get(head.len() + 1..)?))
}

/// A first line that says what to do with the other ones, and these. One that looks like them is one of them.
fn by_line(text: &str) -> Option<(&str, &str)> {
    let (head, rest) = text.split_once('\n').filter(|(_, rest)| !trimmed(rest).is_empty())?;
    let own = words(head);
    let is_data = is_code(head) || head.contains(|c: char| c.is_ascii_digit() || "():".contains(c));
    let shouts = own.first().is_some_and(|word| word.len() > 1 && !word.contains(char::is_lowercase));
    let indented = rest.lines().any(|line| line.starts_with([' ', '\t']));
    let alike = rest.lines().any(|line| words(line).len().abs_diff(own.len()) < 2);
    (own.len() > 2 && !is_data && !shouts && (indented || !alike)).then_some((head, rest))
}

/// Whether a text looks like code: brackets of it, or one within a word ("area(r)").
fn is_code(text: &str) -> bool {
    let calls = |word: &str| word.find('(').is_some_and(|at| at > 0);
    text.contains(|c: char| "{}[]<>;=".contains(c)) || words(text).into_iter().any(calls)
}

/// A first sentence that asks, and the things that are listed behind it.
fn by_sentence(text: &str) -> Option<(&str, &str)> {
    let found = sentences(text);
    let (first, _) = found.split_first().filter(|(_, others)| !others.is_empty())?;
    let rest = text.get(first.len() + 1..)?;
    let listed = parts(rest);
    let all_numbered = listed.len() > 1 && listed.iter().all(|part| words(part).into_iter().any(is_numeric));
    let lists = rest.contains(['\n', ';']) || all_numbered || records(rest.trim()).is_some();
    (lists && asks_within(first)).then_some((first, rest))
}

/// A question, and what is said behind it ("what do we need? milk and eggs").
fn by_question(text: &str) -> Option<(&str, &str)> {
    let cuts = split(text, |rest| usize::from(ends_word(rest, &['?'])));
    let head = cuts.first().filter(|_| cuts.len() > 1)?;
    let rest = text.get(head.len() + 1..).filter(|rest| !trimmed(rest).is_empty())?;
    Some((head, rest))
}

/// What is to be noted, and that ("jot down for me that the key is under the pot", "a note that says the key …").
fn by_that(text: &str) -> Option<(&str, &str)> {
    let words = words(text);
    let at = words.iter().take(MAX_BEFORE_THAT + 1).position(|word| *word == "that").filter(|at| *at > 0)?;
    let (that, before) = (words.get(at)?.as_ptr() as usize - text.as_ptr() as usize, words.get(at - 1)?);
    let (head, said) = (text.get(..that)?, text.get(that + "that".len()..)?);
    let quoted = ["says", "reads"].iter().find_map(|verb| said.trim_start().strip_prefix(verb));
    let noted = NOTED.contains(&before.to_lowercase().as_str());
    (quoted.is_some() || noted).then_some((head, quoted.unwrap_or(said)))
}

/// Text in front of a dash and behind it, where only the first of several parts has one ("the Baltic states – Estonia,
/// Latvia").
fn by_dash(text: &str) -> Option<(&str, &str)> {
    let dashed = |part: &&str| split(part, spaced_dash).len() > 1;
    let halves = split(text, spaced_dash);
    if let [head, rest] = halves.as_slice()
        && asks_within(head)
        && parts(rest).len() > 1
    {
        return Some((head, rest));
    }
    let parts = parts(text);
    let (first, others) = parts.split_first()?;
    if !dashed(first) || others.is_empty() || others.iter().any(dashed) {
        return None;
    }
    let head = split(text, spaced_dash).into_iter().next()?;
    let rest = text.get(head.len()..)?;
    Some((head, rest.get(spaced_dash(rest)..)?))
}

/// Whether each part has a colon of its own: then none of them ends a head.
fn pairs_by_colon(wish: &str) -> bool {
    let parts = parts(wish);
    parts.len() > 1 && parts.iter().all(|part| colon(part).is_some())
}
