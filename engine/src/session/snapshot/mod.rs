//! Decides what of an engine's memory outlives it: known prefixes as bytes that only the same model takes back.
//!
//! All numbers are little-endian; a word has 32 bits. First the head: [`MAGIC`], [`VERSION`] as a word, the model's
//! fingerprint. Then the number of prefixes and, the most recently used first, each prefix: its kind ([`PREFIX`] or
//! [`CONVERSATION`]); how many tokens, their ids; how many values its final state has (none, or the model's width), the
//! values; the pages that its local layers let go in front; then for local and global layers how many pages, their numbers.
//! A page's number is its place among the pages of its kind in order of first mention, so pages that are shared are there
//! once. Then the local pages, the global ones, and at the end the checksum of everything before it.

mod fingerprint;
mod read;
#[cfg(test)]
mod tests;
mod write;

use super::Engine;
use super::prefixes::Kept;
use crate::error::Result;
use crate::kv::KvCache;

const MAGIC: &[u8; 8] = b"WMCPKEPT";
/// Counts the changes of the layout.
const VERSION: u32 = 1;
const PREFIX: u32 = 0;
/// The last generation's tokens; at most one.
const CONVERSATION: u32 = 1;
/// More are neither written nor read: each costs a look when the next request seeks its beginning.
const MOST_PREFIXES: usize = 1024;
const CHECKSUM_BYTES: usize = 8;

impl Engine {
    /// What the engine remembers, for [`Engine::restore`] on an engine with the same model: the most recently used first,
    /// as much as fits `most_bytes`. Fails where memory runs out.
    pub fn snapshot(&mut self, most_bytes: usize) -> Result<Vec<u8>> {
        let fingerprint = self.fingerprint()?;
        let conversation = (!self.conversation.is_empty()).then_some(write::Entry {
            kind: CONVERSATION,
            cache: &self.conversation,
            state: &[],
        });
        let prefixes = self.prefixes.recent_first().map(|kept| write::Entry {
            kind: PREFIX,
            cache: &kept.cache,
            state: &kept.state,
        });
        write::written(conversation.into_iter().chain(prefixes), &fingerprint, most_bytes)
    }

    /// Puts what a snapshot holds in the place of what is remembered, and says how many prefixes that are. Bytes that are
    /// damaged, or were made with another model or a larger context, are an error, and leave everything as it was.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<usize> {
        let fingerprint = self.fingerprint()?;
        let empty = KvCache::new(&self.model.config, self.context);
        let entries = read::entries(bytes, &fingerprint, &empty, self.model.config.width)?;
        let count = entries.len();
        self.conversation = empty;
        self.prefixes.clear();
        for (kind, kept) in entries.into_iter().rev() {
            match kind {
                CONVERSATION => self.conversation = kept.cache,
                _ => self.prefixes.keep(kept),
            }
        }
        Ok(count)
    }
}

/// A checksum that notices what a torn or damaged file does to the bytes; it is no defence against malice.
fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let step = |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let sum = words.iter().fold(bytes.len() as u64, |sum, word| step(sum, u64::from_le_bytes(*word)));
    rest.iter().fold(sum, |sum, byte| step(sum, u64::from(*byte)))
}

/// A prefix that was read, with its kind.
type Read = (u32, Kept);
