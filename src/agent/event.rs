//! What happens during a run, in the shape of the published `RunEvent`.

use super::entry::StopReason;
use crate::dispatch::Tools;
use crate::model::{Message, ToolCall};
use crate::provider::{ChatResponse, Delta};
use serde_json::Value;
use std::rc::Rc;

/// One event; borrowed, because most hosts look at few of them.
#[derive(Debug)]
pub enum Event<'a> {
    /// A round begins.
    IterationStart {
        /// From 1.
        iteration: u32,
        /// The most there can be.
        max_iterations: u32,
    },
    /// The model is asked.
    LlmRequest {
        /// The conversation.
        messages: &'a [Rc<Message>],
        /// What it may call.
        tools: &'a Tools,
    },
    /// The model wrote a piece of its reply.
    LlmDelta {
        /// The piece.
        delta: &'a Delta<'a>,
    },
    /// The model's reply is complete.
    LlmResponse {
        /// The reply.
        response: &'a ChatResponse,
        /// Milliseconds from request to reply.
        latency_ms: f64,
        /// US dollars, where the host gave prices and the provider counts.
        cost_usd: Option<f64>,
    },
    /// A tool begins.
    ToolStart {
        /// The call's id.
        id: &'a str,
        /// The full name.
        name: &'a str,
        /// The arguments.
        args: &'a Value,
    },
    /// A tool ended, in whichever order they do.
    ToolEnd {
        /// The call with its result.
        call: &'a ToolCall,
    },
    /// A call waits for the person.
    ApprovalNeeded {
        /// The call's id.
        id: &'a str,
        /// The full name.
        name: &'a str,
        /// The arguments.
        args: &'a Value,
    },
    /// The person said something meanwhile, and the model will read it.
    Said {
        /// The words.
        text: &'a str,
    },
    /// The run is over, or waits.
    RunEnd {
        /// Why.
        stop_reason: StopReason,
    },
}
