//! Local (WebMCP) servers: widgets with recipes, tools of the host, and the built-in tools that a model uses.

mod address;
mod address_fields;
mod builtin;
mod canvas_tool;
mod handler;
mod media;
mod registry;
mod webmcp;

pub(crate) use builtin::recall_tool;
pub(crate) use canvas_tool::{
    action as canvas_action, answer as canvas_answer, is_question as is_canvas_question, list as canvas_list,
};
pub use handler::{ToolHandler, ToolResult};
pub use media::{AllowUrl, MediaPolicy};
pub use registry::Registry;
pub use webmcp::{Told, WebMcpServer};
