//! What can happen to a run. Entries are the only way in which a run changes, so a list of them is a
//! journal: replayed, they give the run back.

use crate::dispatch::Proposal;
use crate::json::{self, Fields, FromJson, Read};
use crate::model::{Block, Image, Message, Usage};
use serde::Serialize;
use serde_json::Value;
use std::rc::Rc;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Entry {
    /// A run began.
    Started {
        /// The history that it continues.
        messages: Vec<Rc<Message>>,
        /// What the person wants.
        wish: String,
        /// Servers that earlier runs of the session touched.
        activated: Vec<String>,
    },
    /// The model answered.
    Replied {
        /// Its reply.
        content: Vec<Block>,
        /// What it cost.
        usage: Option<Usage>,
        /// Milliseconds from request to reply.
        latency_ms: f64,
        /// The only tools whose calls run, where the host named them.
        #[serde(skip_serializing_if = "Option::is_none")]
        only: Option<Vec<String>>,
        /// Whether it only looks around ([`crate::provider::LOOK_AROUND`]).
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        looks: bool,
        /// Whether it calls no tool although nothing is shown yet, and names one that it should have called, or says nothing.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        announces: bool,
    },
    /// A call needs no approval, or got it.
    Approved {
        /// The call.
        id: String,
        /// What was judged, where there is a rule.
        #[serde(skip_serializing_if = "Option::is_none")]
        judged: Option<Proposal>,
    },
    /// A call waits for the person.
    Held {
        /// The call.
        id: String,
        /// What the person decides on.
        #[serde(skip_serializing_if = "Option::is_none")]
        judged: Option<Proposal>,
    },
    /// A call does not run.
    Refused {
        /// The call.
        id: String,
        /// Why, for the model.
        text: String,
    },
    /// The person refused a call.
    Denied {
        /// The call.
        id: String,
        /// Why, for the model.
        reason: Option<String>,
    },
    /// A call is about to run. Written before it does.
    Intent {
        /// The call.
        id: String,
        /// 0, or more when a call that may run twice runs again after a crash.
        attempt: u32,
    },
    /// A call ended.
    Outcome {
        /// The call.
        id: String,
        /// What it came to.
        result: CallResult,
    },
    /// The person said something while the run went on.
    Said {
        /// The words.
        text: String,
    },
    /// The run ended before the model did.
    Stopped {
        /// Why.
        reason: StopReason,
    },
}

impl FromJson for Entry {
    fn from_json(value: Value) -> Read<Self> {
        let mut entry = Fields::of(value)?;
        let kind: String = entry.take("type")?;
        Ok(match kind.as_str() {
            "started" => Entry::Started {
                messages: entry.take("messages")?,
                wish: entry.take("wish")?,
                activated: entry.optional("activated")?,
            },
            "replied" => Entry::Replied {
                content: entry.take("content")?,
                usage: entry.optional("usage")?,
                latency_ms: entry.optional("latency_ms")?,
                only: entry.optional("only")?,
                looks: entry.optional("looks")?,
                announces: entry.optional("announces")?,
            },
            "approved" => Entry::Approved { id: entry.take("id")?, judged: entry.optional("judged")? },
            "held" => Entry::Held { id: entry.take("id")?, judged: entry.optional("judged")? },
            "refused" => Entry::Refused { id: entry.take("id")?, text: entry.take("text")? },
            "denied" => Entry::Denied { id: entry.take("id")?, reason: entry.optional("reason")? },
            "intent" => Entry::Intent { id: entry.take("id")?, attempt: entry.optional("attempt")? },
            "outcome" => Entry::Outcome { id: entry.take("id")?, result: entry.take("result")? },
            "said" => Entry::Said { text: entry.take("text")? },
            "stopped" => Entry::Stopped { reason: entry.take("reason")? },
            other => return Err(format!("an entry of type '{other}' is unknown")),
        })
    }
}

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
    /// The model could not be asked.
    Error,
    /// A call waits for the person.
    Paused,
    /// The budget is spent.
    Budget,
    /// A condition of the host holds.
    StopCondition,
    /// The model repeated one call, although it was told so.
    LoopDetected,
}

impl FromJson for StopReason {
    fn from_json(value: Value) -> Read<Self> {
        json::word(
            &value,
            &[
                ("end_turn", StopReason::EndTurn),
                ("max_iterations", StopReason::MaxIterations),
                ("aborted", StopReason::Aborted),
                ("error", StopReason::Error),
                ("paused", StopReason::Paused),
                ("budget", StopReason::Budget),
                ("stop_condition", StopReason::StopCondition),
                ("loop_detected", StopReason::LoopDetected),
            ],
        )
    }
}

/// What a call came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CallResult {
    /// The text for the model.
    pub text: String,
    /// True when the call failed.
    pub is_error: bool,
    /// True when a widget is on the canvas because of it.
    pub displayed: bool,
    /// True when it only looked for recipes or tools.
    pub discovery: bool,
    /// Whole milliseconds.
    pub elapsed: u64,
    /// What was repaired in the arguments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fixes: Vec<String>,
    /// Pictures for the model.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<Image>,
    /// The whole text where the model got less, for `recall` after a crash.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full: Option<String>,
}

impl FromJson for CallResult {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(CallResult {
            text: from.optional("text")?,
            is_error: from.optional("is_error")?,
            displayed: from.optional("displayed")?,
            discovery: from.optional("discovery")?,
            elapsed: from.optional("elapsed")?,
            fixes: from.optional("fixes")?,
            images: from.optional("images")?,
            full: from.optional("full")?,
        })
    }
}

impl CallResult {
    /// A failure that is told to the model.
    pub fn failed(text: impl Into<String>) -> Self {
        CallResult { text: text.into(), is_error: true, ..CallResult::default() }
    }
}
