//! The core of webmcp-auto-ui: a wish enters on the left, widgets leave on the right.
//!
//! ```text
//! page ─► bindings ─► agent ─► provider ─► http (port) ◄┄ browser::fetch ─► fetch()
//!                       │          └► choose ─► Engine (port) ◄┄ a Worker with the model
//!                       └► dispatch ─► your client of MCP servers ◄┄ js/mcp ─► mcp (no IO)
//!                             └► server ─► handler (port) ◄┄ browser::js_tool ─► your function
//!                                  └► canvas ┄► js/canvas ► DOM ┄ the user acts ┄► bus ─► page ─► a new wish
//! ```
//!
//! Everything but `browser` and `bindings` is plain Rust: values in, values out, with time, chance and
//! the network behind ports. Only those two name JavaScript.

pub mod error;

pub mod clock;
pub mod http;

pub mod model;

pub mod memory;
pub mod recipe;
pub use webmcp_fast::{json, schema, search, sse, text};

pub mod agent;
pub mod choose;
pub mod compose;
pub mod provider;

pub mod adapt;
pub mod dispatch;
pub mod mcp;

pub mod canvas;
pub mod server;

pub mod tool_api;

#[cfg(target_arch = "wasm32")]
pub mod bindings;
#[cfg(target_arch = "wasm32")]
mod browser;
