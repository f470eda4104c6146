//! The MCP client: Streamable HTTP, protocol revisions up to 2025-11-25.

mod client;
mod jsonrpc;
mod session;

pub use client::{McpClient, McpClientOptions};
pub use session::ServerInfo;
