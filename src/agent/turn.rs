//! The turn machine: decides what a run does next. No IO, no clock. It changes through [`Turn::apply`] alone,
//! and it can be written down at any moment.

use super::call::{Call, Status};
use super::entry::{CallResult, Entry, StopReason};
use super::policy::{MOST_ANNOUNCED, Repeats};
use super::validity::{TakenIds, push_words, sanitise_reply, valid_history};
use crate::dispatch::Proposal;
use crate::json::{Fields, FromJson, Read};
use crate::model::{Block, Message, Metrics, Prices, Role, ToolCall, joined_text};
use serde::Serialize;
use serde_json::Value;
use std::rc::Rc;

/// Replies of one turn that only look around; more of them count as others do.
const MOST_LOOKS: u32 = 12;

/// What to do next.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Send the messages to the model.
    AskModel,
    /// Say of each of these calls whether it may run: `Approved` or `Held`.
    Judge(Vec<Call>),
    /// Run these calls: `Intent`, then `Outcome`, each.
    CallTools(Vec<Call>),
    /// These calls began before a crash, and nobody knows whether they ended.
    Doubt(Vec<Call>),
    /// Nothing until the person has decided on these calls: `Approved` or `Denied`.
    Pause(Vec<Call>),
    /// Stop.
    Done(StopReason),
}

/// The limits that the machine itself keeps.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Limits {
    /// How often the model is asked at most per wish.
    pub max_iterations: u32,
    /// The call that is refused when the ones before were equal and brought the same; 0 for never.
    pub max_repeats: u32,
}

impl FromJson for Limits {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(Limits { max_iterations: from.take("max_iterations")?, max_repeats: from.take("max_repeats")? })
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits { max_iterations: 5, max_repeats: 3 }
    }
}

/// A run's state between steps.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Turn {
    messages: Vec<Rc<Message>>,
    /// Calls of the last reply, until all are answered.
    calls: Vec<Call>,
    /// What the person said meanwhile.
    said: Vec<String>,
    stop: Option<StopReason>,
    iteration: u32,
    /// Replies that only looked around.
    looks: u32,
    displayed: bool,
    explored: bool,
    repeats: Repeats,
    /// Replies that wrote about a call instead of making it, and whether the last was one.
    announced: u32,
    reminds: bool,
    text: String,
    /// The only tools whose calls of the last reply run; `None` for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    only: Option<Vec<String>>,
    pub(super) tool_calls: Vec<ToolCall>,
    metrics: Metrics,
    limits: Limits,
    #[serde(skip)]
    shortened: usize,
    #[serde(skip)]
    ids: TakenIds,
    /// Calls that ended by the entry that is being applied.
    #[serde(skip)]
    ended: Vec<ToolCall>,
}

impl FromJson for Turn {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(Turn {
            messages: from.take("messages")?,
            calls: from.take("calls")?,
            said: from.take("said")?,
            stop: from.take("stop")?,
            iteration: from.take("iteration")?,
            looks: from.optional("looks")?,
            displayed: from.take("displayed")?,
            explored: from.take("explored")?,
            repeats: from.take("repeats")?,
            announced: from.optional("announced")?,
            reminds: from.optional("reminds")?,
            text: from.take("text")?,
            only: from.optional("only")?,
            tool_calls: from.take("tool_calls")?,
            metrics: from.take("metrics")?,
            limits: from.take("limits")?,
            ..Turn::default()
        })
    }
}

impl Turn {
    /// A run before its `Started`.
    pub fn new(limits: Limits) -> Self {
        Turn { limits, ..Turn::default() }
    }

    /// The run that `entries` tell of. Entries that do not fit are passed over.
    pub fn replay(limits: Limits, entries: impl IntoIterator<Item = Entry>, prices: Option<&Prices>) -> Self {
        let mut turn = Turn::new(limits);
        for entry in entries {
            turn.apply(entry, prices);
        }
        turn
    }

    /// The history so far. Every tool call in it is answered, except while calls are under way.
    pub fn messages(&self) -> &[Rc<Message>] {
        &self.messages
    }

    /// How many messages from the front were looked at by [`Turn::shorten`].
    pub fn shortened(&self) -> usize {
        self.shortened
    }

