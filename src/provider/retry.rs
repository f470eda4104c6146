//! Whether and when a request is sent again.

use crate::error::{Code, Error};
use crate::json::{FromJson, Read};
use serde_json::{Value, json};

/// The first pause, milliseconds; each further one is twice as long.
const FIRST_PAUSE_MS: f64 = 500.0;
/// The longest pause of our own choice, milliseconds.
const LONGEST_PAUSE_MS: f64 = 8_000.0;
/// The longest pause that a server may ask for, milliseconds.
const LONGEST_ASKED_MS: f64 = 60_000.0;

/// How often a request is sent again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retries {
    /// 0 for never.
    pub most: u32,
}

impl FromJson for Retries {
    fn from_json(value: Value) -> Read<Self> {
        u32::from_json(value).map(|most| Retries { most })
    }
}

impl Default for Retries {
    /// Twice, as the APIs' own clients do.
    fn default() -> Self {
        Retries { most: 2 }
    }
}

impl Retries {
    /// How many milliseconds to wait before the request is sent once more; `None` to give up.
    ///
    /// `attempt` counts from 0; `error` is what became of it; `asked_ms` is the pause that the server asked for;
    /// `random` is uniformly drawn. Sent again is what failed by 408, 409, 429 or 5xx, and what the network lost;
    /// not what a time limit of the host ended, which would only add up. A reply that a model has spoilt ([`retried_once`]) is asked for
    /// once more only: it may be the request that spoils it.
    pub fn pause_ms(self, attempt: u32, error: &Error, asked_ms: Option<f64>, random: u64) -> Option<f64> {
        if attempt >= self.most || !may_pass(error, attempt) {
            return None;
        }
        // Servers send 0 for "now"; a little patience keeps clients from arriving together. Who asks for longer than a
        // run may wait would only refuse once more.
        if let Some(asked) = asked_ms.filter(|asked| *asked > 0.0) {
            return (asked <= LONGEST_ASKED_MS).then_some(asked);
        }
        let pause = (FIRST_PAUSE_MS * 2_f64.powi(attempt.min(16) as i32)).min(LONGEST_PAUSE_MS);
        // Between half of it and all of it: clients that failed together must not come back together.
        let jitter = (random % 1_000) as f64 / 1_000.0;
        Some(pause * (0.5 + jitter / 2.0))
    }
}

/// The details of a reply that stopped for `reason` without being one, and that the same request may bring if it is sent once more.
pub(super) fn retried_once(reason: &str) -> Value {
    json!({"stopReason": reason, "retryOnce": true})
}

/// Whether the same request may do better later.
fn may_pass(error: &Error, attempt: u32) -> bool {
    let detail = |key: &str| error.details.as_ref().and_then(|details| details.get(key));
    // The server's own word (OpenAI, Anthropic: `x-should-retry`).
    if let Some(word) = detail("shouldRetry").and_then(Value::as_bool) {
        return word;
    }
    if detail("retryOnce").and_then(Value::as_bool) == Some(true) {
        return attempt == 0;
    }
    match detail("status").and_then(Value::as_u64) {
        Some(status) => matches!(status, 408 | 409 | 429 | 500..=599),
        None => error.code == Code::Network && detail("timeout").is_none(),
    }
}
