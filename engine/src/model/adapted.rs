//! Decides how what adapters change is added to a product.
#![allow(
    clippy::indexing_slicing,
    reason = "buffers are sized here, and changes were checked against the model's shape"
)]

use super::Model;
use super::tensors::Part;
use crate::kernels::matmul;
use crate::quant::{Activations, PANEL_ROWS};

/// Buffers that live from call to call.
#[derive(Debug, Default)]
pub(super) struct Between {
    low: Vec<f32>,
    input: Activations,
    high: Vec<f32>,
}

impl Model {
    /// Adds to `out`, the product of a layer's matrix with `input`, what the adapters change of it.
    pub(super) fn adapt(
        &self,
        layer: usize,
        part: Part,
        input: &Activations,
        out: &mut [f32],
        between: &mut Between,
    ) {
        let stride = out.len() / input.tokens.max(1);
        for change in self.adapters.iter().flat_map(|adapter| adapter.changes(layer, part)) {
            let low = change.up.columns();
            between.low.resize(input.tokens * low, 0.0);
            matmul(&change.down, input, &mut between.low);
            between.input.fill(&between.low, low);
            let high = change.up.panels() * PANEL_ROWS;
            between.high.resize(input.tokens * high, 0.0);
            matmul(&change.up, &between.input, &mut between.high);
            let rows = change.up.rows();
            for (out, high) in out.chunks_exact_mut(stride).zip(between.high.chunks_exact(high)) {
                for (out, more) in out[change.first..][..rows].iter_mut().zip(high) {
                    *out += more;
                }
            }
        }
    }
}
