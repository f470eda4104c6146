//! Decides the steps of a forward pass: the embedding, and a layer, which leaves its keys and values in the cache.
#![allow(
    clippy::indexing_slicing,
    reason = "buffers are sized from the same configuration that the loader checked"
)]

use super::adapted::Between;
use super::part::Part;
use super::{Angles, Gate, Layer, LayerShape, Model};
use crate::kernels::parallel::for_each_row;
use crate::kernels::{gelu_gate, matmul, rms_norm, silu_gate};
use crate::kv::KvCache;
use crate::quant::Activations;

/// Where a token stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// Which of the sequences that go through together.
    pub sequence: usize,
    /// Its position there.
    pub position: usize,
}

/// Buffers that live from call to call.
#[derive(Debug, Default)]
pub struct Scratch {
    /// Where each token of the last pass stands.
    pub(super) places: Vec<Place>,
    /// The residual stream: one row per token of the last pass.
    pub stream: Vec<f32>,
    pub(super) normed: Vec<f32>,
    pub(super) input: Activations,
    pub(super) logits: Vec<f32>,
    pub(super) angles: Angles,
    pub(super) qkv: Vec<f32>,
    pub(super) attended: Vec<f32>,
    pub(super) projected: Vec<f32>,
    /// All layers' parts of the tokens' per-layer embeddings.
    pub(super) parts: Vec<f32>,
    pub(super) gated: Vec<f32>,
    pub(super) between: Between,
    gate_up: Vec<f32>,
}

impl Scratch {
    /// Takes the buffer of [`Model::logits_of_each`] back.
    pub fn give_back(&mut self, logits: Vec<f32>) {
        self.logits = logits;
    }
}

impl Model {
    /// Makes the stream of the tokens that stand at the places noted.
    pub(super) fn embed(&self, ids: &[u32], scratch: &mut Scratch) {
        let (config, tokens) = (&self.config, ids.len());
        let positions = scratch.places.iter().map(|place| place.position);
        scratch.angles.set(config, &self.weights.rope_factors, positions);
        scratch.stream.resize(tokens * config.width, 0.0);
        scratch.normed.resize(tokens * config.width, 0.0);
        scratch.projected.resize(tokens * config.width, 0.0);
        let factor = config.embedding_scale();
        for (row, id) in scratch.stream.chunks_exact_mut(config.width).zip(ids) {
            self.token_vector(*id, row);
            for value in row {
                *value *= factor;
            }
        }
        self.read_parts(ids, scratch);
    }

    /// A token's vector as the embedding has it.
    pub(crate) fn token_vector(&self, id: u32, vector: &mut [f32]) {
        match &self.weights.embedding {
            Some(rows) => rows.row(id as usize, vector),
            None => self.weights.output.row(id as usize, vector),
        }
    }

    /// Takes the stream through layer `index`.
    pub(super) fn layer(&self, index: usize, caches: &mut [&mut KvCache], scratch: &mut Scratch) {
        let (layer, shape) = (&self.weights.layers[index], &self.config.layers[index]);
        self.attention(layer, index, caches, scratch);
        self.feed_forward(layer, index, shape, scratch);
        self.take_in_part(layer, index, scratch);
    }

    fn feed_forward(&self, layer: &Layer, index: usize, shape: &LayerShape, scratch: &mut Scratch) {
        let (config, inner) = (&self.config, shape.feed_forward);
        let tokens = scratch.stream.len() / config.width;
        scratch.gate_up.resize(tokens * 2 * inner, 0.0);
        scratch.gated.resize(tokens * inner, 0.0);
        rms_norm(&scratch.stream, &layer.feed_norm, config.epsilon, &mut scratch.normed);
        scratch.input.fill(&scratch.normed, config.width);
        matmul(&layer.gate_up, &scratch.input, &mut scratch.gate_up);
        self.adapt(index, Part::GateUp, &scratch.input, &mut scratch.gate_up, &mut scratch.between);
        let gate_up = &scratch.gate_up;
        let gate = match config.family.gate {
            Gate::Gelu => gelu_gate,
            Gate::Silu => silu_gate,
        };
        for_each_row(&mut scratch.gated, inner, &|token, out| {
            gate(&gate_up[token * 2 * inner..][..2 * inner], out);
        });
        scratch.input.fill(&scratch.gated, inner);
        matmul(&layer.down, &scratch.input, &mut scratch.projected);
        self.adapt(index, Part::Down, &scratch.input, &mut scratch.projected, &mut scratch.between);
        self.add_projected(&layer.post_feed_norm, scratch);
    }

    /// Adds to the stream what a part of a layer gives, normalised where the model does so.
    pub(super) fn add_projected(&self, norm: &[f32], scratch: &mut Scratch) {
        if norm.is_empty() {
            return add(&mut scratch.stream, &scratch.projected);
        }
        rms_norm(&scratch.projected, norm, self.config.epsilon, &mut scratch.normed);
        add(&mut scratch.stream, &scratch.normed);
    }
}

pub(super) fn add(stream: &mut [f32], update: &[f32]) {
    for (value, update) in stream.iter_mut().zip(update) {
        *value += update;
    }
}
