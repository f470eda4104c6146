//! Gemma inference on the CPU, for WebAssembly with SIMD: from GGUF bytes to text that obeys a JSON Schema.
//!
//! ```text
//! GGUF bytes ─► gguf ─► tokenizer            text ─► tokenizer ─► session ─► model ─► kernels
//!                 └───► quant ─► model (weights)                    │  ▲        └► kv (prefixes kept)
//!                                                                   ▼  └─ grammar (mask) · sampler
//!                                                          exports (raw wasm ABI) ─► the Worker
//! ```
//!
//! # What it runs
//!
//! GGUF files of Gemma 3 (and `FunctionGemma`) and of Gemma 4 without experts; a mixture of experts is refused, and so is a
//! model whose weights cannot fit the 4 GB of a 32-bit memory: before anything is allocated, by its size. Matrices take
//! 8.5 bits a value, whatever the file stores them in: 284 MB for Gemma 3 270M, 2.42 GB for Gemma 4 E2B. E2B's per-layer
//! embeddings stay as the file has them ([`quant::StoredRows`]): 1.32 GB in `Q4_0` or `Q4_K`, which fits; in `Q6_K` they
//! make 4.35 GB, which does not, nor do Gemma 3 4B and Gemma 4 E4B.
//!
//! The 270M model is held to llama.cpp's tokens and perplexity on its real weights. The shapes of 1B and 4B and those of
//! Gemma 4 are held to llama.cpp's probabilities on small random files (`engine/src/tiny`, `tests/native/shapes.rs`), for no
//! weights of them could be had: no real weights of them were run.
//!
//! The engine knows nothing of agents, tools or pages. It runs natively too (scalar kernels), which is how it is tested.

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
