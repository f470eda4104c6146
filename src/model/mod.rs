//! The shared vocabulary: plain values that every room speaks in.

mod message;
mod results;
mod tool;
mod usage;
mod weight;
mod widget;

pub(crate) use message::joined_text;
pub use message::{Block, Image, Message, Role};
pub use results::Results;
pub use tool::{ProviderTool, ToolCall, ToolDef, ToolFailure};
pub use usage::{Metrics, Prices, Usage};
pub use widget::Widget;
