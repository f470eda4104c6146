//! Decides the form that activations take before a matrix product: signed 8 bits with a scale per 32.
#![allow(clippy::indexing_slicing, reason = "lengths are fixed by resize; this is an inner loop")]

use super::layout::BLOCK;
use crate::kernels;

/// Quantised activations of some tokens. Kept and refilled, so that decoding allocates nothing.
#[derive(Debug, Default)]
pub struct Activations {
    pub(crate) tokens: usize,
    pub(crate) columns: usize,
    pub(crate) quants: Vec<i8>,
    pub(crate) scales: Vec<f32>,
    /// `-64 * sum(quants)` per block: what cancels the bias of the weights.
    pub(crate) offsets: Vec<i32>,
    /// `scale * sum(quants)` per block: what offsets of weights are multiplied with.
    pub(crate) sums: Vec<f32>,
}

impl Activations {
    /// Quantises rows of `columns` values, a multiple of [`BLOCK`].
    pub fn fill(&mut self, values: &[f32], columns: usize) {
        let blocks = values.len() / BLOCK;
        (self.columns, self.tokens) = (columns, values.len() / columns);
        self.quants.resize(blocks * BLOCK, 0);
        self.scales.resize(blocks, 0.0);
        self.offsets.resize(blocks, 0);
        self.sums.resize(blocks, 0.0);
        let inputs = values.chunks_exact(BLOCK).zip(self.quants.chunks_exact_mut(BLOCK));
        for (block, (values, quants)) in inputs.enumerate() {
            let (scale, offset) = kernels::quantize_block(values, quants);
            (self.scales[block], self.offsets[block]) = (scale, offset);
            self.sums[block] = scale * (offset / -64) as f32;
        }
    }
}
