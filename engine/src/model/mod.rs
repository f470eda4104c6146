//! Decides how a model is built from its file and how tokens pass through it.

mod adapted;
mod adapter;
mod attention;
mod config;
mod family;
mod footprint;
mod forms;
mod forward;
mod head;
mod judged;
mod keys;
mod layer_shape;
mod likeness;
mod loader;
mod part;
mod pass;
mod per_layer;
mod plan;
#[cfg(test)]
pub(crate) mod real;
mod rope;
mod stretch;
mod tensors;
mod weights;

pub use adapter::Adapter;
pub use config::Config;
pub use family::{Family, Gate};
pub use forward::Scratch;
pub use judged::Judged;
pub use layer_shape::LayerShape;
pub(crate) use likeness::{dot, normalize};
pub use loader::Loader;
pub use pass::Pass;
pub use rope::Angles;
pub use stretch::Stretch;
pub use weights::{Layer, LayerInput, PerLayer, Weights};

use crate::tokenizer::{SortedPieces, Tokenizer};

/// A model ready to run.
#[derive(Debug)]
pub struct Model {
    /// Its name, from the file.
    pub name: String,
    /// The template of its conversations, where the file has one.
    pub chat_template: Option<String>,
    /// Its shape.
    pub config: Config,
    /// Its weights.
    pub weights: Weights,
    /// Its vocabulary.
    pub tokenizer: Tokenizer,
    /// The vocabulary in the order that masks walk it.
    pub pieces: SortedPieces,
    /// What changes its weights. Whatever was computed with others is not this model's.
    pub adapters: Vec<Adapter>,
}
