//! Decides how a snapshot knows its model: by what the model computes, so that the file's name or digest need not be known.

use super::Engine;
use crate::error::Result;
use crate::kv::{KvCache, PAGE};
use crate::model::Scratch;
use sha2::{Digest, Sha256};

/// A digest of the model's shape, of the keys and values of a few tokens, and of the states they end in.
pub(in crate::session) type Fingerprint = [u8; 32];

/// Tokens that go through the model, spread over its vocabulary.
const PROBES: usize = 4;

impl Engine {
    /// One short forward pass, the first time that it is asked for. Builds that round differently have different ones, for
    /// what one build computed another would not have.
    pub(super) fn fingerprint(&mut self) -> Result<Fingerprint> {
        if let Some(known) = self.fingerprint {
            return Ok(known);
        }
        let model = &self.model;
        let vocabulary = model.tokenizer.vocabulary().len();
        let probes: Vec<u32> = (0..PROBES).map(|index| (vocabulary * index / PROBES) as u32).collect();
        let mut cache = KvCache::new(&model.config, PROBES);
        let mut scratch = Scratch::default();
        model.forward(&mut cache, &probes, &mut scratch)?;
        let mut digest = Sha256::new();
        digest.update(format!("{PAGE} {vocabulary} {:?}", model.config));
        for word in cache.page_lists().into_iter().flatten().flat_map(|page| page.iter()) {
            digest.update(word.to_le_bytes());
        }
        for value in model.final_states(&scratch) {
            digest.update(value.to_le_bytes());
        }
        let found = digest.finalize().into();
        self.fingerprint = Some(found);
        Ok(found)
    }
}
