//! What the page asks for: when it is sent, when it is sent again, and how it ends.

use super::client::Client;
use super::event::Action;
use super::message;
use super::refusals::{HEADER_MISMATCH, Refusal};
use super::settings::{Asked, Offer, What};
use super::state::{AskedBy, Call, For, Phase, Purpose, Request, Round, Step};
use crate::error::{Code, Error};
use crate::json::{self, raw_field, raw_fields};
use serde_json::json;
use std::collections::BTreeMap;

/// So often one call may ask for more: a server that always does would keep a run for ever.
const MAX_ROUNDS: u32 = 8;
/// So many things may be asked in one round.
const MAX_ASKS: usize = 16;
/// So often what is safe is sent again when nobody knows what became of it.
const MAX_REPEATS: u32 = 2;
/// So often a server may put a call off, and for how long at most, milliseconds.
const MAX_PUT_OFF: u32 = 3;
const LONGEST_PUT_OFF_MS: f64 = 30_000.0;

impl Client {
    pub(super) fn begin(&mut self, call: u32, asked: Asked) {
        self.calls.insert(call, Call::new(asked));
        self.go_on(call);
    }

    /// The page does not want it any more: the server is told where it would go on in vain.
    pub(super) fn cancel(&mut self, call: u32) {
        let Some(Call { step, asked, .. }) = self.calls.remove(&call) else { return };
        self.forget_asks_of(call);
        if let Step::Sent(id) = step {
            self.stop(id);
        }
        let is_connecting = !matches!(self.link.phase, Phase::Idle | Phase::Ready);
        if is_connecting
            && (matches!(step, Step::Waiting) || asked.what == What::Connect)
            && !self.is_awaited()
        {
            self.stop_connecting();
        }
    }

    /// Stops a request of a call that is given up. Closing the stream is enough in the modern era, and means nothing in the one
    /// before (Cancellation, "Transport-Specific Cancellation").
    pub(super) fn stop(&mut self, id: u32) {
        let Some(request) = self.requests.remove(&id) else { return };
        if !self.server.is_modern() {
            let params = json!({"requestId": id, "reason": "The caller does not want it any more."});
            self.tell(message::notification("notifications/cancelled", &json::text(&params)));
        }
        self.abort(request.fetch);
    }

    /// Sends what a call wants next, once the server is reached.
    pub(super) fn go_on(&mut self, call: u32) {
        let is_ready = self.is_ready();
        let Some(state) = self.calls.get_mut(&call) else { return };
        if !is_ready {
            state.step = Step::Waiting;
            state.deadline = None;
            return self.connect();
        }
        let Some(state) = self.calls.get(&call) else { return };
        match &state.asked.what {
            What::Connect => self.answer_connect(call),
            What::List(offer) => self.next_page(call, *offer),
            What::Watch { uri, on } => {
                let (uri, on) = (uri.clone(), *on);
                self.watch(call, &uri, on);
            }
            What::Request { method, params } => {
                let (method, mut params) = (method.clone(), params.clone());
                if method == "logging/setLevel" {
                    let level = raw_field(&params, "level").and_then(json::string);
                    self.log_level = level.map(std::borrow::Cow::into_owned);
                    // There each request says how much it wants to hear.
                    if self.server.is_modern() {
                        return self.resolve(call, "{}".to_owned());
                    }
                }
                if let Some((responses, request_state)) = &state.answered {
                    let mut set = vec![("inputResponses", responses.clone())];
                    set.extend(request_state.clone().map(|state| ("requestState", state)));
                    params = message::with_fields(&params, &set).unwrap_or(params);
                } else if let Some(kept) = self.cache.get(&method, &params, self.now) {
                    let kept = kept.to_owned();
                    return self.resolve(call, kept);
                }
                self.send_call(call, &method, &params);
            }
        }
    }

    pub(super) fn send_call(&mut self, call: u32, method: &str, params: &str) {
        let id = self.post(For::Call(call), method, params);
        self.is_sent(call, id);
    }

    pub(super) fn is_sent(&mut self, call: u32, id: u32) {
        let (now, total_ms, usual_ms) = (self.now, self.settings.total_ms, self.settings.call_ms);
        let Some(call) = self.calls.get_mut(&call) else { return };
        let call_ms = call.asked.call_ms.unwrap_or(usual_ms);
        call.step = Step::Sent(id);
        call.deadline = None;
        // A page that asks for more time than usual means it.
        let total_ms = if total_ms > 0.0 { total_ms.max(call_ms) } else { 0.0 };
        let held = call.held_since.take().map_or(0.0, |since| now - since);
        call.cap = match call.cap {
            Some(cap) => Some(cap + held),
            None => (total_ms > 0.0).then_some(now + total_ms),
        };
    }

