//! Language models on the CPU, for WebAssembly with SIMD: from GGUF bytes to text that obeys a JSON Schema.
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
//! GGUF files of these families (`model/family/`): Gemma 3 (and `FunctionGemma`), Gemma 4, Qwen 2 and 2.5, Qwen 3, Llama 2 and 3.x with
//! what is built like it (`SmolLM2`), and `SmolLM3`. A mixture of experts is refused, and so is a model whose weights cannot fit
//! the 4 GB of a 32-bit memory: before anything is allocated, by its size.
//!
//! Matrices in `Q4_0`, `Q4_1` and `Q4_K` keep their values, in 5 bits each with their scales; all others take 8.5 bits a value, of
//! which 7 are the value's. Gemma 3 270M takes at most 284 MB, Gemma 4 E2B 2.42 GB; with Qwen 2.5 Coder 1.5B in `Q4_K_M`
//! the whole engine takes 1.34 GB.
//! Tables of which a row per token is read stay as the file has them ([`quant::StoredRows`]): E2B's per-layer embeddings, 1.32 GB
//! in `Q4_0` or `Q4_K`, which fits; in `Q6_K` they make 4.35 GB, which does not, nor do Gemma 3 4B and Gemma 4 E4B in 7 bits.
//!
//! Held to llama.cpp on real weights are Gemma 3 270M (tokens, perplexity), and `SmolLM2` 135M, Qwen 2.5 Coder 0.5B and 1.5B (ten
//! thousand strings' tokens, greedy answers). The shapes of Gemma 3 1B and 4B, of Gemma 4, Qwen 3, Llama 3.2 and `SmolLM3` are
//! held to its probabilities on small random files (`engine/src/tiny`, `tests/native/shapes.rs`); no real weights of them were run.
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
