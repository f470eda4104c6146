//! Decides what of an engine's memory outlives it: known prefixes as bytes that only the same model takes back.
//!
//! All numbers are little-endian; a word has 32 bits. First the head: [`MAGIC`], [`VERSION`] as a word, the model's
//! fingerprint, and how many bytes the list is long. Then the list: the number of prefixes and, the most recently used first,
//! each prefix: its kind ([`PREFIX`] or [`CONVERSATION`]); how many tokens, their ids; how many values its final state has
//! (none, or the model's width), the values; the pages that its local layers let go in front; then for local and global
//! layers how many pages, their numbers. A page's number is its place among the pages of its kind in order of first mention,
//! so pages that are shared are there once. Then the local pages, the global ones, and at the end the checksum of
//! everything before it. Both ways it goes in parts, so that nothing but the pages themselves is ever there whole.

mod checksum;
mod fingerprint;
mod read;
#[cfg(test)]
mod tests;
mod write;

use super::Engine;
use crate::error::Result;
use crate::kv::KvCache;
pub use read::Restoring;
pub use write::Snapshot;

const MAGIC: &[u8; 8] = b"WMCPKEPT";
/// Counts the changes of the layout.
const VERSION: u32 = 2;
const PREFIX: u32 = 0;
/// The last generation's tokens; at most one.
const CONVERSATION: u32 = 1;
/// More are neither written nor read: each costs a look when the next request seeks its beginning.
const MOST_PREFIXES: usize = 1024;

impl Engine {
    /// What the engine remembers, for [`Engine::restoring`] on an engine with the same model: the most recently used first,
    /// as much as fits `most_bytes`.
    pub fn snapshot(&mut self, most_bytes: usize) -> Result<Snapshot> {
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
        Ok(write::snapshot(conversation.into_iter().chain(prefixes), &fingerprint, most_bytes))
    }

    /// Begins to read a snapshot.
    pub fn restoring(&mut self) -> Result<Restoring> {
        let empty = KvCache::new(&self.model.config, self.context);
        Ok(Restoring::new(self.fingerprint()?, empty, self.model.config.width))
    }

    /// Puts what a snapshot held in the place of what is remembered, and says how many prefixes that are. One that is
    /// damaged, or was made with another model or a larger context, is an error, and leaves everything as it was.
    pub fn restore(&mut self, read: Restoring) -> Result<usize> {
        let entries = read.finish()?;
        let count = entries.len();
        self.conversation = KvCache::new(&self.model.config, self.context);
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
