//! Decides the course of a generation: what of the prompt is known, what goes through next, when it ends.

use super::choose::{Choice, choose};
use super::request::{Generate, Prompt};
use super::text::Output;
use super::writer::Writer;
use super::{Engine, Step};
use crate::error::{EngineError, Result};
use crate::model::Pass;
use crate::sampler::Random;
use crate::tokenizer::TokenKind;

/// Why a generation ended.
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

/// A generation under way.
#[derive(Debug)]
pub struct Generation {
    request: Generate,
    writer: Option<Writer>,
    /// Tokens that have yet to go through the model.
    pending: Vec<u32>,
    /// Those that are on their way.
    pass: Option<Pass>,
    in_prompt: bool,
    /// Where this prompt parted from the one before: likely where others will.
    boundary: usize,
    output: Output,
    random: Random,
    /// Tokens of the prompt, BOS included.
    pub prompt_tokens: usize,
    /// Those that were already known.
    pub cached_tokens: usize,
    /// Tokens made.
    pub output_tokens: usize,
    /// The natural logarithm of how likely they were, each among those that the grammar allowed; 0 without a grammar.
    pub log_probability: f32,
    /// The stop text that ended it.
    pub stopped_at: Option<String>,
    /// Why it ended, once it has.
    pub stop_reason: Option<StopReason>,
}

impl Generation {
    /// Finds what is known of the prompt, and checks that the grammar can be completed within the limit.
    pub fn new(engine: &mut Engine, mut request: Generate) -> Result<Self> {
        let mut pending = match &request.prompt {
            Prompt::Text(text) => engine.prompt(&format!("{text}{}", request.begun), 1)?,
            Prompt::Chat(text) => {
                let more = request.max_tokens.min(engine.context / 2);
                engine.conversation(&format!("{text}{}", request.begun), more)?
            }
        };
        let prompt_tokens = pending.len();
        request.max_tokens = request.max_tokens.min(engine.context - prompt_tokens);
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
        let (cached_tokens, boundary) = engine.recall(&pending);
        pending.drain(..cached_tokens);
        let random = Random::new(request.seed);
        let (output, output_tokens, stop_reason) = (Output::default(), 0, None);
        Ok(Self {
            request,
            writer,
            pending,
            pass: None,
            in_prompt: true,
            boundary,
            output,
            random,
            prompt_tokens,
            cached_tokens,
            output_tokens,
            log_probability: 0.0,
            stopped_at: None,
            stop_reason,
        })
    }

    /// Some layers for a slice of the prompt or for the last token; behind them, the next token.
    pub fn step(&mut self, engine: &mut Engine) -> Result<Step> {
        if self.stop_reason.is_some() {
            return Ok(Step::Done);
        }
        let (model, work) = (&engine.model, engine.step_work);
        let mut pass = match self.pass.take() {
            Some(pass) => pass,
            None => {
                let held = engine.conversation.len();
                let most = model.config.slice(held, work);
                let most = if held < self.boundary { most.min(self.boundary - held) } else { most };
                let slice: Vec<u32> = self.pending.drain(..self.pending.len().min(most)).collect();
                model.begin(&mut engine.conversation, &slice, &mut engine.scratch)?
            }
        };
        if !model.go_on(&mut pass, &mut engine.conversation, &mut engine.scratch, work) {
            self.pass = Some(pass);
            return Ok(if self.in_prompt { Step::Prefill } else { Step::Decode });
        }
        if self.in_prompt {
            engine.learned = engine.learned.wrapping_add(pass.tokens() as u32);
        }
        let held = engine.conversation.len();
        // While the window has not moved on, the conversation can always be cut back.
        let moves_on = held >= engine.model.config.window;
        if moves_on && (held == self.boundary || held == self.prompt_tokens) {
            engine.keep_conversation();
        }
        if !self.pending.is_empty() {
            return Ok(if self.in_prompt { Step::Prefill } else { Step::Decode });
        }
        if std::mem::take(&mut self.in_prompt) {
            self.extend(engine);
            return Ok(Step::Prefill);
        }
        self.extend(engine);
        Ok(Step::Decode)
    }

    /// Adds the next token, or a run of forced ones.
    fn extend(&mut self, engine: &mut Engine) {
        let left = self.request.max_tokens - self.output_tokens;
        match choose(engine, self.writer.as_mut(), &self.request.sampling, &mut self.random, left) {
            Choice::End => {
                self.stop_reason =
                    Some(if self.writer.is_some() { StopReason::Grammar } else { StopReason::Stop });
            }
            Choice::Tokens(ids, likely) => {
                self.log_probability += likely;
                for id in &ids {
                    self.output.push(self.written(engine, *id));
                }
                self.output_tokens += ids.len();
                self.pending = ids;
                if let Some(stop) = self.output.cut_at(&self.request.stop) {
                    self.stopped_at = Some(stop);
                    self.stop_reason = Some(StopReason::Stop);
                } else if self.writer.as_ref().is_some_and(|writer| writer.state.is_complete()) {
                    self.stop_reason = Some(StopReason::Grammar);
                } else if self.output_tokens >= self.request.max_tokens {
                    // With a grammar the limit is kept by `choose`: here the value can end.
                    self.stop_reason =
                        Some(if self.writer.is_some() { StopReason::Grammar } else { StopReason::Length });
                }
            }
        }
    }

    /// The bytes of a token: in conversations control tokens are said, for calls are written with them; so is a quote.
    fn written<'e>(&self, engine: &'e Engine, id: u32) -> &'e [u8] {
        let vocabulary = engine.model.tokenizer.vocabulary();
        match (&self.request.prompt, vocabulary.kind(id)) {
            (Prompt::Chat(_), TokenKind::Control) => vocabulary.piece(id),
            _ if self.writer.as_ref().is_some_and(|writer| writer.quote == Some(id)) => vocabulary.piece(id),
            _ => vocabulary.output(id),
        }
    }

    /// Leaves the conversation as far as it has come, also when the request was aborted.
    pub fn finish(self, engine: &mut Engine) {
        engine.conversation.settle();
    }

    /// Text that has become certain since the last call.
    pub fn take_text(&mut self) -> String {
        let stops: &[String] = if self.stop_reason.is_some() { &[] } else { &self.request.stop };
        self.output.piece(stops)
    }

    /// The whole text.
    pub fn text(&self) -> String {
        self.output.text()
    }
}
