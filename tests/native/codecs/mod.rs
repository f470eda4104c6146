//! The codecs: what goes to a server and what is made of its answer.

mod anthropic;
mod cuts;
mod dialects;
mod gemini;
mod gemini_schema;
mod odd_calls;
mod openai;
mod refused_schemas;
mod responses;
mod retries;
mod stops;
mod strangers;
mod text_calls;
mod timeouts;

use crate::support::{Canned, FakeClock, FakeHttp, call, text};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use webmcp_auto_ui::error::Error;
use webmcp_auto_ui::model::{Block, Image, Message, Opaque, ProviderTool, Role};
use webmcp_auto_ui::provider::{
    ChatOptions, ChatRequest, ChatResponse, Endpoint, HttpProvider, Provider, Retries, WireFormat,
};

pub const FORMATS: [WireFormat; 4] =
    [WireFormat::Anthropic, WireFormat::OpenAi, WireFormat::Responses, WireFormat::Gemini];

/// What became of one request.
pub struct Done {
    pub reply: Result<ChatResponse, Error>,
    /// What was sent, try by try.
    pub bodies: Vec<Value>,
    /// What was told, as JSON.
    pub deltas: Vec<Value>,
    pub http: Rc<FakeHttp>,
}

impl Done {
    /// The pieces of one kind of delta, joined.
    pub fn told(&self, kind: &str, field: &str) -> String {
        let of_kind = self.deltas.iter().filter(|delta| delta["type"] == kind);
        of_kind.map(|delta| delta[field].as_str().unwrap()).collect()
    }
}

/// An endpoint that is tried once.
pub fn endpoint(format: WireFormat) -> Endpoint {
    Endpoint {
        headers: vec![("x-model".into(), "m".into())],
        retries: Retries { most: 0 },
        ..Endpoint::new(format, "http://x/v1", "m")
    }
}

pub fn tool(name: &str, schema: Value) -> Rc<ProviderTool> {
    let (name, description) = (name.into(), "d".into());
    Rc::new(ProviderTool { name, description, input_schema: schema, strict: false })
}

pub fn options() -> ChatOptions {
    ChatOptions {
        system: Some("be brief".into()),
        temperature: Some(0.0),
        top_k: Some(3),
        ..ChatOptions::default()
    }
}

/// Sends `messages` to `endpoint`, whose server answers with `script`.
pub fn send(endpoint: Endpoint, script: Vec<Canned>, messages: Vec<Message>, options: ChatOptions) -> Done {
    let http = FakeHttp::new(script);
    let provider = HttpProvider::new(http.clone(), Rc::new(FakeClock::default()), endpoint);
    let deltas: Rc<RefCell<Vec<Value>>> = Rc::default();
    let heard = deltas.clone();
    let request = ChatRequest {
        messages: messages.into_iter().map(Rc::new).collect(),
        tools: Rc::new(vec![tool(
            "s_mcp_a",
            json!({"type": "object", "properties": {"x": {"type": "number"}}}),
        )]),
        options,
        on_delta: Rc::new(move |delta| heard.borrow_mut().push(serde_json::to_value(delta).unwrap())),
    };
    let reply = pollster::block_on(provider.chat(request));
    let deltas = deltas.borrow().clone();
    Done { reply, bodies: http.bodies(), deltas, http }
}

/// The answer of a server to a short conversation.
pub fn chat(format: WireFormat, canned: Canned) -> Done {
    send(endpoint(format), vec![canned], vec![Message::text(Role::User, "hi")], options())
}

/// The body of a request with [`everything`].
pub fn body(endpoint: Endpoint, options: ChatOptions) -> Value {
    send(endpoint, Vec::new(), everything(), options).bodies[0].clone()
}

/// A stream of events with these data.
pub fn events(data: &[&str]) -> Canned {
    let framed: Vec<String> = data.iter().map(|data| format!("data: {data}\n\n")).collect();
    Canned::events(&framed.concat())
}

/// A fixture, framed as events.
pub fn fixture(text: &str) -> Canned {
    Canned::events(text)
}

pub fn thought(text: &str, format: &str, data: Value) -> Block {
    let opaque = Some(Opaque { format: format.into(), data });
    Block::Reasoning { text: text.into(), opaque }
}

pub fn result(id: &str, content: &str, is_error: bool) -> Block {
    let (tool_use_id, content) = (id.into(), content.into());
    Block::ToolResult { tool_use_id, content, images: Vec::new(), is_error }
}

/// A conversation with every kind of block, in which four providers have thought.
pub fn everything() -> Vec<Message> {
    let picture = || Block::Image { data: "AA".into(), media_type: "image/png".into() };
    let with_picture = Block::ToolResult {
        tool_use_id: "c1".into(),
        content: "yes".into(),
        images: vec![Image { data: "BB".into(), media_type: "image/jpeg".into() }],
        is_error: false,
    };
    vec![
        Message::text(Role::System, "from the host"),
        Message { role: Role::User, content: vec![text("hi"), picture()] },
        Message {
            role: Role::Assistant,
            content: vec![
                thought("hm", "anthropic", json!({"signature": "SIG"})),
                thought("", "anthropic", json!({"redacted": "RED"})),
                thought("", "gemini", json!({"thoughtSignature": "TS", "of": "c1"})),
                thought("so", "openai", json!({"field": "reasoning_content"})),
                thought(
                    "sum",
                    "openai-responses",
                    json!({"id": "rs_1", "summary": [], "encrypted_content": "ENC"}),
                ),
                Block::Reasoning { text: "of nobody".into(), opaque: None },
                text("looking"),
                call("c1", "s_mcp_a", json!({"x": 1})),
                call("c2", "s_mcp_b", json!({})),
            ],
        },
        Message { role: Role::User, content: vec![with_picture, result("c2", "no", true), text("and?")] },
        Message {
            role: Role::Assistant,
            content: vec![picture(), text("here"), thought("", "gemini", json!({"thoughtSignature": "END"}))],
        },
        Message::text(Role::User, "thanks"),
    ]
}
