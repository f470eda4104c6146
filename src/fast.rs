//! The rooms through which everything runs that arrives: compiled for speed, where the others are compiled for size.
//!
//! They are a crate of their own because a compiler is told so by the crate. To all others they are rooms like any.

pub mod json;
pub mod schema;
pub mod search;
pub mod sse;
pub mod text;
