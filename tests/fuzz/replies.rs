//! Replies of model servers: whatever they send is a reply or an error, wherever it is cut; and what a codec read, it
//! can write back.

use super::bytes::Bytes;
use futures_util::StreamExt;
use futures_util::future::{FutureExt, LocalBoxFuture, pending, ready};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use webmcp_auto_ui::clock::Clock;
use webmcp_auto_ui::error::Result;
use webmcp_auto_ui::http::{Http, HttpRequest, HttpResponse};
use webmcp_auto_ui::model::{Message, Role};
use webmcp_auto_ui::provider::{
    ChatOptions, ChatRequest, Delta, Endpoint, HttpProvider, Provider, Retries, WireFormat,
};

pub const SEEDS: &[&str] = &[
    "\u{1}\u{5}data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\",\"id\":\"a\",\"name\":\"f\"}}\n\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"partial_json\":\"{}\"}}\n\ndata: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"thinking\":\"h\",\"signature\":\"s\"}}\n\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"},\"usage\":{\"output_tokens\":3}}\n\n",
    "\0\u{3}data: {\"choices\":[{\"delta\":{\"content\":\"é\",\"reasoning\":\"h\",\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}],\"reasoning_details\":[{\"type\":\"t\",\"index\":0,\"text\":\"x\"}]},\"finish_reason\":\"tool_calls\"}],\"usage\":{\"prompt_tokens\":1}}\n\ndata: [DONE]\n\n",
    "\u{2}\u{7}data: {\"type\":\"response.output_item.added\",\"output_index\":0,\"item\":{\"type\":\"function_call\",\"call_id\":\"a\",\"name\":\"f\",\"arguments\":\"\"}}\n\ndata: {\"type\":\"response.output_item.done\",\"output_index\":1,\"item\":{\"type\":\"reasoning\",\"id\":\"r\",\"summary\":[],\"encrypted_content\":\"E\"}}\n\ndata: {\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"usage\":{\"input_tokens\":4}}}\n\n",
    "\u{3}\u{1}data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"a\",\"thoughtSignature\":\"s\"},{\"functionCall\":{\"name\":\"f\",\"args\":{}},\"thoughtSignature\":\"t\"},{\"inlineData\":{\"data\":\"QQ==\",\"mimeType\":\"image/png\"}}]},\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"promptTokenCount\":1}}\n\n",
];

const FORMATS: [WireFormat; 4] =
    [WireFormat::OpenAi, WireFormat::Anthropic, WireFormat::Responses, WireFormat::Gemini];

/// Time stands still.
struct Still;

impl Clock for Still {
    fn now_ms(&self) -> f64 {
        0.0
    }
    fn random(&self) -> u64 {
        7
    }
    fn sleep(&self, _: f64) -> LocalBoxFuture<'static, ()> {
        pending().boxed_local()
    }
}

/// A server that sends these pieces to everybody, and what was asked of it last.
struct Server {
    pieces: Vec<Vec<u8>>,
    kind: &'static str,
    asked: RefCell<Vec<u8>>,
}

impl Http for Server {
    fn send(&self, request: HttpRequest) -> LocalBoxFuture<'static, Result<HttpResponse>> {
        *self.asked.borrow_mut() = request.body.to_vec();
        let headers = vec![("content-type".to_owned(), self.kind.to_owned())];
        let pieces: Vec<Result<Vec<u8>>> = self.pieces.iter().cloned().map(Ok).collect();
        let body = futures_util::stream::iter(pieces).boxed_local();
        ready(Ok(HttpResponse { status: 200, headers, body })).boxed_local()
    }
}

pub fn run(input: &[u8]) {
    let mut bytes = Bytes(input);
    let format = bytes.pick(&FORMATS);
    let step = 1 + bytes.below(16);
    let sent = bytes.0;
    let whole = heard(format, "text/event-stream", vec![sent.to_vec()]);
    let pieces = sent.chunks(step).map(<[u8]>::to_vec).collect();
    assert_eq!(heard(format, "text/event-stream", pieces), whole, "{format:?} in pieces of {step}");
    heard(format, "application/json", vec![sent.to_vec()]);
}

type Told = BTreeMap<String, String>;

/// The reply and what was told of it.
fn heard(format: WireFormat, kind: &'static str, pieces: Vec<Vec<u8>>) -> (String, Told) {
    let server = Rc::new(Server { pieces, kind, asked: RefCell::default() });
    let endpoint = Endpoint { retries: Retries { most: 0 }, ..Endpoint::new(format, "http://x", "m") };
    let provider = HttpProvider::new(server.clone(), Rc::new(Still), endpoint);
    let told: Rc<RefCell<Told>> = Rc::default();
    let ask = |messages: Vec<Rc<Message>>| {
        let told = told.clone();
        let request = ChatRequest {
            messages,
            tools: Rc::default(),
            options: ChatOptions::default(),
            on_delta: Rc::new(move |delta| {
                // Calls may be written in turns: what is told of each is compared.
                let (of, text) = match *delta {
                    Delta::Text { text } => ("text", text),
                    Delta::Reasoning { text } => ("reasoning", text),
                    Delta::Arguments { id, delta, .. } => (id, delta),
                    _ => return,
                };
                told.borrow_mut().entry(of.to_owned()).or_default().push_str(text);
            }),
        };
        pollster::block_on(provider.chat(request))
    };
    let reply = ask(Vec::new());
    let first = format!("{reply:?}");
    let heard = told.take();
    if let Ok(reply) = reply {
        ask(vec![Rc::new(Message { role: Role::Assistant, content: reply.content })]).ok();
        let body = server.asked.borrow();
        let written: std::result::Result<serde_json::Value, _> = serde_json::from_slice(&body);
        assert!(written.is_ok(), "{format:?} wrote {}", String::from_utf8_lossy(&body));
    }
    (first, heard)
}
