//! The agent loop: model, tools, model, until the model calls no tool.

mod abort;
mod event;
mod history;
mod prompt;
mod run;
mod tokens;
mod turn;

pub use abort::AbortToken;
pub use event::Event;
pub use history::{CompressOptions, Compressor, Kept, compress, json_tokens, trim, trim_plan};
pub use prompt::system_prompt;
pub use run::{Outcome, RunOptions, run};
pub use tokens::estimate_tokens;
pub use turn::{Call, Step, StopReason, Turn};
