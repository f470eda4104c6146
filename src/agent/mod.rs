//! The agent loop: model, tools, model, until the model calls no tool.

mod abort;
mod event;
mod prompt;
mod run;
mod turn;

pub use abort::AbortToken;
pub use event::Event;
pub use prompt::system_prompt;
pub use run::{Outcome, RunOptions, run};
pub use turn::{Call, Step, StopReason, Turn};
