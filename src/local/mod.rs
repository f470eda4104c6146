//! Models that run on the person's machine: the port to their engine, whose turn it is, and the driver of one that was taught to call
//! tools.

mod ahead;
mod engine;
mod taught;
mod turns;

pub(crate) use ahead::{Ahead, only_reads};
pub use engine::{Callable, Chat, Engine, GenerateRequest, Generated};
pub use taught::{CallStyle, Taught, TaughtModel};
