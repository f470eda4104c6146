//! Local (WebMCP) servers: widgets with recipes, tools of the host, and the built-in tools that a model uses.

mod builtin;
mod canvas_tool;
mod handler;
mod media;
mod registry;
mod webmcp;

pub use handler::{ToolHandler, ToolResult};
pub use media::{AllowUrl, MediaPolicy};
pub use registry::Registry;
pub use webmcp::{Told, WebMcpServer};
