//! The things that are listed ("tent, torch and rope" are three).

use super::marks::{bare, ends_word, is_numeric, pieces, sentences, split, trimmed, words};

pub(super) fn parts(data: &str) -> Vec<&str> {
    let strong = split(data, |rest| usize::from(rest.starts_with([';', '\n'])));
    let found = if strong.len() > 1 { strong } else { records(data).unwrap_or_else(|| listed(data)) };
    // Quotes stay: they hold a part together.
    let found: Vec<&str> = found.into_iter().map(trimmed).filter(|part| !part.is_empty()).collect();
    match found.as_slice() {
        [only] => numbered(only).or_else(|| said_apart(only)).unwrap_or(found),
        _ => found,
    }
}

/// Parts at commas, and at an "and" behind the last of them.
fn listed(data: &str) -> Vec<&str> {
    let slashed = split(data, |rest| if rest.starts_with(" / ") { 3 } else { 0 });
    if slashed.len() > 2 {
        return slashed;
    }
    let mut found = split(data, |rest| usize::from(ends_word(rest, &[','])));
    if let Some(last) = found.pop() {
        let halves = split(last, |rest| {
            [" and ", " & "].into_iter().find(|word| rest.starts_with(word)).map_or(0, str::len)
        });
        // In "Silver - quick and cheap" the "and" is within the second piece.
        let whole = pieces(last).len();
        let numbered = |part: &&str| words(part).iter().any(|word| is_numeric(word));
        // Where each thing has a number, what has none is not one more.
        let all_numbered = !found.is_empty() && found.iter().all(numbered) && numbered(&last);
        let parts_things = halves
            .iter()
            .all(|half| (whole == 1 || pieces(half).len() > 1) && (!all_numbered || numbered(half)));
        found.extend(if parts_things { halves } else { vec![last] });
    }
    found
}

/// Parts by their numbers where nothing else parts them: "Lions 31 Bears 27".
fn numbered(data: &str) -> Option<Vec<&str>> {
    let numeric: Vec<(usize, usize)> = words(data)
        .into_iter()
        .filter(|word| is_numeric(word))
        .map(|word| word.as_ptr() as usize - data.as_ptr() as usize)
        .map(|start| {
            (start, start + data.get(start..).map_or(0, |rest| rest.find(' ').unwrap_or(rest.len())))
        })
        .collect();
    let (first, last) = (numeric.first()?, numeric.last()?);
    let cuts: Vec<usize> = if last.1 == data.len() && first.0 > 0 {
        numeric.iter().map(|(_, end)| *end).collect()
    } else if first.0 == 0 && last.1 < data.len() {
        numeric.iter().skip(1).map(|(start, _)| *start).chain([data.len()]).collect()
    } else {
        return None;
    };
    let starts = [0].into_iter().chain(cuts.iter().copied());
    let found: Vec<&str> =
        starts.zip(&cuts).filter_map(|(start, end)| data.get(start..*end)).map(bare).collect();
    (found.len() > 1 && found.iter().all(|part| words(part).len() > 1)).then_some(found)
}

/// Sentences and exclamations, where there are several.
fn said_apart(text: &str) -> Option<Vec<&str>> {
    let found: Vec<&str> = split(text, |rest| usize::from(ends_word(rest, &['!'])))
        .into_iter()
        .flat_map(sentences)
        .map(trimmed)
        .filter(|one| !one.is_empty())
        .collect();
    (found.len() > 1).then_some(found)
}

/// Sentences of which each lists as many things: one record each.
pub(super) fn records(data: &str) -> Option<Vec<&str>> {
    let found = sentences(data);
    let commas = |text: &&str| split(text, |rest| usize::from(ends_word(rest, &[',']))).len();
    let count = found.first().map(commas)?;
    (found.len() > 1 && count > 1 && found.iter().all(|sentence| commas(sentence) == count)).then_some(found)
}
