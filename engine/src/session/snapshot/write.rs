//! Decides how prefixes become bytes: as many as fit, each page once.

use super::checksum::Checksum;
use super::fingerprint::Fingerprint;
use super::{MAGIC, MOST_PREFIXES, VERSION};
use crate::kv::{KvCache, Page};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

const WORD: usize = size_of::<u32>();
/// A part ends with the page that makes it so long.
const PART_BYTES: usize = 1 << 20;

/// A snapshot, part after part. It holds its pages, not the engine.
#[derive(Debug)]
pub struct Snapshot {
    /// What comes next.
    next: Vec<u8>,
    pages: VecDeque<Page>,
    checksum: Checksum,
    is_over: bool,
}

impl Iterator for Snapshot {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        if self.is_over {
            return None;
        }
        let mut part = std::mem::take(&mut self.next);
        while part.len() < PART_BYTES
            && let Some(page) = self.pages.pop_front()
        {
            words(&mut part, page.iter().copied());
        }
        self.checksum.add(&part);
        if self.pages.is_empty() {
            self.is_over = true;
            part.extend_from_slice(&self.checksum.of());
        }
        Some(part)
    }
}

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
pub(super) fn snapshot<'e>(
    entries: impl Iterator<Item = Entry<'e>>,
    fingerprint: &Fingerprint,
    most_bytes: usize,
) -> Snapshot {
    let mut pages: [Numbered<'e>; 2] = Default::default();
    let mut chosen: Vec<(Entry<'e>, [Vec<u32>; 2])> = Vec::new();
    let mut size = MAGIC.len() + WORD + fingerprint.len() + 2 * WORD + Checksum::BYTES;
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
    let mut list = Vec::new();
    words(&mut list, [chosen.len() as u32]);
    for (Entry { kind, cache, state }, numbers) in &chosen {
        words(&mut list, [*kind]);
        counted(&mut list, cache.ids());
        words(&mut list, [state.len() as u32]);
        words(&mut list, state.iter().map(|value| value.to_bits()));
        words(&mut list, [cache.dropped() as u32]);
        for numbers in numbers {
            counted(&mut list, numbers);
        }
    }
    let mut next = MAGIC.to_vec();
    words(&mut next, [VERSION]);
    next.extend_from_slice(fingerprint);
    words(&mut next, [list.len() as u32]);
    next.extend(list);
    let pages = pages.iter().flat_map(|numbered| &numbered.pages).map(|page| Page::clone(page)).collect();
    Snapshot { next, pages, checksum: Checksum::default(), is_over: false }
}

fn counted(bytes: &mut Vec<u8>, list: &[u32]) {
    words(bytes, [list.len() as u32]);
    words(bytes, list.iter().copied());
}

fn words(bytes: &mut Vec<u8>, words: impl IntoIterator<Item = u32>) {
    words.into_iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
}
