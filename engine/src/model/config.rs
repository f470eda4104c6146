//! Decides a model's shape from its metadata, and refuses shapes that the kernels do not handle.

use super::family::Family;
use super::keys::Keys;
use super::layer_shape::{LayerShape, layer_shapes};
use super::stretch::Stretch;
use crate::error::{EngineError, Result};
use crate::gguf::Metadata;
use crate::quant::BLOCK;

/// The shape of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// Its family.
    pub family: &'static Family,
    /// Positions the model was trained for.
    pub context_length: usize,
    /// Width of the residual stream.
    pub width: usize,
    /// Transformer blocks, in order.
    pub layers: Vec<LayerShape>,
    /// Positions that a local layer sees, its own included; [`usize::MAX`] where none is local.
    pub window: usize,
    /// Rotation base of the local layers.
    pub local_base: f32,
    /// Rotation base of the global layers.
    pub global_base: f32,
    /// How the global layers' positions are stretched over a longer context.
    pub stretch: Stretch,
    /// Guard of the normalisations.
    pub epsilon: f32,
    /// Width of what each layer gets of each token's per-layer embedding; 0 where the model has none.
    pub per_layer: usize,
    /// Bound that the logits approach: `cap * tanh(logit / cap)`.
    pub softcap: Option<f32>,
}

/// The local layers' base where the file carries none: Gemma 3's files do not.
const LOCAL_BASE: f32 = 10_000.0;

impl Config {
    /// Reads and checks the shape.
    pub fn new(metadata: &Metadata) -> Result<Self> {
        let family = Family::of(metadata)?;
        let keys = Keys { metadata, architecture: family.name };
        let experts = keys.count("expert_count", 1 << 16)?;
        if experts > 0 {
            return Err(EngineError::model(format!(
                "the model is a mixture of {experts} experts, which is not supported; use a dense one, such as Gemma 4 E2B or Qwen 2.5"
            )));
        }
        let width = keys.number("embedding_length", 1 << 15)?;
        let layers = layer_shapes(&keys, family, width)?;
        let context_length = keys.number("context_length", 1 << 24)?;
        let has_windows = layers.iter().any(|layer| layer.local);
        let window = if has_windows { keys.number("attention.sliding_window", 1 << 24)? } else { usize::MAX };
        let config = Self {
            family,
            context_length,
            width,
            layers,
            window,
            local_base: keys.float("rope.freq_base_swa")?.unwrap_or(LOCAL_BASE),
            global_base: keys.float("rope.freq_base")?.unwrap_or(family.base),
            stretch: Stretch::read(&keys, family, context_length)?,
            epsilon: keys.float("attention.layer_norm_rms_epsilon")?.unwrap_or(1e-6),
            per_layer: keys.count("embedding_length_per_layer_input", 1 << 12)?,
            softcap: match metadata.float(&format!("{}.final_logit_softcapping", keys.architecture)) {
                Some(0.0) => None,
                _ => keys.float("final_logit_softcapping")?,
            },
        };
        if !config.width.is_multiple_of(BLOCK) || !config.per_layer.is_multiple_of(BLOCK) {
            return Err(EngineError::model("the model's widths are not multiples of 32"));
        }
        Ok(config)
    }

    /// The first layer of a kind: all others of the kind have its heads' width and key/value heads.
    pub fn first(&self, local: bool) -> Option<&LayerShape> {
        self.layers.iter().find(|layer| layer.local == local)
    }

    /// What a token's vector is multiplied with where it enters the stream.
    pub(super) fn embedding_scale(&self) -> f32 {
        if self.family.scales_embedding { (self.width as f32).sqrt() } else { 1.0 }
    }
}
