//! Decides how one token attends: scores of all heads that share a key, softmax, weighted values.
#![allow(clippy::indexing_slicing, reason = "kernels: lengths are checked by the callers' construction")]

use super::elementwise::exp;
use super::fast::{dots, weigh};

/// Attention of the query heads that share one key/value head, over `count` positions.
///
/// `queries` and `out` hold `heads * width` values; `keys` and `values` `count * width`; `scores` is scratch.
pub fn attend(
    queries: &[f32],
    keys: &[f32],
    values: &[f32],
    width: usize,
    scores: &mut Vec<f32>,
    out: &mut [f32],
) {
    let (heads, count) = (queries.len() / width, keys.len() / width);
    scores.resize(heads * count, 0.0);
    let mut head = 0;
    while head < heads {
        if head + 4 <= heads {
            group::<4>(&queries[head * width..], keys, values, width, scores, &mut out[head * width..]);
            head += 4;
        } else {
            group::<1>(&queries[head * width..], keys, values, width, scores, &mut out[head * width..]);
            head += 1;
        }
    }
}

fn group<const H: usize>(
    queries: &[f32],
    keys: &[f32],
    values: &[f32],
    width: usize,
    scores: &mut [f32],
    out: &mut [f32],
) {
    let count = keys.len() / width;
    for (position, key) in keys.chunks_exact(width).enumerate() {
        let dots = dots::<H>(queries, key);
        for (head, dot) in dots.into_iter().enumerate() {
            scores[head * count + position] = dot;
        }
    }
    for scores in scores[..H * count].chunks_exact_mut(count) {
        softmax(scores);
    }
    weigh::<H>(scores, count, count, values, out, width);
}

fn softmax(scores: &mut [f32]) {
    let largest = scores.iter().fold(f32::MIN, |largest, score| largest.max(*score));
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = exp(*score - largest);
        sum += *score;
    }
    let inverse = 1.0 / sum;
    for score in scores {
        *score *= inverse;
    }
}
