//! Decides which prefixes stay in memory: the most recently used, up to a number of bytes.

use crate::kv::KvCache;
use std::collections::HashMap;

/// A prefix's cache.
#[derive(Debug, Clone)]
pub(super) struct Kept {
    pub(super) cache: KvCache,
    /// The final state after its last token, where that was wanted.
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

    /// The prefixes, the most recently used first.
    pub(super) fn recent_first(&self) -> impl Iterator<Item = &Kept> {
        self.kept.iter().rev()
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.kept.clear();
    }

    /// The prefix with exactly these tokens and their final state.
    pub(super) fn find(&self, ids: &[u32]) -> Option<Kept> {
        self.kept.iter().find(|kept| kept.cache.ids() == ids && !kept.state.is_empty()).cloned()
    }

    /// The cache that shares most with `ids` and can go on from there, and how much, at most `limit`.
    pub(super) fn nearest(&self, ids: &[u32], limit: usize) -> Option<(&KvCache, usize)> {
        let shared = self.kept.iter().map(|kept| (&kept.cache, kept.cache.common_prefix(ids).min(limit)));
        shared
            .filter(|(cache, length)| *length > 0 && cache.reaches(*length))
            .max_by_key(|(_, length)| *length)
    }

    /// Keeps a prefix as the most recent, in the place of one with the same tokens; the oldest go when there is no room.
    pub(super) fn keep(&mut self, kept: Kept) {
        self.kept.retain(|other| other.cache.ids() != kept.cache.ids());
        self.kept.push(kept);
        while self.kept.len() > 1 && self.bytes() > self.most_bytes {
            self.kept.remove(0);
        }
    }

    /// Pages that several prefixes share count once.
    fn bytes(&self) -> usize {
        let pages = self.kept.iter().flat_map(|kept| kept.cache.pages());
        pages.collect::<HashMap<usize, usize>>().values().sum()
    }
}
