//! Decides where each tensor's rows go, and that every tensor the model needs is there in the right shape.

use super::config::Config;
use super::weights::Weights;
use crate::error::{EngineError, Result};
use crate::gguf::TensorInfo;
use std::collections::HashMap;

/// A tensor's destination in the weights.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Place {
    Skip,
    Embedding,
    OutputNorm,
    /// A vector of a layer, by its index in [`VECTORS`].
    Vector(usize, usize),
    /// A matrix of a layer, by its index in [`MATRICES`], and the first row it fills.
    Matrix(usize, usize, usize),
}

const VECTORS: [&str; 6] =
    ["attn_norm", "post_attention_norm", "ffn_norm", "post_ffw_norm", "attn_q_norm", "attn_k_norm"];
const MATRICES: [&str; 7] = ["attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down"];

/// One place per tensor, in the tensors' order.
pub(super) fn plan(config: &Config, vocabulary: usize, tensors: &[TensorInfo]) -> Result<Vec<Place>> {
    let mut wanted = HashMap::new();
    let (width, head) = (config.width, config.head_width);
    wanted.insert("token_embd.weight".to_owned(), (Place::Embedding, vocabulary, width));
    wanted.insert("output_norm.weight".to_owned(), (Place::OutputNorm, 1, width));
    let (queries, keys) = (config.heads * head, config.kv_heads * head);
    for layer in 0..config.layers {
        for (index, name) in VECTORS.iter().enumerate() {
            let length = if name.starts_with("attn_q") || name.starts_with("attn_k") { head } else { width };
            wanted.insert(format!("blk.{layer}.{name}.weight"), (Place::Vector(layer, index), 1, length));
        }
        for (index, name) in MATRICES.iter().enumerate() {
            let (first, rows, columns) = match *name {
                "attn_q" => (0, queries, width),
                "attn_k" => (queries, keys, width),
                "attn_v" => (queries + keys, keys, width),
                "attn_output" => (0, width, queries),
                "ffn_gate" => (0, config.feed_forward, width),
                "ffn_up" => (config.feed_forward, config.feed_forward, width),
                _ => (0, width, config.feed_forward),
            };
            wanted.insert(
                format!("blk.{layer}.{name}.weight"),
                (Place::Matrix(layer, index, first), rows, columns),
            );
        }
    }
    let mut places = Vec::with_capacity(tensors.len());
    for tensor in tensors {
        if tensor.name == "output.weight" {
            return Err(EngineError::model(
                "a separate output matrix is not supported; Gemma 3 shares the embedding",
            ));
        }
        places.push(match wanted.remove(&tensor.name) {
            None => Place::Skip,
            Some((place, rows, columns)) if (rows, columns) == (tensor.rows, tensor.columns) => place,
            Some((_, rows, columns)) => {
                let (name, r, c) = (&tensor.name, tensor.rows, tensor.columns);
                return Err(EngineError::model(format!(
                    "tensor {name} is {r} x {c} and should be {rows} x {columns}"
                )));
            }
        });
    }
    match wanted.keys().min() {
        Some(name) => Err(EngineError::model(format!("the GGUF file lacks the tensor {name}"))),
        None => Ok(places),
    }
}

/// Puts one row of floats where it belongs.
pub(super) fn store(weights: &mut Weights, place: Place, row: usize, values: &[f32]) {
    match place {
        Place::Skip => {}
        Place::Embedding => weights.embedding.set_row(row, values),
        Place::OutputNorm => weights.output_norm.copy_from_slice(values),
        Place::Vector(layer, index) => {
            let Some(layer) = weights.layers.get_mut(layer) else { return };
            let vector = match index {
                0 => &mut layer.attention_norm,
                1 => &mut layer.post_attention_norm,
                2 => &mut layer.feed_norm,
                3 => &mut layer.post_feed_norm,
                4 => &mut layer.query_norm,
                _ => &mut layer.key_norm,
            };
            vector.copy_from_slice(values);
        }
        Place::Matrix(layer, index, first) => {
            let Some(layer) = weights.layers.get_mut(layer) else { return };
            let matrix = match index {
                0..=2 => &mut layer.qkv,
                3 => &mut layer.output,
                4 | 5 => &mut layer.gate_up,
                _ => &mut layer.down,
            };
            matrix.set_row(first + row, values);
        }
    }
}
