//! Work that a server does in its own time, and that is asked after until it is done: tasks of 2025-11-25 (Tasks), and of the extension
//! `io.modelcontextprotocol/tasks` that took their place.

use super::client::Client;
use super::event::Action;
use super::failure::Failure;
use super::message::{RpcError, object, with_fields, word};
use super::refusals::Refusal;
use super::rounds::questions;
use super::state::{Call, Step, Task};
use crate::error::{Code, excerpt};
use crate::json::{self, raw_field};

/// By what a question says of which task it is.
const RELATED: &str = "io.modelcontextprotocol/related-task";
/// What a server can say about how soon a task is to be asked after, milliseconds.
const SOONEST_MS: f64 = 50.0;
const LATEST_MS: f64 = 60_000.0;
/// So often in a row it may stay unknown how a task stands: it goes on without being asked after.
const MAX_LOST: u32 = 8;

impl Client {
    /// The parameters of a call of a tool that can only be called as a task (2025-11-25, Tasks, "Tool-Level Negotiation").
    pub(super) fn as_task(&self, params: &str) -> Option<String> {
        let name = word(params, "name").filter(|_| raw_field(params, "task").is_none())?;
        let is_one = !self.server.is_modern() && self.server.runs_tasks() && self.tools.is_task(&name);
        let total_ms = self.settings.total_ms;
        let ttl = if total_ms > 0.0 { format!(r#"{{"ttl":{}}}"#, total_ms as u64) } else { "{}".to_owned() };
        is_one.then(|| with_fields(params, &[("task", ttl)]))?
    }

    /// Takes a task in place of a result.
    pub(super) fn task_begun(&mut self, call: u32, told: &str) {
        let Some(id) = word(told, "taskId").filter(|id| !id.is_empty()) else {
            let error = self.broken("a task without a name");
            return self.reject(call, error);
        };
        let Some(state) = self.calls.get_mut(call) else { return };
        state.task = Some(Task::of(id));
        state.answered = None;
        self.actions.push(Action::Task(call, told.to_owned()));
        self.task_stands(call, told);
    }

    /// Sends what a task wants next: what was asked for, or that it is asked after.
    pub(super) fn go_on_with_task(&mut self, call: u32) {
        let Some(state) = self.calls.get(call) else { return };
        let Some(task) = &state.task else { return };
        let id = json::text(&task.id);
        match &state.answered {
            Some((responses, _)) => {
                let params = object(&[("taskId", id), ("inputResponses", responses.clone())]);
                self.send_call(call, "tasks/update", &params);
            }
            None => self.send_call(call, "tasks/get", &object(&[("taskId", id)])),
        }
    }

    /// An answer about a task.
    pub(super) fn task_answered(&mut self, call: u32, method: &str, result: &str) {
        match method {
            "tasks/get" => self.task_stands(call, result),
            "tasks/update" => {
                if let Some(state) = self.calls.get_mut(call) {
                    state.answered = None;
                }
                self.ask_after_later(call);
            }
            _ => self.task_done(call, result),
        }
    }

    /// How a task stands, as the server says: asked, or of itself.
    fn task_stands(&mut self, call: u32, told: &str) {
        let is_modern = self.server.is_modern();
        let Some(state) = self.calls.get_mut(call) else { return };
        let Some(task) = &mut state.task else { return };
        let field = if is_modern { "pollIntervalMs" } else { "pollInterval" };
        let asked_for = raw_field(told, field).and_then(json::number).and_then(|ms| ms.as_f64());
        task.poll_ms = asked_for.unwrap_or(task.poll_ms).clamp(SOONEST_MS, LATEST_MS);
        task.lost = 0;
        let said = word(told, "statusMessage");
        if said.is_some() && said != task.said {
            let progress = state.progress_text.clone();
            let message = json::text(said.as_deref().unwrap_or_default());
            self.actions
                .push(Action::Progress(call, object(&[("progress", progress), ("message", message)])));
            task.said = said;
        }
        let id = json::text(&task.id);
        match word(told, "status").unwrap_or_default().as_str() {
            "working" => {
                state.is_renewed = false;
                self.ask_after_later(call);
            }
            "input_required" if is_modern => self.task_asks(call, told),
            "completed" if is_modern => match raw_field(told, "result") {
                Some(result) => self.task_done(call, result),
                None => {
                    let error = self.broken("a task that is done, without its result");
                    self.reject(call, error);
                }
            },
            "failed" if is_modern => {
                let error = Refusal::of(RpcError::of(raw_field(told, "error").unwrap_or_default())).error();
                self.task_over(call, error);
            }
            // What comes of it, or why nothing does; what it asks comes by this request, or by any stream.
            "input_required" | "completed" | "failed" => {
                self.send_call(call, "tasks/result", &object(&[("taskId", id)]));
            }
            "cancelled" => {
                let words = word(told, "statusMessage").unwrap_or_else(|| "it does not say why".to_owned());
                let problem = format!("{} has given up the task: {}.", self.named(), excerpt(&words));
                self.task_over(call, Failure::new(Code::Protocol, problem));
            }
            other => {
                let error = self.broken(&format!("a task in a state that is not known ({})", excerpt(other)));
                self.reject(call, error);
            }
        }
    }

    fn task_asks(&mut self, call: u32, told: &str) {
        let Some(task) = self.calls.get_mut(call).and_then(|state| state.task.as_mut()) else { return };
        let asked = questions(raw_field(told, "inputRequests").unwrap_or("{}"));
        let asked = asked.map(|mut asked| {
            asked.retain(|question| !task.asked.contains(&question.key));
            task.asked.extend(asked.iter().map(|question| question.key.clone()));
            asked
        });
        match asked {
            Some(asked) if asked.is_empty() => self.ask_after_later(call),
            asked => self.ask_where_possible(call, asked, None),
        }
    }

    fn ask_after_later(&mut self, call: u32) {
        let now = self.now;
        let Some(state) = self.calls.get_mut(call) else { return };
        let Some(task) = &state.task else { return };
        state.step = Step::Later(now + task.poll_ms);
        // That the server works is no silence.
        state.deadline = None;
    }

    fn task_done(&mut self, call: u32, result: &str) {
        let Some(state) = self.calls.get_mut(call) else { return };
        state.task = None;
        let what = state.asked.what.clone();
        self.called(call, &what, result);
    }

    /// Ends the call of a task that goes on no more.
    pub(super) fn task_over(&mut self, call: u32, error: Failure) {
        if let Some(state) = self.calls.get_mut(call) {
            state.task = None;
        }
        self.reject(call, error);
    }

    /// Nobody answered how a task stands. Whether it is asked after again.
    pub(super) fn task_lost(&mut self, call: u32, after_ms: Option<f64>) -> bool {
        let now = self.now;
        let Some(state) = self.calls.get_mut(call) else { return false };
        let Some(task) = state.task.as_mut().filter(|task| task.lost < MAX_LOST) else { return false };
        let delay = self.chance.delay(task.lost).max(task.poll_ms).max(after_ms.unwrap_or_default());
        task.lost += 1;
        state.step = Step::Later(now + delay);
        state.deadline = None;
        true
    }

    /// Nobody waits for the task any more.
    pub(super) fn stop_task(&mut self, task: &Task) {
        if self.is_ready() && (self.server.is_modern() || self.server.stops_tasks()) {
            self.request_for_nobody("tasks/cancel", &object(&[("taskId", json::text(&task.id))]));
        }
    }

    /// A server has told how a task stands that was to be asked after later.
    pub(super) fn task_told(&mut self, params: &str) {
        let id = word(params, "taskId");
        let waits = |state: &Call| {
            matches!(state.step, Step::Later(_))
                && state.answered.is_none()
                && state.task.as_ref().is_some_and(|task| Some(&task.id) == id.as_ref())
        };
        for call in self.calls.which(waits) {
            self.task_stands(call, params);
        }
    }

    /// The call whose task a question of the server is of.
    pub(super) fn call_of_task(&self, params: &str) -> Option<u32> {
        let related = raw_field(raw_field(params, "_meta")?, RELATED)?;
        let id = word(related, "taskId")?;
        let is_its = |state: &Call| state.task.as_ref().is_some_and(|task| task.id == id);
        self.calls.which(is_its).first().copied()
    }
}
