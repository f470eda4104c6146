//! Gemma inference on the CPU, for WebAssembly with SIMD: from GGUF bytes to text that obeys a JSON Schema.
//!
//! ```text
//! GGUF bytes ─► gguf ─► tokenizer            text ─► tokenizer ─► session ─► model ─► kernels
//!                 └───► quant ─► model (weights)                    │  ▲        └► kv (prefixes kept)
//!                                                                   ▼  └─ grammar (mask) · sampler
//!                                                          exports (raw wasm ABI) ─► the Worker
//! ```
//!
//! The engine knows nothing of agents, tools or pages. It runs natively too (scalar kernels), which is how it is tested.

pub mod chat;
pub mod error;
pub mod exports;
pub mod gguf;
pub mod grammar;
pub mod kernels;
pub mod kv;
pub mod model;
pub mod quant;
pub mod sampler;
pub mod session;
#[doc(hidden)]
pub mod tiny;
pub mod tokenizer;
