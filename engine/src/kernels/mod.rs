//! Decides which instructions the arithmetic runs on: SIMD in WebAssembly, plain Rust elsewhere and as the oracle.

#![allow(clippy::inline_always, reason = "a kernel's tile must become one loop, in every build")]

mod attention;
mod elementwise;
mod matmul;
pub mod parallel;
pub mod scalar;
#[cfg(target_feature = "simd128")]
pub mod simd;

pub use attention::attend;
pub use elementwise::{
    exp, gelu_gate, gelu_times, normalize, rms_norm, rms_norm_in_place, rotate, silu_gate, soft_cap,
};
pub use matmul::{add_thin, matmul, matmul_apart, matmul_panels};

#[cfg(not(target_feature = "simd128"))]
use scalar as fast;
#[cfg(target_feature = "simd128")]
use simd as fast;

pub use fast::quantize_block;
pub use scalar::pack;

/// The name of the build, as `ModelInfo` reports it.
pub const BUILD: &str = if cfg!(target_feature = "relaxed-simd") {
    "relaxed-simd"
} else if cfg!(target_feature = "simd128") {
    "simd128"
} else {
    "scalar"
};
