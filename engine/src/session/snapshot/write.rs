//! Decides how prefixes become bytes: as many as fit, each page once.

use super::fingerprint::Fingerprint;
use super::{CHECKSUM_BYTES, MAGIC, MOST_PREFIXES, VERSION, checksum};
use crate::error::{EngineError, Result};
use crate::kv::{KvCache, Page};
use std::collections::HashMap;
use std::sync::Arc;

const WORD: usize = size_of::<u32>();

/// A prefix to be written.
pub(super) struct Entry<'e> {
    pub(super) kind: u32,
    pub(super) cache: &'e KvCache,
    pub(super) state: &'e [f32],
}

/// The pages of one kind that are written, and their numbers by address.
#[derive(Default)]
struct Numbered<'e> {
    pages: Vec<&'e Page>,
    numbers: HashMap<usize, u32>,
}

impl<'e> Numbered<'e> {
    fn number(&mut self, page: &'e Page) -> u32 {
        let next = self.pages.len() as u32;
        *self.numbers.entry(Arc::as_ptr(page).addr()).or_insert_with(|| {
            self.pages.push(page);
            next
        })
    }

    /// Bytes that these pages would add.
    fn added(&self, pages: &[Page]) -> usize {
        let new = pages.iter().filter(|page| !self.numbers.contains_key(&Arc::as_ptr(page).addr()));
        new.map(|page| page.len() * WORD).sum()
    }
}

/// The snapshot of those entries that fit, in their order; one that is too large leaves its room to smaller ones.
pub(super) fn written<'e>(
    entries: impl Iterator<Item = Entry<'e>>,
    fingerprint: &Fingerprint,
    most_bytes: usize,
) -> Result<Vec<u8>> {
    let mut pages: [Numbered<'e>; 2] = Default::default();
    let mut chosen: Vec<(Entry<'e>, [Vec<u32>; 2])> = Vec::new();
    let mut size = MAGIC.len() + WORD + fingerprint.len() + WORD + CHECKSUM_BYTES;
    for entry in entries {
        if chosen.len() == MOST_PREFIXES {
            break;
        }
        let lists = entry.cache.page_lists();
        let words =
            6 + entry.cache.len() + entry.state.len() + lists.iter().map(|list| list.len()).sum::<usize>();
        let added: usize = pages.iter().zip(lists).map(|(known, list)| known.added(list)).sum();
        let with = size + words * WORD + added;
        if with > most_bytes {
            continue;
        }
        size = with;
        let [local, global] = &mut pages;
        let [local_list, global_list] = lists;
        let numbers = [
            local_list.iter().map(|page| local.number(page)).collect(),
            global_list.iter().map(|page| global.number(page)).collect(),
        ];
        chosen.push((entry, numbers));
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(size).map_err(|_| EngineError::memory(size))?;
    bytes.extend_from_slice(MAGIC);
    words(&mut bytes, [VERSION]);
    bytes.extend_from_slice(fingerprint);
    words(&mut bytes, [chosen.len() as u32]);
    for (Entry { kind, cache, state }, numbers) in &chosen {
        words(&mut bytes, [*kind]);
        counted(&mut bytes, cache.ids());
        words(&mut bytes, [state.len() as u32]);
        words(&mut bytes, state.iter().map(|value| value.to_bits()));
        words(&mut bytes, [cache.dropped() as u32]);
        for numbers in numbers {
            counted(&mut bytes, numbers);
        }
    }
    for page in pages.iter().flat_map(|numbered| &numbered.pages) {
        words(&mut bytes, page.iter().copied());
    }
    let sum = checksum(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    debug_assert_eq!(bytes.len(), size);
    Ok(bytes)
}

fn counted(bytes: &mut Vec<u8>, list: &[u32]) {
    words(bytes, [list.len() as u32]);
    words(bytes, list.iter().copied());
}

fn words(bytes: &mut Vec<u8>, words: impl IntoIterator<Item = u32>) {
    words.into_iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
}
