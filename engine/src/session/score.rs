//! Decides how likely a text is after each of several prefixes.

use super::reader::{Reader, Scored};
use super::request::Score;
use super::{Engine, Step};
use crate::error::{EngineError, Result};
use crate::tokenizer::Specials;
use std::rc::Rc;

/// The most prefixes of one request.
const MAX_PREFIXES: usize = 32;

/// A score under way.
#[derive(Debug)]
pub struct Scoring {
    readers: Vec<Reader>,
    at: usize,
}

impl Scoring {
    /// Checks that the prefixes and the text can be read.
    pub fn new(engine: &mut Engine, request: &Score) -> Result<Self> {
        let text: Rc<[u32]> = engine.model.tokenizer.encode(&request.text, Specials::Off).into();
        if text.is_empty() {
            return Err(EngineError::request("the text to score is empty"));
        }
        let count = request.prefixes.len();
        if !(1..=MAX_PREFIXES).contains(&count) {
            return Err(EngineError::request(format!(
                "a score takes 1 to {MAX_PREFIXES} prefixes, not {count}"
            )));
        }
        let readers = request.prefixes.iter().map(|prefix| Reader::new(engine, prefix, &text));
        Ok(Self { readers: readers.collect::<Result<Vec<_>>>()?, at: 0 })
    }

    /// A step of one reader; at the end all prefixes are kept.
    pub fn step(&mut self, engine: &mut Engine) -> Result<Step> {
        let Some(reader) = self.readers.get_mut(self.at) else { return Ok(Step::Done) };
        if reader.step(engine)? == Step::Done {
            self.at += 1;
        }
        Ok(Step::Prefill)
    }

    /// What came of each prefix, once done.
    pub fn scores(&self) -> Vec<Scored> {
        self.readers.iter().map(Reader::scored).collect()
    }

    /// Gives the prefixes back to the engine, also when the request was aborted.
    pub fn finish(self, engine: &mut Engine) {
        for reader in self.readers {
            reader.finish(engine);
        }
    }
}
