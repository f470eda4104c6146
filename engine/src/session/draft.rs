//! Decides what becomes of one text that is being written: its next tokens, and when it ends.

use super::Engine;
use super::choose::{Choice, choose};
use super::request::{Generate, Prompt};
use super::text::Output;
use super::writer::Writer;
use crate::error::{EngineError, Result};
use crate::sampler::{Random, Sampling};
use crate::tokenizer::TokenKind;

/// Why a text ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopReason {
    /// The model ended, or a stop text appeared.
    Stop,
    /// The token limit was reached.
    Length,
    /// The grammar allows nothing more: the value is complete.
    Grammar,
}

impl StopReason {
    /// The reason's name in the protocol.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::Length => "length",
            Self::Grammar => "grammar",
        }
    }
}

/// A text under way.
#[derive(Debug)]
pub struct Draft {
    writer: Option<Writer>,
    sampling: Sampling,
    random: Random,
    output: Output,
    /// Tokens that have yet to go through the model.
    pub(super) pending: Vec<u32>,
    /// Tokens made.
    pub tokens: usize,
    /// The natural logarithm of how likely they were, each among those that the grammar allowed; 0 without a grammar.
    pub log_probability: f32,
    /// The stop text that ended it.
    pub stopped_at: Option<String>,
    /// Why it ended, once it has.
    pub stop_reason: Option<StopReason>,
}

impl Draft {
    /// An empty text; an error when the grammar cannot be completed within the limit.
    pub(super) fn new(engine: &Engine, request: &Generate, sampling: Sampling, seed: u64) -> Result<Self> {
        let tokenizer = &engine.model.tokenizer;
        let writer = request.grammar.as_ref().map(|grammar| Writer::new(grammar, tokenizer.vocabulary()));
        let mut writer = writer.transpose()?;
        if let Some(writer) = &mut writer {
            if !writer.state.feed(request.begun.as_bytes()) {
                return Err(EngineError::request("the schema allows no answer that begins with begun"));
            }
            let least = writer.encode(tokenizer, &writer.state.completion()).len();
            if least > request.max_tokens {
                let most = request.max_tokens;
                let message = format!(
                    "the smallest value of the schema takes {least} tokens, and only {most} are allowed"
                );
                return Err(EngineError::request(message));
            }
        }
        Ok(Self {
            writer,
            sampling,
            random: Random::new(seed),
            output: Output::default(),
            pending: Vec::new(),
            tokens: 0,
            log_probability: 0.0,
            stopped_at: None,
            stop_reason: None,
        })
    }

    /// The first of its tokens that have yet to go through the model, at most so many.
    pub(super) fn take_pending(&mut self, most: usize) -> Vec<u32> {
        self.pending.drain(..self.pending.len().min(most)).collect()
    }

    /// Whether its next token is drawn from all of the vocabulary.
    pub(super) fn wants_logits(&self) -> bool {
        self.writer.as_ref().is_none_or(|writer| writer.state.in_text())
    }

    /// Whether it has yet to end.
    pub(super) fn is_open(&self) -> bool {
        self.stop_reason.is_none()
    }

    /// Adds the next token, or a run of forced ones. `state` is the final state of the last one, `logits` those of all tokens where
    /// [`Draft::wants_logits`].
    pub(super) fn extend(&mut self, engine: &mut Engine, request: &Generate, state: &[f32], logits: &[f32]) {
        let ends_whole = if self.writer.is_some() { StopReason::Grammar } else { StopReason::Stop };
        let left = request.max_tokens - self.tokens;
        let choice =
            choose(engine, self.writer.as_mut(), (state, logits), &self.sampling, &mut self.random, left);
        let Choice::Tokens(ids, likely) = choice else {
            self.stop_reason = Some(ends_whole);
            return;
        };
        self.log_probability += likely;
        for id in &ids {
            self.output.push(self.written(engine, request, *id));
        }
        self.tokens += ids.len();
        self.pending = ids;
        if let Some(stop) = self.output.cut_at(&request.stop) {
            self.stopped_at = Some(stop);
            self.stop_reason = Some(StopReason::Stop);
        } else if self.writer.as_ref().is_some_and(|writer| writer.state.is_complete()) {
            self.stop_reason = Some(StopReason::Grammar);
        } else if self.tokens >= request.max_tokens {
            // With a grammar the limit is kept by `choose`: here the value can end.
            self.stop_reason =
                Some(if self.writer.is_some() { StopReason::Grammar } else { StopReason::Length });
        }
    }

    /// The bytes of a token: in conversations control tokens are said, for calls are written with them; so is a quote.
    fn written<'e>(&self, engine: &'e Engine, request: &Generate, id: u32) -> &'e [u8] {
        let vocabulary = engine.model.tokenizer.vocabulary();
        match (&request.prompt, vocabulary.kind(id)) {
            (Prompt::Chat(_), TokenKind::Control) => vocabulary.piece(id),
            _ if self.writer.as_ref().is_some_and(|writer| writer.quote == Some(id)) => vocabulary.piece(id),
            _ => vocabulary.output(id),
        }
    }

    /// Text that has become certain since the last call.
    pub(super) fn take_text(&mut self, request: &Generate) -> String {
        let stops: &[String] = if self.is_open() { &request.stop } else { &[] };
        self.output.piece(stops)
    }

    /// The whole text.
    pub fn text(&self) -> String {
        self.output.text()
    }
}
