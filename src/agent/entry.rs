//! What can happen to a run. Entries are the only way in which a run changes, so a list of them is a
//! journal: replayed, they give the run back.

use crate::dispatch::Proposal;
use crate::model::{Block, Image, Message, Usage};
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Entry {
    /// A run began.
    Started {
        /// The history that it continues.
        messages: Vec<Rc<Message>>,
        /// What the person wants.
        wish: String,
        /// Servers that earlier runs of the session touched.
        #[serde(default)]
        activated: Vec<String>,
    },
    /// The model answered.
    Replied {
        /// Its reply.
        content: Vec<Block>,
        /// What it cost.
        #[serde(default)]
        usage: Option<Usage>,
        /// Milliseconds from request to reply.
        #[serde(default)]
        latency_ms: f64,
        /// The only tools whose calls run, where the host named them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        only: Option<Vec<String>>,
    },
    /// A call needs no approval, or got it.
    Approved {
        /// The call.
        id: String,
        /// What was judged, where there is a rule.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        judged: Option<Proposal>,
    },
    /// A call waits for the person.
    Held {
        /// The call.
        id: String,
        /// What the person decides on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
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
        #[serde(default)]
        reason: Option<String>,
    },
    /// A call is about to run. Written before it does.
    Intent {
        /// The call.
        id: String,
        /// 0, or more when a call that may run twice runs again after a crash.
        #[serde(default)]
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

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// What a call came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
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

impl CallResult {
    /// A failure that is told to the model.
    pub fn failed(text: impl Into<String>) -> Self {
        CallResult { text: text.into(), is_error: true, ..CallResult::default() }
    }
}
