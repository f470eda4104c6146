//! Decides which tensors a shape needs, by llama.cpp's names, and which part of the weights each one fills.

use super::architecture::Architecture;
use super::config::Config;
use super::layer_shape::LayerShape;
use super::weights::{Layer, Weights};
use crate::quant::Panels;
use std::collections::HashMap;

type Vector<From> = fn(&mut From) -> Option<&mut Vec<f32>>;
type Matrix<From> = fn(&mut From) -> Option<&mut Panels>;

/// A matrix of a layer, perhaps several tensors' in one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Qkv,
    Output,
    GateUp,
    Down,
    /// Of the per-layer embedding, where the model has one.
    Gate,
    Projection,
}

impl Part {
    fn of(self, layer: &mut Layer) -> Option<&mut Panels> {
        Some(match self {
            Self::Qkv => &mut layer.qkv,
            Self::Output => &mut layer.output,
            Self::GateUp => &mut layer.gate_up,
            Self::Down => &mut layer.down,
            Self::Gate => &mut layer.per_layer.as_mut()?.gate,
            Self::Projection => &mut layer.per_layer.as_mut()?.projection,
        })
    }
}

/// A tensor's destination in the weights.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place {
    Skip,
    /// The table of per-layer embeddings, kept as it is.
    Table,
    Vector(Vector<Weights>),
    Matrix(Matrix<Weights>),
    LayerVector(usize, Vector<Layer>),
    /// A matrix of a layer, and the first row that the tensor fills.
    LayerMatrix(usize, Part, usize),
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
        self.0.insert(format!("{name}.weight"), Wanted { place, rows, columns, needed: true });
    }

    fn spare(&mut self, name: &str, place: Place, rows: usize, columns: usize) {
        self.0.insert(format!("{name}.weight"), Wanted { place, rows, columns, needed: false });
    }
}

/// All tensors of a shape by name.
pub(super) fn wanted(config: &Config, vocabulary: usize) -> HashMap<String, Wanted> {
    let mut list = List(HashMap::new());
    let (width, parts) = (config.width, config.per_layer * config.layers.len());
    list.add("token_embd", Place::Matrix(|weights| Some(&mut weights.embedding)), vocabulary, width);
    list.add("output_norm", Place::Vector(|weights| Some(&mut weights.output_norm)), 1, width);
    let global = config.first(false).filter(|_| config.architecture == Architecture::Gemma4);
    if let Some(layer) = global {
        let factors: Vector<Weights> = |weights| Some(&mut weights.rope_factors);
        list.add("rope_freqs", Place::Vector(factors), 1, layer.head_width / 2);
    }
    if parts > 0 {
        let projection: Matrix<Weights> = |weights| Some(&mut weights.per_layer.as_mut()?.projection);
        let norm: Vector<Weights> = |weights| Some(&mut weights.per_layer.as_mut()?.norm);
        list.add("per_layer_token_embd", Place::Table, vocabulary, parts);
        list.add("per_layer_model_proj", Place::Matrix(projection), parts, width);
        list.add("per_layer_proj_norm", Place::Vector(norm), 1, config.per_layer);
    }
    for (index, shape) in config.layers.iter().enumerate() {
        layer(&mut list, config, index, shape);
    }
    list.0
}

fn layer(list: &mut List, config: &Config, index: usize, shape: &LayerShape) {
    let (width, head) = (config.width, shape.head_width);
    let (queries, keys, feed) = (shape.query_width(), shape.key_width(), shape.feed_forward);
    let name = |part: &str| format!("blk.{index}.{part}");
    let norms: [(&str, Vector<Layer>, usize); 5] = [
        ("attn_norm", |layer| Some(&mut layer.attention_norm), width),
        ("post_attention_norm", |layer| Some(&mut layer.post_attention_norm), width),
        ("ffn_norm", |layer| Some(&mut layer.feed_norm), width),
        ("post_ffw_norm", |layer| Some(&mut layer.post_feed_norm), width),
        ("attn_q_norm", |layer| Some(&mut layer.query_norm), head),
    ];
    for (part, vector, length) in norms {
        list.add(&name(part), Place::LayerVector(index, vector), 1, length);
    }
    let mut matrix = |name: &str, part, first, rows, columns| {
        list.add(&format!("blk.{index}.{name}"), Place::LayerMatrix(index, part, first), rows, columns);
    };
    matrix("attn_q", Part::Qkv, 0, queries, width);
    matrix("attn_output", Part::Output, 0, width, queries);
    matrix("ffn_gate", Part::GateUp, 0, feed, width);
    matrix("ffn_up", Part::GateUp, feed, feed, width);
    matrix("ffn_down", Part::Down, 0, width, feed);
    if config.per_layer > 0 {
        matrix("inp_gate", Part::Gate, 0, config.per_layer, width);
        matrix("proj", Part::Projection, 0, width, config.per_layer);
    }
    if shape.reads.is_none() {
        matrix("attn_k", Part::Qkv, queries, keys, width);
        matrix("attn_v", Part::Qkv, queries + keys, keys, width);
        let norm: Vector<Layer> = |layer| Some(&mut layer.key_norm);
        list.add(&name("attn_k_norm"), Place::LayerVector(index, norm), 1, head);
    }
    if config.per_layer > 0 {
        let norm: Vector<Layer> = |layer| Some(&mut layer.per_layer.as_mut()?.norm);
        list.add(&name("post_norm"), Place::LayerVector(index, norm), 1, width);
    }
    if config.architecture == Architecture::Gemma4 {
        let scale: Vector<Layer> = |layer| Some(&mut layer.scale);
        list.spare(&name("layer_output_scale"), Place::LayerVector(index, scale), 1, 1);
    }
}

impl Place {
    /// Puts one row of floats where it belongs; `bytes` is how the file stores it.
    pub(super) fn store(self, weights: &mut Weights, row: usize, bytes: &[u8], values: &[f32]) {
        let (vector, matrix, first) = match self {
            Self::Skip => return,
            Self::Table => {
                if let Some(per_layer) = &mut weights.per_layer {
                    per_layer.table.set_row(row, bytes);
                }
                return;
            }
            Self::KeysAndValues(index, keys, of_values) => {
                if let Some(layer) = weights.layers.get_mut(index) {
                    layer.qkv.set_row(keys + row, values);
                    layer.qkv.set_row(of_values + row, values);
                }
                return;
            }
            Self::Vector(vector) => (vector(weights), None, 0),
            Self::Matrix(matrix) => (None, matrix(weights), 0),
            Self::LayerVector(index, vector) => (weights.layers.get_mut(index).and_then(vector), None, 0),
            Self::LayerMatrix(index, part, first) => {
                (None, weights.layers.get_mut(index).and_then(|layer| part.of(layer)), first)
            }
        };
        if let Some(vector) = vector {
            vector.copy_from_slice(values);
        }
        if let Some(matrix) = matrix {
            matrix.set_row(first + row, values);
        }
    }
}
