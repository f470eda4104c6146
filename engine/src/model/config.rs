//! Decides a model's shape from its metadata, and refuses shapes that the kernels do not handle.

use crate::error::{EngineError, Result};
use crate::gguf::Metadata;
use crate::quant::BLOCK;

/// The shape of a Gemma 3 model.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// Positions the model was trained for.
    pub context_length: usize,
    /// Width of the residual stream.
    pub width: usize,
    /// Transformer blocks.
    pub layers: usize,
    /// Width of the feed-forward part.
    pub feed_forward: usize,
    /// Query heads.
    pub heads: usize,
    /// Key/value heads.
    pub kv_heads: usize,
    /// Width of a head.
    pub head_width: usize,
    /// Positions that a local layer sees.
    pub window: usize,
    /// Rotation base of the global layers.
    pub global_base: f32,
    /// Factor by which the global layers' positions are compressed.
    pub global_scale: f32,
    /// Guard of the normalisations.
    pub epsilon: f32,
}

/// Gemma 3's local layers always rotate with this base; files do not carry it.
pub(super) const LOCAL_BASE: f32 = 10_000.0;
/// Every sixth layer is global.
const GLOBAL_EVERY: usize = 6;

impl Config {
    /// Reads and checks the shape.
    pub fn new(metadata: &Metadata) -> Result<Self> {
        let architecture = metadata.text("general.architecture").unwrap_or("unknown");
        if architecture != "gemma3" {
            let message = format!(
                "the architecture {architecture} is not supported; use a Gemma 3 or FunctionGemma GGUF"
            );
            return Err(EngineError::model(message));
        }
        let key = |name: &str| format!("gemma3.{name}");
        let number = |name: &str, most: u64| -> Result<usize> {
            let value = metadata.integer(&key(name));
            let value =
                value.ok_or_else(|| EngineError::model(format!("the GGUF file lacks gemma3.{name}")))?;
            if value == 0 || value > most {
                return Err(EngineError::model(format!("gemma3.{name} is {value}; 1 to {most} is possible")));
            }
            Ok(value as usize)
        };
        let heads = number("attention.head_count", 256)?;
        let config = Self {
            context_length: number("context_length", 1 << 24)?,
            width: number("embedding_length", 1 << 15)?,
            layers: number("block_count", 512)?,
            feed_forward: number("feed_forward_length", 1 << 18)?,
            heads,
            kv_heads: number("attention.head_count_kv", 256).unwrap_or(heads),
            head_width: number("attention.key_length", 1024)?,
            window: number("attention.sliding_window", 1 << 24)?,
            global_base: metadata.float(&key("rope.freq_base")).unwrap_or(1_000_000.0),
            global_scale: metadata.float(&key("rope.scaling.factor")).unwrap_or(1.0),
            epsilon: metadata.float(&key("attention.layer_norm_rms_epsilon")).unwrap_or(1e-6),
        };
        let blocks = [config.width, config.feed_forward, config.heads * config.head_width, config.head_width];
        if blocks.iter().any(|size| !size.is_multiple_of(BLOCK)) {
            return Err(EngineError::model("the model's widths are not multiples of 32"));
        }
        if !config.heads.is_multiple_of(config.kv_heads) {
            return Err(EngineError::model("the query heads do not divide evenly among the key/value heads"));
        }
        if metadata
            .integer(&key("attention.value_length"))
            .is_some_and(|length| length != config.head_width as u64)
        {
            return Err(EngineError::model("keys and values of different widths are not supported"));
        }
        if !(config.global_base > 0.0 && config.global_scale > 0.0 && config.epsilon > 0.0) {
            return Err(EngineError::model("a rotation base, scale or epsilon is not positive"));
        }
        Ok(config)
    }

    /// Whether this layer sees only the last [`Config::window`] positions.
    pub fn is_local(&self, layer: usize) -> bool {
        !(layer + 1).is_multiple_of(GLOBAL_EVERY)
    }

    /// Rows of the fused query, key and value matrix.
    pub fn qkv_rows(&self) -> usize {
        (self.heads + 2 * self.kv_heads) * self.head_width
    }
}
