//! Decides the order in which a mask walks the vocabulary: by output bytes, so that shared beginnings are tried once.

use super::vocabulary::{TokenKind, Vocabulary};

/// Every token that puts out bytes, sorted by those bytes, with the length each shares with the one before.
#[derive(Debug)]
pub struct SortedPieces {
    ids: Vec<u32>,
    shared: Vec<u16>,
    /// Where the tokens of each first byte begin; one more entry than bytes.
    first: Vec<u32>,
}

impl SortedPieces {
    /// Sorts the vocabulary.
    pub fn new(vocabulary: &Vocabulary) -> Self {
        let usable =
            |id: &u32| vocabulary.kind(*id) != TokenKind::Control && !vocabulary.output(*id).is_empty();
        let mut ids: Vec<u32> = (0..vocabulary.len() as u32).filter(usable).collect();
        ids.sort_by_key(|id| vocabulary.output(*id));
        let mut shared = Vec::with_capacity(ids.len());
        let mut before: &[u8] = b"";
        for id in &ids {
            let bytes = vocabulary.output(*id);
            let length = bytes.iter().zip(before).take_while(|(one, other)| one == other).count();
            shared.push(length.min(usize::from(u16::MAX)) as u16);
            before = bytes;
        }
        let mut first = Vec::with_capacity(257);
        for byte in 0..=256u16 {
            let below =
                |id: &u32| vocabulary.output(*id).first().is_some_and(|start| u16::from(*start) < byte);
            first.push(ids.partition_point(below) as u32);
        }
        Self { ids, shared, first }
    }

    /// The tokens that begin with `byte`: positions from and up to, for [`Self::at`].
    pub fn beginning(&self, byte: u8) -> std::ops::Range<usize> {
        let bound = |index: usize| self.first.get(index).copied().unwrap_or_default() as usize;
        bound(usize::from(byte))..bound(usize::from(byte) + 1)
    }

    /// The token at a position, and how many bytes it shares with the one before it.
    pub fn at(&self, position: usize) -> Option<(u32, usize)> {
        Some((*self.ids.get(position)?, usize::from(*self.shared.get(position)?)))
    }

    /// The next position after `position` whose token does not begin with the first `length` bytes of this one.
    pub fn skip(&self, position: usize, length: usize) -> usize {
        let rest = self.shared.get(position + 1..).unwrap_or_default();
        position + 1 + rest.iter().position(|shared| usize::from(*shared) < length).unwrap_or(rest.len())
    }
}
