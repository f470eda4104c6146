//! Every native test, in one binary: linking is the slow part.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../support/mod.rs"]
mod support;

#[path = "../fuzz/mod.rs"]
mod fuzz_targets;

mod abort;
mod ahead;
mod announcing;
mod approval;
mod asking;
mod at_once;
mod bucket;
mod canonical;
mod canvas;
mod circles;
mod codecs;
mod completing;
mod compose;
mod composer;
mod days;
mod defects;
mod described;
mod discovery;
mod dispatch;
mod errors;
mod fuzz;
mod hash;
mod history;
mod house;
mod json;
mod json_suite;
mod mcp;
mod meaning;
mod media;
mod memory;
mod names;
mod placing;
mod policy;
mod prompt;
mod querying;
mod recall;
mod recipe;
mod references;
mod results;
mod run;
mod schema;
mod search;
mod server;
mod showing;
mod sse;
mod taught;
mod text;
mod thoughts;
mod tokens;
mod tool_api;
mod tool_text;
mod truncate;
mod turn;
mod undo;
mod validity;
