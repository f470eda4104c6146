//! One tool call of a run, from the reply that asks for it to the result that answers it.

use super::entry::CallResult;
use crate::dispatch::Proposal;
use crate::json::{self, Fields, FromJson, Read};
use crate::model::{Block, ToolCall};
use serde::Serialize;
use serde_json::Value;

/// For a call of which nobody knows whether it took effect.
pub(super) const UNKNOWN_OUTCOME: &str = "Error: outcome unknown. The run was interrupted while this call \
    ran, and it may or may not have taken effect. Check before you repeat it.";

/// How far a call is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The model asked for it.
    New,
    /// It waits for the person.
    Held,
    /// It may run.
    Approved,
    /// It runs, or ran when the page went away.
    Running,
    /// It has a result.
    Ended,
}

impl FromJson for Status {
    fn from_json(value: Value) -> Read<Self> {
        json::word(
            &value,
            &[
                ("new", Status::New),
                ("held", Status::Held),
                ("approved", Status::Approved),
                ("running", Status::Running),
                ("ended", Status::Ended),
            ],
        )
    }
}

/// A tool call that the model asked for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Call {
    /// The model's id, or one of ours where that was missing, taken, or not fit for every provider.
    pub id: String,
    /// The name as the model wrote it.
    pub name: String,
    /// The arguments as the model wrote them.
    pub args: Value,
    /// How far it is.
    pub status: Status,
    /// What was judged by a rule of approval: it is what runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged: Option<Proposal>,
    /// How often it was begun anew after a crash.
    pub attempt: u32,
    /// What it came to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<CallResult>,
}

impl FromJson for Call {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(Call {
            id: from.take("id")?,
            name: from.take("name")?,
            args: from.take("args")?,
            status: from.take("status")?,
            judged: from.optional("judged")?,
            attempt: from.optional("attempt")?,
            result: from.optional("result")?,
        })
    }
}

impl Call {
    /// What the person is shown of the call: the tool that it leads to, the arguments that this would get, and what the
    /// model wrote where references were followed.
    pub fn shown(&self) -> (&str, &Value, Option<&Value>) {
        match &self.judged {
            Some(judged) => (&judged.name, &judged.args, judged.written.as_ref()),
            None => (&self.name, &self.args, None),
        }
    }

    /// The published record of the call.
    pub(super) fn record(&self, result: &CallResult, guided: bool) -> ToolCall {
        ToolCall {
            id: self.id.clone(),
            name: self.name.clone(),
            args: self.args.clone(),
            result: Some(result.text.clone()),
            // One form, whoever failed: the text says "Error: " in front where there is nothing else to tell it by.
            error: result
                .is_error
                .then(|| result.text.strip_prefix("Error: ").unwrap_or(&result.text).to_owned()),
            elapsed: result.elapsed,
            guided,
            fixes: result.fixes.clone(),
        }
    }

    /// The same for a call that has a result.
    pub(super) fn ended(&self, guided: bool) -> Option<ToolCall> {
        self.result.as_ref().map(|result| self.record(result, guided))
    }

    /// The block that answers the call.
    pub(super) fn into_block(self) -> Block {
        let result = self.result.unwrap_or_else(|| CallResult::failed("Error: aborted"));
        Block::ToolResult {
            tool_use_id: self.id,
            content: result.text,
            images: result.images,
            is_error: result.is_error,
        }
    }
}
