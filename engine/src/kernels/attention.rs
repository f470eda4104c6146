//! Decides how one token attends: scores of all heads that share a key, softmax, weighted values.
#![allow(clippy::indexing_slicing, reason = "kernels: lengths are checked by the callers' construction")]

use super::elementwise::exp;
use super::fast::{dots, weigh};
use std::cell::RefCell;

thread_local! {
    /// The scores of one token, kept so that attending allocates nothing.
    static SCORES: RefCell<Vec<f32>> = const { RefCell::new(Vec::new()) };
}

/// Attention of the query heads that share one key/value head, over `count` positions.
///
/// `queries` and `out` hold `heads * width` values; `pages` the packed keys and values of some positions each.
pub fn attend<'a>(
    queries: &[f32],
    pages: impl Iterator<Item = (&'a [u32], &'a [u32])> + Clone,
    count: usize,
    width: usize,
    out: &mut [f32],
) {
    let heads = queries.len() / width;
    SCORES.with_borrow_mut(|scores| {
        scores.resize(heads.min(4) * count, 0.0);
        let mut head = 0;
        while head < heads {
            let (queries, out) = (&queries[head * width..], &mut out[head * width..]);
            if head + 4 <= heads {
                group::<4>(queries, pages.clone(), count, width, scores, &mut out[..4 * width]);
                head += 4;
            } else {
                group::<1>(queries, pages.clone(), count, width, scores, &mut out[..width]);
                head += 1;
            }
        }
    });
}

fn group<'a, const H: usize>(
    queries: &[f32],
    pages: impl Iterator<Item = (&'a [u32], &'a [u32])> + Clone,
    count: usize,
    width: usize,
    scores: &mut [f32],
    out: &mut [f32],
) {
    let keys = pages.clone().flat_map(|(keys, _)| keys.chunks_exact(width / 2));
    for (position, key) in keys.enumerate() {
        let dots = dots::<H>(queries, key);
        for (head, dot) in dots.into_iter().enumerate() {
            scores[head * count + position] = dot;
        }
    }
    for scores in scores[..H * count].chunks_exact_mut(count) {
        softmax(scores);
    }
    out.fill(0.0);
    let mut position = 0;
    for (_, values) in pages {
        weigh::<H>(&scores[position..], count, values, out, width);
        position += values.len() / (width / 2);
    }
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
