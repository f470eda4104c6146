//! How well a chunk fits a question: words and meaning as evidence, the doubt that is left as a score.
//!
//! The three numbers are the best of a grid for questions that keep their chunk, wishes about several chunks that keep
//! each, and strange questions that find nothing, over one half of each and three models: `tests/bench/README.md` has
//! the figures of the other half.

/// The share of words that halves the doubt where nothing else is known.
const WORDS_ALONE: f64 = 0.25;
/// The share of words that halves the doubt beside a meaning, which has a say of its own.
const WORDS_BESIDE_MEANING: f64 = 0.8;
/// The standard deviations above unrelated texts that halve the doubt.
const MEANING_DEVIATIONS: f64 = 3.4;

/// The least score that a hit has by default: its doubt is halved at least once.
pub(super) const HALF: f64 = 0.5;

/// What speaks for a chunk; 1 halves the doubt.
///
/// `words` is the share of the best imaginable score by words, 0 to 1. `deviations` is how far the chunk's cosine lies
/// above those of unrelated texts; `None` without a vector. Both count, so that half of each is enough.
pub(super) fn evidence(words: f64, deviations: Option<f64>) -> f64 {
    match deviations {
        Some(deviations) => words / WORDS_BESIDE_MEANING + deviations.max(0.0) / MEANING_DEVIATIONS,
        None => words / WORDS_ALONE,
    }
}

/// 1 − 2^(−evidence): 0 without evidence, 0.5 where it halves the doubt, towards 1 as it halves it again. In single
/// precision, whose tables weigh 4 kB less.
pub(super) fn score(evidence: f64) -> f64 {
    1.0 - f64::from((-evidence as f32).exp2())
}

/// The evidence that gives `score`, which is from 0 to 1: comparing it spares a power for each chunk.
pub(super) fn evidence_for(score: f64) -> f64 {
    -f64::from(((1.0 - score) as f32).log2())
}
