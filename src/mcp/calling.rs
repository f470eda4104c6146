//! What the page asks for: when it is sent, when it is sent again, and how it ends.

use super::client::{Client, TELLING_MS};
use super::event::Action;
use super::failure::Failure;
use super::message::{self, object, word};
use super::refusals::{HEADER_MISMATCH, Refusal};
use super::rounds::{MAX_ASKS, MAX_ROUNDS, Question};
use super::settings::{Asked, Offer, What};
use super::state::{Call, For, Phase, Purpose, Request, Step};
use crate::error::Code;
use crate::json::{self, raw_field};

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
        let Some(Call { step, asked, task, .. }) = self.calls.remove(call) else { return };
        self.forget_asks_of(call);
        match (&step, &task) {
            (Step::Sent(id), None) => self.stop(*id),
            (Step::Sent(id), Some(_)) => self.drop_request(*id),
            _ => {}
        }
        if let Some(task) = task {
            self.stop_task(&task);
        }
        let is_connecting = !matches!(self.link.phase, Phase::Idle | Phase::Ready);
        if is_connecting
            && (matches!(step, Step::Waiting) || asked.what == What::Connect)
            && !self.is_awaited()
            && !self.stream.comes_back
        {
            self.stop_connecting();
        }
    }

    /// Stops a request of a call that is given up. Closing the stream is enough in the modern era, and means nothing in the one
    /// before (Cancellation, "Transport-Specific Cancellation").
    pub(super) fn stop(&mut self, id: u32) {
        if !self.server.is_modern() && self.requests.get(id).is_some() {
            let params = format!(r#"{{"requestId":{id},"reason":"The caller does not want it any more."}}"#);
            self.tell(message::notification("notifications/cancelled", &params));
        }
        self.drop_request(id);
    }

    /// Lets go of a request whose answer changes nothing.
    pub(super) fn drop_request(&mut self, id: u32) {
        let request = self.requests.remove(id);
        self.abort(request.and_then(|request| request.fetch));
    }

    /// Sends what a call wants next, once the server is reached.
    pub(super) fn go_on(&mut self, call: u32) {
        let is_ready = self.is_ready();
        let Some(state) = self.calls.get_mut(call) else { return };
        if !is_ready {
            state.step = Step::Waiting;
            state.deadline = None;
            return self.connect();
        }
        let Some(state) = self.calls.get(call) else { return };
        if state.task.is_some() {
            return self.go_on_with_task(call);
        }
        match &state.asked.what {
            What::Task(_) => {}
            What::Connect => self.answer_connect(call),
            What::List(offer) => self.next_page(call, *offer),
            What::Watch { uri, on } => {
                let (uri, on) = (uri.clone(), *on);
                self.watch(call, &uri, on);
            }
            What::Request { method, params } => {
                let (method, mut params) = (method.clone(), params.clone());
                if method == "logging/setLevel" {
                    self.log_level = word(&params, "level");
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
                let as_task = if method == "tools/call" { self.as_task(&params) } else { None };
                self.send_call(call, &method, as_task.as_deref().unwrap_or(&params));
            }
        }
    }

    pub(super) fn send_call(&mut self, call: u32, method: &str, params: &str) {
        let id = self.post(For::Call(call), method, params);
        self.is_sent(call, id);
    }

    pub(super) fn is_sent(&mut self, call: u32, id: u32) {
        let (now, total_ms, usual_ms) = (self.now, self.settings.total_ms, self.settings.call_ms);
        let Some(call) = self.calls.get_mut(call) else { return };
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
        let (now, usual_ms) = (self.now, self.settings.call_ms);
        let calls = &self.calls;
        let Some(exchange) = self.exchanges.get_mut(fetch) else { return };
        let Purpose::Request(id) = exchange.purpose else {
            // Nobody waits for what is only told.
            exchange.linger_until = (exchange.purpose == Purpose::Told).then_some(now + TELLING_MS);
            return;
        };
        let Some(request) = self.requests.get_mut(id) else { return };
        request.sent_ms = now;
        if matches!(request.purpose, For::Call(call) if calls.get(call).is_none()) {
            exchange.linger_until = Some(now + TELLING_MS);
        }
        if let For::Call(call) | For::Relist(call) = request.purpose
            && request.resume.is_none()
            // Until a task is done, it is answered by nothing.
            && request.method != "tasks/result"
            && let Some(call) = self.calls.get_mut(call)
        {
            let call_ms = call.asked.call_ms.unwrap_or(usual_ms);
            call.deadline = (call_ms > 0.0).then_some(now + call_ms);
        }
    }

    pub(super) fn call_answered(&mut self, call: u32, request: &Request, result: &str) {
        let Some(state) = self.calls.get(call) else { return };
        let what = state.asked.what.clone();
        if self.server.is_modern() {
            let kind = raw_field(result, "resultType").map(|kind| json::string(kind).unwrap_or_default());
            match kind.as_deref() {
                None | Some("complete") => {}
                Some("input_required") => return self.input_required(call, result),
                // The extension's own examples call a task so that was asked after.
                Some("task") if request.method.starts_with("tasks/") => {}
                Some("task") if request.method == "tools/call" => return self.task_begun(call, result),
                Some(kind) => {
                    let error = self.broken(&format!("a result of a kind that is not known ({kind})"));
                    return self.reject(call, error);
                }
            }
            if state.answered.is_none() {
                self.cache.keep(&request.method, &request.params, result, self.now);
            }
        }
        if request.method.starts_with("tasks/")
            && self.calls.get(call).is_some_and(|call| call.task.is_some())
        {
            return self.task_answered(call, &request.method, result);
        }
        // A page that asks for a task itself gets what it asked for.
        let asks_for_task = request.method == "tools/call"
            && raw_field(&request.params, "task").is_some()
            && !matches!(&what, What::Request { params, .. } if raw_field(params, "task").is_some());
        if asks_for_task && let Some(told) = raw_field(result, "task") {
            return self.task_begun(call, told);
        }
        match what {
            What::List(offer) => self.page(call, offer, result),
            _ => self.called(call, &what, result),
        }
    }

    /// Takes the result of a call.
    pub(super) fn called(&mut self, call: u32, what: &What, result: &str) {
        match what {
            What::Request { method, params } if method == "tools/call" => {
                let name = word(params, "name").unwrap_or_default();
                match self.tools.output(&name).filter(|_| raw_field(result, "isError") != Some("true")) {
                    None => self.resolve(call, result.to_owned()),
                    Some(schema) if raw_field(result, "structuredContent").is_some() => {
                        let schema = schema.to_owned();
                        if self.calls.remove(call).is_some() {
                            self.forget_asks_of(call);
                            self.actions.push(Action::ResolveChecked {
                                call,
                                result: result.to_owned(),
                                tool: name,
                                schema,
                            });
                        }
                    }
                    // Tools, "Output Schema": whoever gives one has to keep to it.
                    Some(_) => {
                        let what = format!(
                            "a result of tool '{name}' without the structuredContent that it promises"
                        );
                        let error = self.broken(&what);
                        self.reject(call, error);
                    }
                }
            }
            _ => self.resolve(call, result.to_owned()),
        }
    }

    pub(super) fn call_refused(&mut self, call: u32, request: &Request, refusal: &Refusal) {
        let now = self.now;
        let Some(state) = self.calls.get_mut(call) else { return };
        if request.has_session && refusal.is_expiry() {
            if std::mem::replace(&mut state.is_renewed, true) {
                let problem = format!("{} forgets its session at once ({}).", self.named(), refusal.status);
                return self.reject(call, Failure::new(Code::Http, problem));
            }
            self.expire(request.generation);
            return self.go_on(call);
        }
        let after_ms = refusal.after_ms;
        if state.task.is_some() {
            // What is wrong in between, or too much at the moment, says nothing of the task.
            if (refusal.status >= 500 || refusal.status == 429) && self.task_lost(call, after_ms) {
                return;
            }
            return self.task_over(call, refusal.error());
        }
        if refusal.is_put_off()
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
        if !asked.is_empty() && asked.len() <= MAX_ASKS && state.rounds < MAX_ROUNDS {
            let asked = asked.into_iter().enumerate().map(|(at, params)| Question {
                key: at.to_string(),
                method: "elicitation/create".to_owned(),
                params,
            });
            let asked = asked.collect();
            return self.ask_all(call, asked, None, Some(refusal.error()));
        }
        self.reject(call, refusal.error());
    }

    /// Nobody knows what became of the call.
    pub(super) fn call_lost(&mut self, call: u32, error: Failure) {
        if self.task_lost(call, None) {
            return;
        }
        let now = self.now;
        let Some(state) = self.calls.get_mut(call) else { return };
        let is_safe = state.asked.is_safe
            || matches!(&state.asked.what, What::Request { method, params } if method == "tools/call"
                && word(params, "name").is_some_and(|name| self.tools.is_safe(&name)));
        if is_safe && state.repeats < MAX_REPEATS {
            let delay = self.chance.delay(state.repeats);
            state.repeats += 1;
            state.step = Step::Later(now + delay);
            return;
        }
        self.reject(call, error);
    }

    /// How far the call has come, as the server says.
    pub(super) fn progressed(&mut self, params: &str) {
        let number =
            |name: &str| raw_field(params, name).and_then(json::number).and_then(|found| found.as_f64());
        let (now, usual_ms) = (self.now, self.settings.call_ms);
        let Some(id) = raw_field(params, "progressToken").and_then(|token| token.parse().ok()) else {
            return;
        };
        let Some(call) = self.calls.get_mut(id) else { return };
        // What does not increase is a repetition, or tells of nothing (Progress, "Progress Flow").
        let Some(progress) = number("progress") else { return };
        let is_under_way = matches!(call.step, Step::Sent(_)) || call.task.is_some();
        if !is_under_way || call.progress.is_some_and(|before| progress <= before) {
            return;
        }
        call.progress = Some(progress);
        raw_field(params, "progress").unwrap_or("0").clone_into(&mut call.progress_text);
        // A task has its own times: it lives as long as it is said to.
        if call.task.is_none() {
            let call_ms = call.asked.call_ms.unwrap_or(usual_ms);
            call.deadline = (call_ms > 0.0).then_some(now + call_ms);
        }
        self.actions.push(Action::Progress(id, params.to_owned()));
    }

    /// Lets a call wait for something else than the server.
    pub(super) fn hold(&mut self, request: &Request) {
        match request.purpose {
            For::Call(call) | For::Relist(call) => {
                if let Some(call) = self.calls.get_mut(call) {
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
        let params =
            cursor.map_or_else(|| "{}".to_owned(), |cursor| object(&[("cursor", json::text(cursor))]));
        self.cache.forget(|method, _| method == Offer::Tools.method());
        let id = self.post(For::Relist(call), Offer::Tools.method(), &params);
        self.is_sent(call, id);
    }
}
