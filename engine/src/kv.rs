//! Decides what is remembered of the tokens seen: keys and values, next to the ids they belong to.
#![allow(
    clippy::indexing_slicing,
    reason = "every range is derived from the ids that append has made room for"
)]

use crate::error::{EngineError, Result};
use crate::model::Config;

/// Room grows by this many positions at a time.
const STEP: usize = 64;

/// Keys and values of a sequence of tokens, one plane per layer and head.
#[derive(Debug, Clone)]
pub struct KvCache {
    ids: Vec<u32>,
    keys: Vec<Vec<f32>>,
    values: Vec<Vec<f32>>,
    kv_heads: usize,
    head_width: usize,
    limit: usize,
}

impl KvCache {
    /// An empty cache for at most `limit` positions; room is made as they come.
    pub fn new(config: &Config, limit: usize) -> Self {
        let planes = config.layers * config.kv_heads;
        Self {
            ids: Vec::new(),
            keys: vec![Vec::new(); planes],
            values: vec![Vec::new(); planes],
            kv_heads: config.kv_heads,
            head_width: config.head_width,
            limit,
        }
    }

    /// The tokens held.
    pub fn ids(&self) -> &[u32] {
        &self.ids
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Bytes of keys and values.
    pub fn bytes(&self) -> usize {
        self.keys.iter().chain(&self.values).map(|plane| plane.len() * size_of::<f32>()).sum()
    }

    /// How many of `ids` are already here, from the start.
    pub fn common_prefix(&self, ids: &[u32]) -> usize {
        self.ids.iter().zip(ids).take_while(|(one, other)| one == other).count()
    }

    /// Forgets all but the first `length` tokens.
    pub fn truncate(&mut self, length: usize) {
        self.ids.truncate(length);
    }

    /// A copy of the first `length` positions, with no more room than they need.
    pub fn fork(&self, length: usize) -> Result<Self> {
        let mut copy =
            Self { ids: self.ids[..length].to_vec(), keys: Vec::new(), values: Vec::new(), ..*self };
        let cut = |planes: &[Vec<f32>]| -> Result<Vec<Vec<f32>>> {
            let size = length * self.head_width;
            planes.iter().map(|plane| grown(plane, size, size)).collect()
        };
        (copy.keys, copy.values) = (cut(&self.keys)?, cut(&self.values)?);
        Ok(copy)
    }

    /// Adds tokens and makes room for them.
    pub(crate) fn append(&mut self, ids: &[u32]) -> Result<()> {
        let length = self.ids.len() + ids.len();
        if length > self.limit {
            let limit = self.limit;
            return Err(EngineError::request(format!(
                "the context of {limit} tokens is full; shorten the prompt"
            )));
        }
        // Half as much again, so that growing costs a constant per token.
        let positions = (length + self.ids.len() / 2).next_multiple_of(STEP).min(self.limit);
        let (held, room) = (self.ids.len() * self.head_width, positions * self.head_width);
        for plane in self.keys.iter_mut().chain(&mut self.values) {
            if plane.len() < length * self.head_width {
                *plane = grown(plane, held, room)?;
            }
        }
        self.ids.extend_from_slice(ids);
        Ok(())
    }

    pub(crate) fn store(&mut self, layer: usize, position: usize, keys: &[f32], values: &[f32]) {
        let range = position * self.head_width..(position + 1) * self.head_width;
        for head in 0..self.kv_heads {
            let source = head * self.head_width..(head + 1) * self.head_width;
            let plane = layer * self.kv_heads + head;
            self.keys[plane][range.clone()].copy_from_slice(&keys[source.clone()]);
            self.values[plane][range.clone()].copy_from_slice(&values[source]);
        }
    }

    pub(crate) fn range(&self, layer: usize, head: usize, begin: usize, end: usize) -> (&[f32], &[f32]) {
        let plane = layer * self.kv_heads + head;
        let range = begin * self.head_width..end * self.head_width;
        (&self.keys[plane][range.clone()], &self.values[plane][range])
    }
}

fn grown(plane: &[f32], held: usize, room: usize) -> Result<Vec<f32>> {
    let mut copy = Vec::new();
    copy.try_reserve_exact(room).map_err(|_| EngineError::memory(room * size_of::<f32>()))?;
    copy.extend_from_slice(&plane[..held]);
    copy.resize(room, 0.0);
    Ok(copy)
}
