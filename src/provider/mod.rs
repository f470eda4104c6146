//! The port to a model, and the codecs that speak to models over HTTP.

use crate::json::{Fields, FromJson, Read};
use serde_json::Value;

mod anthropic;
mod arguments;
mod body;
mod bucket;
mod capabilities;
mod delta;
mod endpoint;
mod finish;
mod gemini;
mod openai;
mod over_http;
mod part;
mod receive;
mod reply;
mod responses;
mod retry;
mod retry_after;
mod stream;
mod timeouts;
mod tool_text;

#[cfg(target_arch = "wasm32")]
pub(crate) use body::Body;
pub use bucket::RateLimiter;
pub use capabilities::Capabilities;
pub use delta::{Delta, OnDelta, OnToken};
pub use endpoint::{Endpoint, WireFormat};
pub use gemini::gemini_schema;
pub use over_http::HttpProvider;
pub use retry::Retries;
pub use timeouts::Timeouts;
pub use tool_text::{TextFormat, parse_tool_calls};

use crate::error::Result;
use crate::model::{Block, Message, ProviderTool, Usage};
use futures_util::future::LocalBoxFuture;
use serde::Serialize;
use std::rc::Rc;

/// What opens a conversation that the assistant began, for APIs that want the person to speak first.
const BEGIN: &str = "(The assistant speaks first.)";

/// Options of one request, as the published `chat` takes them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
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
    /// Whether and what the model must call; the provider's own default where left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_choice: Option<ToolChoice>,
    /// Whether one reply may hold several calls; the provider's own default where left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parallel_tool_calls: Option<bool>,
}

impl FromJson for ChatOptions {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(ChatOptions {
            system: from.take("system")?,
            max_tokens: from.take("maxTokens")?,
            temperature: from.take("temperature")?,
            top_k: from.take("topK")?,
            cache_enabled: from.take("cacheEnabled")?,
            tool_choice: from.take("toolChoice")?,
            parallel_tool_calls: from.take("parallelToolCalls")?,
        })
    }
}

/// Whether and what a model must call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ToolChoice {
    /// As it likes.
    Auto,
    /// Nothing.
    None,
    /// At least one tool.
    Required,
    /// This tool, by full name; `{"name": …}` in JSON.
    Name(String),
}

impl FromJson for ToolChoice {
    fn from_json(value: Value) -> Read<Self> {
        match value.as_str() {
            Some("auto") => Ok(ToolChoice::Auto),
            Some("none") => Ok(ToolChoice::None),
            Some("required") => Ok(ToolChoice::Required),
            _ => Fields::of(value)
                .and_then(|mut from| from.take("name"))
                .map(ToolChoice::Name)
                .map_err(|_| "'auto', 'none', 'required' or {name} is wanted".to_owned()),
        }
    }
}

/// One request to a model.
pub struct ChatRequest {
    /// The conversation.
    pub messages: Vec<Rc<Message>>,
    /// What the model may call.
    pub tools: Rc<Vec<Rc<ProviderTool>>>,
    /// Temperature and the like.
    pub options: ChatOptions,
    /// Hears the reply as it is written.
    pub on_delta: OnDelta,
}

/// A model's reply (published `LLMResponse`).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChatResponse {
    /// Thoughts, text, pictures and tool calls.
    pub content: Vec<Block>,
    /// `end_turn`, `tool_use`, [`LOOK_AROUND`], `max_tokens`, `stop_sequence`, `pause_turn`, `refusal`,
    /// `model_context_window_exceeded`, or what the provider said.
    pub stop_reason: String,
    /// What it cost, where the provider says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// What the person may want to say next, in their own words; a chat shows these as buttons below the reply.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<String>,
}

impl FromJson for ChatResponse {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(ChatResponse {
            content: from.take("content")?,
            stop_reason: from.or("stopReason", end_turn())?,
            usage: from.optional("usage")?,
            suggestions: from.optional("suggestions")?,
        })
    }
}

impl ChatResponse {
    /// A reply that suggests nothing.
    pub fn new(content: Vec<Block>, stop_reason: impl Into<String>, usage: Option<Usage>) -> Self {
        ChatResponse { content, stop_reason: stop_reason.into(), usage, suggestions: Vec::new() }
    }

    /// All text of the reply.
    pub fn text(&self) -> String {
        crate::model::joined_text(&self.content)
    }
}

fn end_turn() -> String {
    "end_turn".into()
}

/// The stop reason of a reply that no model wrote and whose calls only find out what there is: it is no iteration of the loop.
pub const LOOK_AROUND: &str = "look_around";

/// How the loop's own words begin where they stand beside the person's: a small model takes them for no wish.
pub const REMINDER: &str = "You have worked for ";

/// Answers conversations. Dropping the future aborts the request.
pub trait Provider {
    /// Asks the model.
    fn chat(&self, request: ChatRequest) -> LocalBoxFuture<'static, Result<ChatResponse>>;
}
