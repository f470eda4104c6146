//! The turn machine: decides what a run does next. No IO, no clock.

use crate::model::{Block, Message, Role};
use serde::Serialize;
use serde_json::Value;

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// The model called no tool.
    EndTurn,
    /// The model was asked as often as allowed and still called tools.
    MaxIterations,
    /// The host aborted.
    Aborted,
}

/// A tool call that the model asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The model's id, or one of ours where the model gave none or repeated one.
    pub id: String,
    /// The full name.
    pub name: String,
    /// The arguments.
    pub args: Value,
}

/// What to do next.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Send the messages to the model.
    AskModel,
    /// Run these calls and report their results in this order.
    CallTools(Vec<Call>),
    /// Stop.
    Done(StopReason),
}

/// A run's state between steps.
#[derive(Debug)]
pub struct Turn {
    messages: Vec<Message>,
    pending: Vec<Call>,
    stop: Option<StopReason>,
    iteration: u32,
    max_iterations: u32,
}

impl Turn {
    /// A run that continues `messages` and asks the model at most `max_iterations` times.
    pub fn new(messages: Vec<Message>, max_iterations: u32) -> Self {
        Turn { messages, pending: Vec::new(), stop: None, iteration: 0, max_iterations }
    }

    /// The history so far. Every tool call in it is answered, except between `model_replied` and
    /// `tools_returned`.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// How often the model has been asked.
    pub fn iteration(&self) -> u32 {
        self.iteration
    }

    /// What to do next.
    pub fn next(&self) -> Step {
        if let Some(stop) = self.stop {
            Step::Done(stop)
        } else if !self.pending.is_empty() {
            Step::CallTools(self.pending.clone())
        } else if self.iteration >= self.max_iterations {
            Step::Done(StopReason::MaxIterations)
        } else {
            Step::AskModel
        }
    }

    /// Notes that the model is being asked; returns the number of the round, from 1.
    pub fn begin_iteration(&mut self) -> u32 {
        self.iteration += 1;
        self.iteration
    }

    /// Takes the model's reply.
    pub fn model_replied(&mut self, mut content: Vec<Block>) {
        self.name_calls(&mut content);
        self.pending = content
            .iter()
            .filter_map(|block| match block {
                Block::ToolUse { id, name, input } => {
                    Some(Call { id: id.clone(), name: name.clone(), args: input.clone() })
                }
                _ => None,
            })
            .collect();
        if self.pending.is_empty() {
            self.stop = Some(StopReason::EndTurn);
        }
        // An empty message would make the next request invalid for every provider.
        if !content.is_empty() {
            self.messages.push(Message { role: Role::Assistant, content });
        }
    }

    /// Takes the results of the pending calls, in their order: text and whether it is an error.
    /// Calls without a result are answered as aborted, so that the history stays valid.
    pub fn tools_returned(&mut self, results: Vec<(String, bool)>) {
        let mut results = results.into_iter();
        let content = std::mem::take(&mut self.pending)
            .into_iter()
            .map(|call| {
                let (content, is_error) = results.next().unwrap_or_else(|| ("Error: aborted".into(), true));
                Block::ToolResult { tool_use_id: call.id, content, is_error }
            })
            .collect();
        self.messages.push(Message { role: Role::User, content });
    }

    /// Ends the run; pending calls are answered as aborted.
    pub fn abort(&mut self) {
        if !self.pending.is_empty() {
            self.tools_returned(Vec::new());
        }
        self.stop = Some(StopReason::Aborted);
    }

    /// Gives calls without an id, or with one that the history has already, an id of ours: results are
    /// matched by it.
    fn name_calls(&self, content: &mut [Block]) {
        let mut taken: Vec<String> =
            self.messages.iter().flat_map(|m| &m.content).filter_map(call_id).collect();
        for block in content {
            if let Block::ToolUse { id, .. } = block {
                if id.is_empty() || taken.contains(id) {
                    let mut number = taken.len();
                    while taken.contains(&format!("call_{number}")) {
                        number += 1;
                    }
                    *id = format!("call_{number}");
                }
                taken.push(id.clone());
            }
        }
    }
}

fn call_id(block: &Block) -> Option<String> {
    match block {
        Block::ToolUse { id, .. } => Some(id.clone()),
        _ => None,
    }
}
