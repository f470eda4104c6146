//! Decides what is remembered of the tokens seen: keys and values in pages, next to the ids they belong to.
//!
//! Pages are shared: a fork costs a few pointers, and only the page that a fork goes on writing is copied. Local layers
//! see the last [`Config::window`] positions, so their older pages are let go, unless a fork still holds them. At rest
//! 32,768 positions of the 270M model take 109 MB. Beyond the ids lies what a pass under way has stored, or one that was given
//! up.
#![allow(clippy::indexing_slicing, reason = "every position is one for which `make_room` has made pages")]

use crate::error::{EngineError, Result, zeroed};
use crate::kernels::pack;
use crate::model::Config;
use std::sync::Arc;

mod stored;

/// Positions in a page.
pub(crate) const PAGE: usize = 32;

/// A page: packed keys and values, which several caches may share.
pub(crate) type Page = Arc<Vec<u32>>;

/// Keys and values of a sequence of tokens.
#[derive(Debug, Clone)]
pub struct KvCache {
    ids: Vec<u32>,
    local: Pages,
    global: Pages,
    /// Each layer's place among the layers of its kind that have keys of their own.
    slots: Arc<[(Kind, usize)]>,
    window: usize,
    limit: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Local,
    Global,
}

/// The pages of all layers of one kind.
#[derive(Debug, Clone)]
struct Pages {
    /// Pages that were let go in front.
    dropped: usize,
    pages: Vec<Page>,
    /// Words of one head's keys, or values, at one position: two bfloat16 each.
    words: usize,
    kv_heads: usize,
    layers: usize,
}

impl KvCache {
    /// An empty cache for at most `limit` positions; pages are made as they come.
    pub fn new(config: &Config, limit: usize) -> Self {
        let mut slots: Vec<(Kind, usize)> = Vec::with_capacity(config.layers.len());
        let mut counts = (0, 0);
        for layer in &config.layers {
            let (kind, count) =
                if layer.local { (Kind::Local, &mut counts.0) } else { (Kind::Global, &mut counts.1) };
            // A layer that reads an earlier one's keys has that one's place, and none of its own.
            slots.push(match layer.reads.and_then(|owner| slots.get(owner)) {
                Some(slot) => *slot,
                None => {
                    *count += 1;
                    (kind, *count - 1)
                }
            });
        }
        let pages = |local, layers| {
            let (head_width, kv_heads) =
                config.first(local).map_or((0, 0), |layer| (layer.head_width, layer.kv_heads));
            Pages { dropped: 0, pages: Vec::new(), words: head_width / 2, kv_heads, layers }
        };
        let (local, global) = (pages(true, counts.0), pages(false, counts.1));
        let slots = slots.into();
        Self { ids: Vec::new(), local, global, slots, window: config.window, limit }
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

    /// Address and bytes of each page: pages that several caches share have one address.
    pub fn pages(&self) -> impl Iterator<Item = (usize, usize)> {
        let pages = self.local.pages.iter().chain(&self.global.pages);
        pages.map(|page| (Arc::as_ptr(page).addr(), page.len() * size_of::<u32>()))
    }

    /// Bytes of keys and values.
    pub fn bytes(&self) -> usize {
        self.pages().map(|(_, bytes)| bytes).sum()
    }

    /// How many of `ids` are already here, from the start.
    pub fn common_prefix(&self, ids: &[u32]) -> usize {
        self.ids.iter().zip(ids).take_while(|(one, other)| one == other).count()
    }

    /// Whether the next token could follow the first `length`: the local layers still hold what it sees.
    pub fn reaches(&self, length: usize) -> bool {
        length == 0
            || length <= self.ids.len()
                && self.local.dropped * PAGE <= (length + 1).saturating_sub(self.window)
    }

    /// Gives back the room that was made for a pass that was given up.
    pub(crate) fn settle(&mut self) {
        self.truncate(self.ids.len());
    }

    /// Forgets all but the first `length` tokens: none, or as many as [`KvCache::reaches`] said yes to.
    pub fn truncate(&mut self, length: usize) {
        debug_assert!(self.reaches(length));
        self.ids.truncate(length);
        self.local.truncate(length);
        self.global.truncate(length);
    }

    /// The first `length` positions, of which [`KvCache::reaches`] said yes, as a cache of their own.
    #[must_use]
    pub fn fork(&self, length: usize) -> Self {
        let mut copy = self.clone();
        copy.truncate(length);
        copy.let_go();
        copy
    }

    /// Makes room for the keys and values of so many more tokens.
    pub(crate) fn make_room(&mut self, count: usize) -> Result<()> {
        let length = self.ids.len() + count;
        if length > self.limit {
            let limit = self.limit;
            return Err(EngineError::request(format!(
                "the context of {limit} tokens is full; shorten the prompt"
            )));
        }
        self.let_go();
        self.local.make_room(self.ids.len(), length)?;
        self.global.make_room(self.ids.len(), length)
    }

    /// Adds tokens whose keys and values are all stored, in the room that was made for them.
    pub(crate) fn hold(&mut self, ids: &[u32]) {
        self.ids.extend_from_slice(ids);
    }

    /// Lets go what no later token sees.
    pub(crate) fn let_go(&mut self) {
        let unseen = (self.ids.len() + 1).saturating_sub(self.window) / PAGE;
        let gone = unseen.saturating_sub(self.local.dropped).min(self.local.pages.len());
        self.local.pages.drain(..gone);
        self.local.dropped += gone;
    }

    pub(crate) fn store(&mut self, layer: usize, position: usize, keys: &[f32], values: &[f32]) {
        let (kind, slot) = self.slots[layer];
        let pages = if kind == Kind::Local { &mut self.local } else { &mut self.global };
        let head_width = pages.words * 2;
        for head in 0..pages.kv_heads {
            let at = head * head_width..(head + 1) * head_width;
            for (plane, source) in [keys, values].into_iter().enumerate() {
                let place = pages.place(slot, plane, head, position % PAGE);
                let (words, index) = (pages.words, position / PAGE - pages.dropped);
                // `make_room` saw to it that nobody else holds the pages that are written.
                if let Some(page) = Arc::get_mut(&mut pages.pages[index]) {
                    pack(&source[at.clone()], &mut page[place..place + words]);
                }
            }
        }
    }

    /// Keys and values of the positions, page by page.
    pub(crate) fn range(
        &self,
        layer: usize,
        head: usize,
        begin: usize,
        end: usize,
    ) -> impl Iterator<Item = (&[u32], &[u32])> + Clone {
        let (kind, slot) = self.slots[layer];
        let pages = if kind == Kind::Local { &self.local } else { &self.global };
        (begin / PAGE..end.div_ceil(PAGE)).map(move |index| {
            let (from, to) = (begin.max(index * PAGE), end.min((index + 1) * PAGE));
            let page = &pages.pages[index - pages.dropped];
            let length = (to - from) * pages.words;
            let part = |plane| &page[pages.place(slot, plane, head, from % PAGE)..][..length];
            (part(0), part(1))
        })
    }
}

impl Pages {
    /// Where a head's keys (plane 0) or values (plane 1) of a position begin within its page.
    fn place(&self, slot: usize, plane: usize, head: usize, position: usize) -> usize {
        (((slot * 2 + plane) * self.kv_heads + head) * PAGE + position) * self.words
    }

