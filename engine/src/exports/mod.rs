//! Decides what the Worker can call: bytes and numbers in, a status out, the answer as text at a known address.

mod host;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use host::Host;
