//! The noisy channel: the candidate under whose own example wishes the person's wish is likeliest.
//!
//! Measured on this job with the 270M base model: letting it write the choice gets 3 of 40 right, scoring
//! gets 35 of 40 (with three examples each of eleven widgets).

use super::candidate::Candidate;
use super::history::one_line;
use crate::search::words;

/// Examples in front of the wish; more cost time at every first use and change little.
const MAX_EXAMPLES: usize = 4;
/// What it weighs that a wish says a word of the recipe's name, in natural-log units. Long lists of data in a
/// wish blur the score: measured, "I want a chart of …" with six labels and numbers lost to data-table by 2 to 5.
const NAMED: f64 = 6.0;

/// The text in front of a wish for this candidate. It does not depend on the wish, so that the engine can
/// keep its state. No blank at the end: the tokenizer takes it with the first word.
pub(super) fn prefix(candidate: &Candidate) -> String {
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

/// The text that is scored.
pub(super) fn scored(wish: &str) -> String {
    format!(" {}\n", one_line(wish))
}

/// The index of the best candidate: the engine's score, and [`NAMED`] for a wish that says the recipe's name.
pub(super) fn best(candidates: &[Candidate], scores: &[f64], wish: &str) -> Option<usize> {
    let said = words(wish);
    let total = |(candidate, score): (&Candidate, &f64)| {
        let named = words(&candidate.name).iter().any(|word| word.len() > 2 && said.contains(word));
        score + if named { NAMED } else { 0.0 }
    };
    candidates
        .iter()
        .zip(scores)
        .map(total)
        .enumerate()
        .filter(|(_, score)| score.is_finite())
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(index, _)| index)
}
