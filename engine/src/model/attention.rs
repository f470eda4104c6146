//! Decides a layer's attention: what is normalised and rotated, whose keys and values are read, and how far back.
#![allow(
    clippy::indexing_slicing,
    reason = "buffers are sized from the same configuration that the loader checked"
)]

use super::forward::{Scratch, add};
use super::part::Part;
use super::{Layer, Model};
use crate::kernels::parallel::for_each_row;
use crate::kernels::{attend, matmul, normalize, rms_norm, rms_norm_in_place, rotate};
use crate::kv::KvCache;

impl Model {
    /// Adds the attention of layer `index` to the stream; each token sees what the cache of its own sequence holds before it.
    pub(super) fn attention(
        &self,
        layer: &Layer,
        index: usize,
        caches: &mut [&mut KvCache],
        scratch: &mut Scratch,
    ) {
        let (config, shape) = (&self.config, &self.config.layers[index]);
        let (width, rows, queries) = (shape.head_width, shape.qkv_rows(), shape.query_width());
        let tokens = scratch.stream.len() / config.width;
        scratch.qkv.resize(tokens * rows, 0.0);
        scratch.attended.resize(tokens * queries, 0.0);
        rms_norm(&scratch.stream, &layer.attention_norm, config.epsilon, &mut scratch.normed);
        scratch.input.fill(&scratch.normed, config.width);
        matmul(&layer.qkv, &scratch.input, &mut scratch.qkv);
        self.adapt(index, Part::Qkv, &scratch.input, &mut scratch.qkv, &mut scratch.between);
        let angles = &scratch.angles;
        let query_scale = shape.query_scale * config.stretch.sharpness();
        for_each_row(&mut scratch.qkv, rows, &|token, row| {
            add(row, &layer.qkv_bias);
            let (cosines, sines) = angles.at(shape.local, token);
            let turn = |head: &mut [f32], norm: &[f32], scale: f32| {
                if !norm.is_empty() {
                    rms_norm_in_place(head, norm, config.epsilon);
                }
                if shape.rotated {
                    rotate(head, cosines, sines, scale);
                } else {
                    for value in head.iter_mut() {
                        *value *= scale;
                    }
                }
            };
            let (queries, rest) = row.split_at_mut(queries);
            queries.chunks_exact_mut(width).for_each(|head| turn(head, &layer.query_norm, query_scale));
            let (keys, values) = rest.split_at_mut(rest.len() / 2);
            keys.chunks_exact_mut(width).for_each(|head| turn(head, &layer.key_norm, 1.0));
            if shape.values_normed {
                values.chunks_exact_mut(width).for_each(|head| normalize(head, config.epsilon));
            }
        });
        if shape.reads.is_none() {
            for (place, row) in scratch.places.iter().zip(scratch.qkv.chunks_exact(rows)) {
                let (keys, values) = row[queries..].split_at(shape.key_width());
                caches[place.sequence].store(index, place.position, keys, values);
            }
        }
        let group = shape.heads / shape.kv_heads * width;
        let (caches, qkv, places) = (&*caches, &scratch.qkv, &scratch.places);
        for_each_row(&mut scratch.attended, queries, &|token, out| {
            let row = &qkv[token * rows..][..queries];
            let (cache, end) = (&caches[places[token].sequence], places[token].position + 1);
            let begin = if shape.local { end.saturating_sub(config.window) } else { 0 };
            let groups = row.chunks_exact(group).zip(out.chunks_exact_mut(group));
            for (kv_head, (queries, out)) in groups.enumerate() {
                attend(queries, cache.range(index, kv_head, begin, end), end - begin, width, out);
            }
        });
        scratch.input.fill(&scratch.attended, queries);
        matmul(&layer.output, &scratch.input, &mut scratch.projected);
        self.adapt(index, Part::Output, &scratch.input, &mut scratch.projected, &mut scratch.between);
        self.add_projected(&layer.post_attention_norm, scratch);
    }
}
