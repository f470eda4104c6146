//! Decides what Gemma 4 gives each layer of each token beside the stream: a part of a second embedding, and a scale.
#![allow(
    clippy::indexing_slicing,
    reason = "buffers are sized from the same configuration that the loader checked"
)]

use super::forward::{Scratch, add};
use super::part::Part;
use super::{Layer, Model};
use crate::kernels::parallel::for_each_row;
use crate::kernels::{gelu_times, matmul, rms_norm, rms_norm_in_place};

impl Model {
    /// Makes all layers' parts for the tokens: half from the second embedding, half from the first one, which is in the
    /// stream.
    pub(super) fn read_parts(&self, ids: &[u32], scratch: &mut Scratch) {
        let (config, Some(per_layer)) = (&self.config, &self.weights.per_layer) else { return };
        let (part, row_width) = (config.per_layer, config.per_layer * config.layers.len());
        scratch.parts.resize(ids.len() * row_width, 0.0);
        scratch.input.fill(&scratch.stream, config.width);
        matmul(&per_layer.projection, &scratch.input, &mut scratch.parts);
        let (shrink, stretch) = (1.0 / (config.width as f32).sqrt(), (part as f32).sqrt());
        for_each_row(&mut scratch.parts, row_width, &|token, row| {
            let mut stored = vec![0f32; row_width];
            per_layer.table.row(ids[token] as usize, &mut stored);
            for (part, stored) in row.chunks_exact_mut(part).zip(stored.chunks_exact(part)) {
                for value in part.iter_mut() {
                    *value *= shrink;
                }
                rms_norm_in_place(part, &per_layer.norm, config.epsilon);
                for (value, stored) in part.iter_mut().zip(stored) {
                    *value = (*value + stored * stretch) * std::f32::consts::FRAC_1_SQRT_2;
                }
            }
        });
    }

    /// The end of a layer: adds its part as far as the stream lets it in, then scales the stream.
    pub(super) fn take_in_part(&self, layer: &Layer, index: usize, scratch: &mut Scratch) {
        let config = &self.config;
        if let Some(input) = &layer.per_layer {
            let (part, row_width) = (config.per_layer, config.per_layer * config.layers.len());
            let tokens = scratch.stream.len() / config.width;
            scratch.gated.resize(tokens * part, 0.0);
            scratch.input.fill(&scratch.stream, config.width);
            matmul(&input.gate, &scratch.input, &mut scratch.gated);
            self.adapt(index, Part::Gate, &scratch.input, &mut scratch.gated, &mut scratch.between);
            let parts = &scratch.parts;
            for_each_row(&mut scratch.gated, part, &|token, row| {
                gelu_times(row, &parts[token * row_width + index * part..][..part]);
            });
            scratch.input.fill(&scratch.gated, part);
            matmul(&input.projection, &scratch.input, &mut scratch.projected);
            self.adapt(index, Part::Projection, &scratch.input, &mut scratch.projected, &mut scratch.between);
            rms_norm(&scratch.projected, &input.norm, config.epsilon, &mut scratch.normed);
            add(&mut scratch.stream, &scratch.normed);
        }
        if let [scale] = layer.scale[..] {
            for value in &mut scratch.stream {
                *value *= scale;
            }
        }
    }
}
