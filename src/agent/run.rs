//! The driver: does what the turn machine decides, and tells the host.

use super::abort::AbortToken;
use super::event::Event;
use super::turn::{Call, Step, StopReason, Turn};
use crate::clock::Clock;
use crate::dispatch::Dispatcher;
use crate::error::Error;
use crate::model::{Message, Metrics, Role, ToolCall};
use crate::provider::{ChatOptions, ChatRequest, Provider};
use futures_util::future::join_all;
use std::cell::Cell;
use std::rc::Rc;

/// What a run needs besides the wish.
pub struct RunOptions {
    /// Answers.
    pub provider: Rc<dyn Provider>,
    /// Runs the tools.
    pub dispatcher: Dispatcher,
    /// Tells the time.
    pub clock: Rc<dyn Clock>,
    /// Stops the run.
    pub abort: AbortToken,
    /// The history to continue.
    pub initial_messages: Vec<Message>,
    /// Temperature and the like; its `system` is the whole system prompt.
    pub chat: ChatOptions,
    /// How often the model is asked at most.
    pub max_iterations: u32,
    /// Hears every event.
    pub on_event: Rc<dyn Fn(&Event<'_>)>,
}

/// What a run came to. On an error of the provider the history up to it is kept.
#[derive(Debug)]
pub struct Outcome {
    /// The text of the last reply.
    pub text: String,
    /// Every call, in the order of the calls.
    pub tool_calls: Vec<ToolCall>,
    /// Sums.
    pub metrics: Metrics,
    /// Why it ended; the error when the model could not be asked.
    pub stop: Result<StopReason, Error>,
    /// The whole conversation.
    pub messages: Vec<Message>,
}

/// Runs `wish` to its end.
pub async fn run(wish: &str, options: RunOptions) -> Outcome {
    let mut messages = options.initial_messages.clone();
    messages.push(Message::text(Role::User, wish));
    let mut turn = Turn::new(messages, options.max_iterations);
    let mut outcome = Outcome {
        text: String::new(),
        tool_calls: Vec::new(),
        metrics: Metrics::default(),
        stop: Ok(StopReason::EndTurn),
        messages: Vec::new(),
    };
    let explored = Cell::new(false);
    loop {
        if options.abort.is_aborted() {
            turn.abort();
        }
        match turn.next() {
            Step::Done(reason) => {
                outcome.stop = Ok(reason);
                break;
            }
            Step::AskModel => {
                if let Err(error) = ask(&mut turn, &options, &mut outcome).await {
                    outcome.stop = Err(error);
                    break;
                }
            }
            Step::CallTools(calls) => {
                let running = join_all(calls.iter().map(|call| call_tool(call, &options, &explored)));
                // On abort the turn machine answers the calls itself, at the top of the loop.
                let Some(done) = options.abort.race(running).await else { continue };
                turn.tools_returned(done.iter().map(result_for_model).collect());
                outcome.metrics.tool_calls += done.len() as u32;
                outcome.tool_calls.extend(done);
            }
        }
    }
    outcome.messages = turn.messages().to_vec();
    if let Ok(stop_reason) = outcome.stop {
        (options.on_event)(&Event::RunEnd { stop_reason });
    }
    outcome
}

async fn ask(turn: &mut Turn, options: &RunOptions, outcome: &mut Outcome) -> Result<(), Error> {
    let iteration = turn.begin_iteration();
    (options.on_event)(&Event::IterationStart { iteration, max_iterations: options.max_iterations });
    let tools = options.dispatcher.tools();
    (options.on_event)(&Event::LlmRequest { messages: turn.messages(), tools: &tools });
    let started = options.clock.now_ms();
    let on_event = options.on_event.clone();
    let request = ChatRequest {
        messages: turn.messages().to_vec(),
        tools,
        options: options.chat.clone(),
        on_token: Rc::new(move |text: &str| on_event(&Event::LlmDelta { text })),
    };
    let Some(reply) = options.abort.race(options.provider.chat(request)).await else { return Ok(()) };
    let reply = reply?;
    let latency_ms = options.clock.now_ms() - started;
    outcome.metrics.add_reply(reply.usage, latency_ms);
    (options.on_event)(&Event::LlmResponse { response: &reply, latency_ms });
    outcome.text = crate::model::joined_text(&reply.content);
    turn.model_replied(reply.content);
    Ok(())
}

async fn call_tool(call: &Call, options: &RunOptions, explored: &Cell<bool>) -> ToolCall {
    let guided = explored.get();
    (options.on_event)(&Event::ToolStart { id: &call.id, name: &call.name, args: &call.args });
    let started = options.clock.now_ms();
    let done = options.dispatcher.dispatch(&call.id, &call.name, call.args.clone()).await;
    explored.set(explored.get() || done.discovery);
    let call = ToolCall {
        id: call.id.clone(),
        name: call.name.clone(),
        args: call.args.clone(),
        error: done.is_error.then(|| done.text.clone()),
        result: Some(done.text),
        elapsed: (options.clock.now_ms() - started).max(0.0).round() as u64,
        guided,
    };
    (options.on_event)(&Event::ToolEnd { call: &call });
    call
}

fn result_for_model(call: &ToolCall) -> (String, bool) {
    (call.result.clone().unwrap_or_default(), call.error.is_some())
}
