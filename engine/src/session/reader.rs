//! Decides the probability of a text after one prefix, and keeps the prefix for the next one.

use super::prefixes::Kept;
use super::{Engine, Step};
use crate::error::Result;
use crate::kv::KvCache;
use crate::model::{Judged, Pass};
use std::rc::Rc;

/// What came of one prefix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scored {
    /// Natural logarithm of P(text | prefix).
    pub log_probability: f64,
    /// Tokens of the text.
    pub tokens: usize,
    /// Tokens of the prefix that were already known.
    pub cached: usize,
}

/// A text under way after one prefix.
#[derive(Debug)]
pub(super) struct Reader {
    prefix: Vec<u32>,
    text: Rc<[u32]>,
    /// The prefix as far as it is read; nothing before the first step, and once the engine keeps it.
    kept: Option<Kept>,
    /// The text after the prefix.
    reading: Option<KvCache>,
    /// What predicts the tokens of the text.
    states: Vec<f32>,
    /// The tokens on their way, of the prefix or the text.
    pass: Option<Pass>,
    /// How far the states have been compared with the text.
    judging: Option<Judged>,
    /// Tokens of the prefix that were already known.
    cached: usize,
    /// Natural logarithm of the text's probability, once it is read.
    log_probability: f64,
}

impl Reader {
    /// An error when prefix and text do not fit the context.
    pub(super) fn new(engine: &Engine, prefix: &str, text: &Rc<[u32]>) -> Result<Self> {
        Ok(Self {
            prefix: engine.prompt(prefix, text.len())?,
            text: Rc::clone(text),
            cached: 0,
            kept: None,
            reading: None,
            states: Vec::new(),
            pass: None,
            judging: None,
            log_probability: 0.0,
        })
    }

    /// The prefix, or the longest known part of it.
    fn known(&self, engine: &Engine) -> Kept {
        engine.prefixes.find(&self.prefix).unwrap_or_else(|| {
            // The last token goes through again: its final state is needed.
            let nearest = engine.prefixes.nearest(&self.prefix, self.prefix.len() - 1);
            let cache = nearest.map(|(cache, length)| cache.fork(length));
            let cache = cache.unwrap_or_else(|| KvCache::new(&engine.model.config, engine.context));
            Kept { cache, state: Vec::new() }
        })
    }

    /// Some layers for a slice of the prefix or the text, or some of the vocabulary, until the text is judged.
    pub(super) fn step(&mut self, engine: &mut Engine) -> Result<Step> {
        let Some(reading) = &mut self.reading else {
            self.read_prefix(engine)?;
            return Ok(Step::Prefill);
        };
        // The last token is only predicted, not read.
        let read = self.text.get(reading.len() - self.prefix.len()..self.text.len() - 1).unwrap_or_default();
        if !read.is_empty() {
            if advance(engine, &mut self.pass, reading, read)?.is_some() {
                self.states.extend(engine.model.final_states(&engine.scratch));
            }
            return Ok(Step::Prefill);
        }
        let model = &engine.model;
        let judging = self.judging.get_or_insert_with(|| model.judge(&self.states, &self.text));
        if !model.judge_on(judging, engine.step_work) {
            return Ok(Step::Prefill);
        }
        self.log_probability = judging.log_probabilities().iter().map(|value| f64::from(*value)).sum();
        (self.reading, self.states, self.judging) = (None, Vec::new(), None);
        Ok(Step::Done)
    }

    /// What came of it, once the text is judged.
    pub(super) fn scored(&self) -> Scored {
        let Reader { text, cached, log_probability, .. } = self;
        Scored { log_probability: *log_probability, tokens: text.len(), cached: *cached }
    }

    /// A step of the prefix. Once it is read the engine keeps it, for other readers of this request too.
    fn read_prefix(&mut self, engine: &mut Engine) -> Result<()> {
        let mut kept = self.kept.take().unwrap_or_else(|| {
            let known = self.known(engine);
            self.cached = known.cache.len();
            known
        });
        let rest = self.prefix.get(kept.cache.len()..).unwrap_or_default();
        if rest.is_empty() {
            self.reading = Some(kept.cache.fork(self.prefix.len()));
            self.states.clone_from(&kept.state);
            engine.prefixes.keep(kept);
            return Ok(());
        }
        let read = advance(engine, &mut self.pass, &mut kept.cache, rest);
        if let Ok(Some(tokens)) = &read {
            engine.learned = engine.learned.wrapping_add(*tokens as u32);
            kept.state = engine.model.final_state(&engine.scratch);
        }
        self.kept = Some(kept);
        read.map(|_| ())
    }

    /// Gives what is read of the prefix to the engine, when the request was aborted meanwhile.
    pub(super) fn finish(self, engine: &mut Engine) {
        if let Some(mut kept) = self.kept.filter(|kept| kept.cache.len() > self.cached) {
            kept.cache.settle();
            engine.prefixes.keep(kept);
        }
    }
}

/// Takes the first of these tokens a step further; how many they were, once they are behind all layers.
fn advance(
    engine: &mut Engine,
    pass: &mut Option<Pass>,
    cache: &mut KvCache,
    rest: &[u32],
) -> Result<Option<usize>> {
    let (model, scratch, work) = (&engine.model, &mut engine.scratch, engine.step_work);
    let mut going = match pass.take() {
        Some(going) => going,
        None => {
            let slice = rest.get(..model.config.slice(cache.len(), work)).unwrap_or(rest);
            model.begin(&mut [cache], vec![slice.to_vec()], scratch)?
        }
    };
    if model.go_on(&mut going, &mut [cache], scratch, work) {
        return Ok(Some(going.tokens()));
    }
    *pass = Some(going);
    Ok(None)
}
