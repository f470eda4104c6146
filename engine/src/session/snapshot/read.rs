//! Decides which bytes are a snapshot of this model. They come from a disk, so nothing in them is believed: what is asked
//! for is never more than the bytes are long.

use super::checksum::Checksum;
use super::fingerprint::Fingerprint;
use super::{CONVERSATION, MAGIC, MOST_PREFIXES, PREFIX, VERSION};
use crate::error::{EngineError, Result, zeroed};
use crate::kv::{KvCache, Page};
use crate::session::prefixes::Kept;
use std::sync::Arc;

/// What the list says of one prefix.
#[derive(Debug)]
struct Listed {
    kind: u32,
    ids: Vec<u32>,
    state: Vec<f32>,
    dropped: usize,
    pages: [Vec<u32>; 2],
}

/// A prefix that was read, with its kind.
pub(super) type Entry = (u32, Kept);

/// A snapshot that is read part after part.
#[derive(Debug)]
pub struct Restoring {
    fingerprint: Fingerprint,
    /// A cache of the model's shape.
    empty: KvCache,
    width: usize,
    /// What came and is not read yet.
    pending: Vec<u8>,
    checksum: Checksum,
    /// Once the list was read: its prefixes, and how many pages of each kind there are.
    listed: Option<(Vec<Listed>, [usize; 2])>,
    pages: [Vec<Page>; 2],
}

impl Restoring {
    pub(super) fn new(fingerprint: Fingerprint, empty: KvCache, width: usize) -> Self {
        Restoring {
            fingerprint,
            empty,
            width,
            pending: Vec::new(),
            checksum: Checksum::default(),
            listed: None,
            pages: Default::default(),
        }
    }

    /// Takes the next bytes. An error is of the whole snapshot; what follows on it need not be pushed.
    pub fn push(&mut self, bytes: &[u8]) -> Result<()> {
        self.pending.try_reserve(bytes.len()).map_err(|_| EngineError::memory(bytes.len()))?;
        self.pending.extend_from_slice(bytes);
        if self.listed.is_none() {
            self.head()?;
        }
        self.whole_pages()
    }

    /// Reads the head and the list, once they are there.
    fn head(&mut self) -> Result<()> {
        let mut reader = Reader(&self.pending);
        let magic = self.pending.len().min(MAGIC.len());
        if !MAGIC.starts_with(reader.take(magic)?) {
            return Err(EngineError::request("the bytes are no snapshot of remembered prefixes"));
        }
        let Ok(version) = reader.word() else { return Ok(()) };
        if version != VERSION {
            let message =
                format!("the snapshot has version {version}, and this engine reads {VERSION}; delete it");
            return Err(EngineError::request(message));
        }
        let Ok(fingerprint) = reader.take(self.fingerprint.len()) else { return Ok(()) };
        if fingerprint != self.fingerprint {
            return Err(EngineError::request(
                "the snapshot was made with another model or build, or is damaged; delete it",
            ));
        }
        let Ok(length) = reader.word() else { return Ok(()) };
        let Ok(list) = reader.take(length as usize) else { return Ok(()) };
        let read = self.pending.len() - reader.0.len();
        let mut reader = Reader(list);
        let count = reader.word()? as usize;
        if count > MOST_PREFIXES {
            return Err(damaged());
        }
        let mut used = [0, 0];
        let listed: Vec<Listed> =
            (0..count).map(|_| reader.listed(self.width, &mut used)).collect::<Result<_>>()?;
        let conversations = listed.iter().filter(|listed| listed.kind == CONVERSATION).count();
        if conversations > 1 || !reader.0.is_empty() {
            return Err(damaged());
        }
        self.listed = Some((listed, used));
        self.checksum.add(self.pending.get(..read).unwrap_or_default());
        self.pending.drain(..read);
        Ok(())
    }

    /// Reads the pages that have come whole.
    fn whole_pages(&mut self) -> Result<()> {
        let Some((_, counts)) = &self.listed else { return Ok(()) };
        let mut read = 0;
        for ((pages, count), words) in self.pages.iter_mut().zip(counts).zip(self.empty.page_words()) {
            while pages.len() < *count
                && let Some(bytes) = self.pending.get(read..read + words * size_of::<u32>())
            {
                let mut page: Vec<u32> = zeroed(words)?;
                for (place, word) in page.iter_mut().zip(Reader(bytes).words(words)?) {
                    *place = word;
                }
                pages.push(Arc::new(page));
                self.checksum.add(bytes);
                read += bytes.len();
            }
            if pages.len() < *count {
                break;
            }
        }
        self.pending.drain(..read);
        Ok(())
    }

    /// The prefixes, the most recently used first, once all bytes have come.
    pub(super) fn finish(self) -> Result<Vec<Entry>> {
        let (listed, counts) = self.listed.ok_or_else(damaged)?;
        let is_whole = self.pages.iter().zip(counts).all(|(pages, count)| pages.len() == count);
        if !is_whole || self.pending != self.checksum.of() {
            return Err(damaged());
        }
        let whole = |listed: Listed| {
            let [local, global] = &self.pages;
            let [local_numbers, global_numbers] = &listed.pages;
            let pages = [named(local, local_numbers), named(global, global_numbers)];
            let cache = self.empty.with_parts(listed.ids, listed.dropped, pages).ok_or_else(|| {
                EngineError::request(
                    "the snapshot's prefixes do not fit: it was made with a larger context, or is damaged; delete it",
                )
            })?;
            Ok((listed.kind, Kept { cache, state: listed.state }))
        };
        listed.into_iter().map(whole).collect()
    }
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
}
