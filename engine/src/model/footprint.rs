//! Decides whether a model's weights can fit the memory that WebAssembly has, before any of it is taken.

use super::config::Config;
use crate::error::{EngineError, Result};
use crate::gguf::TensorInfo;
use crate::quant::Panels;

/// What a 32-bit WebAssembly memory holds.
const MEMORY_BYTES: u64 = 4 << 30;
/// What the vocabulary, keys and values, and the file's bytes on their way need beside the weights.
const SPARE_BYTES: u64 = 256 << 20;

/// Refuses a model whose weights cannot fit, by name of what makes it large.
pub(super) fn check(config: &Config, vocabulary: usize, table: Option<&TensorInfo>) -> Result<()> {
    let matrices = matrix_bytes(config, vocabulary);
    let rows = table.map_or(0, |table| (table.rows as u64).saturating_mul(table.row_bytes as u64));
    let (total, most) = (matrices.saturating_add(rows), MEMORY_BYTES - SPARE_BYTES);
    if total <= most {
        return Ok(());
    }
    let giga = |bytes: u64| format!("{:.2} GB", bytes as f64 / 1e9);
    let part = table.map_or_else(String::new, |table| {
        format!(", {} of them the per-layer embeddings in {:?}", giga(rows), table.kind)
    });
    Err(EngineError::too_large(format!(
        "the model's weights take {}{part}, and WebAssembly has room for {}; use a smaller model{}",
        giga(total),
        giga(most),
        if table.is_some() { " or a file with smaller per-layer embeddings (Q4_0 or Q4_K)" } else { "" }
    )))
}

/// Bytes of all matrices in the form that the kernels read.
fn matrix_bytes(config: &Config, vocabulary: usize) -> u64 {
    let (width, part) = (config.width, config.per_layer);
    let layers = config.layers.iter().map(|layer| {
        Panels::bytes(layer.qkv_rows(), width)
            .saturating_add(Panels::bytes(width, layer.query_width()))
            .saturating_add(Panels::bytes(2 * layer.feed_forward, width))
            .saturating_add(Panels::bytes(width, layer.feed_forward))
            .saturating_add(Panels::bytes(part, width))
            .saturating_add(Panels::bytes(width, part))
    });
    layers
        .fold(Panels::bytes(vocabulary, width), u64::saturating_add)
        .saturating_add(Panels::bytes(part * config.layers.len(), width))
}
