//! How a small model decides. It cannot plan a chain of tool calls by itself, so the plan is ours (`step.rs`) and the decisions are
//! the model's, one line of JSON under a grammar. A model whose chat template takes tools plans by itself (`taught.rs`).

mod again;
mod ahead;
mod around;
mod call;
mod composer;
mod composing;
mod earlier;
mod engine;
mod filling;
mod history;
mod line;
mod offering;
mod querying;
mod question;
mod readings;
mod reply;
mod reshaping;
mod rows;
mod step;
mod survey;
mod taught;
mod titles;
mod tongue;
mod turns;
mod votes;
mod words;

pub use composer::Composer;
pub use engine::{Callable, Chat, Engine, GenerateRequest, Generated};
pub use question::Form;
pub use taught::{CallStyle, Taught, TaughtModel};
