//! What replies cost, one by one and summed over a run.

use crate::json::{Fields, FromJson, Read};
use serde::Serialize;
use serde_json::Value;

/// What tokens cost, in US dollars per million (the host's price table).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prices {
    /// Read by the model.
    pub input: f64,
    /// Written by the model.
    pub output: f64,
    /// Read from the provider's cache; as `input` where the host gives none.
    pub cache_read: Option<f64>,
    /// Written into the provider's cache; as `input` where the host gives none.
    pub cache_write: Option<f64>,
}

impl FromJson for Prices {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(Prices {
            input: from.optional("input")?,
            output: from.optional("output")?,
            cache_read: from.optional("cacheRead")?,
            cache_write: from.optional("cacheWrite")?,
        })
    }
}

impl Prices {
    /// The price of one reply, US dollars.
    pub fn of(&self, usage: Usage) -> f64 {
        let per_token = |tokens: u64, price: f64| tokens as f64 * price / 1e6;
        per_token(usage.input_tokens, self.input)
            + per_token(usage.output_tokens, self.output)
            + per_token(usage.cache_read_input_tokens, self.cache_read.unwrap_or(self.input))
            + per_token(usage.cache_creation_input_tokens, self.cache_write.unwrap_or(self.input))
    }
}

/// Tokens of one reply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Usage {
    /// Tokens that the model read, those from or into a cache not counted.
    pub input_tokens: u64,
    /// Tokens that the model wrote.
    pub output_tokens: u64,
    /// Tokens read from the provider's cache.
    #[serde(skip_serializing_if = "is_zero")]
    pub cache_read_input_tokens: u64,
    /// Tokens written into the provider's cache, where it counts them apart.
    #[serde(skip_serializing_if = "is_zero")]
    pub cache_creation_input_tokens: u64,
    /// How many of the written tokens were thoughts, where the provider says.
    #[serde(skip_serializing_if = "is_zero")]
    pub reasoning_tokens: u64,
}

impl FromJson for Usage {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(Usage {
            input_tokens: from.optional("input_tokens")?,
            output_tokens: from.optional("output_tokens")?,
            cache_read_input_tokens: from.optional("cache_read_input_tokens")?,
            cache_creation_input_tokens: from.optional("cache_creation_input_tokens")?,
            reasoning_tokens: from.optional("reasoning_tokens")?,
        })
    }
}

impl Usage {
    /// All tokens that the model read.
    pub fn read(&self) -> u64 {
        self.input_tokens
            .saturating_add(self.cache_read_input_tokens)
            .saturating_add(self.cache_creation_input_tokens)
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Usage) -> Usage {
        Usage {
            input_tokens: self.input_tokens.saturating_add(other.input_tokens),
            output_tokens: self.output_tokens.saturating_add(other.output_tokens),
            cache_read_input_tokens: self
                .cache_read_input_tokens
                .saturating_add(other.cache_read_input_tokens),
            cache_creation_input_tokens: self
                .cache_creation_input_tokens
                .saturating_add(other.cache_creation_input_tokens),
            reasoning_tokens: self.reasoning_tokens.saturating_add(other.reasoning_tokens),
        }
    }

    /// The larger of both counts, one by one: providers count up while a reply streams.
    #[must_use]
    pub fn max(self, other: Usage) -> Usage {
        Usage {
            input_tokens: self.input_tokens.max(other.input_tokens),
            output_tokens: self.output_tokens.max(other.output_tokens),
            cache_read_input_tokens: self.cache_read_input_tokens.max(other.cache_read_input_tokens),
            cache_creation_input_tokens: self
                .cache_creation_input_tokens
                .max(other.cache_creation_input_tokens),
            reasoning_tokens: self.reasoning_tokens.max(other.reasoning_tokens),
        }
    }
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
    /// US dollars, where the host gave prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
}

impl FromJson for Metrics {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(Metrics {
            total_tokens: from.optional("totalTokens")?,
            prompt_tokens: from.optional("promptTokens")?,
            completion_tokens: from.optional("completionTokens")?,
            total_latency_ms: from.optional("totalLatencyMs")?,
            tool_calls: from.optional("toolCalls")?,
            iterations: from.optional("iterations")?,
            cache_hits: from.optional("cacheHits")?,
            cost_usd: from.optional("costUsd")?,
        })
    }
}

impl Metrics {
    /// Adds one reply that took `latency_ms`.
    pub fn add_reply(&mut self, usage: Option<Usage>, latency_ms: f64, prices: Option<&Prices>) {
        self.iterations += 1;
        self.total_latency_ms += latency_ms.max(0.0).round() as u64;
        let Some(usage) = usage else { return };
        let read = usage.read();
        self.prompt_tokens = self.prompt_tokens.saturating_add(read);
        self.completion_tokens = self.completion_tokens.saturating_add(usage.output_tokens);
        self.total_tokens = self.total_tokens.saturating_add(read).saturating_add(usage.output_tokens);
        self.cache_hits += u32::from(usage.cache_read_input_tokens > 0);
        if let Some(prices) = prices {
            *self.cost_usd.get_or_insert_default() += prices.of(usage);
        }
    }

    /// Adds the sums of another run.
    pub fn add(&mut self, other: &Metrics) {
        self.total_tokens += other.total_tokens;
        self.prompt_tokens += other.prompt_tokens;
        self.completion_tokens += other.completion_tokens;
        self.total_latency_ms += other.total_latency_ms;
        self.tool_calls += other.tool_calls;
        self.iterations += other.iterations;
        self.cache_hits += other.cache_hits;
        if let Some(cost) = other.cost_usd {
            *self.cost_usd.get_or_insert_default() += cost;
        }
    }
}
