//! The agent loop: model, tools, model, until the model calls no tool.

mod abort;
mod approval;
mod ask;
mod budget;
mod call;
mod declaration;
mod driver;
mod entry;
mod event;
mod history;
mod inbox;
mod options;
mod policy;
mod prompt;
mod run;
mod session;
mod turn;
mod validity;

pub use abort::AbortToken;
pub use budget::Budget;
pub use call::{Call, Status};
pub use entry::{CallResult, Entry, StopReason};
pub use event::Event;
pub use history::{CompressOptions, Compressor, Kept, compress, json_tokens, trim, trim_plan};
pub use inbox::Inbox;
pub use options::{Approval, Ask, DEFAULT_CONCURRENCY, Host, RunOptions, StepChange, StepView};
pub use options::{Journal, PrepareStep, Recollect, Remember, StopWhen};
pub use policy::{Push, nudge, push};
pub use prompt::{PromptKind, system_prompt};
pub use run::{Decision, Input, Outcome, run};
pub use session::{MAX_SESSION_BYTES, Session};
pub use turn::{Limits, Step, Turn};
pub use validity::valid_history;
