//! What a run may spend.

use crate::json::{Fields, FromJson, Read};
use crate::model::Metrics;
use serde_json::Value;

/// The most that a run may spend; what is `None` has no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Budget {
    /// Tokens, read and written.
    pub tokens: Option<u64>,
    /// US dollars; needs prices.
    pub usd: Option<f64>,
    /// Tool calls.
    pub tool_calls: Option<u32>,
    /// Milliseconds of wall time.
    pub ms: Option<f64>,
}

impl FromJson for Budget {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(Budget {
            tokens: from.optional("tokens")?,
            usd: from.optional("usd")?,
            tool_calls: from.optional("toolCalls")?,
            ms: from.optional("ms")?,
        })
    }
}

impl Budget {
    /// Whether nothing is left, `elapsed_ms` after the run began.
    pub fn is_spent(&self, metrics: &Metrics, elapsed_ms: f64) -> bool {
        self.tokens.is_some_and(|most| metrics.total_tokens >= most)
            || self.usd.is_some_and(|most| metrics.cost_usd.unwrap_or(0.0) >= most)
            || self.tool_calls.is_some_and(|most| metrics.tool_calls >= most)
            || self.ms.is_some_and(|most| elapsed_ms >= most)
    }

    /// How many more calls may run.
    pub fn calls_left(&self, metrics: &Metrics) -> usize {
        self.tool_calls.map_or(usize::MAX, |most| most.saturating_sub(metrics.tool_calls) as usize)
    }
}
