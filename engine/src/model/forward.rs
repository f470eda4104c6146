//! Decides the forward pass: a few tokens through all layers, their keys and values left in the cache.
#![allow(
    clippy::indexing_slicing,
    reason = "buffers are sized from the same configuration that the loader checked"
)]

use super::{Angles, Layer, Model};
use crate::error::Result;
use crate::kernels::parallel::for_each_row;
use crate::kernels::{attend, gelu_gate, matmul, rms_norm, rms_norm_in_place, rotate};
use crate::kv::KvCache;
use crate::quant::Activations;

/// Buffers that live from call to call.
#[derive(Debug, Default)]
pub struct Scratch {
    /// The residual stream: one row per token of the last call.
    pub stream: Vec<f32>,
    pub(super) normed: Vec<f32>,
    pub(super) input: Activations,
    pub(super) logits: Vec<f32>,
    angles: Angles,
    qkv: Vec<f32>,
    attended: Vec<f32>,
    projected: Vec<f32>,
    gate_up: Vec<f32>,
    gated: Vec<f32>,
}

impl Model {
    /// Passes `ids` (not empty) through the layers after what `cache` holds.
    pub fn forward(&self, cache: &mut KvCache, ids: &[u32], scratch: &mut Scratch) -> Result<()> {
        let (config, tokens, start) = (&self.config, ids.len(), cache.len());
        cache.append(ids)?;
        scratch.angles.extend(config, start + tokens);
        scratch.stream.resize(tokens * config.width, 0.0);
        scratch.normed.resize(tokens * config.width, 0.0);
        scratch.projected.resize(tokens * config.width, 0.0);
        scratch.qkv.resize(tokens * config.qkv_rows(), 0.0);
        scratch.attended.resize(tokens * config.heads * config.head_width, 0.0);
        scratch.gate_up.resize(tokens * 2 * config.feed_forward, 0.0);
        scratch.gated.resize(tokens * config.feed_forward, 0.0);
        let factor = (config.width as f32).sqrt();
        for (row, id) in scratch.stream.chunks_exact_mut(config.width).zip(ids) {
            self.weights.embedding.row(*id as usize, row);
            for value in row {
                *value *= factor;
            }
        }
        for (index, layer) in self.weights.layers.iter().enumerate() {
            self.attention(layer, index, cache, start, scratch);
            self.feed_forward(layer, scratch);
        }
        Ok(())
    }

    fn attention(
        &self,
        layer: &Layer,
        index: usize,
        cache: &mut KvCache,
        start: usize,
        scratch: &mut Scratch,
    ) {
        let (config, width) = (&self.config, self.config.head_width);
        rms_norm(&scratch.stream, &layer.attention_norm, config.epsilon, &mut scratch.normed);
        scratch.input.fill(&scratch.normed, config.width);
        matmul(&layer.qkv, &scratch.input, &mut scratch.qkv);
        let local = config.is_local(index);
        let scale = 1.0 / (width as f32).sqrt();
        let angles = &scratch.angles;
        for_each_row(&mut scratch.qkv, config.qkv_rows(), &|token, row| {
            let (cosines, sines) = angles.at(local, width, start + token);
            let heads = row.chunks_exact_mut(width).take(config.heads + config.kv_heads);
            for (number, head) in heads.enumerate() {
                let is_query = number < config.heads;
                let norm = if is_query { &layer.query_norm } else { &layer.key_norm };
                rms_norm_in_place(head, norm, config.epsilon);
                rotate(head, cosines, sines, if is_query { scale } else { 1.0 });
            }
        });
        for (token, row) in scratch.qkv.chunks_exact(config.qkv_rows()).enumerate() {
            let (keys, values) = row[config.heads * width..].split_at(config.kv_heads * width);
            cache.store(index, start + token, keys, values);
        }
        let group = config.heads / config.kv_heads * width;
        let (cache, qkv) = (&*cache, &scratch.qkv);
        for_each_row(&mut scratch.attended, config.heads * width, &|token, out| {
            let row = &qkv[token * config.qkv_rows()..];
            let end = start + token + 1;
            let begin = if local { end.saturating_sub(config.window) } else { 0 };
            let groups = row.chunks_exact(group).zip(out.chunks_exact_mut(group));
            for (kv_head, (queries, out)) in groups.enumerate() {
                attend(queries, cache.range(index, kv_head, begin, end), end - begin, width, out);
            }
        });
        scratch.input.fill(&scratch.attended, config.heads * width);
        matmul(&layer.output, &scratch.input, &mut scratch.projected);
        rms_norm(&scratch.projected, &layer.post_attention_norm, config.epsilon, &mut scratch.normed);
        add(&mut scratch.stream, &scratch.normed);
    }

    fn feed_forward(&self, layer: &Layer, scratch: &mut Scratch) {
        let config = &self.config;
        rms_norm(&scratch.stream, &layer.feed_norm, config.epsilon, &mut scratch.normed);
        scratch.input.fill(&scratch.normed, config.width);
        matmul(&layer.gate_up, &scratch.input, &mut scratch.gate_up);
        let gate_up = &scratch.gate_up;
        for_each_row(&mut scratch.gated, config.feed_forward, &|token, out| {
            gelu_gate(&gate_up[token * 2 * config.feed_forward..][..2 * config.feed_forward], out);
        });
        scratch.input.fill(&scratch.gated, config.feed_forward);
        matmul(&layer.down, &scratch.input, &mut scratch.projected);
        rms_norm(&scratch.projected, &layer.post_feed_norm, config.epsilon, &mut scratch.normed);
        add(&mut scratch.stream, &scratch.normed);
    }
}

fn add(stream: &mut [f32], update: &[f32]) {
    for (value, update) in stream.iter_mut().zip(update) {
        *value += update;
    }
}
