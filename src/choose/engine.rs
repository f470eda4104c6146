//! The port to a model that runs next to us: it scores texts and writes under a grammar.

use crate::error::Result;
use futures_util::future::LocalBoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::rc::Rc;

/// What to write.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GenerateRequest {
    /// The text to continue.
    pub prompt: String,
    /// The text written must be JSON that satisfies this schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schema: Option<Value>,
    /// The most tokens to write.
    pub max_tokens: u32,
    /// 0 is greedy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Draw from the `k` likeliest tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_k: Option<u32>,
    /// Stop before any of these texts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stop: Vec<String>,
}

/// What was written.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Generated {
    /// The text.
    pub text: String,
    /// Tokens of the prompt.
    pub prompt_tokens: u64,
    /// Those of them whose state was still there.
    pub cached_tokens: u64,
    /// Tokens written.
    pub output_tokens: u64,
}

/// A model in a Worker. Dropping a future aborts the work.
pub trait Engine {
    /// The natural logarithm of P(`text` | prefix), for each prefix.
    fn score(&self, prefixes: Vec<String>, text: String) -> LocalBoxFuture<'static, Result<Vec<f64>>>;
    /// Writes; `on_text` hears the pieces.
    fn generate(
        &self,
        request: GenerateRequest,
        on_text: Rc<dyn Fn(&str)>,
    ) -> LocalBoxFuture<'static, Result<Generated>>;
}
