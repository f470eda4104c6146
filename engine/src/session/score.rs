//! Decides the probability of a text after a prefix, and keeps the prefix for the next text.

use super::prefixes::Kept;
use super::request::Score;
use super::{Engine, SLICE, Step};
use crate::error::{EngineError, Result};
use crate::kv::KvCache;
use crate::tokenizer::Specials;

/// A score under way.
#[derive(Debug)]
pub struct Scoring {
    prefix: Vec<u32>,
    text: Vec<u32>,
    kept: Kept,
    /// The text after the prefix.
    reading: Option<KvCache>,
    states: Vec<f32>,
    /// Tokens of the prefix that were already known.
    pub cached: usize,
    /// Natural logarithm of P(text | prefix), once done.
    pub log_probability: f64,
}

impl Scoring {
    /// Finds the prefix, or the longest known part of it.
    pub fn new(engine: &mut Engine, request: &Score) -> Result<Self> {
        let text = engine.model.tokenizer.encode(&request.text, Specials::Off);
        if text.is_empty() {
            return Err(EngineError::request("the text to score is empty"));
        }
        let prefix = engine.prompt(&request.prefix, text.len())?;
        let kept = engine.prefixes.take(&prefix).unwrap_or_else(|| {
            // The last token goes through again: its final state is needed.
            let nearest = engine.prefixes.nearest(&prefix, prefix.len() - 1);
            let cache = nearest.map(|(cache, length)| cache.fork(length));
            let cache = cache.unwrap_or_else(|| KvCache::new(&engine.model.config, engine.context));
            Kept { cache, state: Vec::new() }
        });
        let cached = kept.cache.len();
        Ok(Self { prefix, text, kept, reading: None, states: Vec::new(), cached, log_probability: 0.0 })
    }

    /// How many tokens the text has.
    pub fn tokens(&self) -> usize {
        self.text.len()
    }

    /// One slice of the prefix or the text; at the end the prefix is kept.
    pub fn step(&mut self, engine: &mut Engine) -> Result<Step> {
        let held = self.kept.cache.len();
        if let Some(rest) = self.prefix.get(held..).filter(|rest| !rest.is_empty()) {
            let slice = rest.get(..SLICE).unwrap_or(rest);
            engine.model.forward(&mut self.kept.cache, slice, &mut engine.scratch)?;
            engine.learned = engine.learned.wrapping_add(slice.len() as u32);
            self.kept.state = engine.model.final_state(&engine.scratch);
            return Ok(Step::Prefill);
        }
        let reading = self.reading.get_or_insert_with(|| self.kept.cache.fork(self.prefix.len()));
        // The last token is only predicted, never read.
        let read = self.text.get(reading.len() - self.prefix.len()..self.text.len() - 1).unwrap_or_default();
        if self.states.is_empty() {
            self.states.clone_from(&self.kept.state);
        }
        if !read.is_empty() {
            let slice = read.get(..SLICE).unwrap_or(read);
            engine.model.forward(reading, slice, &mut engine.scratch)?;
            self.states.extend(engine.model.final_states(&engine.scratch));
            return Ok(Step::Prefill);
        }
        let each = engine.model.log_probabilities(&self.states, &self.text);
        self.log_probability = each.iter().map(|value| f64::from(*value)).sum();
        Ok(Step::Done)
    }

    /// Gives the prefix back to the engine, also when the request was aborted.
    pub fn finish(self, engine: &mut Engine) {
        if !self.kept.cache.is_empty() {
            engine.prefixes.keep(self.kept);
        }
    }
}
