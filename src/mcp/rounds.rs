//! What a server wants to know before it goes on with a call (2026-07-28, Multi Round-Trip Requests).

use super::client::Client;
use super::failure::Failure;
use super::message::word;
use super::settings::What;
use super::state::{AskedBy, Call, Round, Step};
use crate::json::{raw_field, raw_fields};

/// So often one call may ask for more: a server that always does would keep a run for ever.
pub(super) const MAX_ROUNDS: u32 = 8;
/// So many things may be asked in one round.
pub(super) const MAX_ASKS: usize = 16;
/// So many are read at most, to see that they are too many.
const MAX_READ: usize = 256;

/// One of them, under a key of the server's.
pub(super) struct Question {
    pub(super) key: String,
    pub(super) method: String,
    pub(super) params: String,
}

impl Client {
    pub(super) fn input_required(&mut self, call: u32, result: &str) {
        let Some(state) = self.calls.get(call) else { return };
        let may_ask = matches!(&state.asked.what, What::Request { method, .. }
            if matches!(method.as_str(), "tools/call" | "prompts/get" | "resources/read"));
        if !may_ask {
            let error = self.broken("a question in place of a result that has none");
            return self.reject(call, error);
        }
        let asked = questions(raw_field(result, "inputRequests").unwrap_or("{}"));
        self.ask_where_possible(call, asked, raw_field(result, "requestState").map(str::to_owned));
    }

    /// Asks the page what a server wants to know, unless that cannot be answered.
    pub(super) fn ask_where_possible(
        &mut self,
        call: u32,
        asked: Option<Vec<Question>>,
        request_state: Option<String>,
    ) {
        let Some(state) = self.calls.get(call) else { return };
        let problem = match &asked {
            None => "a question that is none",
            Some(asked) if asked.is_empty() && request_state.is_none() => "a question that asks for nothing",
            Some(asked) if asked.len() > MAX_ASKS => "more questions at once than anybody answers",
            Some(_) if state.rounds >= MAX_ROUNDS => "question upon question, and no result",
            Some(asked) if !asked.iter().all(|question| self.can_answer(&question.method)) => {
                "a question that this page has not said that it can answer"
            }
            Some(_) => "",
        };
        match asked {
            Some(asked) if problem.is_empty() => self.ask_all(call, asked, request_state, None),
            _ => {
                let error = self.broken(problem);
                self.reject(call, error);
            }
        }
    }

    /// Asks the page; `refused` is of a request that was refused until something is done elsewhere.
    pub(super) fn ask_all(
        &mut self,
        call: u32,
        asked: Vec<Question>,
        state: Option<String>,
        refused: Option<Failure>,
    ) {
        let Some(waiting) = self.calls.get_mut(call) else { return };
        waiting.rounds += 1;
        waiting.deadline = None;
        waiting.held_since = Some(self.now);
        let answers = asked.iter().map(|question| (question.key.clone(), None)).collect();
        waiting.step = Step::Asking(Round { answers, state, refused });
        for Question { key, method, params } in asked {
            self.ask(AskedBy::Call(call, key), Some(call), &method, &params);
        }
        self.round_over(call);
    }

    /// One of the questions of a call is answered.
    pub(super) fn answered_for(&mut self, call: u32, key: &str, answer: String) {
        if let Some(Call { step: Step::Asking(round), .. }) = self.calls.get_mut(call)
            && let Some((_, place)) = round.answers.iter_mut().find(|(known, _)| known == key)
        {
            *place = Some(answer);
            self.round_over(call);
        }
    }

    fn round_over(&mut self, call: u32) {
        let Some(state) = self.calls.get_mut(call) else { return };
        let Step::Asking(round) = &state.step else { return };
        let Some(responses) = round.responses() else { return };
        if let Some(refused) = &round.refused {
            let is_done = |answer: &Option<String>| {
                answer.as_deref().and_then(|answer| word(answer, "action")).as_deref() == Some("accept")
            };
            if !round.answers.iter().all(|(_, answer)| is_done(answer)) {
                let refused = refused.clone();
                return self.reject(call, refused);
            }
        } else {
            state.answered = Some((responses, round.state.clone()));
        }
        state.step = Step::Held;
        self.go_on(call);
    }
}

/// What `inputRequests` asks for; of a key that is there twice the first.
pub(super) fn questions(requests: &str) -> Option<Vec<Question>> {
    let mut asked: Vec<Question> = Vec::new();
    for (key, request) in raw_fields(requests)?.into_iter().take(MAX_READ) {
        let method = word(request, "method")?;
        if !asked.iter().any(|known| known.key == key) {
            let params = raw_field(request, "params").unwrap_or("{}").to_owned();
            asked.push(Question { key: key.into_owned(), method, params });
        }
    }
    Some(asked)
}
