//! One binary for the engine's native tests.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod adapter;
mod blocks;
mod dict;
mod golden;
mod grammar;
mod hostile;
mod hostile_gemma4;
mod instruct;
mod likelihood;
mod likeness;
mod references;
mod session;
mod shapes;
mod snapshot;
mod support;
mod taught;
mod together;
mod twins;
