//! Decides how a Gemma 3 model is built from its file and how tokens pass through it.

mod config;
mod forward;
mod head;
mod loader;
mod plan;
mod rope;
mod weights;

pub use config::Config;
pub use forward::Scratch;
pub use loader::Loader;
pub use rope::Angles;
pub use weights::{Layer, Weights};

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
}
