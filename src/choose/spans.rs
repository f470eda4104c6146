//! The numbers of a wish and the words beside them: "north 12, south 7" holds 12 by north, 7 by south.

use serde_json::Value;

/// A label has at most this many words.
const MAX_LABEL_WORDS: usize = 4;

/// A number that a person wrote.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Number {
    /// The number, as JSON.
    pub(super) value: Value,
    /// What its label may be, longest first; empty when no words stand beside it.
    pub(super) labels: Vec<String>,
}

struct Found {
    start: usize,
    end: usize,
    value: Value,
}

/// The numbers of `wish` in their order. A number in front of `:` or `=` is a label ("2020: 7"), and digits
/// inside a word ("Q1") are none.
pub(super) fn numbers(wish: &str) -> Vec<Number> {
    let found = find(wish);
    let gap = |from: usize, to: usize| wish.get(from..to).unwrap_or_default();
    let starts = |index: usize| found.get(index).map_or(wish.len(), |number| number.start);
    let ends = |index: Option<usize>| index.and_then(|index| found.get(index)).map_or(0, |number| number.end);
    let inner: Vec<&str> =
        (1..found.len()).map(|index| gap(ends(index.checked_sub(1)), starts(index))).collect();
    let labels_follow = labels_follow(&inner);
    let mut numbers: Vec<Number> = found
        .iter()
        .enumerate()
        .map(|(index, number)| {
            let before = gap(ends(index.checked_sub(1)), number.start);
            let after = gap(number.end, starts(index + 1));
            let (first, second) = if labels_follow {
                (following(after), preceding(before))
            } else {
                (preceding(before), following(after))
            };
            let labels = if first.is_empty() { second } else { first };
            Number { value: number.value.clone(), labels }
        })
        .collect();
    bound_outermost(&mut numbers, labels_follow);
    cut_to_names(&mut numbers);
    numbers
}

/// The outermost label touches the rest of the wish ("sales in north 12, south 7"): it may have no more words
/// than the others, which stand between separators, have at most.
fn bound_outermost(numbers: &mut [Number], labels_follow: bool) {
    let outermost = if labels_follow { numbers.len().saturating_sub(1) } else { 0 };
    let count = |label: &String| label.split(' ').count();
    let others = numbers.iter().enumerate().filter(|(index, _)| *index != outermost);
    let most = others.flat_map(|(_, number)| &number.labels).map(count).max();
    if let (Some(most), Some(number)) = (most, numbers.get_mut(outermost)) {
        number.labels.retain(|label| count(label) <= most);
    }
}

/// What stands between a name and its number.
const DOES: [&str; 11] =
    ["scored", "got", "gets", "has", "had", "made", "threw", "won", "took", "ran", "only"];

/// Where a label is a name alone, others that begin with one end with it ("Aylin scored 14, Marta 9").
fn cut_to_names(numbers: &mut [Number]) {
    let is_name = |word: &str| word.starts_with(char::is_uppercase);
    let longest = |number: &Number| number.labels.first().cloned().unwrap_or_default();
    let named = |label: &str| !label.is_empty() && label.split(' ').all(is_name);
    if numbers.len() < 2 || !numbers.iter().any(|number| named(&longest(number))) {
        return;
    }
    for number in numbers {
        let label = longest(number);
        let name: Vec<&str> = label.split(' ').take_while(|word| is_name(word)).collect();
        // "Green tea" is no Green.
        let does = label.split(' ').nth(name.len()).is_some_and(|word| DOES.contains(&word));
        if !name.is_empty() && does {
            number.labels = vec![name.join(" ")];
        }
    }
}

/// Whether labels stand behind their numbers ("12 apples, 7 pears"): then the gaps between numbers end with a
/// separator instead of beginning with one.
fn labels_follow(gaps: &[&str]) -> bool {
    let begins = gaps.iter().filter(|gap| gap.trim_start().starts_with(separator)).count();
    let ends = gaps.iter().filter(|gap| gap.trim_end().ends_with(separator)).count();
    ends > begins
}

fn separator(c: char) -> bool {
    matches!(c, ',' | ';' | '|' | '/' | '\n')
}

/// Labels from the words in front of a number: "sales: north" gives "north".
fn preceding(text: &str) -> Vec<String> {
    let words = clauses(text).pop().unwrap_or_default();
    let first = words.len().saturating_sub(MAX_LABEL_WORDS);
    (first..words.len()).filter_map(|from| words.get(from..)).map(|span| span.join(" ")).collect()
}

/// Labels from the words behind a number: " apples, " gives "apples".
fn following(text: &str) -> Vec<String> {
    let words = clauses(text).into_iter().next().unwrap_or_default();
    let last = words.len().min(MAX_LABEL_WORDS);
    (1..=last).rev().filter_map(|to| words.get(..to)).map(|span| span.join(" ")).collect()
}

/// The words of each part of `text` between punctuation or "and".
fn clauses(text: &str) -> Vec<Vec<&str>> {
    let parts = text.split(|c: char| separator(c) || matches!(c, ':' | '=' | '(' | ')' | '"' | '!' | '?'));
    let mut clauses: Vec<Vec<&str>> = vec![Vec::new()];
    for part in parts {
        clauses.push(Vec::new());
        for word in part.split_whitespace().map(|word| word.trim_matches(['.', '\'', '-'])) {
            if matches!(word, "and" | "&") {
                clauses.push(Vec::new());
            } else if let Some(clause) = clauses.last_mut()
                && !word.is_empty()
            {
                clause.push(word);
            }
        }
    }
    clauses.retain(|clause| !clause.is_empty());
    clauses
}

fn find(wish: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(offset) = wish.get(at..).and_then(|rest| rest.find(|c: char| c.is_ascii_digit())) {
        let start = at + offset;
        let end = start + length(wish.get(start..).unwrap_or_default());
        let before = wish.get(..start).and_then(|head| head.chars().next_back());
        let negative = before == Some('-')
            && !wish.get(..start - 1).is_some_and(|head| head.ends_with(|c: char| c.is_alphanumeric()));
        let in_word = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let is_label = wish.get(end..).is_some_and(|rest| rest.trim_start().starts_with([':', '=']));
        let digits: String = wish.get(start..end).unwrap_or_default().chars().filter(|c| *c != ',').collect();
        let text = if negative { format!("-{digits}") } else { digits };
        if let (Ok(value), false, false) = (serde_json::from_str(&text), in_word, is_label) {
            found.push(Found { start: start - usize::from(negative), end, value });
        }
        at = end;
    }
    found
}

/// How many bytes of `text` are one number: digits, commas in front of three digits, one decimal point.
fn length(text: &str) -> usize {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut length = digits(text);
    while let Some(rest) = text.get(length..).and_then(|rest| rest.strip_prefix(','))
        && digits(rest) == 3
    {
        length += 4;
    }
    if let Some(rest) = text.get(length..).and_then(|rest| rest.strip_prefix('.'))
        && digits(rest) > 0
    {
        length += 1 + digits(rest);
    }
    length
}
