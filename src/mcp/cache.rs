//! Answers that the server says may be used again for a while (MCP 2026-07-28, Caching), by method and parameters.

use crate::json::{self, raw_field};
use std::collections::BTreeMap;

/// Nothing is kept for longer, milliseconds: a day.
const LONGEST_MS: f64 = 86_400_000.0;
/// So many answers are kept, and so many bytes of them.
const MOST: usize = 512;
const MOST_BYTES: usize = 8 * 1024 * 1024;

/// The kept answers. They are of one client, so of one person: what is private goes no further.
#[derive(Debug, Default)]
pub(super) struct Cache {
    kept: BTreeMap<(String, String), (String, f64)>,
    bytes: usize,
}

/// Whether answers of the method can be kept.
fn is_cacheable(method: &str) -> bool {
    matches!(
        method,
        "tools/list" | "prompts/list" | "resources/list" | "resources/templates/list" | "resources/read"
    )
}

impl Cache {
    /// The answer, if it is fresh.
    pub(super) fn get(&self, method: &str, params: &str, now: f64) -> Option<&str> {
        let (answer, until) = self.kept.get(&(method.to_owned(), params.to_owned()))?;
        (now < *until).then_some(answer.as_str())
    }

    /// Keeps an answer that was received at `now`, if the server lets it be kept.
    pub(super) fn keep(&mut self, method: &str, params: &str, answer: &str, now: f64) {
        let ttl_ms = raw_field(answer, "ttlMs").and_then(json::number).and_then(|ttl| ttl.as_f64());
        let Some(ttl_ms) = ttl_ms.filter(|ttl| *ttl > 0.0 && is_cacheable(method)) else { return };
        if self.kept.len() >= MOST || self.bytes + answer.len() > MOST_BYTES {
            self.clear();
        }
        if answer.len() > MOST_BYTES {
            return;
        }
        self.bytes += answer.len();
        let key = (method.to_owned(), params.to_owned());
        if let Some((old, _)) = self.kept.insert(key, (answer.to_owned(), now + ttl_ms.min(LONGEST_MS))) {
            self.bytes -= old.len();
        }
    }

    /// Forgets the answers that `is_stale` picks by method and parameters.
    pub(super) fn forget(&mut self, is_stale: impl Fn(&str, &str) -> bool) {
        let bytes = &mut self.bytes;
        self.kept.retain(|(method, params), (answer, _)| {
            let goes = is_stale(method, params);
            *bytes -= if goes { answer.len() } else { 0 };
            !goes
        });
    }

    pub(super) fn clear(&mut self) {
        self.kept.clear();
        self.bytes = 0;
    }
}
