//! Decides how far tokens go through the model at a time: a whole pass would keep an abort waiting.
#![allow(
    clippy::indexing_slicing,
    reason = "a pass is of the model that began it, and the loader checked that shapes and layers are as many"
)]

use super::{Config, Model, Scratch};
use crate::error::Result;
use crate::kv::KvCache;

/// The most tokens of a pass; more of them would not be faster.
const MOST_TOKENS: usize = 64;
/// The fewest that are still worth reading the weights for: with 16, the prompts of Qwen 1.5B were read a tenth slower.
const LEAST_TOKENS: usize = 32;

/// Tokens on their way through the layers. Given up half-way it leaves nothing behind.
#[derive(Debug)]
pub struct Pass {
    ids: Vec<u32>,
    /// Layers that are behind them.
    layers: usize,
}

impl Pass {
    /// How many tokens there are.
    pub fn tokens(&self) -> usize {
        self.ids.len()
    }
}

impl Config {
    /// Multiplications of one layer for a token that sees `positions` ones.
    fn work(&self, layer: usize, positions: usize) -> usize {
        let shape = &self.layers[layer];
        let seen = if shape.local { positions.min(self.window) } else { positions };
        let rows = shape.qkv_rows() + shape.query_width() + 3 * shape.feed_forward + 2 * self.per_layer;
        (self.width * rows).saturating_add(2 * seen * shape.query_width())
    }

    /// How many tokens should go behind `start` ones at a time, so that no layer takes more than `work` multiplications.
    pub fn slice(&self, start: usize, work: usize) -> usize {
        let positions = start + MOST_TOKENS;
        let most = (0..self.layers.len()).map(|layer| self.work(layer, positions)).max().unwrap_or(1);
        let mut tokens = MOST_TOKENS;
        while tokens > LEAST_TOKENS && tokens.saturating_mul(most) > work {
            tokens /= 2;
        }
        tokens
    }
}

impl Model {
    /// Sets tokens (not none) on their way behind those that `cache` holds; an error when they do not fit it.
    pub fn begin(&self, cache: &mut KvCache, ids: &[u32], scratch: &mut Scratch) -> Result<Pass> {
        cache.make_room(ids.len())?;
        self.embed(ids, cache.len(), scratch);
        Ok(Pass { ids: ids.to_vec(), layers: 0 })
    }

    /// Takes them through as many more layers as `work` multiplications allow, at least one. `true` when all layers are
    /// behind them: now the cache holds them. `cache` and `scratch` must be those of [`Model::begin`], used for nothing else
    /// since.
    pub fn go_on(&self, pass: &mut Pass, cache: &mut KvCache, scratch: &mut Scratch, work: usize) -> bool {
        let work = work.max(1);
        let (start, mut left) = (cache.len(), work);
        loop {
            if pass.layers == self.weights.layers.len() {
                cache.hold(&pass.ids);
                return true;
            }
            let next = self.config.work(pass.layers, start + pass.ids.len()).saturating_mul(pass.ids.len());
            if next > left && left < work {
                return false;
            }
            self.layer(pass.layers, cache, start, scratch);
            pass.layers += 1;
            left = left.saturating_sub(next.max(1));
        }
    }

    /// Passes tokens (not none) through all layers at once; an error when `cache` has no room for them.
    pub fn forward(&self, cache: &mut KvCache, ids: &[u32], scratch: &mut Scratch) -> Result<()> {
        let mut pass = self.begin(cache, ids, scratch)?;
        while !self.go_on(&mut pass, cache, scratch, usize::MAX) {}
        Ok(())
    }
}
