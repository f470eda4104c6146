//! The driver: does what the turn machine decides, writes it down, and tells the host.

use super::ask::ask;
use super::call::{Call, Status, UNKNOWN_OUTCOME};
use super::driver::Driver;
use super::entry::{CallResult, Entry, StopReason};
use super::event::Event;
use super::options::{DEFAULT_CONCURRENCY, RunOptions};
use super::session::Session;
use super::turn::{Step, Turn};
use crate::dispatch::{Judgement, Outcome as Dispatched, truncate};
use crate::error::{Code, Error, Result};
use crate::json::{Fields, FromJson, Read, digits};
use crate::model::{Message, Metrics, ToolCall};
use futures_util::StreamExt;
use futures_util::future::{Either, select};
use futures_util::stream;
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::pin::pin;
use std::rc::Rc;

/// What a run came to. On an error of the provider the history up to it is kept.
#[derive(Debug)]
pub struct Outcome {
    /// The text of the last reply.
    pub text: String,
    /// Every call, in the order in which the model made them.
    pub tool_calls: Vec<ToolCall>,
    /// Sums of this run.
    pub metrics: Metrics,
    /// Why it ended; the error when it could not go on.
    pub stop: Result<StopReason>,
    /// The whole conversation.
    pub messages: Vec<Rc<Message>>,
    /// Calls that wait for the person.
    pub pending: Vec<Call>,
}

/// What the person decided on a call that waits.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The call.
    pub id: String,
    /// Whether it may run.
    pub approved: bool,
    /// Why not, for the model.
    pub reason: Option<String>,
}

impl FromJson for Decision {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(Decision {
            id: from.take("id")?,
            approved: from.take("approved")?,
            reason: from.optional("reason")?,
        })
    }
}

/// What sets a run going.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// New words of the person. A run that waits is ended first: its calls do not run.
    Wish(String),
    /// Goes on with the run that waits, failed or was interrupted.
    Resume(Vec<Decision>),
}

/// Runs `session` on `input` to its end, or to where it waits for the person.
///
/// Fails, inside the outcome, with `not_found` when there is nothing to resume, and with what provider,
/// journal or host functions fail with.
pub async fn run(session: &RefCell<Session>, input: Input, options: RunOptions) -> Outcome {
    let driver = match Driver::begin(session, input, options).await {
        Ok(driver) => driver,
        Err(error) => return Outcome::failed(session, error),
    };
    let stop = Box::pin(driver.drive()).await;
    let outcome = driver.outcome(stop);
    let mut session = session.borrow_mut();
    session.activated = driver.options.dispatcher.activated();
    session.take(driver.turn.into_inner(), outcome.stop.as_ref().ok().copied());
    outcome
}

impl Driver {
    async fn begin(session: &RefCell<Session>, input: Input, mut options: RunOptions) -> Result<Self> {
        let waiting = session.borrow_mut().turn.take();
        {
            let session = session.borrow();
            let messages = waiting.as_ref().map_or(session.messages.as_slice(), Turn::messages);
            options.dispatcher.go_on_from(messages, session.results.clone());
            options.dispatcher.activate(&session.activated);
        }
        // Of a reply that is not answered whole, the results are not in the messages yet.
        for call in waiting.iter().flat_map(Turn::calls) {
            if let Some(result) = &call.result {
                options.dispatcher.take_in(&call.id, &call.name, &call.args, &result.text, result.is_error);
            }
        }
        let turn = RefCell::new(Turn::new(options.limits));
        let breathed_ms = Cell::new(options.began_ms);
        let mut driver = Driver { turn, options, breathed_ms };
        match (input, waiting) {
            (Input::Wish(wish), waiting) => {
                if let Some(mut turn) = waiting {
                    turn.apply(Entry::Stopped { reason: StopReason::Aborted }, None);
                    session.borrow_mut().take(turn, Some(StopReason::Aborted));
                }
                let (messages, activated) = {
                    let session = session.borrow();
                    (session.messages.clone(), session.activated.clone())
                };
                driver.record(Entry::Started { messages, wish, activated }).await?;
            }
            (Input::Resume(decisions), Some(turn)) => {
                let ended = turn.tool_calls().into_iter().map(|call| (call.name, call.args));
                let open = turn.calls().iter().map(|call| (call.name.clone(), call.args.clone()));
                for (name, args) in ended.chain(open) {
                    driver.options.dispatcher.touch(&name, &args);
                }
                driver.turn = RefCell::new(turn);
                for Decision { id, approved, reason } in decisions {
                    let entry = if approved {
                        Entry::Approved { id, judged: None }
                    } else {
                        Entry::Denied { id, reason }
                    };
                    if let Err(error) = driver.record(entry).await {
                        // The run still waits.
                        session.borrow_mut().turn = Some(driver.turn.into_inner());
                        return Err(error);
                    }
                }
            }
            (Input::Resume(_), None) => {
                return Err(Error::new(Code::NotFound, "There is no run that waits; start one with a wish."));
            }
        }
        Ok(driver)
    }

