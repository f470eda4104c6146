//! The fuzz targets: each is one function over bytes that panics when a law is broken.
//!
//! Three runners share them: `tests/native/fuzz.rs` (quick, in `npm test`), `tests/fuzz/main.rs` (a minute each, in
//! `npm run test:full`, on stable Rust) and `tests/fuzz/cargo` (cargo-fuzz, which needs nightly Rust).

mod bytes;
mod check_text;
mod frontmatter;
mod mcp;
mod names;
mod partial;
mod references;
mod repair;
mod replies;
mod sse;
mod tool_api;
mod tool_text;
mod truncation;
mod unflatten;

/// One function over bytes, its name, and texts from which a search may start.
pub struct Target {
    pub name: &'static str,
    pub run: fn(&[u8]),
    pub seeds: &'static [&'static str],
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target { name: "frontmatter", run: frontmatter::run, seeds: frontmatter::SEEDS },
    Target { name: "repair", run: repair::run, seeds: &[] },
    Target { name: "names", run: names::run, seeds: &[] },
    Target { name: "truncation", run: truncation::run, seeds: truncation::SEEDS },
    Target { name: "references", run: references::run, seeds: &[] },
    Target { name: "partial", run: partial::run, seeds: partial::SEEDS },
    Target { name: "check_text", run: check_text::run, seeds: &[] },
    Target { name: "unflatten", run: unflatten::run, seeds: &[] },
    Target { name: "sse", run: sse::run, seeds: sse::SEEDS },
    Target { name: "mcp", run: mcp::run, seeds: mcp::SEEDS },
    Target { name: "replies", run: replies::run, seeds: replies::SEEDS },
    Target { name: "tool_api", run: tool_api::run, seeds: &[] },
    Target { name: "tool_text", run: tool_text::run, seeds: tool_text::SEEDS },
];
