//! Decides how likely known tokens are: the vocabulary is walked a part at a time, and no more of the logits is held.
#![allow(
    clippy::indexing_slicing,
    reason = "buffers are sized from the same configuration that the loader checked"
)]

use super::{Model, Scratch};
use crate::kernels::parallel::for_each_row;
use crate::kernels::{exp, matmul_panels};
use crate::quant::{Activations, PANEL_ROWS};

/// Panels whose logits are held at once.
const PART_PANELS: usize = 256;

/// Tokens under judgement: some parts of the vocabulary are behind them.
#[derive(Debug)]
pub struct Judged {
    input: Activations,
    /// The targets' own logits.
    targets: Vec<f32>,
    /// Per part of the vocabulary and token: the largest logit, and the sum of exponentials relative to it.
    sums: Vec<f32>,
    parts: usize,
    /// Parts in all.
    all: usize,
}

impl Judged {
    /// Natural-log probabilities of the targets, once [`Model::judge_on`] has said `true`.
    pub fn log_probabilities(&self) -> Vec<f32> {
        let tokens = self.targets.len();
        let parts = |token: usize| self.sums.chunks_exact(2).skip(token).step_by(tokens);
        let each = self.targets.iter().enumerate().map(|(token, own)| {
            let largest = parts(token).fold(*own, |largest, part| largest.max(part[0]));
            let sum: f32 = parts(token).map(|part| part[1] * exp(part[0] - largest)).sum();
            own - largest - sum.ln()
        });
        each.collect()
    }
}

impl Model {
    /// Begins to judge `targets[i]` given the final state `states[i]`.
    pub fn judge(&self, states: &[f32], targets: &[u32]) -> Judged {
        let (mut input, mut scratch) = (Activations::default(), Scratch::default());
        let all = self.weights.output.panels().div_ceil(PART_PANELS);
        let own = |(state, target): (&[f32], &u32)| self.logits_of(state, &[*target], &mut scratch)[0];
        let targets = states.chunks_exact(self.config.width).zip(targets).map(own).collect();
        input.fill(states, self.config.width);
        Judged { input, targets, sums: Vec::new(), parts: 0, all }
    }

    /// Takes as many parts of the vocabulary as `work` multiplications allow, at least one; `true` when all are done.
    pub fn judge_on(&self, judged: &mut Judged, work: usize) -> bool {
        let output = &self.weights.output;
        let Judged { input, targets, sums, parts, all } = judged;
        let (tokens, stride) = (targets.len(), PART_PANELS * PANEL_ROWS);
        if *parts == *all {
            return true;
        }
        let each = tokens.saturating_mul(stride).saturating_mul(self.config.width).max(1);
        let more = (work / each).clamp(1, *all - *parts);
        let first_part = *parts;
        sums.resize((first_part + more) * tokens * 2, 0.0);
        for_each_row(&mut sums[first_part * tokens * 2..], tokens * 2, &|part, sums| {
            let start = (first_part + part) * PART_PANELS;
            let end = (start + PART_PANELS).min(output.panels());
            let mut logits = vec![0f32; tokens * stride];
            matmul_panels(output, start..end, input, &mut logits, stride);
            self.bound(&mut logits);
            let count = (end * PANEL_ROWS).min(output.rows()).saturating_sub(start * PANEL_ROWS);
            for (sum, row) in sums.chunks_exact_mut(2).zip(logits.chunks_exact(stride)) {
                let row = &row[..count];
                sum[0] = row.iter().fold(f32::MIN, |largest, logit| largest.max(*logit));
                sum[1] = row.iter().map(|logit| exp(logit - sum[0])).sum();
            }
        });
        *parts += more;
        *parts == *all
    }

    /// Natural-log probabilities of `targets[i]` given `states[i]`, at once.
    pub fn log_probabilities(&self, states: &[f32], targets: &[u32]) -> Vec<f32> {
        let mut judged = self.judge(states, targets);
        while !self.judge_on(&mut judged, usize::MAX) {}
        judged.log_probabilities()
    }
}