    /// Puts messages that say the same in fewer words in the places given; those before `looked_at` need not be
    /// looked at again.
    pub fn shorten(&mut self, shorter: Vec<(usize, Message)>, looked_at: usize) {
        self.shortened = looked_at;
        for (index, message) in shorter {
            if let Some(place) = self.messages.get_mut(index) {
                *place = Rc::new(message);
            }
        }
    }

    /// How often the model has answered since the last wish.
    pub fn iteration(&self) -> u32 {
        self.iteration
    }

    /// Whether a widget was shown since the last wish.
    pub fn displayed(&self) -> bool {
        self.displayed
    }

    /// Whether the next request reminds the model that its last reply wrote about a call instead of making it.
    pub fn reminds(&self) -> bool {
        self.reminds
    }

    /// The text of the last reply.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Every ended call, in the order in which the model made them.
    pub fn tool_calls(&self) -> Vec<ToolCall> {
        let open = self.calls.iter().filter_map(|call| call.ended(self.explored));
        self.tool_calls.iter().cloned().chain(open).collect()
    }

    /// Sums.
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// Calls that are not answered yet.
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// The only tools whose calls of the last reply run; `None` for all.
    pub fn only(&self) -> Option<&[String]> {
        self.only.as_deref()
    }

    /// Takes back what was allowed and not begun: a state that was stored may have been changed since.
    pub fn judge_again(&mut self) {
        for call in self.calls.iter_mut().filter(|call| call.status == Status::Approved) {
            call.status = Status::New;
            call.judged = None;
        }
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What to do next.
    pub fn next(&self) -> Step {
        if let Some(stop) = self.stop {
            return Step::Done(stop);
        }
        let with = |status: Status| -> Vec<Call> {
            self.calls.iter().filter(|call| call.status == status).cloned().collect()
        };
        let step = |calls: Vec<Call>, step: fn(Vec<Call>) -> Step| (!calls.is_empty()).then(|| step(calls));
        step(with(Status::New), Step::Judge)
            .or_else(|| step(with(Status::Approved), Step::CallTools))
            .or_else(|| step(with(Status::Running), Step::Doubt))
            .or_else(|| step(with(Status::Held), Step::Pause))
            .unwrap_or(if self.iteration >= self.limits.max_iterations {
                Step::Done(StopReason::MaxIterations)
            } else {
                Step::AskModel
            })
    }

    /// Takes in what happened and returns the calls that ended by it; `None`, and nothing changes, when it
    /// cannot have happened now.
    pub fn apply(&mut self, entry: Entry, prices: Option<&Prices>) -> Option<Vec<ToolCall>> {
        self.ended.clear();
        self.take(entry, prices).then(|| std::mem::take(&mut self.ended))
    }

    fn take(&mut self, entry: Entry, prices: Option<&Prices>) -> bool {
        match entry {
            Entry::Started { messages, wish, .. } => self.start(&messages, wish),
            Entry::Replied { content, usage, latency_ms, only, looks, announces } => {
                if self.next() != Step::AskModel {
                    return false;
                }
                self.metrics.add_reply(usage, latency_ms, prices);
                self.only = only;
                if looks && self.looks < MOST_LOOKS {
                    self.looks += 1;
                } else {
                    self.iteration += 1;
                }
                self.reply(content, announces);
                true
            }
            Entry::Approved { id, judged } => {
                let from = [Status::New, Status::Held, Status::Approved];
                self.shift(&id, &from, Status::Approved) && self.judged(&id, judged)
            }
            Entry::Held { id, judged } => {
                self.shift(&id, &[Status::New, Status::Approved], Status::Held) && self.judged(&id, judged)
            }
            Entry::Refused { id, text } => {
                self.end(&id, &[Status::New, Status::Approved], CallResult::failed(text))
            }
            Entry::Denied { id, reason } => {
                let reason = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
                let text = format!("Error: the person did not allow this call{reason}. Do not repeat it.");
                self.end(&id, &[Status::New, Status::Held, Status::Approved], CallResult::failed(text))
            }
            Entry::Intent { id, attempt } => {
                let from = if attempt == 0 { Status::Approved } else { Status::Running };
                let fits = self.shift(&id, &[from], Status::Running);
                if let Some(call) = self.calls.iter_mut().find(|call| fits && call.id == id) {
                    call.attempt = attempt;
                }
                fits
            }
            Entry::Outcome { id, result } => self.end(&id, &[Status::Running], result),
            Entry::Said { text } => self.say(text),
            Entry::Stopped { reason } => self.halt(reason),
        }
    }

    fn start(&mut self, messages: &[Rc<Message>], wish: String) -> bool {
        if !self.messages.is_empty() || self.stop.is_some() {
            return false;
        }
        self.messages = valid_history(messages);
        push_words(&mut self.messages, wish);
        true
    }

    fn reply(&mut self, content: Vec<Block>, announces: bool) {
        let (content, calls) = sanitise_reply(self.ids.of(&self.messages), content);
        self.text = joined_text(&content);
        self.reminds = announces && calls.is_empty() && self.announced < MOST_ANNOUNCED;
        if self.reminds {
            self.announced += 1;
            return;
        }
        // An empty message would make the next request invalid for every provider.
        if !content.is_empty() {
            self.messages.push(Rc::new(Message { role: Role::Assistant, content }));
        }
        self.calls = calls;
        if self.calls.is_empty() {
            self.stop = Some(StopReason::EndTurn);
            return;
        }
        for (id, text) in self.repeats.refuse(&self.calls, self.limits.max_repeats) {
            self.end(&id, &[Status::New], CallResult::failed(text));
        }
    }

    /// What was judged of a call stands, whoever approves it later.
    fn judged(&mut self, id: &str, judged: Option<Proposal>) -> bool {
        if let Some(call) = self.calls.iter_mut().find(|call| judged.is_some() && call.id == id) {
            call.judged = judged;
        }
        true
    }

    fn shift(&mut self, id: &str, from: &[Status], to: Status) -> bool {
        if self.stop.is_some() {
            return false;
        }
        match self.calls.iter_mut().find(|call| call.id == id && from.contains(&call.status)) {
            Some(call) => {
                call.status = to;
                true
            }
            None => false,
        }
    }

    fn end(&mut self, id: &str, from: &[Status], result: CallResult) -> bool {
        let ran = self.calls.iter().any(|call| call.id == id && call.status == Status::Running);
        if !self.shift(id, from, Status::Ended) {
            return false;
        }
        let Some(call) = self.calls.iter_mut().find(|call| call.id == id) else { return false };
        if ran {
            self.repeats.note(call, &result.text);
        }
        self.displayed |= result.displayed;
        self.metrics.tool_calls += 1;
        self.ended.push(call.record(&result, self.explored));
        call.result = Some(result);
        if self.calls.iter().all(|call| call.status == Status::Ended) {
            self.answer();
        }
        true
    }

    /// All calls are answered: their results go into the history, in the order of the calls.
    fn answer(&mut self) {
        let calls = std::mem::take(&mut self.calls);
        self.tool_calls.extend(calls.iter().filter_map(|call| call.ended(self.explored)));
        self.explored |= calls.iter().any(|call| call.result.as_ref().is_some_and(|r| r.discovery));
        let mut content: Vec<Block> = calls.into_iter().map(Call::into_block).collect();
        content.extend(self.said.drain(..).map(|text| Block::Text { text }));
        self.messages.push(Rc::new(Message { role: Role::User, content }));
        if self.repeats.exhausted() {
            self.stop = Some(StopReason::LoopDetected);
        }
    }

    /// New words of the person: at once, or with the results of the calls that are under way. They begin a
    /// new count of iterations when the model had ended its turn.
    fn say(&mut self, text: String) -> bool {
        let over = matches!(self.next(), Step::Done(StopReason::EndTurn | StopReason::MaxIterations));
        if text.trim().is_empty() || (self.stop.is_some() && !over) {
            return false;
        }
        if !self.calls.is_empty() {
            self.said.push(text);
            return true;
        }
        if over {
            self.stop = None;
            (self.iteration, self.looks, self.displayed) = (0, 0, false);
            (self.announced, self.reminds) = (0, false);
        }
        push_words(&mut self.messages, text);
        true
    }

    fn halt(&mut self, reason: StopReason) -> bool {
        if self.stop.is_some() {
            return false;
        }
        let why = match reason {
            StopReason::Budget => "Error: not run, the budget of this run is spent.",
            _ => "Error: aborted",
        };
        let open: Vec<Call> =
            self.calls.iter().filter(|call| call.status != Status::Ended).cloned().collect();
        for call in open {
            let text = if call.status == Status::Running { super::call::UNKNOWN_OUTCOME } else { why };
            self.end(&call.id, &[call.status], CallResult::failed(text));
        }
        self.stop = Some(reason);
        true
    }
}
