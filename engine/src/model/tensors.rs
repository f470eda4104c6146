//! Decides which tensors a shape needs, by llama.cpp's names, and which part of the weights each one fills.

use super::config::Config;
use super::family::RopeFactors;
use super::layer_shape::LayerShape;
use super::part::Part;
use super::weights::{Layer, Weights};
use crate::gguf::TensorType;
use crate::quant::{Panels, StoredRows, dequantize};
use std::collections::HashMap;

type Vector<From> = fn(&mut From) -> Option<&mut Vec<f32>>;

/// Tables of which a row per token is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Table {
    Embedding,
    PerLayer,
}

impl Table {
    fn of(self, weights: &mut Weights) -> Option<&mut StoredRows> {
        match self {
            Self::Embedding => weights.embedding.as_mut(),
            Self::PerLayer => weights.per_layer.as_mut().map(|per_layer| &mut per_layer.table),
        }
    }
}

/// Which rows of a fused matrix a tensor fills.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rows {
    /// The first one.
    pub(super) first: usize,
    /// Width of the heads whose rotated pairs the tensor has side by side; 0 where its rows are in their order.
    pub(super) paired: usize,
}

impl Rows {
    /// Where the tensor's row goes: of a pair the halves of a head lie between, as [`crate::kernels::rotate`] wants it.
    pub(super) fn at(self, row: usize) -> usize {
        self.first
            + match row.checked_rem(self.paired) {
                None => row,
                Some(within) => row - within + within / 2 + within % 2 * (self.paired / 2),
            }
    }
}

/// A tensor's destination in the weights.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place {
    Skip,
    /// A table of which a row per token is read, kept as it is.
    Table(Table),
    Vector(Vector<Weights>),
    /// The output matrix.
    Output,
    /// From the token's embedding to all layers' parts.
    PartsProjection,
    LayerVector(usize, Vector<Layer>),
    /// What a layer adds to its queries, keys or values.
    LayerBias(usize, Rows),
    /// A matrix of a layer, and the rows of it that the tensor fills.
    LayerMatrix(usize, Part, Rows),
    /// The keys' matrix of a layer that makes its values with it too, and the first rows of both.
    KeysAndValues(usize, usize, usize),
}

/// What a tensor has to look like.
#[derive(Debug)]
pub(super) struct Wanted {
    pub(super) place: Place,
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Whether the model cannot do without.
    pub(super) needed: bool,
}

struct List(HashMap<String, Wanted>);

impl List {
    fn add(&mut self, name: &str, place: Place, rows: usize, columns: usize) {
        self.put(format!("{name}.weight"), place, (rows, columns), true);
    }

    fn spare(&mut self, name: &str, place: Place, rows: usize, columns: usize) {
        self.put(format!("{name}.weight"), place, (rows, columns), false);
    }

    fn put(&mut self, name: String, place: Place, (rows, columns): (usize, usize), needed: bool) {
        self.0.insert(name, Wanted { place, rows, columns, needed });
    }
}

/// All tensors of a shape by name; `has_output` where the output matrix is not the token embedding.
pub(super) fn wanted(config: &Config, vocabulary: usize, has_output: bool) -> HashMap<String, Wanted> {
    let mut list = List(HashMap::new());
    let (width, parts) = (config.width, config.per_layer * config.layers.len());
    if has_output {
        list.add("output", Place::Output, vocabulary, width);
    }
    let embedding = if has_output { Place::Table(Table::Embedding) } else { Place::Output };
    list.add("token_embd", embedding, vocabulary, width);
    list.add("output_norm", Place::Vector(|weights| Some(&mut weights.output_norm)), 1, width);
    if let Some(layer) = config.first(false) {
        let factors = Place::Vector(|weights| Some(&mut weights.rope_factors));
        match config.family.rope_factors {
            RopeFactors::No => {}
            RopeFactors::Maybe => list.spare("rope_freqs", factors, 1, layer.head_width / 2),
            RopeFactors::Always => list.add("rope_freqs", factors, 1, layer.head_width / 2),
        }
    }
    if parts > 0 {
        let norm: Vector<Weights> = |weights| Some(&mut weights.per_layer.as_mut()?.norm);
        list.add("per_layer_token_embd", Place::Table(Table::PerLayer), vocabulary, parts);
        list.add("per_layer_model_proj", Place::PartsProjection, parts, width);
        list.add("per_layer_proj_norm", Place::Vector(norm), 1, config.per_layer);
    }
    for (index, shape) in config.layers.iter().enumerate() {
        layer(&mut list, config, index, shape);
    }
    list.0
}