    async fn drive(&self) -> Result<StopReason> {
        loop {
            self.breathe().await;
            if self.options.abort.is_aborted() {
                self.record(Entry::Stopped { reason: StopReason::Aborted }).await?;
            }
            let step = self.turn.borrow().next();
            match step {
                Step::Done(reason @ (StopReason::EndTurn | StopReason::MaxIterations)) => {
                    let Some(text) = self.options.inbox.next_queued() else { return Ok(reason) };
                    self.said(text).await?;
                }
                Step::Done(reason) => return Ok(reason),
                Step::Pause(_) => return Ok(StopReason::Paused),
                Step::AskModel => self.in_time(self.ask_or_stop()).await?,
                Step::Judge(calls) => self.in_time(self.judge(calls)).await?,
                Step::CallTools(calls) => self.in_time(self.call_tools(calls)).await?,
                Step::Doubt(calls) => Box::pin(self.in_time(self.doubt(calls))).await?,
            }
        }
    }

    /// Takes a step, as long as the run is not aborted and its time is not over, whatever the step waits for. What it
    /// has begun is given up then; the turn machine answers the calls that are open.
    async fn in_time(&self, step: impl Future<Output = Result<()>>) -> Result<()> {
        let step = self.options.abort.race(step);
        let Some(most) = self.options.budget.ms else { return step.await.unwrap_or(Ok(())) };
        let left = most - (self.options.clock.now_ms() - self.options.began_ms);
        match select(pin!(step), self.options.clock.sleep(left.max(0.0))).await {
            Either::Left((done, _)) => done.unwrap_or(Ok(())),
            Either::Right(_) => self.record(Entry::Stopped { reason: StopReason::Budget }).await,
        }
    }

    async fn ask_or_stop(&self) -> Result<()> {
        while let Some(text) = self.options.inbox.next_steering() {
            self.said(text).await?;
        }
        let elapsed = self.options.clock.now_ms() - self.options.began_ms;
        if self.options.budget.is_spent(self.turn.borrow().metrics(), elapsed) {
            return self.record(Entry::Stopped { reason: StopReason::Budget }).await;
        }
        let begun = self.turn.borrow().iteration() > 0;
        let stop = self.options.host.stop_when.as_ref().filter(|_| begun);
        let stop = stop.map(|stop| stop(&self.turn.borrow()));
        if let Some(stop) = stop
            && stop.await?
        {
            return self.record(Entry::Stopped { reason: StopReason::StopCondition }).await;
        }
        ask(self).await
    }

    /// Says of each call whether it may run.
    async fn judge(&self, calls: Vec<Call>) -> Result<()> {
        for call in calls {
            let entry = self.verdict(&call).await?;
            self.rule(entry).await?;
        }
        Ok(())
    }

    /// Takes in a verdict, and tells the host where the person is to decide.
    async fn rule(&self, verdict: Entry) -> Result<()> {
        let held = match &verdict {
            Entry::Held { id, judged: Some(judged) } => Some((id.clone(), judged.clone())),
            _ => None,
        };
        self.record(verdict).await?;
        if let Some((id, judged)) = held {
            self.tell(&Event::ApprovalNeeded { id: &id, name: &judged.name, args: &judged.args });
        }
        Ok(())
    }

    async fn call_tools(&self, mut calls: Vec<Call>) -> Result<()> {
        let left = self.options.budget.calls_left(self.turn.borrow().metrics());
        let short = calls.len() > left;
        calls.truncate(left);
        let most = self.options.tool_concurrency.unwrap_or(DEFAULT_CONCURRENCY).max(1);
        for calls in self.batches(calls) {
            let running = stream::iter(calls).map(|call| self.call_tool(call, 0)).buffer_unordered(most);
            let ended = running.collect::<Vec<Result<()>>>().await;
            ended.into_iter().collect::<Result<()>>()?;
        }
        if short {
            self.record(Entry::Stopped { reason: StopReason::Budget }).await?;
        }
        Ok(())
    }

    /// The calls in their order, in pieces whose calls may run at the same time.
    fn batches(&self, calls: Vec<Call>) -> Vec<Vec<Call>> {
        if self.options.tool_concurrency.is_some() {
            return vec![calls];
        }
        let overlaps = |call: &Call| self.options.dispatcher.may_overlap(&call.name);
        let mut batches: Vec<Vec<Call>> = Vec::new();
        for call in calls {
            match batches.last_mut() {
                Some(batch) if overlaps(&call) && batch.iter().all(overlaps) => batch.push(call),
                _ => batches.push(vec![call]),
            }
        }
        batches
    }

