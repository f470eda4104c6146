//! Decides how what adapters change is added to a product.
#![allow(
    clippy::indexing_slicing,
    reason = "buffers are sized here, and changes were checked against the model's shape"
)]

use super::Model;
use super::part::Part;
use crate::kernels::{add_thin, matmul_apart};
use crate::quant::Activations;

/// Buffers that live from call to call.
#[derive(Debug, Default)]
pub(super) struct Between {
    low: Vec<f32>,
    input: Activations,
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
            // Zeros behind the rank's values: they would count for the scale of the block.
            between.low.clear();
            between.low.resize(input.tokens * low, 0.0);
            matmul_apart(&change.down, input, &mut between.low, low);
            between.input.fill(&between.low, low);
            add_thin(&change.up, &between.input, &mut out[change.first..], stride);
        }
    }
}
