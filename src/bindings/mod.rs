//! What JavaScript calls. Every body converts, makes one call into the core, and converts back.

#![allow(missing_docs)] // The public words for all of this stand in js/types/.

mod abort;
pub mod agent;
pub mod bus;
mod callbacks;
pub mod canvas;
mod error;
pub mod history;
mod host;
mod layers;
pub mod limiter;
mod listeners;
pub mod mcp;
mod media;
pub mod memory;
mod options;
mod placing;
pub mod prompt;
pub mod provider;
pub mod recipe;
mod recollect;
pub mod schema;
pub mod server;
mod store;
pub mod take;

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
