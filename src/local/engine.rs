//! The port to a model that runs next to us: it writes under a grammar.

use crate::error::Result;
use crate::json::{Fields, FromJson, Read};
use futures_util::future::{FutureExt, LocalBoxFuture, ready};
use serde::Serialize;
use serde_json::Value;
use std::rc::Rc;

/// A conversation for the model's own chat template.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Chat {
    /// Messages as chat templates know them.
    pub messages: Vec<Value>,
    /// Tools as chat templates know them.
    pub tools: Vec<Value>,
    /// What of the answer is already there.
    pub prefix: String,
}

/// A tool that a model may call in its own notation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Callable {
    /// The tool's name: letters, digits, `_`, `-` and `.`.
    pub name: String,
    /// The JSON Schema of its arguments.
    pub parameters: Value,
}

/// What to write.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GenerateRequest {
    /// The text to continue, where there is no chat.
    pub prompt: String,
    /// What of the answer is written already; the text written goes on behind it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub begun: String,
    /// The conversation to answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat: Option<Chat>,
    /// The text written must be JSON that satisfies this schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schema: Option<Value>,
    /// In place of a schema: the text written must be a call of one of these tools, `{"name": …, "arguments": …}`, or
    /// with a quote `name{…}`, Gemma's notation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<Callable>,
    /// The token that stands around the texts of `calls` in Gemma's notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<&'static str>,
    /// The most tokens to write.
    pub max_tokens: u32,
    /// 0 is greedy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Draw from the `k` likeliest tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_k: Option<u32>,
    /// Another one draws otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
    /// How many texts to write together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n: Option<u32>,
    /// The first of them is the likeliest, the others are drawn.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub greedy_first: bool,
    /// Stop before any of these texts, also where a schema holds what is written: that is cut off then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stop: Vec<String>,
}

/// What was written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Generated {
    /// The text.
    pub text: String,
    /// Tokens of the prompt.
    pub prompt_tokens: u64,
    /// Those of them whose state was still there.
    pub cached_tokens: u64,
    /// Tokens written.
    pub output_tokens: u64,
    /// The natural logarithm of how likely the text was, each token among those that the schema allowed; 0 where the engine
    /// does not tell.
    pub log_prob: f64,
    /// Why it ended: `stop`, `length` or `grammar`.
    pub stop_reason: String,
    /// The stop text that ended it.
    pub stopped_at: Option<String>,
    /// The other texts, where several were asked for.
    pub others: Vec<String>,
}

impl FromJson for Generated {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(Generated {
            text: from.optional("text")?,
            prompt_tokens: from.optional("promptTokens")?,
            cached_tokens: from.optional("cachedTokens")?,
            output_tokens: from.optional("outputTokens")?,
            log_prob: from.optional("logProb")?,
            stop_reason: from.optional("stopReason")?,
            stopped_at: from.optional("stoppedAt")?,
            others: from.optional::<Vec<Other>>("others")?.into_iter().map(|other| other.0).collect(),
        })
    }
}

/// Another text of the same request.
struct Other(String);

impl FromJson for Other {
    fn from_json(value: Value) -> Read<Self> {
        Fields::of(value)?.optional("text").map(Other)
    }
}

/// A model in a Worker. Dropping a future aborts the work.
pub trait Engine {
    /// Writes; `on_text` hears the pieces.
    fn generate(
        &self,
        request: GenerateRequest,
        on_text: Rc<dyn Fn(&str)>,
    ) -> LocalBoxFuture<'static, Result<Generated>>;
    /// How alike words are in what they mean: a row for each of `words`, in it a number for each of `others`, -1 to 1. No rows where
    /// the engine cannot tell.
    fn compare(
        &self,
        _words: Vec<String>,
        _others: Vec<String>,
    ) -> LocalBoxFuture<'static, Result<Vec<Vec<f64>>>> {
        ready(Ok(Vec::new())).boxed_local()
    }
}
