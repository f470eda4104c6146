//! Decides the course of a generation: what of the prompt is known, what goes through next, when it ends.

use super::draft::Draft;
use super::request::{Generate, Prompt};
use super::{Engine, Step};
use crate::error::Result;
use crate::kv::KvCache;
use crate::model::Pass;
use crate::sampler::Sampling;
use std::iter::once;

/// A generation under way: one text or several, written together, so that weights are read once for a token of each.
#[derive(Debug)]
pub struct Generation {
    request: Generate,
    /// Tokens of the prompt that have yet to go through the model.
    prompt: Vec<u32>,
    /// Tokens that are on their way.
    pass: Option<Pass>,
    /// Where this prompt parted from the one before: likely where others will.
    boundary: usize,
    drafts: Vec<Draft>,
    /// What all drafts but the first have gone through, once the prompt is read; the first goes on in the engine's conversation.
    forks: Vec<KvCache>,
    /// Tokens of the prompt, BOS included.
    pub prompt_tokens: usize,
    /// Those that were already known.
    pub cached_tokens: usize,
}

impl Generation {
    /// Finds what is known of the prompt, and checks that the grammar can be completed within the limit.
    pub fn new(engine: &mut Engine, mut request: Generate) -> Result<Self> {
        let mut prompt = match &request.prompt {
            Prompt::Text(text) => engine.prompt(&format!("{text}{}", request.begun), 1)?,
            Prompt::Chat(text) => {
                let more = request.max_tokens.min(engine.context / 2);
                engine.conversation(&format!("{text}{}", request.begun), more)?
            }
        };
        let prompt_tokens = prompt.len();
        request.max_tokens = request.max_tokens.min(engine.context - prompt_tokens);
        let draft = |index: usize| {
            let is_likeliest = index == 0 && request.greedy_first;
            let sampling = if is_likeliest { Sampling::default() } else { request.sampling.clone() };
            Draft::new(engine, &request, sampling, request.seed.wrapping_add(index as u64))
        };
        let drafts = (0..request.count).map(draft).collect::<Result<_>>()?;
        let (cached_tokens, boundary) = engine.recall(&prompt);
        prompt.drain(..cached_tokens);
        let (pass, forks) = (None, Vec::new());
        Ok(Self { request, prompt, pass, boundary, drafts, forks, prompt_tokens, cached_tokens })
    }

    /// Some layers for a slice of the prompt or for the last token of each text; behind them, the next tokens.
    pub fn step(&mut self, engine: &mut Engine) -> Result<Step> {
        if self.drafts.iter().all(|draft| !draft.is_open()) {
            return Ok(Step::Done);
        }
        if engine.conversation.len() < self.prompt_tokens { self.read(engine) } else { self.write(engine) }
    }

    /// Some layers for a slice of the prompt; behind the last one, the first tokens.
    fn read(&mut self, engine: &mut Engine) -> Result<Step> {
        let (model, work) = (&engine.model, engine.step_work);
        let mut pass = match self.pass.take() {
            Some(pass) => pass,
            None => {
                let held = engine.conversation.len();
                let most = model.config.slice(held, work);
                let most = if held < self.boundary { most.min(self.boundary - held) } else { most };
                let slice = self.prompt.drain(..self.prompt.len().min(most)).collect();
                model.begin(&mut [&mut engine.conversation], vec![slice], &mut engine.scratch)?
            }
        };
        if !model.go_on(&mut pass, &mut [&mut engine.conversation], &mut engine.scratch, work) {
            self.pass = Some(pass);
            return Ok(Step::Prefill);
        }
        engine.learned = engine.learned.wrapping_add(pass.tokens() as u32);
        let held = engine.conversation.len();
        // While the window has not moved on, the conversation can always be cut back.
        let moves_on = held >= engine.model.config.window;
        if moves_on && (held == self.boundary || held == self.prompt_tokens) {
            engine.keep_conversation();
        }
        if self.prompt.is_empty() {
            self.forks = (1..self.drafts.len()).map(|_| engine.conversation.fork(held)).collect();
            let state = engine.model.final_state(&engine.scratch);
            let states = self.drafts.iter().map(|_| state.clone()).collect();
            self.extend(engine, states);
        }
        Ok(Step::Prefill)
    }

    /// Some layers for tokens of each text that has yet to end; behind them, the next ones.
    fn write(&mut self, engine: &mut Engine) -> Result<Step> {
        let (model, work) = (&engine.model, engine.step_work);
        let caches = once(&mut engine.conversation).chain(&mut self.forks);
        let mut open: Vec<_> =
            self.drafts.iter_mut().zip(caches).filter(|(draft, _)| draft.is_open()).collect();
        let most =
            open.first().map_or(1, |(_, cache)| model.config.slice(cache.len(), work) / open.len()).max(1);
        let ids: Vec<Vec<u32>> = match &self.pass {
            Some(_) => Vec::new(),
            None => open.iter_mut().map(|(draft, _)| draft.take_pending(most)).collect(),
        };
        let mut caches: Vec<&mut KvCache> = open.into_iter().map(|(_, cache)| cache).collect();
        let mut pass = match self.pass.take() {
            Some(pass) => pass,
            None => model.begin(&mut caches, ids, &mut engine.scratch)?,
        };
        if !model.go_on(&mut pass, &mut caches, &mut engine.scratch, work) {
            self.pass = Some(pass);
            return Ok(Step::Decode);
        }
        let states = engine.model.last_states(&engine.scratch);
        self.extend(engine, states);
        Ok(Step::Decode)
    }

    /// Gives each text that has yet to end its next tokens. `states` are the final ones of their last tokens.
    fn extend(&mut self, engine: &mut Engine, states: Vec<Vec<f32>>) {
        let open = self.drafts.iter_mut().filter(|draft| draft.is_open()).zip(states);
        let ready: Vec<(&mut Draft, Vec<f32>)> = open.filter(|(draft, _)| draft.pending.is_empty()).collect();
        let wanted = ready.iter().filter(|(draft, _)| draft.wants_logits());
        let wanted: Vec<f32> = wanted.flat_map(|(_, state)| state).copied().collect();
        let logits = engine.model.logits_of_each(&wanted, &mut engine.scratch);
        let mut rows = engine.model.rows_of(&logits);
        for (draft, state) in ready {
            let row = if draft.wants_logits() { rows.next() } else { None };
            draft.extend(engine, &self.request, &state, row.unwrap_or_default());
        }
        drop(rows);
        engine.scratch.give_back(logits);
    }

    /// The texts, as far as they have come.
    pub fn drafts(&self) -> &[Draft] {
        &self.drafts
    }

    /// How much of what had to be read of the prompt is read, 0 to 1.
    pub fn read_part(&self, engine: &Engine) -> f32 {
        let read = engine.conversation.len().saturating_sub(self.cached_tokens);
        read as f32 / (self.prompt_tokens - self.cached_tokens).max(1) as f32
    }

    /// Tokens made, of all texts.
    pub fn output_tokens(&self) -> usize {
        self.drafts.iter().map(|draft| draft.tokens).sum()
    }

    /// Leaves the conversation as far as it has come, also when the request was aborted.
    pub fn finish(self, engine: &mut Engine) {
        engine.conversation.settle();
    }

    /// Text that has become certain since the last call; nothing where there are several texts.
    pub fn take_text(&mut self) -> String {
        match self.drafts.as_mut_slice() {
            [draft] => draft.take_text(&self.request),
            _ => String::new(),
        }
    }
}
