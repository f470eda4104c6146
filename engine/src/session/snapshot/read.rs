//! Decides which bytes are a snapshot of this model. They come from a disk, so nothing in them is believed: what is asked
//! for is never more than the bytes are long.

use super::fingerprint::Fingerprint;
use super::{CHECKSUM_BYTES, CONVERSATION, MAGIC, MOST_PREFIXES, PREFIX, Read, VERSION, checksum};
use crate::error::{EngineError, Result, zeroed};
use crate::kv::{KvCache, Page};
use crate::session::prefixes::Kept;
use std::sync::Arc;

/// What comes before the pages of one prefix.
struct Listed {
    kind: u32,
    ids: Vec<u32>,
    state: Vec<f32>,
    dropped: usize,
    pages: [Vec<u32>; 2],
}

/// The prefixes in the bytes, the most recently used first. `empty` is a cache of the model's shape.
pub(super) fn entries(
    bytes: &[u8],
    fingerprint: &Fingerprint,
    empty: &KvCache,
    width: usize,
) -> Result<Vec<Read>> {
    let (content, sum) =
        bytes.split_at_checked(bytes.len().saturating_sub(CHECKSUM_BYTES)).ok_or_else(damaged)?;
    let mut reader = Reader(content);
    if reader.take(MAGIC.len())? != MAGIC {
        return Err(EngineError::request("the bytes are no snapshot of remembered prefixes"));
    }
    let version = reader.word()?;
    if version != VERSION {
        let message =
            format!("the snapshot has version {version}, and this engine reads {VERSION}; delete it");
        return Err(EngineError::request(message));
    }
    if sum != checksum(content).to_le_bytes() {
        return Err(damaged());
    }
    if reader.take(fingerprint.len())? != fingerprint {
        return Err(EngineError::request("the snapshot was made with another model or build; delete it"));
    }
    let count = reader.word()? as usize;
    if count > MOST_PREFIXES {
        return Err(damaged());
    }
    let mut used = [0, 0];
    let listed: Vec<Listed> = (0..count).map(|_| reader.listed(width, &mut used)).collect::<Result<_>>()?;
    if listed.iter().filter(|listed| listed.kind == CONVERSATION).count() > 1 {
        return Err(damaged());
    }
    let [local_words, global_words] = empty.page_words();
    let [local_used, global_used] = used;
    let stored = [reader.pages(local_used, local_words)?, reader.pages(global_used, global_words)?];
    if !reader.0.is_empty() {
        return Err(damaged());
    }
    let whole = |listed: Listed| {
        let [local, global] = &stored;
        let [local_numbers, global_numbers] = &listed.pages;
        let pages = [named(local, local_numbers), named(global, global_numbers)];
        let cache = empty.with_parts(listed.ids, listed.dropped, pages).ok_or_else(|| {
            EngineError::request(
                "the snapshot's prefixes do not fit: it was made with a larger context, or is damaged; delete it",
            )
        })?;
        Ok((listed.kind, Kept { cache, state: listed.state }))
    };
    listed.into_iter().map(whole).collect()
}

/// The pages with these numbers; a number without a page is left out, which the cache then notices.
fn named(pages: &[Page], numbers: &[u32]) -> Vec<Page> {
    numbers.iter().filter_map(|number| pages.get(*number as usize).cloned()).collect()
}

fn damaged() -> EngineError {
    EngineError::request("the snapshot of remembered prefixes is damaged or cut short; delete it")
}

/// What has yet to be read.
struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    fn take(&mut self, length: usize) -> Result<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or_else(damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    fn word(&mut self) -> Result<u32> {
        Ok(self.words(1)?.next().unwrap_or_default())
    }

    fn words(&mut self, count: usize) -> Result<impl Iterator<Item = u32> + use<'b>> {
        let bytes = self.take(count.checked_mul(size_of::<u32>()).ok_or_else(damaged)?)?;
        Ok(bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)))
    }

    fn counted(&mut self) -> Result<Vec<u32>> {
        let count = self.word()? as usize;
        Ok(self.words(count)?.collect())
    }

    fn listed(&mut self, width: usize, used: &mut [usize; 2]) -> Result<Listed> {
        let kind = self.word()?;
        let ids = self.counted()?;
        let state: Vec<f32> = self.counted()?.into_iter().map(f32::from_bits).collect();
        let dropped = self.word()? as usize;
        let pages = [self.counted()?, self.counted()?];
        for (numbers, used) in pages.iter().zip(used) {
            for number in numbers {
                match *number as usize {
                    next if next == *used => *used += 1,
                    known if known < *used => {}
                    _ => return Err(damaged()),
                }
            }
        }
        let shaped = matches!(kind, PREFIX | CONVERSATION)
            && !ids.is_empty()
            && (state.is_empty() || kind == PREFIX && state.len() == width)
            && state.iter().all(|value| value.is_finite());
        if shaped { Ok(Listed { kind, ids, state, dropped, pages }) } else { Err(damaged()) }
    }

    fn pages(&mut self, count: usize, words: usize) -> Result<Vec<Page>> {
        let page = |_| {
            let mut page: Vec<u32> = zeroed(words)?;
            page.iter_mut().zip(self.words(words)?).for_each(|(place, word)| *place = word);
            Ok(Arc::new(page))
        };
        (0..count).map(page).collect()
    }
}
