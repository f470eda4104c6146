//! Decides how far tokens go through the model at a time: a whole pass would keep an abort waiting.
#![allow(
    clippy::indexing_slicing,
    reason = "a pass is of the model that began it, and the loader checked that shapes and layers are as many"
)]

use super::forward::Place;
use super::{Config, Model, Scratch};
use crate::error::Result;
use crate::kv::KvCache;

/// The most tokens of a pass; more of them would not be faster.
const MOST_TOKENS: usize = 64;
/// The fewest that are still worth reading the weights for: with 16, the prompts of Qwen 1.5B were read a tenth slower.
const LEAST_TOKENS: usize = 32;

/// Tokens on their way through the layers, of one sequence or of several. Given up half-way it leaves nothing behind.
#[derive(Debug)]
pub struct Pass {
    /// Those of each sequence.
    ids: Vec<Vec<u32>>,
    /// Layers that are behind them.
    layers: usize,
}

impl Pass {
    /// How many tokens there are.
    pub fn tokens(&self) -> usize {
        self.ids.iter().map(Vec::len).sum()
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
    /// Sets each sequence's tokens (not none) on their way behind those that its cache holds; an error when they do not fit it.
    /// Weights are read once for all of them.
    pub fn begin(
        &self,
        caches: &mut [&mut KvCache],
        ids: Vec<Vec<u32>>,
        scratch: &mut Scratch,
    ) -> Result<Pass> {
        scratch.places.clear();
        for (sequence, (cache, ids)) in caches.iter_mut().zip(&ids).enumerate() {
            cache.make_room(ids.len())?;
            let positions = cache.len()..cache.len() + ids.len();
            scratch.places.extend(positions.map(|position| Place { sequence, position }));
        }
        self.embed(&ids.concat(), scratch);
        Ok(Pass { ids, layers: 0 })
    }

    /// Takes them through as many more layers as `work` multiplications allow, at least one. `true` when all layers are
    /// behind them: now the caches hold them. `caches` and `scratch` must be those of [`Model::begin`], used for nothing else
    /// since.
    pub fn go_on(
        &self,
        pass: &mut Pass,
        caches: &mut [&mut KvCache],
        scratch: &mut Scratch,
        work: usize,
    ) -> bool {
        let work = work.max(1);
        let (tokens, mut left) = (pass.tokens(), work);
        let positions = scratch.places.iter().map(|place| place.position + 1).max().unwrap_or(0);
        loop {
            if pass.layers == self.weights.layers.len() {
                for (cache, ids) in caches.iter_mut().zip(&pass.ids) {
                    cache.hold(ids);
                }
                return true;
            }
            let next = self.config.work(pass.layers, positions).saturating_mul(tokens);
            if next > left && left < work {
                return false;
            }
            self.layer(pass.layers, caches, scratch);
            pass.layers += 1;
            left = left.saturating_sub(next.max(1));
        }
    }

    /// Passes tokens (not none) through all layers at once; an error when `cache` has no room for them.
    pub fn forward(&self, cache: &mut KvCache, ids: &[u32], scratch: &mut Scratch) -> Result<()> {
        let caches = &mut [cache];
        let mut pass = self.begin(caches, vec![ids.to_vec()], scratch)?;
        while !self.go_on(&mut pass, caches, scratch, usize::MAX) {}
        Ok(())
    }
}
