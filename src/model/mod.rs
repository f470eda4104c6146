//! The shared vocabulary: plain values that every room speaks in.

mod message;
mod results;
mod tokens;
mod tool;
mod usage;
mod weight;
mod widget;

pub use message::{Block, Image, Message, Opaque, Role};
pub(crate) use message::{joined_text, only_thoughts};
pub use results::Results;
pub use tokens::estimate_tokens;
pub use tool::{ProviderTool, ToolCall, ToolDef, ToolFailure};
pub use usage::{Metrics, Prices, Usage};
pub(crate) use weight::weight;
pub use widget::{FRAME, InLayout, Layout, Widget, WidgetRule};
