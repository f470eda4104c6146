//! Decides which families of models the forward pass knows, and what tells one from another. A new family whose blocks are of
//! these parts is one file here; what the parts are is said in CONTRIBUTING.

mod gemma;
mod llama;
mod qwen;

use crate::error::{EngineError, Result};
use crate::gguf::Metadata;

/// What is done to the gate of the feed-forward part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gate {
    /// `x · sigmoid(x)`.
    Silu,
    /// The tanh form of GELU.
    Gelu,
}

/// Which layers see only a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Windows {
    /// None.
    No,
    /// As the file says; where it does not, every so many-th layer sees all and the others a window.
    Every(usize),
    /// As the file says.
    AsSaid,
}

/// What queries are multiplied with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum QueryScale {
    /// One over the root of a head's width.
    OfWidth,
    One,
}

/// Whether a tensor with the divisors of the rotation belongs to the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RopeFactors {
    No,
    Maybe,
    Always,
}

/// A family of models: how its blocks differ from those of others, beyond what its files say in numbers.
#[derive(Debug, Clone, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a part that a block has or has not, and any may go with any"
)]
pub struct Family {
    /// The name that GGUF files give it.
    pub name: &'static str,
    /// Whether the token's vector is multiplied with the root of the width.
    pub(super) scales_embedding: bool,
    /// Whether what attention and the feed-forward part give is normalised before it is added.
    pub(super) norms_after: bool,
    /// Whether the heads of queries and keys are normalised.
    pub(super) norms_heads: bool,
    /// Whether values are normalised, without weights.
    pub(super) norms_values: bool,
    /// Whether queries, keys and values may have something added to them.
    pub(super) adds_biases: bool,
    /// Whether the file has the two halves of a rotated pair side by side; else half a head lies between them.
    pub(super) pairs_adjacent: bool,
    /// Every so many-th layer is not rotated; 0 for none.
    pub(super) unrotated_every: usize,
    pub(super) query_scale: QueryScale,
    pub(super) gate: Gate,
    pub(super) windows: Windows,
    pub(super) rope_factors: RopeFactors,
    /// Whether each layer scales the stream at its end, and may make values with the keys' matrix.
    pub(super) scales_layers: bool,
    /// The rotation's base where the file does not say it.
    pub(super) base: f32,
    /// Ways to stretch the context that its files carry (`rope.scaling.type`).
    pub(super) scalings: &'static [&'static str],
}

/// What most families since Llama have in common: norms in front alone, `SwiGLU`, rotated heads, the whole context in sight.
const USUAL: Family = Family {
    name: "",
    scales_embedding: false,
    norms_after: false,
    norms_heads: false,
    norms_values: false,
    adds_biases: false,
    pairs_adjacent: false,
    unrotated_every: 0,
    query_scale: QueryScale::OfWidth,
    gate: Gate::Silu,
    windows: Windows::No,
    rope_factors: RopeFactors::No,
    scales_layers: false,
    base: 10_000.0,
    scalings: &["linear", "yarn"],
};

/// All of them, as messages name them.
static KNOWN: [Family; 6] =
    [gemma::GEMMA_3, gemma::GEMMA_4, llama::LLAMA, llama::SMOLLM_3, qwen::QWEN_2, qwen::QWEN_3];

impl Family {
    /// The family that a file names.
    pub(super) fn of(metadata: &Metadata) -> Result<&'static Self> {
        let named = metadata.text("general.architecture").unwrap_or("unknown");
        KNOWN.iter().find(|known| known.name == named).ok_or_else(|| {
            let known: Vec<&str> = KNOWN.iter().map(|known| known.name).collect();
            EngineError::model(format!(
                "the architecture {named} is not supported; use a GGUF file of one of these: {}",
                known.join(", ")
            ))
        })
    }

    /// The family of this name, for tests.
    #[cfg(test)]
    pub(super) fn named(name: &str) -> &'static Self {
        KNOWN.iter().find(|known| known.name == name).unwrap_or(&KNOWN[0])
    }
}
