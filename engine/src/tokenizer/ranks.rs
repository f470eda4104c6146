//! Decides which two pieces may merge where a file lists the merges in their order.

use super::vocabulary::Vocabulary;
use crate::gguf::StringTable;
use std::collections::HashMap;

/// Ranks of the pairs that merge, by the ids of their sides.
#[derive(Debug)]
pub(super) struct Ranks(HashMap<(u32, u32), u32>);

impl Ranks {
    /// Each entry is two pieces with a space between them: pieces have none, for spaces are written as `▁` or `Ġ`. An entry whose
    /// pieces are no tokens can never apply. `id` gives the token of a piece as the file writes it.
    pub(super) fn new(merges: &StringTable, id: &dyn Fn(&[u8]) -> Option<u32>) -> Self {
        let mut ranks = HashMap::with_capacity(merges.len());
        for (rank, merge) in merges.iter().enumerate() {
            // As llama.cpp: the space is looked for behind the first byte.
            let space = merge.iter().skip(1).position(|byte| *byte == b' ');
            let Some((left, [_, right @ ..])) = space.and_then(|at| merge.split_at_checked(at + 1)) else {
                continue;
            };
            if let (Some(left), Some(right)) = (id(left), id(right)) {
                ranks.entry((left, right)).or_insert(rank as u32);
            }
        }
        Self(ranks)
    }

    /// The score of a pair: the lower its rank, the higher. `None` where the two do not merge.
    pub(super) fn score(&self, left: Option<u32>, right: Option<u32>) -> Option<f32> {
        self.0.get(&(left?, right?)).map(|rank| -(*rank as f32))
    }
}

/// How a pair of neighbours is judged.
#[derive(Clone, Copy)]
pub(super) enum Judge<'a> {
    /// By the score of the piece that they make.
    Score(&'a Vocabulary),
    /// By the rank of their merge.
    Rank(&'a Ranks),
}

impl Judge<'_> {
    /// The score of two neighbours that make the piece `whole`; the highest merges first.
    pub(super) fn score(self, left: Option<u32>, right: Option<u32>, whole: u32) -> Option<f32> {
        match self {
            Self::Score(vocabulary) => Some(vocabulary.score(whole)),
            Self::Rank(ranks) => ranks.score(left, right),
        }
    }
}
