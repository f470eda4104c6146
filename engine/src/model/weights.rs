//! Decides which matrices are fused, and allocates them before the first row arrives.

use super::config::Config;
use super::forms::Forms;
use super::layer_shape::LayerShape;
use super::part::Part;
use crate::error::{Result, zeroed};
use crate::gguf::TensorInfo;
use crate::quant::{Bits, Panels, StoredRows};

/// One transformer block.
#[derive(Debug)]
pub struct Layer {
    /// Before attention.
    pub attention_norm: Vec<f32>,
    /// After attention; empty where the model has none.
    pub post_attention_norm: Vec<f32>,
    /// Before the feed-forward part.
    pub feed_norm: Vec<f32>,
    /// After the feed-forward part; empty where the model has none.
    pub post_feed_norm: Vec<f32>,
    /// On each query head; empty where the model has none.
    pub query_norm: Vec<f32>,
    /// On each key head; empty where the model has none.
    pub key_norm: Vec<f32>,
    /// Queries, keys, values: one product instead of three.
    pub qkv: Panels,
    /// What is added to them; empty where the model adds nothing.
    pub qkv_bias: Vec<f32>,
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
    /// The output matrix, also the token embedding where that is not apart.
    pub output: Panels,
    /// The token embedding, where it is another matrix: of it only rows are read.
    pub embedding: Option<StoredRows>,
    /// Before the output matrix.
    pub output_norm: Vec<f32>,
    /// The blocks.
    pub layers: Vec<Layer>,
    /// The per-layer embedding, where the model has one.
    pub per_layer: Option<PerLayer>,
    /// What the rotation of each pair of a global head is divided by.
    pub rope_factors: Vec<f32>,
}

/// The entries of tensors of which only a row per token is read: they are kept as the file has them.
#[derive(Debug, Default)]
pub struct Tables<'t> {
    /// The token embedding, where the output matrix is another.
    pub embedding: Option<&'t TensorInfo>,
    /// The per-layer embedding.
    pub per_layer: Option<&'t TensorInfo>,
}

impl Tables<'_> {
    /// Both, where they are there.
    pub(super) fn each(&self) -> impl Iterator<Item = &TensorInfo> {
        self.embedding.into_iter().chain(self.per_layer)
    }
}

impl Weights {
    /// Room for every tensor; an error when memory does not suffice. `tables` are those of which rows are read.
    pub(super) fn new(
        config: &Config,
        vocabulary: usize,
        forms: &Forms,
        tables: &Tables<'_>,
    ) -> Result<Self> {
        let width = config.width;
        let layer = |(index, shape)| Layer::new(config, shape, &|part| forms.of(index, part));
        let layers = config.layers.iter().enumerate().map(layer).collect::<Result<_>>()?;
        let rows = |table: &TensorInfo| StoredRows::new(table.kind, table.rows, table.row_bytes);
        let per_layer = |table: &TensorInfo| -> Result<PerLayer> {
            Ok(PerLayer {
                table: rows(table)?,
                projection: Panels::new(config.per_layer * config.layers.len(), width, Bits::Seven)?,
                norm: zeroed(config.per_layer)?,
            })
        };
        Ok(Self {
            output: Panels::new(vocabulary, width, forms.output())?,
            embedding: tables.embedding.map(rows).transpose()?,
            output_norm: zeroed(width)?,
            layers,
            per_layer: tables.per_layer.map(per_layer).transpose()?,
            rope_factors: vec![1.0; config.first(false).map_or(0, |layer| layer.head_width / 2)],
        })
    }
}

impl Layer {
    fn new(config: &Config, shape: &LayerShape, bits: &dyn Fn(Part) -> Bits) -> Result<Self> {
        let (width, head, part) = (config.width, shape.head_width, config.per_layer);
        let input = || -> Result<LayerInput> {
            Ok(LayerInput {
                gate: Panels::new(part, width, bits(Part::Gate))?,
                projection: Panels::new(width, part, bits(Part::Projection))?,
                norm: zeroed(width)?,
            })
        };
        let family = config.family;
        let after = if family.norms_after { width } else { 0 };
        let of_heads = if family.norms_heads { head } else { 0 };
        Ok(Self {
            attention_norm: zeroed(width)?,
            post_attention_norm: zeroed(after)?,
            feed_norm: zeroed(width)?,
            post_feed_norm: zeroed(after)?,
            query_norm: zeroed(of_heads)?,
            key_norm: zeroed(of_heads)?,
            qkv: Panels::new(shape.qkv_rows(), width, bits(Part::Qkv))?,
            qkv_bias: zeroed(if family.adds_biases { shape.qkv_rows() } else { 0 })?,
            output: Panels::new(width, shape.query_width(), bits(Part::Output))?,
            gate_up: Panels::new(2 * shape.feed_forward, width, bits(Part::GateUp))?,
            down: Panels::new(width, shape.feed_forward, bits(Part::Down))?,
            per_layer: (part > 0).then(input).transpose()?,
            scale: if family.scales_layers { vec![1.0] } else { Vec::new() },
        })
    }
}
