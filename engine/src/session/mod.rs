//! Decides how one request at a time is served, in steps short enough that the Worker can listen for an abort in between.

mod choose;
mod draft;
mod generate;
mod likeness;
mod prefixes;
mod reader;
mod request;
mod score;
mod snapshot;
mod text;
mod writer;

pub use draft::{Draft, StopReason};
pub use generate::Generation;
pub use reader::Scored;
pub use request::{Compare, Generate, Prompt, Request, Score};
pub use score::Scoring;
pub use snapshot::{Restoring, Snapshot};

use crate::error::{EngineError, Result};
use crate::kv::KvCache;
use crate::model::{Adapter, Model, Scratch};
use prefixes::{Kept, Prefixes};

/// Multiplications after which the caller gets the word again: with it an abort was heard within 55 ms, measured in Chromium
/// on one thread (`tests/bench/README.md`).
const STEP_WORK: usize = 1_200_000_000;
/// Fewer tokens are computed again instead of kept.
const WORTH_TOKENS: usize = 64;
/// Bytes of keys and values that kept prefixes may take together. A token of a model of 1.5B takes 28 KiB, and what is read ahead of the wishes
/// for a page with four tables and forty widgets has 5,044 tokens: 149 MB in the snapshot, and conversations come beside them.
const PREFIX_BYTES: usize = 192 << 20;

/// What a step did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Part of the prompt went through.
    Prefill,
    /// A token, or a forced run of them, was made.
    Decode,
    /// The request is served.
    Done,
}

/// A loaded model with what it remembers.
#[derive(Debug)]
pub struct Engine {
    model: Model,
    context: usize,
    /// The last generation's tokens; the next prompt reuses what they have in common.
    conversation: KvCache,
    prefixes: Prefixes,
    scratch: Scratch,
    /// The mean of the vocabulary's vectors, once words were compared.
    middle: Option<Vec<f32>>,
    /// Of the model, once a snapshot was made or read.
    fingerprint: Option<[u8; 32]>,
    /// Tokens of prompts and prefixes that were computed, not recalled.
    learned: u32,
    /// Multiplications that a step may take, as far as a layer and the least slice of a prompt allow.
    pub step_work: usize,
}

impl Engine {
    /// `context` is the most positions that a request may use; 0 takes the model's own, at most 4096.
    pub fn new(model: Model, context: usize) -> Self {
        let largest = model.config.context_length;
        let context = if context == 0 { largest.min(4096) } else { context.min(largest) };
        let conversation = KvCache::new(&model.config, context);
        let prefixes = Prefixes::new(PREFIX_BYTES);
        Self {
            model,
            context,
            conversation,
            prefixes,
            scratch: Scratch::default(),
            middle: None,
            fingerprint: None,
            learned: 0,
            step_work: STEP_WORK,
        }
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Puts adapters in the place of those before. What was computed with others is forgotten.
    pub fn adapt(&mut self, adapters: Vec<Adapter>) {
        if !adapters.iter().map(Adapter::digest).eq(self.model.adapters.iter().map(Adapter::digest)) {
            self.conversation = KvCache::new(&self.model.config, self.context);
            self.prefixes.clear();
            self.fingerprint = None;
        }
        self.model.adapters = adapters;
    }

    /// Positions that a request may use.
    pub fn context(&self) -> usize {
        self.context
    }

    /// Tokens of prompts and prefixes that had to be computed so far, modulo 2³²: as long as it stays, a snapshot would
    /// hold nothing that an earlier one does not.
    pub fn learned(&self) -> u32 {
        self.learned
    }

    /// Tokens of a text, without BOS.
    pub fn count_tokens(&self, text: &str) -> usize {
        self.model.tokenizer.encode(text, crate::tokenizer::Specials::Off).len()
    }

    /// Makes the conversation the longest known beginning of these tokens, and says how long it is, and how much the
    /// conversation before had in common. The last token always goes through again: its logits are needed.
    fn recall(&mut self, ids: &[u32]) -> (usize, usize) {
        let limit = ids.len() - 1;
        let common = self.conversation.common_prefix(ids).min(limit);
        let own = if self.conversation.reaches(common) { common } else { 0 };
        if own < self.conversation.len() / 2 {
            self.keep_conversation();
        }
        match self.prefixes.nearest(ids, limit).filter(|(_, length)| *length > own) {
            Some((cache, length)) => self.conversation = cache.fork(length),
            None => self.conversation.truncate(own),
        }
        (self.conversation.len(), common)
    }

    /// Lets later prompts go on from here, where that is worth the memory.
    fn keep_conversation(&mut self) {
        let length = self.conversation.len();
        if length >= WORTH_TOKENS {
            self.prefixes.keep(Kept { cache: self.conversation.fork(length), state: Vec::new() });
        }
    }

    /// The tokens of a text, BOS included, or an error when they leave no room for `more`.
    fn prompt(&self, text: &str, more: usize) -> Result<Vec<u32>> {
        let ids = self.model.tokenizer.encode_prompt(text);
        if ids.is_empty() {
            return Err(EngineError::request("the prompt is empty"));
        }
        if ids.len() + more > self.context {
            let (length, context) = (ids.len(), self.context);
            let message =
                format!("the prompt of {length} tokens does not fit the context of {context}; shorten it");
            return Err(EngineError::request(message));
        }
        Ok(ids)
    }

    /// The tokens of a conversation as its template shows it, or an error when they leave no room for `more`.
    fn conversation(&self, text: &str, more: usize) -> Result<Vec<u32>> {
        let ids = self.model.tokenizer.encode_chat(text);
        let (length, most) = (ids.len(), self.context.saturating_sub(more));
        if length > most {
            let message = format!(
                "the last turn of the conversation takes {length} tokens with its tools, and there is room for {most}; raise contextSize or shorten it"
            );
            return Err(EngineError::too_long(message));
        }
        Ok(ids)
    }
}
