//! Decides the proportions of the tiny files: which real size each one stands for, and what of it is kept.

use crate::gguf::TensorType;

/// A model small enough for a test. Pairs are for local and for global layers.
#[derive(Debug, Clone)]
pub struct Shape {
    /// What the recorded figures are filed under.
    pub name: &'static str,
    /// As GGUF files name it.
    pub architecture: &'static str,
    /// Width of the residual stream.
    pub width: usize,
    /// Transformer blocks.
    pub layers: usize,
    /// Each such layer is global, counted from one.
    pub global_every: usize,
    /// Positions that a local layer sees.
    pub window: usize,
    /// Query heads.
    pub heads: usize,
    /// Key/value heads.
    pub kv_heads: (usize, usize),
    /// Width of a head.
    pub head: (usize, usize),
    /// Width of the feed-forward part; the layers that share keys have twice as much.
    pub feed_forward: usize,
    /// Rotation bases. Gemma 3's files do not carry the first one; Gemma 4's are smaller here than in the real files (1e4, 1e6),
    /// so that a short prompt turns more pairs.
    pub bases: (f32, f32),
    /// How positions of global layers are stretched, and how far.
    pub stretch: Option<(&'static str, f32)>,
    /// Whether the output matrix is not the token embedding.
    pub own_output: bool,
    /// Last layers that read the keys and values of earlier ones.
    pub shared_layers: usize,
    /// Width of the per-layer embedding; 0 for none.
    pub per_layer: usize,
    /// Bound of the logits.
    pub softcap: Option<f32>,
    /// Whether the global layers take their values from the keys' matrix.
    pub values_from_keys: bool,
    /// Middle of the random weights of the norms on queries and keys: how sharply heads attend.
    pub attention_norm: (f32, f32),
    /// Middle of the random weights of the last norm: how far the logits spread.
    pub output_norm: f32,
    /// Storage types of the matrices, in turn.
    pub kinds: &'static [TensorType],
}

impl Shape {
    /// Six layers of Gemma 3, as small as it goes; its layers use every type that 270M files have.
    pub const SMALL: Self = Self {
        name: "gemma3-small",
        architecture: "gemma3",
        width: 256,
        layers: 6,
        global_every: 6,
        window: 16,
        heads: 2,
        kv_heads: (1, 1),
        head: (128, 128),
        feed_forward: 256,
        bases: (1e4, 1e6),
        stretch: None,
        own_output: false,
        shared_layers: 0,
        per_layer: 0,
        softcap: None,
        values_from_keys: false,
        attention_norm: (1.0, 1.0),
        output_norm: 1.0,
        kinds: &[
            TensorType::Q4_0,
            TensorType::Q5_0,
            TensorType::Q8_0,
            TensorType::Q4_K,
            TensorType::Q6_K,
            TensorType::F16,
        ],
    };

    /// Gemma 3 1B: four heads of 256 on one key/value head, and a width that superblocks of 256 do not divide.
    pub const GEMMA3_1B: Self = Self {
        name: "gemma3-1b",
        width: 288,
        layers: 12,
        heads: 4,
        head: (256, 256),
        feed_forward: 416,
        attention_norm: (1.0, 1.6),
        output_norm: 3.0,
        kinds: &[TensorType::Q5_0, TensorType::Q8_0, TensorType::F16],
        ..Self::SMALL
    };

    /// Gemma 3 4B: eight heads on four key/value heads, a longer window, global positions compressed eightfold.
    pub const GEMMA3_4B: Self = Self {
        name: "gemma3-4b",
        layers: 13,
        window: 24,
        heads: 8,
        kv_heads: (4, 4),
        head: (64, 64),
        feed_forward: 512,
        stretch: Some(("linear", 8.0)),
        attention_norm: (1.0, 1.6),
        output_norm: 3.0,
        ..Self::SMALL
    };

