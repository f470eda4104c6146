//! What JavaScript calls. Every body converts, makes one call into the core, and converts back.

#![allow(missing_docs)] // The public words for all of this stand in js/types/.
#![cfg_attr(not(feature = "page"), allow(dead_code))] // What both files share, one of them may not need whole.

#[cfg(any(feature = "page", feature = "small-model"))]
mod abort;
#[cfg(feature = "page")]
pub mod agent;
#[cfg(feature = "page")]
mod blocks;
#[cfg(feature = "page")]
mod callbacks;
#[cfg(feature = "page")]
pub mod canvas;
#[cfg(any(feature = "page", feature = "small-model"))]
mod chat;
#[cfg(any(feature = "page", feature = "schema"))]
pub mod compiled;
mod error;
#[cfg(feature = "page")]
pub mod history;
#[cfg(feature = "page")]
mod host;
#[cfg(feature = "page")]
mod layers;
#[cfg(feature = "page")]
pub mod limiter;
#[cfg(any(feature = "page", feature = "small-model"))]
mod listeners;
#[cfg(feature = "mcp")]
pub mod mcp;
#[cfg(feature = "mcp")]
mod mcp_given;
#[cfg(feature = "page")]
mod media;
#[cfg(feature = "memory")]
pub mod memory;
#[cfg(feature = "page")]
mod options;
#[cfg(feature = "page")]
mod placing;
#[cfg(feature = "page")]
pub mod prompt;
#[cfg(feature = "page")]
pub mod provider;
#[cfg(feature = "page")]
pub mod recipe;
#[cfg(feature = "page")]
mod recollect;
#[cfg(feature = "page")]
pub mod schema;
#[cfg(feature = "page")]
pub mod server;
#[cfg(feature = "page")]
mod server_layer;
#[cfg(feature = "small-model")]
pub mod small_model;
#[cfg(feature = "page")]
mod store;
pub mod take;
#[cfg(feature = "tool-api")]
pub mod tool_api;

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "/* Public types live in types.d.ts. */";

#[wasm_bindgen]
extern "C" {
    /// A plain value; JavaScript may pass anything.
    #[wasm_bindgen(typescript_type = "unknown")]
    pub type Unknown;
    /// A promise of a plain value.
    #[wasm_bindgen(typescript_type = "Promise<unknown>")]
    pub type Pending;
    /// Does what `console.error` does for an uncaught error.
    #[wasm_bindgen(js_name = reportError, catch)]
    fn report_error(error: &wasm_bindgen::JsValue) -> Result<(), wasm_bindgen::JsValue>;
    #[wasm_bindgen(js_namespace = console, js_name = error, catch)]
    fn console_error(error: &wasm_bindgen::JsValue) -> Result<(), wasm_bindgen::JsValue>;
}
