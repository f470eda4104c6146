//! Decides which matrices are fused, and allocates them before the first row arrives.

use super::architecture::Architecture;
use super::config::Config;
use super::layer_shape::LayerShape;
use crate::error::{Result, zeroed};
use crate::gguf::TensorInfo;
use crate::quant::{Panels, StoredRows};

/// One transformer block.
#[derive(Debug)]
pub struct Layer {
    /// Before attention.
    pub attention_norm: Vec<f32>,
    /// After attention.
    pub post_attention_norm: Vec<f32>,
    /// Before the feed-forward part.
    pub feed_norm: Vec<f32>,
    /// After the feed-forward part.
    pub post_feed_norm: Vec<f32>,
    /// On each query head.
    pub query_norm: Vec<f32>,
    /// On each key head.
    pub key_norm: Vec<f32>,
    /// Queries, keys, values: one product instead of three.
    pub qkv: Panels,
    /// From the heads back to the stream.
    pub output: Panels,
    /// Gate and up: one product instead of two.
    pub gate_up: Panels,
    /// Back to the stream.
    pub down: Panels,
    /// What the per-layer embedding adds, where the model has one.
    pub per_layer: Option<LayerInput>,
    /// One value where the model has it: what the stream is multiplied with at the layer's end.
    pub scale: Vec<f32>,
}

/// How a layer takes in its part of the per-layer embedding.
#[derive(Debug)]
pub struct LayerInput {
    /// From the stream to the part's width.
    pub gate: Panels,
    /// Back to the stream.
    pub projection: Panels,
    /// After the projection.
    pub norm: Vec<f32>,
}

/// The embedding that gives each layer something of its own for each token.
#[derive(Debug)]
pub struct PerLayer {
    /// Per token a row with all layers' parts, one after the other.
    pub table: StoredRows,
    /// From the token's embedding to all layers' parts.
    pub projection: Panels,
    /// On each projected part.
    pub norm: Vec<f32>,
}

/// All weights of a model.
#[derive(Debug)]
pub struct Weights {
    /// The token embedding, also the output matrix.
    pub embedding: Panels,
    /// Before the output matrix.
    pub output_norm: Vec<f32>,
    /// The blocks.
    pub layers: Vec<Layer>,
    /// The per-layer embedding, where the model has one.
    pub per_layer: Option<PerLayer>,
    /// What the rotation of each pair of a global head is divided by.
    pub rope_factors: Vec<f32>,
}

impl Weights {
    /// Room for every tensor; an error when memory does not suffice. `table` is the per-layer embedding's entry.
    pub fn new(config: &Config, vocabulary: usize, table: Option<&TensorInfo>) -> Result<Self> {
        let width = config.width;
        let layers = config.layers.iter().map(|shape| Layer::new(config, shape)).collect::<Result<_>>()?;
        let per_layer = |table: &TensorInfo| -> Result<PerLayer> {
            Ok(PerLayer {
                table: StoredRows::new(table.kind, table.rows, table.row_bytes)?,
                projection: Panels::new(config.per_layer * config.layers.len(), width)?,
                norm: zeroed(config.per_layer)?,
            })
        };
        Ok(Self {
            embedding: Panels::new(vocabulary, width)?,
            output_norm: zeroed(width)?,
            layers,
            per_layer: table.map(per_layer).transpose()?,
            rope_factors: vec![1.0; config.first(false).map_or(0, |layer| layer.head_width / 2)],
        })
    }
}

impl Layer {
    fn new(config: &Config, shape: &LayerShape) -> Result<Self> {
        let (width, head, part) = (config.width, shape.head_width, config.per_layer);
        let input = || -> Result<LayerInput> {
            Ok(LayerInput {
                gate: Panels::new(part, width)?,
                projection: Panels::new(width, part)?,
                norm: zeroed(width)?,
            })
        };
        Ok(Self {
            attention_norm: zeroed(width)?,
            post_attention_norm: zeroed(width)?,
            feed_norm: zeroed(width)?,
            post_feed_norm: zeroed(width)?,
            query_norm: zeroed(head)?,
            key_norm: zeroed(head)?,
            qkv: Panels::new(shape.qkv_rows(), width)?,
            output: Panels::new(width, shape.query_width())?,
            gate_up: Panels::new(2 * shape.feed_forward, width)?,
            down: Panels::new(width, shape.feed_forward)?,
            per_layer: (part > 0).then(input).transpose()?,
            scale: if config.architecture == Architecture::Gemma4 { vec![1.0] } else { Vec::new() },
        })
    }
}
