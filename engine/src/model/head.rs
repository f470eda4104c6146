//! Decides how the stream becomes logits: all rows, or a chosen few.
#![allow(
    clippy::indexing_slicing,
    reason = "buffers are sized from the same configuration that the loader checked"
)]

use super::{Model, Scratch};
use crate::kernels::{matmul, matmul_panels, rms_norm, soft_cap};
use crate::quant::PANEL_ROWS;

impl Model {
    /// The last token's final state, from which logits come: one row of the model's width.
    pub fn final_state(&self, scratch: &Scratch) -> Vec<f32> {
        self.final_states(scratch).split_off(scratch.stream.len() - self.config.width)
    }

    /// The final states of all tokens of the last forward pass.
    pub fn final_states(&self, scratch: &Scratch) -> Vec<f32> {
        let mut states = vec![0f32; scratch.stream.len()];
        rms_norm(&scratch.stream, &self.weights.output_norm, self.config.epsilon, &mut states);
        states
    }

    /// The logits of every token of the vocabulary.
    pub fn logits<'s>(&self, state: &[f32], scratch: &'s mut Scratch) -> &'s mut [f32] {
        let output = &self.weights.output;
        scratch.input.fill(state, self.config.width);
        scratch.logits.resize(output.panels() * PANEL_ROWS, 0.0);
        matmul(output, &scratch.input, &mut scratch.logits);
        let logits = &mut scratch.logits[..output.rows()];
        self.bound(logits);
        logits
    }

    /// The logits of the given tokens only, in their order.
    pub fn logits_of(&self, state: &[f32], ids: &[u32], scratch: &mut Scratch) -> Vec<f32> {
        scratch.input.fill(state, self.config.width);
        let mut rows = [0f32; PANEL_ROWS];
        let one = |id: &u32| {
            let panel = *id as usize / PANEL_ROWS;
            matmul_panels(&self.weights.output, panel..panel + 1, &scratch.input, &mut rows, PANEL_ROWS);
            rows[*id as usize % PANEL_ROWS]
        };
        let mut logits: Vec<f32> = ids.iter().map(one).collect();
        self.bound(&mut logits);
        logits
    }

    /// Bends the logits into the model's bound, where it has one.
    pub(super) fn bound(&self, logits: &mut [f32]) {
        if let Some(cap) = self.config.softcap {
            soft_cap(logits, cap);
        }
    }
}