    /// From now on the time of a call is the server's; before it waited for a connection.
    pub(super) fn is_being_sent(&mut self, fetch: u32) {
        let Some(Purpose::Request(id)) = self.exchanges.get(&fetch).map(|exchange| exchange.purpose) else {
            return;
        };
        let (now, usual_ms) = (self.now, self.settings.call_ms);
        let Some(request) = self.requests.get_mut(&id) else { return };
        request.sent_ms = now;
        if let For::Call(call) | For::Relist(call) = request.purpose
            && request.resume.is_none()
            && let Some(call) = self.calls.get_mut(&call)
        {
            let call_ms = call.asked.call_ms.unwrap_or(usual_ms);
            call.deadline = (call_ms > 0.0).then_some(now + call_ms);
        }
    }

    pub(super) fn call_answered(&mut self, call: u32, request: &Request, result: &str) {
        let Some(state) = self.calls.get(&call) else { return };
        let what = state.asked.what.clone();
        if self.server.is_modern() {
            let kind = raw_field(result, "resultType").map(|kind| json::string(kind).unwrap_or_default());
            match kind.as_deref() {
                None | Some("complete") => {}
                Some("input_required") => return self.input_required(call, result),
                Some(kind) => {
                    let error = self.broken(&format!("a result of a kind that is not known ({kind})"));
                    return self.reject(call, error);
                }
            }
            if state.answered.is_none() {
                self.cache.keep(&request.method, &request.params, result, self.now);
            }
        }
        match what {
            What::List(offer) => self.page(call, offer, result),
            What::Request { method, params } if method == "tools/call" => {
                let name = raw_field(&params, "name").and_then(json::string).unwrap_or_default();
                match self.tools.fault(&name, result) {
                    Some(fault) => {
                        let problem = format!(
                            "The result of tool '{name}' does not fit the schema that its server gives for it ({fault}); tell who runs {}.",
                            self.settings.url
                        );
                        self.reject(call, Error::new(Code::Protocol, problem));
                    }
                    None => self.resolve(call, result.to_owned()),
                }
            }
            _ => self.resolve(call, result.to_owned()),
        }
    }

    pub(super) fn call_refused(&mut self, call: u32, request: &Request, refusal: &Refusal) {
        let now = self.now;
        let Some(state) = self.calls.get_mut(&call) else { return };
        if request.has_session && refusal.is_expiry() {
            if std::mem::replace(&mut state.is_renewed, true) {
                let problem = format!("{} forgets its session at once ({}).", self.named(), refusal.status);
                return self.reject(call, Error::new(Code::Http, problem));
            }
            self.expire(request.generation);
            return self.go_on(call);
        }
        if let Some(after_ms) = refusal.wait_ms()
            && state.put_off < MAX_PUT_OFF
            && after_ms.is_none_or(|after| after <= LONGEST_PUT_OFF_MS)
        {
            let delay = after_ms.unwrap_or_else(|| self.chance.delay(state.put_off));
            state.put_off += 1;
            state.step = Step::Later(now + delay);
            return;
        }
        if refusal.code() == Some(HEADER_MISMATCH)
            && self.server.is_modern()
            && request.method == "tools/call"
            && !std::mem::replace(&mut state.is_relisted, true)
        {
            return self.relist(call, None);
        }
        if refusal.is_bad_params()
            && state.cursor.is_some()
            && !std::mem::replace(&mut state.is_restarted, true)
        {
            return self.first_page(call);
        }
        let asked = refusal.elicitations();
        if !asked.is_empty() && state.rounds < MAX_ROUNDS {
            let asked: BTreeMap<String, (String, String)> = asked
                .into_iter()
                .enumerate()
                .map(|(at, params)| (at.to_string(), ("elicitation/create".to_owned(), params)))
                .collect();
            return self.ask_all(call, asked, None, Some(refusal.error()));
        }
        self.reject(call, refusal.error());
    }

    /// Nobody knows what became of the call.
    pub(super) fn call_lost(&mut self, call: u32, error: Error) {
        let now = self.now;
        let Some(state) = self.calls.get_mut(&call) else { return };
        let is_safe = state.asked.is_safe
            || matches!(&state.asked.what, What::Request { method, params } if method == "tools/call"
                && raw_field(params, "name").and_then(json::string).is_some_and(|name| self.tools.is_safe(&name)));
        if is_safe && state.repeats < MAX_REPEATS {
            let delay = self.chance.delay(state.repeats);
            state.repeats += 1;
            state.step = Step::Later(now + delay);
            return;
        }
        self.reject(call, error);
    }

