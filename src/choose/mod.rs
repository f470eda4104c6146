//! How a small model decides. It cannot plan a chain of tool calls by itself, so the plan is ours and the
//! decisions are the model's: which recipe fits the wish (by scoring), and its arguments (under a grammar).

mod ahead;
mod around;
mod asking;
mod assign;
mod candidate;
mod composer;
mod composing;
mod earlier;
mod engine;
mod fill;
mod following;
mod ground;
mod head;
mod history;
mod honest;
mod line;
mod listed;
mod marks;
mod parts;
mod querying;
mod quote;
mod reading;
mod refer;
mod reply;
mod rows;
mod say;
mod score;
mod small_model;
mod spans;
mod survey;
mod taught;
mod tongue;
mod turns;
mod words;

pub use composer::Composer;
pub use engine::{Callable, Chat, Engine, GenerateRequest, Generated, ScoreRequest};
pub use small_model::SmallModel;
pub use taught::{CallStyle, Taught, TaughtModel};
