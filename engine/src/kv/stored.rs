//! Decides what of a cache goes into a snapshot, and which parts make a cache again.

use super::{KvCache, PAGE, Page};

impl KvCache {
    /// Pages that the local layers have let go in front.
    pub(crate) fn dropped(&self) -> usize {
        self.local.dropped
    }

    /// The pages that are held, of the local layers and of the global ones.
    pub(crate) fn page_lists(&self) -> [&[Page]; 2] {
        [&self.local.pages, &self.global.pages]
    }

    /// Words of one page, of the local layers and of the global ones.
    pub(crate) fn page_words(&self) -> [usize; 2] {
        [self.local.page_words(), self.global.page_words()]
    }

    /// A cache of this one's shape with other contents; nothing where the parts do not belong together: too many tokens,
    /// pages missing or of another size, or local layers that no longer hold what the next token sees.
    pub(crate) fn with_parts(&self, ids: Vec<u32>, dropped: usize, pages: [Vec<Page>; 2]) -> Option<Self> {
        let wanted = ids.len().div_ceil(PAGE);
        let [local, global] = pages;
        let whole = ids.len() <= self.limit
            && dropped.checked_add(local.len()) == Some(wanted)
            && global.len() == wanted
            && local.iter().all(|page| page.len() == self.local.page_words())
            && global.iter().all(|page| page.len() == self.global.page_words());
        if !whole {
            return None;
        }
        let mut cache = Self { ids, ..self.clone() };
        cache.local.dropped = dropped;
        cache.local.pages = local;
        cache.global.pages = global;
        cache.reaches(cache.len()).then_some(cache)
    }
}
