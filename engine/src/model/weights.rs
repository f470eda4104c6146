//! Decides which matrices are fused, and allocates them before the first row arrives.

use super::config::Config;
use crate::error::{Result, zeroed};
use crate::quant::Panels;

/// One transformer block.
#[derive(Debug)]
pub struct Layer {
    /// Before attention.
    pub attention_norm: Vec<f32>,
    /// After attention.
    pub post_attention_norm: Vec<f32>,
    /// Before the feed-forward part.
    pub feed_norm: Vec<f32>,
    /// After the feed-forward part.
    pub post_feed_norm: Vec<f32>,
    /// On each query head.
    pub query_norm: Vec<f32>,
    /// On each key head.
    pub key_norm: Vec<f32>,
    /// Queries, keys, values: one product instead of three.
    pub qkv: Panels,
    /// From the heads back to the stream.
    pub output: Panels,
    /// Gate and up: one product instead of two.
    pub gate_up: Panels,
    /// Back to the stream.
    pub down: Panels,
}

/// All weights of a model.
#[derive(Debug)]
pub struct Weights {
    /// The token embedding, also the output matrix.
    pub embedding: Panels,
    /// Before the output matrix.
    pub output_norm: Vec<f32>,
    /// The blocks.
    pub layers: Vec<Layer>,
}

impl Weights {
    /// Room for every tensor; an error when memory does not suffice.
    pub fn new(config: &Config, vocabulary: usize) -> Result<Self> {
        let (width, head) = (config.width, config.head_width);
        let mut layers = Vec::new();
        for _ in 0..config.layers {
            layers.push(Layer {
                attention_norm: zeroed(width)?,
                post_attention_norm: zeroed(width)?,
                feed_norm: zeroed(width)?,
                post_feed_norm: zeroed(width)?,
                query_norm: zeroed(head)?,
                key_norm: zeroed(head)?,
                qkv: Panels::new(config.qkv_rows(), width)?,
                output: Panels::new(width, config.heads * head)?,
                gate_up: Panels::new(2 * config.feed_forward, width)?,
                down: Panels::new(width, config.feed_forward)?,
            });
        }
        Ok(Self { embedding: Panels::new(vocabulary, width)?, output_norm: zeroed(width)?, layers })
    }
}
