//! What a run needs besides the wish.

use super::abort::AbortToken;
use super::budget::Budget;
use super::entry::Entry;
use super::event::Event;
use super::history::CompressOptions;
use super::inbox::Inbox;
use super::turn::{Limits, Turn};
use crate::clock::Clock;
use crate::dispatch::{Dispatcher, Proposal};
use crate::error::Result;
use crate::model::{Prices, ToolDef};
use crate::provider::{ChatOptions, Provider};
use futures_util::future::LocalBoxFuture;
use std::rc::Rc;

/// How many calls of one reply that change nothing run at the same time by default.
pub const DEFAULT_CONCURRENCY: usize = 8;

/// What a run needs besides the wish.
pub struct RunOptions {
    /// Answers.
    pub provider: Rc<dyn Provider>,
    /// Runs the tools.
    pub dispatcher: Dispatcher,
    /// Tells the time.
    pub clock: Rc<dyn Clock>,
    /// Clock time at which the run was asked for.
    pub began_ms: f64,
    /// Stops the run.
    pub abort: AbortToken,
    /// Temperature and the like; its `system` is the whole system prompt.
    pub chat: ChatOptions,
    /// Limits of the turn.
    pub limits: Limits,
    /// How many calls of one reply run at the same time, whatever they do; without it only those that change nothing do,
    /// up to [`DEFAULT_CONCURRENCY`], and the others run one after the other, in order.
    pub tool_concurrency: Option<usize>,
    /// Milliseconds after which a call counts as failed; `None` for never.
    pub tool_timeout_ms: Option<f64>,
    /// How much of a result that the memory took in stays in the conversation, characters.
    pub memory_residue_chars: usize,
    /// What the run may spend.
    pub budget: Budget,
    /// What tokens cost.
    pub prices: Option<Prices>,
    /// How old results are shortened; `None` for not at all.
    pub compress: Option<CompressOptions>,
    /// The most tokens of history that a request holds, estimated; older turns stay in the session but are not
    /// sent. `None` for all.
    pub max_history_tokens: Option<usize>,
    /// Counts the tokens of a text as the model does; the calibrated estimate where the host has no such count.
    pub count_tokens: Rc<dyn Fn(&str) -> usize>,
    /// What the person says meanwhile.
    pub inbox: Inbox,
    /// What the host decides.
    pub host: Host,
    /// Hears every event.
    pub on_event: Rc<dyn Fn(&Event<'_>)>,
}

/// A step before it is taken, as `prepareStep` sees it.
pub struct StepView<'a> {
    /// From 1.
    pub iteration: u32,
    /// The run so far.
    pub turn: &'a Turn,
    /// Full names of the tools that the model would see.
    pub tools: Vec<&'a str>,
}

/// What a host changes for one step.
#[derive(Default)]
pub struct StepChange {
    /// Another model.
    pub provider: Option<Rc<dyn Provider>>,
    /// Another system prompt.
    pub system: Option<String>,
    /// Only these tools, by full name.
    pub tools: Option<Vec<String>>,
    /// Whether calls of other tools run all the same; else the model is told that they do not.
    pub run_hidden: bool,
    /// Another temperature.
    pub temperature: Option<f64>,
    /// Another limit of the reply, tokens.
    pub max_tokens: Option<u32>,
}

/// Changes a step before it is taken. An error ends the run.
pub type PrepareStep = Rc<dyn Fn(&StepView<'_>) -> LocalBoxFuture<'static, Result<StepChange>>>;
/// Whether the run ends here, asked after each round of calls. An error ends the run.
pub type StopWhen = Rc<dyn Fn(&Turn) -> LocalBoxFuture<'static, Result<bool>>>;
/// Writes an entry down before it counts. An error ends the run, and a call that was not written down
/// does not run.
pub type Journal = Rc<dyn Fn(&Entry) -> LocalBoxFuture<'static, Result<()>>>;
/// Text to put under the system prompt, found for what the person said last (the nano-RAG).
pub type Recollect = Rc<dyn Fn(&str) -> LocalBoxFuture<'static, Option<String>>>;
/// Takes in a result: tool, the person's last words, call id, full text.
pub type Remember = Rc<dyn Fn(&str, &str, &str, &str)>;

/// Whether the person is asked before this call: its id, what it would do, and the tool. An error ends the run.
pub type Ask = Rc<dyn Fn(&str, &Proposal, Option<&ToolDef>) -> LocalBoxFuture<'static, Result<bool>>>;

/// Which calls wait for the person, besides those of tools that are marked `needs_approval`.
#[derive(Clone)]
pub enum Approval {
    /// All.
    Always,
    /// Those of tools that may destroy something, by their own annotations.
    Destructive,
    /// Those of the tools that these full names lead to.
    Listed(Vec<String>),
    /// Those that the host says.
    Ask(Ask),
}

/// What the host decides during a run; all of it optional.
#[derive(Clone, Default)]
pub struct Host {
    /// See [`PrepareStep`].
    pub prepare_step: Option<PrepareStep>,
    /// See [`StopWhen`].
    pub stop_when: Option<StopWhen>,
    /// See [`Approval`]. Tools that are marked `needs_approval` are held without it as well.
    pub needs_approval: Option<Approval>,
    /// See [`Journal`].
    pub journal: Option<Journal>,
    /// See [`Recollect`].
    pub recollect: Option<Recollect>,
    /// See [`Remember`].
    pub remember: Option<Remember>,
}
