//! How a call ends, or goes on: by its result, by a refusal, or by what nobody knows the end of.

use super::client::Client;
use super::event::Action;
use super::failure::Failure;
use super::message::word;
use super::refusals::{HEADER_MISMATCH, Refusal};
use super::rounds::{MAX_ASKS, MAX_ROUNDS, Question};
use super::settings::What;
use super::state::{Request, Step};
use crate::error::Code;
use crate::json::{self, raw_field};

/// So often what is safe is sent again when nobody knows what became of it.
const MAX_REPEATS: u32 = 2;
/// So often a server may put a call off, and for how long at most, milliseconds.
const MAX_PUT_OFF: u32 = 3;
const LONGEST_PUT_OFF_MS: f64 = 30_000.0;

impl Client {
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
}
