//! The noisy channel: the candidate under whose own example wishes the person's wish is likeliest.
//!
//! Measured with the 270M base model in native llama.cpp, before this engine was written:
//! letting it write the choice gets 3 of 40 right, scoring gets 35 of 40 (three examples each of eleven widgets).

use super::candidate::Candidate;
use super::engine::ScoreRequest;
use super::history::one_line;
use crate::search::{bm25, words};

/// Examples in front of the wish; each costs time at the first use. Measured on the tuned half of `tests/eval/compose.mjs`,
/// score alone: 34 of 39 wishes right with four examples, 37 with seven.
const MAX_EXAMPLES: usize = 7;
/// What one unit of BM25 between the wish and a recipe's own words weighs, in natural-log units. Long lists of
/// data in a wish blur the score: measured, "I want a chart of …" with three labels and numbers lost to data-table
/// by 2 and by 5 without this; at 2.5 one of 13 charts was still lost, at 4 none of 18.
const RETRIEVAL: f64 = 4.0;
/// Words that say nothing about what is wanted.
pub(super) const FUNCTION_WORDS: [&str; 16] = [
    "a", "an", "and", "as", "by", "for", "from", "in", "of", "or", "such", "that", "the", "this", "to",
    "with",
];

/// The text in front of a wish for this candidate. It does not depend on the wish, so that the engine can
/// keep its state. No blank at the end: the tokenizer takes it with the first word.
fn prefix(candidate: &Candidate) -> String {
    let label = label(candidate);
    let examples = candidate.examples.iter().take(MAX_EXAMPLES).map(|example| example.wish.as_str());
    let described = candidate.examples.is_empty().then_some(candidate.description.as_str());
    let mut lines: Vec<String> = examples.chain(described).map(|wish| format!("{label}: {wish}")).collect();
    lines.push(format!("{label}:"));
    lines.join("\n")
}

fn label(candidate: &Candidate) -> String {
    format!("A wish for {}", candidate.name.replace(['-', '_'], " "))
}

/// What the engine is asked. What speaks for a candidate beforehand is how much the wish shares with the recipe's name and
/// description.
pub(super) fn request(candidates: &[Candidate], wish: &str) -> ScoreRequest {
    let own_words = |candidate: &Candidate| format!("{} {}", candidate.name, candidate.description);
    let shared = bm25(&meaningful(wish), &candidates.iter().map(own_words).collect::<Vec<_>>());
    ScoreRequest {
        prefixes: candidates.iter().map(prefix).collect(),
        text: format!(" {}\n", one_line(wish)),
        head_starts: shared.iter().map(|shared| RETRIEVAL * shared).collect(),
    }
}

/// The index of the candidate that won.
pub(super) fn best(head_starts: &[f64], scores: &[Option<f64>]) -> Option<usize> {
    let standing = |(score, start): (&Option<f64>, &f64)| Some((*score)? + start);
    let standings = scores.iter().zip(head_starts).map(standing).enumerate();
    standings
        .filter_map(|(index, standing)| Some((index, standing.filter(|standing| standing.is_finite())?)))
        .max_by(|one, other| one.1.total_cmp(&other.1))
        .map(|(index, _)| index)
}

fn meaningful(wish: &str) -> String {
    words(wish)
        .into_iter()
        .filter(|word| !FUNCTION_WORDS.contains(&word.as_str()))
        .collect::<Vec<_>>()
        .join(" ")
}
