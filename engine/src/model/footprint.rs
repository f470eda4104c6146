//! Decides whether a model's weights can fit the memory that WebAssembly has, before any of it is taken.

use super::config::Config;
use super::forms::Forms;
use super::layer_shape::LayerShape;
use super::part::Part;
use super::weights::Tables;
use crate::error::{EngineError, Result};
use crate::quant::{Bits, Panels};

/// What a 32-bit WebAssembly memory holds.
const MEMORY_BYTES: u64 = 4 << 30;
/// What the vocabulary, keys and values, and the file's bytes on their way need beside the weights.
const SPARE_BYTES: u64 = 256 << 20;

/// Refuses a model whose weights cannot fit, by name of what makes it large.
pub(super) fn check(config: &Config, vocabulary: usize, forms: &Forms, tables: &Tables<'_>) -> Result<()> {
    let matrices = matrix_bytes(config, vocabulary, forms);
    let rows = tables.each().map(|table| (table.rows as u64).saturating_mul(table.row_bytes as u64)).sum();
    let (total, most) = (matrices.saturating_add(rows), MEMORY_BYTES - SPARE_BYTES);
    if total <= most {
        return Ok(());
    }
    let giga = |bytes: u64| format!("{:.2} GB", bytes as f64 / 1e9);
    let part = tables.per_layer.map_or_else(String::new, |table| {
        format!(", {} of them the per-layer embeddings in {:?}", giga(rows), table.kind)
    });
    Err(EngineError::too_large(format!(
        "the model's weights take {}{part}, and WebAssembly has room for {}; use a smaller model{}",
        giga(total),
        giga(most),
        if tables.per_layer.is_some() {
            " or a file with smaller per-layer embeddings (Q4_0 or Q4_K)"
        } else {
            ""
        }
    )))
}

/// Bytes of all matrices in the form that the kernels read.
fn matrix_bytes(config: &Config, vocabulary: usize, forms: &Forms) -> u64 {
    let (width, part) = (config.width, config.per_layer);
    let layer = |(index, layer): (usize, &LayerShape)| {
        let matrices = [
            (Part::Qkv, layer.qkv_rows(), width),
            (Part::Output, width, layer.query_width()),
            (Part::GateUp, 2 * layer.feed_forward, width),
            (Part::Down, width, layer.feed_forward),
            (Part::Gate, part, width),
            (Part::Projection, width, part),
        ];
        let bytes = |(part, rows, columns)| Panels::bytes(rows, columns, forms.of(index, part));
        matrices.into_iter().map(bytes).fold(0, u64::saturating_add)
    };
    let output = Panels::bytes(vocabulary, width, forms.output());
    let parts = Panels::bytes(part * config.layers.len(), width, Bits::Seven);
    config.layers.iter().enumerate().map(layer).fold(output.saturating_add(parts), u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;
    use crate::gguf::{TensorInfo, TensorType};
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
        assert_eq!(matrix_bytes(&config, VOCABULARY, &Forms::default()) / 1_000_000, 2421);
        for kind in [TensorType::Q4_0, TensorType::Q4_K] {
            assert_eq!(
                check(
                    &config,
                    VOCABULARY,
                    &Forms::default(),
                    &Tables { per_layer: Some(&table(kind)), embedding: None }
                ),
                Ok(()),
                "{kind:?}"
            );
        }
        for (kind, sizes) in [
            (TensorType::Q6_K, "take 4.35 GB, 1.93 GB of them the per-layer embeddings in Q6_K"),
            (TensorType::Q8_0, "take 4.92 GB, 2.50 GB of them the per-layer embeddings in Q8_0"),
        ] {
            let error = check(
                &config,
                VOCABULARY,
                &Forms::default(),
                &Tables { per_layer: Some(&table(kind)), embedding: None },
            )
            .map_err(|error| (error.code, error.message));
            let Err((code, message)) = error else { unreachable!("{kind:?} fits") };
            assert_eq!(code, Code::OutOfMemory);
            assert!(message.contains(sizes) && message.contains("Q4_0 or Q4_K"), "{message}");
        }
    }

    #[test]
    fn gemma_3_4b_is_refused_by_size() {
        let refused = check(&gemma_3_4b(), VOCABULARY, &Forms::default(), &Tables::default())
            .map_err(|error| error.message);
        assert!(refused.is_err_and(|message| message.contains("take 4.12 GB, and")));
    }

    #[test]
    fn the_270m_model_takes_284_megabytes() {
        let config = gemma_270m();
        assert_eq!(matrix_bytes(&config, VOCABULARY, &Forms::default()) / 1_000_000, 284);
        assert_eq!(check(&config, VOCABULARY, &Forms::default(), &Tables::default()), Ok(()));
    }
}
