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

    /// The final state of each sequence's last token.
    pub fn last_states(&self, scratch: &Scratch) -> Vec<Vec<f32>> {
        let states = self.final_states(scratch);
        let sequences: Vec<usize> = scratch.places.iter().map(|place| place.sequence).collect();
        let is_last = |index: usize| sequences.get(index + 1) != Some(&sequences[index]);
        let states = states.chunks_exact(self.config.width).enumerate();
        states.filter(|(index, _)| is_last(*index)).map(|(_, state)| state.to_vec()).collect()
    }

    /// The logits of every token of the vocabulary.
    pub fn logits<'s>(&self, state: &[f32], scratch: &'s mut Scratch) -> &'s mut [f32] {
        scratch.logits = self.logits_of_each(state, scratch);
        &mut scratch.logits[..self.weights.output.rows()]
    }

    /// The logits of every token of the vocabulary after each of these states, for [`Model::rows_of`]. The buffer is one of
    /// `scratch`, which [`Scratch::give_back`] takes.
    pub fn logits_of_each(&self, states: &[f32], scratch: &mut Scratch) -> Vec<f32> {
        let (output, mut logits) = (&self.weights.output, std::mem::take(&mut scratch.logits));
        logits.resize(states.len() / self.config.width * output.panels() * PANEL_ROWS, 0.0);
        if !states.is_empty() {
            scratch.input.fill(states, self.config.width);
            matmul(output, &scratch.input, &mut logits);
            self.bound(&mut logits);
        }
        logits
    }

    /// The rows of what [`Model::logits_of_each`] returned: a logit for each token.
    pub fn rows_of<'l>(&self, logits: &'l [f32]) -> impl Iterator<Item = &'l [f32]> + use<'l> {
        let (stride, rows) = (self.weights.output.panels() * PANEL_ROWS, self.weights.output.rows());
        logits.chunks_exact(stride).map(move |row| &row[..rows])
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
