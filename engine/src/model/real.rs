//! Shapes of real models, for what can be known without their weights.
#![allow(clippy::indexing_slicing, reason = "the first of layers written down here")]

use super::family::Family;
use super::stretch::Stretch;
use super::{Config, LayerShape};

/// Gemma 3 270M.
pub fn gemma_270m() -> Config {
    let layer = |index: usize| LayerShape {
        local: !(index + 1).is_multiple_of(6),
        heads: 4,
        kv_heads: 1,
        head_width: 256,
        feed_forward: 2048,
        query_scale: 1.0 / 16.0,
        values_normed: false,
        rotated: true,
        reads: None,
        values_from_keys: false,
    };
    Config {
        family: Family::named("gemma3"),
        context_length: 32_768,
        width: 640,
        layers: (0..18).map(layer).collect(),
        window: 512,
        local_base: 1e4,
        global_base: 1e6,
        stretch: Stretch::Linear(1.0),
        epsilon: 1e-6,
        per_layer: 0,
        softcap: None,
    }
}

/// Gemma 3 4B.
pub fn gemma_3_4b() -> Config {
    let mut config = Config { width: 2560, window: 1024, stretch: Stretch::Linear(8.0), ..gemma_270m() };
    let layer = |index: usize| LayerShape {
        local: !(index + 1).is_multiple_of(6),
        heads: 8,
        kv_heads: 4,
        feed_forward: 10_240,
        ..config.layers[0].clone()
    };
    config.layers = (0..34).map(layer).collect();
    config
}

/// Gemma 4 E2B: its last twenty layers read the keys of layers 13 and 14.
pub fn gemma_4_e2b() -> Config {
    let layer = |index: usize| {
        let local = !(index + 1).is_multiple_of(5);
        let reads = (index >= 15).then_some(if local { 13 } else { 14 });
        LayerShape {
            local,
            heads: 8,
            kv_heads: 1,
            head_width: if local { 256 } else { 512 },
            feed_forward: if index < 15 { 6144 } else { 12_288 },
            query_scale: 1.0,
            values_normed: true,
            rotated: true,
            reads,
            values_from_keys: false,
        }
    };
    Config {
        family: Family::named("gemma4"),
        width: 1536,
        layers: (0..35).map(layer).collect(),
        per_layer: 256,
        softcap: Some(30.0),
        ..gemma_270m()
    }
}
