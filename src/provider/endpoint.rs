//! Where a model is, which API it speaks there, and what is sent to which address.

use super::body::Body;
use super::capabilities::Capabilities;
use super::reply::Reply;
use super::retry::Retries;
use super::timeouts::Timeouts;
use super::tool_text::TextFormat;
use super::{ChatRequest, anthropic, gemini, openai, responses};
use crate::error::Result;
use crate::json::{self, FromJson, Read};
use serde_json::{Map, Value};

/// Which API the server speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireFormat {
    /// Anthropic Messages.
    Anthropic,
    /// OpenAI chat completions, as many servers speak them.
    OpenAi,
    /// OpenAI Responses.
    Responses,
    /// Gemini `generateContent`.
    Gemini,
}

impl FromJson for WireFormat {
    fn from_json(value: Value) -> Read<Self> {
        json::word(
            &value,
            &[
                ("anthropic", WireFormat::Anthropic),
                ("openai", WireFormat::OpenAi),
                ("openai-responses", WireFormat::Responses),
                ("gemini", WireFormat::Gemini),
            ],
        )
    }
}

/// Where a model is.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// What errors call the server, such as `Local LLM`.
    pub label: &'static str,
    /// Where requests go; see [`WireFormat::address`].
    pub url: String,
    /// The model's id, sent as it is.
    pub model: String,
    /// Which API the server speaks.
    pub format: WireFormat,
    /// Whether that was guessed, so that the server's first reply may tell better.
    pub learns_format: bool,
    /// Sent besides the content type.
    pub headers: Vec<(String, String)>,
    /// Further fields of each request's body, such as `reasoning_effort`. Those that a codec writes itself win,
    /// but for Gemini's `generationConfig`, which both fill.
    pub extra: Map<String, Value>,
    /// What the model can do.
    pub capabilities: Capabilities,
    /// How often and when a request is tried again.
    pub retries: Retries,
    /// How long is waited for what.
    pub timeouts: Timeouts,
    /// How calls are written that the server does not recognise; they are looked for in the text of answers to requests
    /// with tools.
    pub tool_call_text: Option<TextFormat>,
}

impl Endpoint {
    /// A model at `url`, with the defaults of everything else.
    pub fn new(format: WireFormat, url: &str, model: &str) -> Self {
        Endpoint {
            label: "Remote LLM API",
            url: url.to_owned(),
            model: model.to_owned(),
            format,
            learns_format: false,
            headers: Vec::new(),
            extra: Map::new(),
            capabilities: Capabilities::default(),
            retries: Retries::default(),
            timeouts: Timeouts::default(),
            tool_call_text: None,
        }
    }
}

impl WireFormat {
    /// What the option `format` calls it.
    pub fn name(self) -> &'static str {
        match self {
            WireFormat::Anthropic => "anthropic",
            WireFormat::OpenAi => "openai",
            WireFormat::Responses => "openai-responses",
            WireFormat::Gemini => "gemini",
        }
    }

    /// Where requests for `model` go: `url` itself, but for Gemini, whose addresses name the model:
    /// `{url}/v1beta/models/{model}:streamGenerateContent?alt=sse`. A query of `url` stays.
    pub fn address(self, url: &str, model: &str) -> String {
        if self != WireFormat::Gemini {
            return url.to_owned();
        }
        let (base, query) = url.split_once('?').map_or((url, None), |(base, query)| (base, Some(query)));
        let base = base.trim_end_matches('/');
        let model: String = model
            .strip_prefix("models/")
            .unwrap_or(model)
            .bytes()
            .map(|byte| match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                    char::from(byte).to_string()
                }
                other => format!("%{other:02X}"),
            })
            .collect();
        let query = query.map(|query| format!("&{query}")).unwrap_or_default();
        format!("{base}/v1beta/models/{model}:streamGenerateContent?alt=sse{query}")
    }

    /// The body of a request.
    pub(super) fn request(self, body: &mut Body, endpoint: &Endpoint, request: &ChatRequest) -> Vec<u8> {
        match self {
            WireFormat::Anthropic => anthropic::request(body, endpoint, request),
            WireFormat::OpenAi => openai::request(body, endpoint, request),
            WireFormat::Responses => responses::request(body, endpoint, request),
            WireFormat::Gemini => gemini::request(body, endpoint, request),
        }
    }

    /// Takes the data of one event.
    pub(super) fn event(self, reply: &mut Reply, data: &str) -> Result<()> {
        match self {
            WireFormat::Anthropic => anthropic::event(reply, data),
            WireFormat::OpenAi => openai::event(reply, data),
            WireFormat::Responses => responses::event(reply, data),
            WireFormat::Gemini => gemini::event(reply, data),
        }
    }

    /// Takes a reply that came as one JSON body.
    pub(super) fn body(self, reply: &mut Reply, value: &Value) -> Result<()> {
        match self {
            WireFormat::Anthropic => anthropic::body(reply, value),
            WireFormat::OpenAi => openai::body(reply, value),
            WireFormat::Responses => responses::body(reply, value),
            WireFormat::Gemini => gemini::body(reply, value),
        }
    }
}
