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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;
    use crate::gguf::TensorType;
    use crate::model::real::{gemma_3_4b, gemma_4_e2b, gemma_270m};

    const VOCABULARY: usize = 262_144;

    fn table(kind: TensorType) -> TensorInfo {
        let columns = 35 * 256;
        let row_bytes = kind.row_bytes(columns).map_or(0, |bytes| bytes as usize);
        let name = "per_layer_token_embd.weight".to_owned();
        TensorInfo { name, columns: columns as usize, rows: VOCABULARY, kind, offset: 0, row_bytes }
    }

    #[test]
    fn e2b_fits_with_per_layer_embeddings_in_four_bits_and_is_refused_by_size_with_more() {
        let config = gemma_4_e2b();
        assert_eq!(matrix_bytes(&config, VOCABULARY) / 1_000_000, 2421);
        for kind in [TensorType::Q4_0, TensorType::Q4_K] {
            assert_eq!(check(&config, VOCABULARY, Some(&table(kind))), Ok(()), "{kind:?}");
        }
        for (kind, sizes) in [
            (TensorType::Q6_K, "take 4.35 GB, 1.93 GB of them the per-layer embeddings in Q6_K"),
            (TensorType::Q8_0, "take 4.92 GB, 2.50 GB of them the per-layer embeddings in Q8_0"),
        ] {
            let error =
                check(&config, VOCABULARY, Some(&table(kind))).map_err(|error| (error.code, error.message));
            let Err((code, message)) = error else { unreachable!("{kind:?} fits") };
            assert_eq!(code, Code::OutOfMemory);
            assert!(message.contains(sizes) && message.contains("Q4_0 or Q4_K"), "{message}");
        }
    }

    #[test]
    fn gemma_3_4b_is_refused_by_size() {
        let refused = check(&gemma_3_4b(), VOCABULARY, None).map_err(|error| error.message);
        assert!(refused.is_err_and(|message| message.contains("take 4.12 GB, and")));
    }

    #[test]
    fn the_270m_model_takes_284_megabytes() {
        let config = gemma_270m();
        assert_eq!(matrix_bytes(&config, VOCABULARY) / 1_000_000, 284);
        assert_eq!(check(&config, VOCABULARY, None), Ok(()));
    }
}
