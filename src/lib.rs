//! The core of webmcp-auto-ui: a wish enters on the left, widgets leave on the right.
//!
//! ```text
//! page ─► bindings ─► agent ─► provider ─► http (port) ◄┄ browser::fetch ─► fetch()
//!                       │          └► choose ─► local: Engine (port) ◄┄ a Worker with the model
//!                       └► dispatch ─► your client of MCP servers ◄┄ js/mcp ─► mcp (no IO)
//!                             └► server ─► handler (port) ◄┄ browser::js_tool ─► your function
//!                                  └► canvas ┄► js/canvas ► DOM ┄ the user acts ┄► bus ─► page ─► a new wish
//! ```
//!
//! Everything but `browser` and `bindings` is plain Rust: values in, values out, with time, chance and
//! the network behind ports. Only those two name JavaScript.
//!
//! Each WebAssembly file is compiled of the rooms that it needs, by its feature; on the host all are there.

pub mod error;

pub use webmcp_fast::{json, schema, search, sse, text};

#[cfg(any(not(target_arch = "wasm32"), feature = "memory"))]
pub mod memory;

#[cfg(any(not(target_arch = "wasm32"), feature = "mcp"))]
pub mod mcp;

#[cfg(any(not(target_arch = "wasm32"), feature = "tool-api"))]
pub mod tool_api;

#[cfg(any(not(target_arch = "wasm32"), feature = "page", feature = "small-model"))]
pub mod adapt;
#[cfg(any(not(target_arch = "wasm32"), feature = "page", feature = "small-model"))]
pub mod agent;
#[cfg(any(not(target_arch = "wasm32"), feature = "page", feature = "small-model"))]
pub mod canvas;
#[cfg(any(not(target_arch = "wasm32"), feature = "page", feature = "small-model"))]
pub mod clock;
#[cfg(any(not(target_arch = "wasm32"), feature = "page", feature = "small-model"))]
pub mod dispatch;
#[cfg(any(not(target_arch = "wasm32"), feature = "page", feature = "small-model"))]
pub mod http;
#[cfg(any(not(target_arch = "wasm32"), feature = "page", feature = "small-model"))]
pub mod model;
#[cfg(any(not(target_arch = "wasm32"), feature = "page", feature = "small-model"))]
pub mod provider;
#[cfg(any(not(target_arch = "wasm32"), feature = "page", feature = "small-model"))]
pub mod recipe;
#[cfg(any(not(target_arch = "wasm32"), feature = "page", feature = "small-model"))]
pub mod server;

#[cfg(any(not(target_arch = "wasm32"), feature = "small-model"))]
pub mod choose;
#[cfg(any(not(target_arch = "wasm32"), feature = "small-model"))]
pub mod compose;
#[cfg(any(not(target_arch = "wasm32"), feature = "small-model"))]
pub mod languages;
#[cfg(any(not(target_arch = "wasm32"), feature = "small-model"))]
pub mod local;
#[cfg(any(not(target_arch = "wasm32"), feature = "small-model"))]
pub mod sql;

#[cfg(target_arch = "wasm32")]
pub mod bindings;
#[cfg(target_arch = "wasm32")]
mod browser;
