//! The port to a model, and the codecs that speak to models over HTTP.

mod anthropic;
mod body;
mod bucket;
mod openai;
mod over_http;
mod stream;

pub use bucket::RateLimiter;
pub use over_http::{Endpoint, HttpProvider, WireFormat};

use crate::error::Result;
use crate::model::{Block, Message, ProviderTool, Usage};
use futures_util::future::LocalBoxFuture;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// Options of one request, as the published `chat` takes them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChatOptions {
    /// The system prompt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// The most tokens to write.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
    /// 0 is greedy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Draw from the `k` likeliest tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_k: Option<u32>,
    /// Let the provider cache tools and system prompt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cache_enabled: Option<bool>,
}

/// Hears text as it is written.
pub type OnToken = Rc<dyn Fn(&str)>;

/// A piece of a tool call's arguments, as the model writes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ArgumentsDelta<'a> {
    /// The model's id of the call.
    pub id: &'a str,
    /// The full tool name.
    pub name: &'a str,
    /// The next piece of the JSON text.
    pub delta: &'a str,
}

/// Hears arguments as they are written.
pub type OnArguments = Rc<dyn Fn(&ArgumentsDelta<'_>)>;

/// One request to a model.
pub struct ChatRequest {
    /// The conversation.
    pub messages: Vec<Rc<Message>>,
    /// What the model may call.
    pub tools: Rc<Vec<Rc<ProviderTool>>>,
    /// Temperature and the like.
    pub options: ChatOptions,
    /// Hears text as it is written.
    pub on_token: OnToken,
    /// Hears arguments of tool calls as they are written.
    pub on_arguments: OnArguments,
}

/// A model's reply (published `LLMResponse`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChatResponse {
    /// Text and tool calls.
    pub content: Vec<Block>,
    /// `end_turn`, `tool_use`, `max_tokens`, or what the provider said.
    #[serde(default = "end_turn")]
    pub stop_reason: String,
    /// What it cost, where the provider says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
}

fn end_turn() -> String {
    "end_turn".into()
}

/// Answers conversations. Dropping the future aborts the request.
pub trait Provider {
    /// Asks the model.
    fn chat(&self, request: ChatRequest) -> LocalBoxFuture<'static, Result<ChatResponse>>;
}
