//! Decides which prefixes stay in memory: the most recently used, up to a number of bytes.

use crate::kv::KvCache;

/// A prefix's cache, with the final state after its last token.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) cache: KvCache,
    pub(super) state: Vec<f32>,
}

/// Prefixes, the most recently used last.
#[derive(Debug)]
pub(super) struct Prefixes {
    kept: Vec<Kept>,
    most_bytes: usize,
}

impl Prefixes {
    pub(super) fn new(most_bytes: usize) -> Self {
        Self { kept: Vec::new(), most_bytes }
    }

    /// Takes out the prefix with exactly these tokens.
    pub(super) fn take(&mut self, ids: &[u32]) -> Option<Kept> {
        let index = self.kept.iter().position(|kept| kept.cache.ids() == ids)?;
        Some(self.kept.remove(index))
    }

    /// The cache that shares most with `ids`, and how much.
    pub(super) fn nearest(&self, ids: &[u32]) -> Option<(&KvCache, usize)> {
        let shared = self.kept.iter().map(|kept| (&kept.cache, kept.cache.common_prefix(ids)));
        shared.filter(|(_, length)| *length > 0).max_by_key(|(_, length)| *length)
    }

    /// Puts a prefix back as the most recent; the oldest go when there is no room.
    pub(super) fn keep(&mut self, kept: Kept) {
        self.kept.push(kept);
        let mut bytes: usize = self.kept.iter().map(|kept| kept.cache.bytes()).sum();
        while bytes > self.most_bytes && self.kept.len() > 1 {
            bytes -= self.kept.remove(0).cache.bytes();
        }
    }
}