fn layer(list: &mut List, config: &Config, index: usize, shape: &LayerShape) {
    let (width, head, family) = (config.width, shape.head_width, config.family);
    let (queries, keys, feed) = (shape.query_width(), shape.key_width(), shape.feed_forward);
    let name = |part: &str| format!("blk.{index}.{part}");
    let norms: [(&str, Vector<Layer>, usize, bool); 6] = [
        ("attn_norm", |layer| Some(&mut layer.attention_norm), width, true),
        ("post_attention_norm", |layer| Some(&mut layer.post_attention_norm), width, family.norms_after),
        ("ffn_norm", |layer| Some(&mut layer.feed_norm), width, true),
        ("post_ffw_norm", |layer| Some(&mut layer.post_feed_norm), width, family.norms_after),
        ("attn_q_norm", |layer| Some(&mut layer.query_norm), head, family.norms_heads),
        ("attn_k_norm", |layer| Some(&mut layer.key_norm), head, family.norms_heads && shape.reads.is_none()),
    ];
    for (part, vector, length, _) in norms.into_iter().filter(|(.., there)| *there) {
        list.add(&name(part), Place::LayerVector(index, vector), 1, length);
    }
    let paired = if family.pairs_adjacent { head } else { 0 };
    let heads = |first| Rows { first, paired };
    let plain = |first| Rows { first, paired: 0 };
    let of_heads = [
        ("attn_q", heads(0), queries),
        ("attn_k", heads(queries), keys),
        ("attn_v", plain(queries + keys), keys),
    ];
    let own = if shape.reads.is_none() { 3 } else { 1 };
    for (part, rows, count) in of_heads.into_iter().take(own) {
        list.add(&name(part), Place::LayerMatrix(index, Part::Qkv, rows), count, width);
        if family.adds_biases {
            list.put(name(&format!("{part}.bias")), Place::LayerBias(index, rows), (1, count), false);
        }
    }
    let mut matrix = |part: &str, of, first, rows, columns| {
        list.add(&name(part), Place::LayerMatrix(index, of, plain(first)), rows, columns);
    };
    matrix("attn_output", Part::Output, 0, width, queries);
    matrix("ffn_gate", Part::GateUp, 0, feed, width);
    matrix("ffn_up", Part::GateUp, feed, feed, width);
    matrix("ffn_down", Part::Down, 0, width, feed);
    if config.per_layer > 0 {
        matrix("inp_gate", Part::Gate, 0, config.per_layer, width);
        matrix("proj", Part::Projection, 0, width, config.per_layer);
        let norm: Vector<Layer> = |layer| Some(&mut layer.per_layer.as_mut()?.norm);
        list.add(&name("post_norm"), Place::LayerVector(index, norm), 1, width);
    }
    if family.scales_layers {
        let scale: Vector<Layer> = |layer| Some(&mut layer.scale);
        list.spare(&name("layer_output_scale"), Place::LayerVector(index, scale), 1, 1);
    }
}

/// The matrix of a layer that a part is.
fn matrix_of(part: Part, layer: &mut Layer) -> Option<&mut Panels> {
    Some(match part {
        Part::Qkv => &mut layer.qkv,
        Part::Output => &mut layer.output,
        Part::GateUp => &mut layer.gate_up,
        Part::Down => &mut layer.down,
        Part::Gate => &mut layer.per_layer.as_mut()?.gate,
        Part::Projection => &mut layer.per_layer.as_mut()?.projection,
    })
}

impl Place {
    /// Puts rows from `row` on where they belong.
    pub(super) fn store(self, weights: &mut Weights, row: usize, stored: Stored<'_>) {
        let (vector, matrix, rows) = match self {
            Self::Skip => return,
            Self::Table(table) => {
                if let Some(table) = table.of(weights) {
                    stored.rows().enumerate().for_each(|(at, bytes)| table.set_row(row + at, bytes));
                }
                return;
            }
            Self::LayerBias(index, rows) => {
                let Some(layer) = weights.layers.get_mut(index) else { return };
                for (at, value) in stored.floats().into_iter().enumerate() {
                    if let Some(bias) = layer.qkv_bias.get_mut(rows.at(at)) {
                        *bias = value;
                    }
                }
                return;
            }
            Self::KeysAndValues(index, keys, of_values) => {
                if let Some(layer) = weights.layers.get_mut(index) {
                    stored.into_matrix(&mut layer.qkv, keys + row);
                    stored.into_matrix(&mut layer.qkv, of_values + row);
                }
                return;
            }
            Self::Vector(vector) => (vector(weights), None, Rows::default()),
            Self::Output => (None, Some(&mut weights.output), Rows::default()),
            Self::PartsProjection => {
                let projection = weights.per_layer.as_mut().map(|per_layer| &mut per_layer.projection);
                (None, projection, Rows::default())
            }
            Self::LayerVector(index, vector) => {
                (weights.layers.get_mut(index).and_then(vector), None, Rows::default())
            }
            Self::LayerMatrix(index, part, rows) => {
                (None, weights.layers.get_mut(index).and_then(|layer| matrix_of(part, layer)), rows)
            }
        };
        if let Some(vector) = vector {
            vector.copy_from_slice(&stored.floats());
        }
        let Some(matrix) = matrix else { return };
        if rows.paired == 0 {
            return stored.into_matrix(matrix, rows.at(row));
        }
        for (at, bytes) in stored.rows().enumerate() {
            Stored { bytes, ..stored }.into_matrix(matrix, rows.at(row + at));
        }
    }
}

/// Whole rows as the file has them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stored<'b> {
    pub(super) kind: TensorType,
    pub(super) columns: usize,
    pub(super) row_bytes: usize,
    pub(super) bytes: &'b [u8],
}

impl<'b> Stored<'b> {
    fn rows(self) -> impl Iterator<Item = &'b [u8]> {
        self.bytes.chunks_exact(self.row_bytes)
    }

    /// The first row's values.
    fn floats(self) -> Vec<f32> {
        let mut values = vec![0.0; self.columns];
        self.rows().take(1).for_each(|bytes| dequantize(self.kind, bytes, &mut values));
        values
    }

    fn into_matrix(self, matrix: &mut Panels, first: usize) {
        matrix.store_rows(first, self.kind, self.bytes, self.row_bytes);
    }
}
