//! Decides after which of several prefixes a text is likely: all to the end, or in a race that gives up who falls behind.

use super::reader::Reader;
use super::request::Score;
use super::{Engine, Step};
use crate::error::{EngineError, Result};
use crate::tokenizer::Specials;
use std::rc::Rc;

/// How far into the text the runners of a race are compared, in parts of it. Measured on the tuned half of
/// `tests/eval/compose.mjs`, 13 runners: who wins with the whole text is at most 3.1 behind after a fifth of it, and of each
/// race 4 runners are left within the margin, after half of the text 2.
const HURDLES: [(usize, usize); 3] = [(1, 5), (1, 2), (1, 1)];
/// Tokens before the first comparison, at least.
const FIRST_TOKENS: usize = 4;
/// Natural-log units behind the first of the race in which a runner is given up.
const MARGIN: f64 = 6.0;
/// In a race the probabilities are among so many of the vocabulary's first tokens, its most frequent ones, and the text's own:
/// on the same wishes the winner is another in 2 of 39 races, and 36 winners are right instead of 37.
const RACE_ROWS: usize = 16_384;
/// The most prefixes of one request.
const MAX_PREFIXES: usize = 32;

/// A score under way.
#[derive(Debug)]
pub struct Scoring {
    text: Rc<[u32]>,
    readers: Vec<Reader>,
    /// The natural-log lead of each reader, in a race.
    head_starts: Option<Vec<f64>>,
    given_up: Vec<bool>,
    /// Tokens after which the readers are compared, the text's end last.
    ends: Vec<usize>,
    /// The end that is run to, and who is running.
    stage: usize,
    at: usize,
}

/// What came of one prefix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scored {
    /// Natural logarithm of P(text | prefix), as far as it was judged; `None` when the prefix was given up.
    pub log_probability: Option<f64>,
    /// Tokens of the text that were judged: not all, where a race was over before.
    pub judged: usize,
    /// Tokens of the prefix that were already known.
    pub cached: usize,
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
        if request.head_starts.as_ref().is_some_and(|starts| starts.len() != count) {
            return Err(EngineError::request("a race needs one head start for each prefix"));
        }
        let readers = request.prefixes.iter().map(|prefix| Reader::new(engine, prefix, &text));
        let readers = readers.collect::<Result<Vec<_>>>()?;
        let ends = match request.head_starts {
            Some(_) => hurdles(text.len()),
            None => vec![text.len()],
        };
        let (head_starts, given_up) = (request.head_starts.clone(), vec![false; count]);
        Ok(Self { text, readers, head_starts, given_up, ends, stage: 0, at: 0 })
    }

    /// A step of one reader; at the end all prefixes are kept.
    pub fn step(&mut self, engine: &mut Engine) -> Result<Step> {
        while self.given_up.get(self.at) == Some(&true) {
            self.at += 1;
        }
        let end = self.ends.get(self.stage).copied();
        let (Some(end), Some(reader)) = (end, self.readers.get_mut(self.at)) else {
            return Ok(self.next_stage());
        };
        let rows = if self.head_starts.is_some() { RACE_ROWS } else { usize::MAX };
        if reader.step(engine, end, rows)? == Step::Done {
            self.at += 1;
            if end == self.text.len() {
                reader.rest();
            }
        }
        Ok(Step::Prefill)
    }

    /// Compares the runners; over when all have read everything, or only one is left.
    fn next_stage(&mut self) -> Step {
        (self.stage, self.at) = (self.stage + 1, 0);
        let Some(head_starts) = &self.head_starts else { return Step::Done };
        let standing = |reader: &Reader, start: &f64| reader.log_probability + start;
        let places = || self.readers.iter().zip(head_starts).zip(&self.given_up);
        let running = places().filter(|(_, given_up)| !**given_up);
        let first = running.map(|((reader, start), _)| standing(reader, start)).fold(f64::MIN, f64::max);
        let given_up: Vec<bool> = places()
            .map(|((reader, start), given_up)| *given_up || standing(reader, start) < first - MARGIN)
            .collect();
        for (reader, given_up) in self.readers.iter_mut().zip(&given_up) {
            if *given_up {
                reader.rest();
            }
        }
        let left = given_up.iter().filter(|given_up| !**given_up).count();
        self.given_up = given_up;
        if self.stage >= self.ends.len() || left < 2 { Step::Done } else { Step::Prefill }
    }

    /// What came of each prefix, once done.
    pub fn scores(&self) -> Vec<Scored> {
        let one = |(reader, given_up): (&Reader, &bool)| Scored {
            log_probability: (!given_up).then_some(reader.log_probability),
            judged: reader.judged,
            cached: reader.cached,
        };
        self.readers.iter().zip(&self.given_up).map(one).collect()
    }

    /// Gives the prefixes back to the engine, also when the request was aborted.
    pub fn finish(self, engine: &mut Engine) {
        for reader in self.readers {
            reader.finish(engine);
        }
    }
}

/// The ends of a race's stages; a short text is not parted.
fn hurdles(tokens: usize) -> Vec<usize> {
    let mut ends: Vec<usize> = HURDLES
        .iter()
        .map(|(part, parts)| tokens * part / parts)
        .filter(|end| *end >= FIRST_TOKENS || *end == tokens)
        .collect();
    ends.dedup();
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_race_ends_with_the_text_and_begins_to_compare_after_some_tokens() {
        assert_eq!(hurdles(30), [6, 15, 30]);
        assert_eq!(hurdles(8), [4, 8]);
        assert_eq!(hurdles(3), [3]);
        assert_eq!(hurdles(1), [1]);
    }
}