    /// Gemma 4 E2B: heads of two widths on one key/value head, every fifth layer global, the last half reading earlier keys
    /// with a feed-forward part of twice the width, per-layer embeddings.
    pub const GEMMA4_E2B: Self = Self {
        name: "gemma4-e2b",
        architecture: "gemma4",
        layers: 10,
        global_every: 5,
        heads: 8,
        head: (32, 64),
        feed_forward: 256,
        bases: (500.0, 1e4),
        shared_layers: 5,
        per_layer: 128,
        softcap: Some(8.0),
        attention_norm: (0.25, 0.5),
        output_norm: 3.0,
        kinds: &[
            TensorType::Q4_0,
            TensorType::Q8_0,
            TensorType::Q4_1,
            TensorType::F16,
            TensorType::Q5_1,
            TensorType::BF16,
        ],
        ..Self::SMALL
    };

    /// Gemma 4 12B: global layers with fewer key/value heads, whose values come from the keys' matrix; no layer shares keys.
    pub const GEMMA4_12B: Self = Self {
        name: "gemma4-12b",
        layers: 12,
        global_every: 6,
        heads: 4,
        kv_heads: (2, 1),
        head: (64, 128),
        shared_layers: 0,
        per_layer: 0,
        kinds: &[TensorType::Q4_K, TensorType::Q5_K, TensorType::F16, TensorType::Q6_K],
        ..Self::GEMMA4_E2B
    };

    /// Qwen 2.5 0.5B: what is added to queries, keys and values, and three query heads for each of two keys.
    pub const QWEN2: Self = Self {
        name: "qwen2",
        architecture: "qwen2",
        width: 384,
        global_every: 1,
        heads: 6,
        kv_heads: (2, 2),
        head: (64, 64),
        feed_forward: 512,
        bases: (1e4, 1e4),
        output_norm: 3.0,
        kinds: &[TensorType::Q5_0, TensorType::IQ4_NL, TensorType::Q4_0, TensorType::Q4_1],
        ..Self::SMALL
    };

    /// Qwen 3: heads that are normed and wider than their part of the stream, an output matrix of its own, a context stretched by
    /// `YaRN` from the 32 positions of the training.
    pub const QWEN3: Self = Self {
        name: "qwen3",
        architecture: "qwen3",
        width: 256,
        heads: 4,
        head: (128, 128),
        stretch: Some(("yarn", 4.0)),
        attention_norm: (0.8, 0.8),
        own_output: true,
        kinds: &[TensorType::Q4_K, TensorType::Q6_K, TensorType::Q5_K],
        ..Self::QWEN2
    };

    /// Llama 3.2: pairs side by side in the file, divisors of the rotation; in the types that are kept exactly.
    pub const LLAMA: Self = Self {
        name: "llama",
        architecture: "llama",
        width: 256,
        heads: 4,
        kinds: &[TensorType::Q4_K, TensorType::Q4_0, TensorType::Q4_1],
        ..Self::QWEN2
    };

    /// `SmolLM3`: every fourth layer is not rotated.
    pub const SMOLLM3: Self = Self { name: "smollm3", architecture: "smollm3", layers: 8, ..Self::LLAMA };

    /// All shapes whose logits were recorded.
    pub const ALL: [Self; 9] = [
        Self::SMALL,
        Self::GEMMA3_1B,
        Self::GEMMA3_4B,
        Self::GEMMA4_E2B,
        Self::GEMMA4_12B,
        Self::QWEN2,
        Self::QWEN3,
        Self::LLAMA,
        Self::SMOLLM3,
    ];

    /// Whether it is one of the Gemmas.
    pub(super) fn is_gemma(&self) -> bool {
        self.architecture.starts_with("gemma")
    }

    /// Whether its heads are normed.
    pub(super) fn norms_heads(&self) -> bool {
        self.is_gemma() || self.architecture == "qwen3"
    }

    /// Width of a layer's feed-forward part.
    pub(super) fn feed_forward(&self, layer: usize) -> usize {
        self.feed_forward * if layer + self.shared_layers >= self.layers { 2 } else { 1 }
    }

    /// Whether a layer sees only its window.
    pub(super) fn is_local(&self, layer: usize) -> bool {
        !(layer + 1).is_multiple_of(self.global_every)
    }

    /// Of a pair, the half that counts for a layer.
    pub(super) fn of<T>(&self, layer: usize, (local, global): (T, T)) -> T {
        if self.is_local(layer) { local } else { global }
    }
}
