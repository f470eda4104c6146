//! Decides which neighbours merge: the pair that scores highest, the leftmost of equals, until none is left.

use super::ranks::Judge;
use super::vocabulary::Vocabulary;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A stretch of the text, linked to its neighbours.
struct Symbol {
    start: usize,
    end: usize,
    previous: Option<usize>,
    next: Option<usize>,
    id: Option<u32>,
}

/// A pair that could merge, valid only while both sides are as long as they were.
#[derive(PartialEq)]
struct Candidate {
    score: f32,
    left: usize,
    right: usize,
    end: usize,
    id: u32,
}

impl Eq for Candidate {}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        self.score.total_cmp(&other.score).then_with(|| other.left.cmp(&self.left))
    }
}

type Lookup<'a> = &'a dyn Fn(&[u8]) -> Option<u32>;

/// Merges what `lengths` cuts the text into.
pub(super) fn merge(
    vocabulary: &Vocabulary,
    judge: Judge<'_>,
    lookup: Lookup<'_>,
    (text, lengths): (&[u8], impl Iterator<Item = usize>),
    ids: &mut Vec<u32>,
) {
    let mut symbols: Vec<Symbol> = Vec::with_capacity(text.len());
    let mut end = 0;
    for (index, length) in lengths.enumerate() {
        let start = end;
        end += length;
        let id = text.get(start..end).and_then(lookup);
        symbols.push(Symbol { start, end, previous: index.checked_sub(1), next: Some(index + 1), id });
    }
    if let Some(last) = symbols.last_mut() {
        last.next = None;
    }
    let mut queue = BinaryHeap::new();
    for left in 0..symbols.len() {
        queue.extend(candidate(judge, lookup, text, &symbols, left));
    }
    while let Some(Candidate { left, right, end, id, .. }) = queue.pop() {
        let still = symbols.get(left).is_some_and(|symbol| symbol.next == Some(right));
        let Some((after, true)) = symbols.get(right).map(|symbol| (symbol.next, symbol.end == end && still))
        else {
            continue;
        };
        let before = symbols.get_mut(left).and_then(|symbol| {
            (symbol.end, symbol.next, symbol.id) = (end, after, Some(id));
            symbol.previous
        });
        if let Some(symbol) = symbols.get_mut(right) {
            (symbol.next, symbol.previous, symbol.end) = (None, None, symbol.start);
        }
        if let Some(symbol) = after.and_then(|after| symbols.get_mut(after)) {
            symbol.previous = Some(left);
        }
        queue.extend(before.and_then(|before| candidate(judge, lookup, text, &symbols, before)));
        queue.extend(candidate(judge, lookup, text, &symbols, left));
    }
    let mut next = if symbols.is_empty() { None } else { Some(0) };
    while let Some(symbol) = next.and_then(|index| symbols.get(index)) {
        match symbol.id {
            Some(id) => ids.push(id),
            None => bytes_of(vocabulary, text.get(symbol.start..symbol.end).unwrap_or_default(), ids),
        }
        next = symbol.next;
    }
}

fn candidate(
    judge: Judge<'_>,
    lookup: Lookup<'_>,
    text: &[u8],
    symbols: &[Symbol],
    left: usize,
) -> Option<Candidate> {
    let one = symbols.get(left)?;
    let right = one.next?;
    let other = symbols.get(right)?;
    let (end, id) = (other.end, lookup(text.get(one.start..other.end)?)?);
    Some(Candidate { score: judge.score(one.id, other.id, id)?, left, right, end, id })
}

/// What is no piece falls back to its bytes.
fn bytes_of(vocabulary: &Vocabulary, character: &[u8], ids: &mut Vec<u32>) {
    for byte in character {
        ids.extend(vocabulary.byte_token(*byte).or(vocabulary.unknown));
    }
}
