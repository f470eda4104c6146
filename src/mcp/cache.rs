//! Answers that the server says may be used again for a while (MCP 2026-07-28, Caching), by method and parameters.

use crate::json::{self, raw_field};

/// Nothing is kept for longer, milliseconds: a day.
const LONGEST_MS: f64 = 86_400_000.0;
/// So many answers are kept, and so many bytes of them.
const MOST: usize = 512;
const MOST_BYTES: usize = 8 * 1024 * 1024;

/// One answer. It is of one client, so of one person: what is private goes no further.
#[derive(Debug)]
struct Kept {
    method: String,
    params: String,
    answer: String,
    until: f64,
}

/// All of them.
#[derive(Debug, Default)]
pub(super) struct Cache {
    kept: Vec<Kept>,
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
        let kept = self.kept.iter().find(|kept| kept.method == method && kept.params == params)?;
        (now < kept.until).then_some(kept.answer.as_str())
    }

    /// Keeps an answer that was received at `now`, if the server lets it be kept.
    pub(super) fn keep(&mut self, method: &str, params: &str, answer: &str, now: f64) {
        if !is_cacheable(method) {
            return;
        }
        let ttl_ms = raw_field(answer, "ttlMs").and_then(json::number).and_then(|ttl| ttl.as_f64());
        let Some(ttl_ms) = ttl_ms.filter(|ttl| *ttl > 0.0) else { return };
        self.forget(|known, with| known == method && with == params);
        if self.kept.len() >= MOST || self.bytes + answer.len() > MOST_BYTES {
            self.clear();
        }
        if answer.len() <= MOST_BYTES {
            self.bytes += answer.len();
            let (method, params, answer) = (method.to_owned(), params.to_owned(), answer.to_owned());
            self.kept.push(Kept { method, params, answer, until: now + ttl_ms.min(LONGEST_MS) });
        }
    }

    /// Forgets the answers that `is_stale` picks by method and parameters.
    pub(super) fn forget(&mut self, is_stale: impl Fn(&str, &str) -> bool) {
        self.kept.retain(|kept| !is_stale(&kept.method, &kept.params));
        self.bytes = self.kept.iter().map(|kept| kept.answer.len()).sum();
    }

    pub(super) fn clear(&mut self) {
        self.kept.clear();
        self.bytes = 0;
    }
}
