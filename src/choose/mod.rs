//! How a small model decides. It cannot plan a chain of tool calls by itself, so the plan is ours (`step.rs`) and the decisions are
//! the model's, one line of JSON under a grammar. A model whose chat template takes tools plans by itself (`src/local/taught.rs`).

mod again;
mod around;
mod call;
mod composer;
mod composing;
mod earlier;
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
mod votes;
mod words;

pub use composer::Composer;
pub use question::Form;
