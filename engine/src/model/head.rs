//! Decides how the stream becomes logits: all rows, a chosen few, or only the probability of known tokens.
#![allow(
    clippy::indexing_slicing,
    reason = "buffers are sized from the same configuration that the loader checked"
)]

use super::{Model, Scratch};
use crate::kernels::parallel::for_each_row;
use crate::kernels::{exp, matmul, matmul_panels, rms_norm, soft_cap};
use crate::quant::{Activations, PANEL_ROWS};

/// Panels whose logits are held at once while only their sum is wanted.
const SCORE_PANELS: usize = 256;

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
        let embedding = &self.weights.embedding;
        scratch.input.fill(state, self.config.width);
        scratch.logits.resize(embedding.panels() * PANEL_ROWS, 0.0);
        matmul(embedding, &scratch.input, &mut scratch.logits);
        let logits = &mut scratch.logits[..embedding.rows()];
        self.bound(logits);
        logits
    }

    /// The logits of the given tokens only, in their order.
    pub fn logits_of(&self, state: &[f32], ids: &[u32], scratch: &mut Scratch) -> Vec<f32> {
        scratch.input.fill(state, self.config.width);
        let mut rows = [0f32; PANEL_ROWS];
        let one = |id: &u32| {
            let panel = *id as usize / PANEL_ROWS;
            matmul_panels(&self.weights.embedding, panel..panel + 1, &scratch.input, &mut rows, PANEL_ROWS);
            rows[*id as usize % PANEL_ROWS]
        };
        let mut logits: Vec<f32> = ids.iter().map(one).collect();
        self.bound(&mut logits);
        logits
    }

    /// Bends the logits into the model's bound, where it has one.
    fn bound(&self, logits: &mut [f32]) {
        if let Some(cap) = self.config.softcap {
            soft_cap(logits, cap);
        }
    }

    /// Natural-log probabilities: of `targets[i]` given `states[i]`. Never holds more than a slice of the logits.
    pub fn log_probabilities(&self, states: &[f32], targets: &[u32]) -> Vec<f32> {
        let embedding = &self.weights.embedding;
        let mut input = Activations::default();
        input.fill(states, self.config.width);
        let (tokens, stride) = (targets.len(), SCORE_PANELS * PANEL_ROWS);
        let slices = embedding.panels().div_ceil(SCORE_PANELS);
        // Per slice and token: the largest logit, the sum of exponentials relative to it, the target's logit.
        let mut parts = vec![0f32; slices * tokens * 3];
        for_each_row(&mut parts, tokens * 3, &|slice, parts| {
            let start = slice * SCORE_PANELS;
            let end = (start + SCORE_PANELS).min(embedding.panels());
            let mut logits = vec![0f32; tokens * stride];
            matmul_panels(embedding, start..end, &input, &mut logits, stride);
            self.bound(&mut logits);
            let first = start * PANEL_ROWS;
            let count = (end * PANEL_ROWS).min(embedding.rows()).saturating_sub(first);
            for ((part, target), row) in
                parts.chunks_exact_mut(3).zip(targets).zip(logits.chunks_exact(stride))
            {
                let row = &row[..count];
                part[0] = row.iter().fold(f32::MIN, |largest, logit| largest.max(*logit));
                part[1] = row.iter().map(|logit| exp(logit - part[0])).sum();
                let own = (*target as usize).checked_sub(first).and_then(|index| row.get(index));
                part[2] = own.copied().unwrap_or(f32::NEG_INFINITY);
            }
        });
        let slices = |token: usize| parts.chunks_exact(3).skip(token).step_by(tokens);
        let each = (0..tokens).map(|token| {
            let largest = slices(token).fold(f32::MIN, |largest, part| largest.max(part[0]));
            let sum: f32 = slices(token).map(|part| part[1] * exp(part[0] - largest)).sum();
            slices(token).fold(f32::NEG_INFINITY, |logit, part| logit.max(part[2])) - largest - sum.ln()
        });
        each.collect()
    }
}