    /// The server wants to know more before it goes on (2026-07-28, Multi Round-Trip Requests).
    fn input_required(&mut self, call: u32, result: &str) {
        let fields = raw_fields(result).unwrap_or_default();
        let field = |name: &str| fields.iter().find(|(known, _)| known == name).map(|(_, value)| *value);
        let Some(state) = self.calls.get(&call) else { return };
        let is_odd = !matches!(&state.asked.what, What::Request { method, .. } if matches!(method.as_str(),
            "tools/call" | "prompts/get" | "resources/read"));
        let asked = raw_fields(field("inputRequests").unwrap_or("{}"));
        let asked: Option<BTreeMap<String, (String, String)>> = asked
            .unwrap_or_default()
            .into_iter()
            .map(|(key, request)| {
                let method = raw_field(request, "method").and_then(json::string)?.into_owned();
                Some((key.into_owned(), (method, raw_field(request, "params").unwrap_or("{}").to_owned())))
            })
            .collect();
        let request_state = field("requestState").map(str::to_owned);
        let problem = match &asked {
            _ if is_odd => "a question in place of a result that has none",
            None => "a question that is none",
            Some(asked) if asked.is_empty() && request_state.is_none() => "a question that asks for nothing",
            Some(asked) if asked.len() > MAX_ASKS => "more questions at once than anybody answers",
            Some(_) if state.rounds >= MAX_ROUNDS => "question upon question, and no result",
            Some(asked) if !asked.values().all(|(method, _)| self.can_answer(method)) => {
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

    fn ask_all(
        &mut self,
        call: u32,
        asked: BTreeMap<String, (String, String)>,
        state: Option<String>,
        refused: Option<Error>,
    ) {
        let Some(waiting) = self.calls.get_mut(&call) else { return };
        waiting.rounds += 1;
        waiting.deadline = None;
        waiting.held_since = Some(self.now);
        let answers = asked.keys().map(|key| (key.clone(), None)).collect();
        waiting.step = Step::Asking(Round { answers, state, refused });
        for (key, (method, params)) in asked {
            self.ask(AskedBy::Call(call, key), Some(call), &method, &params);
        }
        self.round_over(call);
    }

    /// One of the questions of a call is answered.
    pub(super) fn answered_for(&mut self, call: u32, key: &str, answer: String) {
        if let Some(Call { step: Step::Asking(round), .. }) = self.calls.get_mut(&call)
            && let Some(place) = round.answers.get_mut(key)
        {
            *place = Some(answer);
            self.round_over(call);
        }
    }

    fn round_over(&mut self, call: u32) {
        let Some(state) = self.calls.get_mut(&call) else { return };
        let Step::Asking(round) = &state.step else { return };
        let Some(responses) = round.responses() else { return };
        if let Some(refused) = &round.refused {
            let is_done = |answer: &Option<String>| {
                let action = answer.as_deref().and_then(|answer| raw_field(answer, "action"));
                action.and_then(json::string).as_deref() == Some("accept")
            };
            if !round.answers.values().all(is_done) {
                let refused = refused.clone();
                return self.reject(call, refused);
            }
        } else {
            // Without a question there is no answer to hand back.
            let responses = if round.answers.is_empty() { None } else { Some(responses) };
            state.answered = Some((responses.unwrap_or_else(|| "{}".to_owned()), round.state.clone()));
        }
        state.step = Step::Held;
        self.go_on(call);
    }

    /// How far the call has come, as the server says.
    pub(super) fn progressed(&mut self, params: &str) {
        let number =
            |name: &str| raw_field(params, name).and_then(json::number).and_then(|found| found.as_f64());
        let (now, usual_ms) = (self.now, self.settings.call_ms);
        let Some(id) = raw_field(params, "progressToken").and_then(|token| token.parse().ok()) else {
            return;
        };
        let Some(call) = self.calls.get_mut(&id) else { return };
        // What does not increase is a repetition, or tells of nothing (Progress, "Progress Flow").
        let (Some(progress), Step::Sent(_)) = (number("progress"), &call.step) else { return };
        if call.progress.is_some_and(|before| progress <= before) {
            return;
        }
        call.progress = Some(progress);
        let call_ms = call.asked.call_ms.unwrap_or(usual_ms);
        call.deadline = (call_ms > 0.0).then_some(now + call_ms);
        self.actions.push(Action::Progress(id, params.to_owned()));
    }

    /// Lets a call wait for something else than the server.
    pub(super) fn hold(&mut self, request: &Request) {
        match request.purpose {
            For::Call(call) | For::Relist(call) => {
                if let Some(call) = self.calls.get_mut(&call) {
                    call.step = Step::Held;
                    call.deadline = None;
                    call.held_since.get_or_insert(self.now);
                }
            }
            For::Initialize | For::Discover => self.link.deadline = None,
            For::Listen => {}
        }
    }

    /// The list of tools is out of date, by which the headers of a call were made.
    pub(super) fn relist(&mut self, call: u32, cursor: Option<&str>) {
        let params = cursor.map_or_else(|| "{}".to_owned(), |cursor| json::text(&json!({"cursor": cursor})));
        if cursor.is_none() {
            self.tools.clear();
        }
        self.cache.forget(|method, _| method == Offer::Tools.method());
        let id = self.post(For::Relist(call), Offer::Tools.method(), &params);
        self.is_sent(call, id);
    }
}