    /// Calls that were running when the page went away: only those that may run twice run again.
    async fn doubt(&self, calls: Vec<Call>) -> Result<()> {
        for call in calls {
            let tool = self.options.dispatcher.definition(&call.name);
            if tool.is_some_and(crate::model::ToolDef::is_idempotent) && !self.is_open(&call) {
                let attempt = call.attempt + 1;
                self.call_tool(call, attempt).await?;
            } else {
                let result = CallResult::failed(UNKNOWN_OUTCOME);
                self.record(Entry::Outcome { id: call.id, result }).await?;
            }
        }
        Ok(())
    }

    async fn call_tool(&self, call: Call, attempt: u32) -> Result<()> {
        let options = &self.options;
        // An earlier call of the same reply may have aborted the run; the loop answers those that did not begin.
        if options.abort.is_aborted() {
            return Ok(());
        }
        let mut call = call;
        if attempt == 0 && self.is_open(&call) && self.is_known(&call) {
            let verdict = self.verdict(&call).await?;
            let Entry::Approved { judged, .. } = &verdict else { return self.rule(verdict).await };
            call.judged.clone_from(judged);
            self.rule(verdict).await?;
        }
        let judgement = match &call.judged {
            Some(judged) => Judgement::Proposed(judged),
            None if self.is_open(&call) => Judgement::Missing,
            None => Judgement::NotNeeded,
        };
        self.record(Entry::Intent { id: call.id.clone(), attempt }).await?;
        self.tell(&Event::ToolStart { id: &call.id, name: &call.name, args: &call.args });
        let started = options.clock.now_ms();
        let dispatch = options.dispatcher.dispatch_judged(&call.id, &call.name, call.args.clone(), judgement);
        let done = match options.tool_timeout_ms {
            None => dispatch.await,
            Some(limit) => match select(pin!(dispatch), options.clock.sleep(limit)).await {
                Either::Left((done, _)) => done,
                Either::Right(_) => Dispatched::failed(format!(
                    "Error: {} did not answer within {} ms and was given up; it may have taken effect.",
                    call.name,
                    digits(limit),
                )),
            },
        };
        let text = self.remembered(&call, &done);
        let full = options.dispatcher.results().get(&call.id).filter(|full| **full != *text);
        let result = CallResult {
            text,
            is_error: done.is_error,
            displayed: done.displayed,
            discovery: done.discovery,
            elapsed: (options.clock.now_ms() - started).max(0.0).round() as u64,
            fixes: done.fixes,
            images: done.images,
            full: full.map(|full| full.to_string()),
        };
        self.record(Entry::Outcome { id: call.id.clone(), result }).await
    }

    /// The text of `done` for the model. What the memory takes in leaves only its beginning in the conversation;
    /// the parts that fit come back with each request (published `ragResidueSize`).
    fn remembered(&self, call: &Call, done: &Dispatched) -> String {
        let options = &self.options;
        let is_data = !done.is_error && !done.discovery && !options.dispatcher.is_display(&call.name);
        match &options.host.remember {
            Some(remember) if is_data => {
                let full = options.dispatcher.results().get(&call.id);
                let whole = full.as_deref().unwrap_or(&done.text);
                remember(&call.name, &self.last_words(), &call.id, whole);
                truncate(whole, options.memory_residue_chars, &call.id)
            }
            _ => done.text.clone(),
        }
    }

    async fn said(&self, text: String) -> Result<()> {
        self.tell(&Event::Said { text: &text });
        self.record(Entry::Said { text }).await
    }

    fn outcome(&self, stop: Result<StopReason>) -> Outcome {
        let turn = self.turn.borrow();
        let waits = matches!(stop, Ok(StopReason::Paused));
        let outcome = Outcome {
            text: turn.text().to_owned(),
            tool_calls: turn.tool_calls(),
            metrics: *turn.metrics(),
            messages: turn.messages().to_vec(),
            pending: turn
                .calls()
                .iter()
                .filter(|call| waits && call.status == Status::Held)
                .cloned()
                .collect(),
            stop,
        };
        drop(turn);
        let stop_reason = outcome.stop.as_ref().copied().unwrap_or(StopReason::Error);
        self.tell(&Event::RunEnd { stop_reason });
        outcome
    }
}

impl Outcome {
    fn failed(session: &RefCell<Session>, error: Error) -> Self {
        Outcome {
            text: String::new(),
            tool_calls: Vec::new(),
            metrics: Metrics::default(),
            stop: Err(error),
            messages: session.borrow().messages.clone(),
            pending: Vec::new(),
        }
    }
}
