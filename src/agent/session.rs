//! A session: what a conversation keeps between wishes, and over a reload of the page.

use super::entry::{Entry, StopReason};
use super::turn::{Limits, Turn};
use crate::error::{Code, Error, Result};
use crate::json::{self, Fields, FromJson, Read};
use crate::model::{Message, Metrics, Prices, Results};
use serde::Serialize;
use serde_json::Value;
use std::rc::Rc;

/// The version of the written form.
const VERSION: u32 = 1;
/// The most that a written session takes, bytes of JSON. Full results go first where it would be more, those that were
/// not used for longest before the others; a model that asks for one then reads that it was dropped.
pub const MAX_SESSION_BYTES: usize = 64 * 1024 * 1024;
/// The most text of results that a session is read with, bytes.
const RESULT_BYTES: usize = MAX_SESSION_BYTES;

/// History, touched servers, full results and sums of a conversation; and a run that waits.
#[derive(Clone, Default)]
pub struct Session {
    /// The conversation. Every call in it is answered.
    pub messages: Vec<Rc<Message>>,
    /// Keys of the touched servers, in the order of the touches.
    pub activated: Vec<String>,
    /// Full results.
    pub results: Results,
    /// Sums over all ended runs.
    pub usage: Metrics,
    /// The run that is not over: it waits for the person, or failed and may go on.
    pub turn: Option<Turn>,
}

/// A session as it is written: JSON that [`Session::from_json`] reads.
#[derive(Serialize)]
pub struct Saved {
    version: u32,
    messages: Vec<Rc<Message>>,
    activated: Vec<String>,
    results: Value,
    usage: Metrics,
    turn: Option<Turn>,
}

impl FromJson for Saved {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(Saved {
            version: from.take("version")?,
            messages: from.take("messages")?,
            activated: from.optional("activated")?,
            results: from.optional("results")?,
            usage: from.optional("usage")?,
            turn: from.optional("turn")?,
        })
    }
}

impl Session {
    /// A session that continues `messages`.
    pub fn new(messages: Vec<Rc<Message>>) -> Self {
        Session { messages, ..Session::default() }
    }

    /// The session to be written, which takes at most [`MAX_SESSION_BYTES`] as long as the conversation itself is
    /// smaller.
    pub fn saved(&self) -> Saved {
        let mut saved = Saved {
            version: VERSION,
            messages: self.messages.clone(),
            activated: self.activated.clone(),
            results: Value::Null,
            usage: self.usage,
            turn: self.turn.clone(),
        };
        let rest = json::text(&saved).len();
        saved.results = self.results.to_json(MAX_SESSION_BYTES.saturating_sub(rest));
        saved
    }

    /// Reads a session. Fails with `invalid_argument` on anything that is none of this version.
    pub fn from_json(value: Value) -> Result<Self> {
        let unusable = |why: String| {
            Error::new(Code::InvalidArgument, format!("This is no session that can be continued: {why}."))
        };
        let written = Saved::from_json(value).map_err(unusable)?;
        if written.version != VERSION {
            return Err(unusable(format!("version {} is not {VERSION}", written.version)));
        }
        Ok(Session {
            messages: written.messages,
            activated: written.activated,
            results: match &written.results {
                Value::Null => Results::default(),
                saved => Results::from_json(saved, RESULT_BYTES).map_err(unusable)?,
            },
            usage: written.usage,
            turn: written.turn.map(|mut turn| {
                turn.judge_again();
                turn
            }),
        })
    }

    /// The session that a journal tells of, with its last run as far as it came.
    pub fn from_journal(entries: Vec<Entry>, limits: Limits, prices: Option<&Prices>) -> Result<Self> {
        let mut session = Session::default();
        let last = entries.iter().rposition(|entry| matches!(entry, Entry::Started { .. }));
        let Some(last) = last else {
            return Err(Error::new(
                Code::InvalidArgument,
                "The journal holds no run: it has no 'started' entry.",
            ));
        };
        for entry in &entries {
            match entry {
                Entry::Started { activated, .. } => session.activated.clone_from(activated),
                Entry::Outcome { id, result } => {
                    session.results.insert(id, result.full.as_deref().unwrap_or(&result.text));
                }
                _ => {}
            }
        }
        let run = entries.into_iter().skip(last);
        session.turn = Some(Turn::replay(limits, run, prices));
        Ok(session)
    }

    /// Takes in a run that stopped: an ended one joins the conversation, one that waits is kept.
    pub(super) fn take(&mut self, turn: Turn, stop: Option<StopReason>) {
        if matches!(stop, None | Some(StopReason::Paused)) {
            self.turn = Some(turn);
        } else {
            self.usage.add(turn.metrics());
            self.messages = turn.messages().to_vec();
            self.turn = None;
        }
    }
}
