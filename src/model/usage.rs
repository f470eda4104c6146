//! What replies cost, one by one and summed over a run.

use serde::{Deserialize, Serialize};

/// Tokens of one reply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens that the model read.
    #[serde(default)]
    pub input_tokens: u64,
    /// Tokens that the model wrote.
    #[serde(default)]
    pub output_tokens: u64,
    /// Tokens read from the provider's cache.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cache_read_input_tokens: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde's signature
fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// Sums over a run (published `AgentMetrics`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Metrics {
    /// Read and written.
    pub total_tokens: u64,
    /// Read by the model.
    pub prompt_tokens: u64,
    /// Written by the model.
    pub completion_tokens: u64,
    /// Waiting for the model, milliseconds.
    pub total_latency_ms: u64,
    /// Calls, failed ones included.
    pub tool_calls: u32,
    /// Requests to the model.
    pub iterations: u32,
    /// Replies that used the provider's cache.
    pub cache_hits: u32,
}

impl Metrics {
    /// Adds one reply that took `latency_ms`.
    pub fn add_reply(&mut self, usage: Option<Usage>, latency_ms: f64) {
        self.iterations += 1;
        self.total_latency_ms += latency_ms.max(0.0).round() as u64;
        let Some(usage) = usage else { return };
        self.prompt_tokens += usage.input_tokens;
        self.completion_tokens += usage.output_tokens;
        self.total_tokens += usage.input_tokens + usage.output_tokens;
        self.cache_hits += u32::from(usage.cache_read_input_tokens > 0);
    }
}