    /// Words of a page: all its layers' keys and values.
    fn page_words(&self) -> usize {
        self.layers * 2 * self.kv_heads * PAGE * self.words
    }

    /// Pages for the positions from `from` to `to`, held by nobody else.
    fn make_room(&mut self, from: usize, to: usize) -> Result<()> {
        let size = self.page_words();
        let first = (from / PAGE).saturating_sub(self.dropped);
        for page in self.pages.iter_mut().skip(first) {
            if Arc::get_mut(page).is_none() {
                let mut copy = zeroed(size)?;
                copy.copy_from_slice(page);
                *page = Arc::new(copy);
            }
        }
        while (self.dropped + self.pages.len()) * PAGE < to {
            self.pages.push(Arc::new(zeroed(size)?));
        }
        Ok(())
    }

    fn truncate(&mut self, length: usize) {
        if length == 0 {
            self.dropped = 0;
        }
        self.pages.truncate(length.div_ceil(PAGE).saturating_sub(self.dropped));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::real::{gemma_4_e2b, gemma_270m};

    impl KvCache {
        fn append(&mut self, ids: &[u32]) -> Result<()> {
            self.make_room(ids.len())?;
            self.hold(ids);
            Ok(())
        }
    }

    #[test]
    fn the_270m_model_remembers_its_whole_context_in_110_megabytes() -> Result<()> {
        let mut cache = KvCache::new(&gemma_270m(), 32_768);
        let mut most = 0;
        for _ in 0..512 {
            cache.append(&[7; 64])?;
            most = most.max(cache.bytes());
        }
        cache.let_go();
        assert!(
            cache.bytes() <= 110_000_000 && most <= 111_000_000,
            "{} at rest, {most} at most",
            cache.bytes()
        );
        Ok(())
    }

    #[test]
    fn gemma_4_e2b_remembers_its_keys_once_for_all_layers_that_read_them() -> Result<()> {
        let mut cache = KvCache::new(&gemma_4_e2b(), 32_768);
        while cache.len() < 32_768 {
            cache.append(&[7; 64])?;
        }
        cache.let_go();
        // Three global layers of width 512 keep everything, twelve local ones of width 256 their window and a page.
        let global = 3 * 32_768 * 512 * 4;
        let local = 12 * (512 + 32) * 256 * 4;
        assert!((global..=global + local).contains(&cache.bytes()), "{}", cache.bytes());
        assert_eq!(cache.slots[17], cache.slots[13]);
        assert_eq!(cache.slots[34], cache.slots[14]);
        Ok(())
    }

    #[test]
    fn a_fork_shares_its_pages_and_copies_only_the_one_it_goes_on_writing() -> Result<()> {
        let mut cache = KvCache::new(&gemma_270m(), 32_768);
        cache.append(&[7; 40])?;
        let mut fork = cache.fork(40);
        let shared = |one: &KvCache, other: &KvCache| {
            let other: Vec<_> = other.pages().collect();
            one.pages().filter(|page| other.contains(page)).count()
        };
        assert_eq!(shared(&cache, &fork), 4, "two local, two global");
        fork.append(&[8; 1])?;
        assert_eq!(shared(&cache, &fork), 2);
        Ok(())
    }

    #[test]
    fn a_cache_reaches_as_far_back_as_its_local_layers_see() -> Result<()> {
        let mut cache = KvCache::new(&gemma_270m(), 32_768);
        cache.append(&[7; 64])?;
        assert!(cache.reaches(1) && cache.reaches(64) && !cache.reaches(65));
        for _ in 0..20 {
            cache.append(&[7; 64])?;
        }
        assert!(cache.reaches(0) && !cache.reaches(64) && cache.reaches(1300));
        assert_eq!(cache.fork(1300).len(), 1300);
        Ok(())
    }
}
