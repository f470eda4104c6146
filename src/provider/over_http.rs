//! The driver of every model that is spoken to over HTTP: one request, a stream or a body back.

use super::body::Body;
use super::stream::Reply;
use super::{ChatRequest, ChatResponse, OnArguments, OnToken, Provider, anthropic, openai};
use crate::error::{Code, Error, Result, excerpt};
use crate::http::{Http, HttpRequest, HttpResponse};
use crate::sse::Decoder;
use futures_util::StreamExt;
use futures_util::future::{FutureExt, LocalBoxFuture};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;

/// Which API the server speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireFormat {
    /// Anthropic Messages.
    Anthropic,
    /// OpenAI chat completions.
    OpenAi,
}

impl WireFormat {
    fn request(self, body: &mut Body, model: &str, request: &ChatRequest) -> Vec<u8> {
        match self {
            WireFormat::Anthropic => anthropic::request(body, model, request),
            WireFormat::OpenAi => openai::request(body, model, request),
        }
    }

    fn event(self, reply: &mut Reply, data: &str) -> Result<()> {
        match self {
            WireFormat::Anthropic => anthropic::event(reply, data),
            WireFormat::OpenAi => openai::event(reply, data),
        }
    }

    fn body(self, value: &Value) -> Result<ChatResponse> {
        match self {
            WireFormat::Anthropic => anthropic::body(value),
            WireFormat::OpenAi => openai::body(value),
        }
    }
}

/// Where a model is.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// What errors call the server, such as `Local LLM`.
    pub label: &'static str,
    /// Where requests go.
    pub url: String,
    /// The model's id, sent as it is.
    pub model: String,
    /// Which API the server speaks.
    pub format: WireFormat,
    /// Sent besides the content type.
    pub headers: Vec<(String, String)>,
}

/// A model behind an address.
pub struct HttpProvider {
    http: Rc<dyn Http>,
    endpoint: Endpoint,
    body: RefCell<Body>,
}

impl HttpProvider {
    /// The model at `endpoint`, reached through `http`.
    pub fn new(http: Rc<dyn Http>, endpoint: Endpoint) -> Self {
        HttpProvider { http, endpoint, body: RefCell::default() }
    }
}

impl Provider for HttpProvider {
    fn chat(&self, request: ChatRequest) -> LocalBoxFuture<'static, Result<ChatResponse>> {
        let Endpoint { label, url, model, format, headers } = self.endpoint.clone();
        let body = format.request(&mut self.body.borrow_mut(), &model, &request);
        let mut all_headers = vec![("content-type".to_owned(), "application/json".to_owned())];
        all_headers.extend(headers);
        let outgoing = HttpRequest { method: "POST", url, headers: all_headers, body };
        let (http, on_token, on_arguments) = (self.http.clone(), request.on_token, request.on_arguments);
        async move {
            let mut response = http.send(outgoing).await?;
            if !(200..300).contains(&response.status) {
                return Err(status_error(label, &mut response).await);
            }
            if response.header("content-type").is_some_and(|kind| kind.contains("text/event-stream")) {
                read_stream(format, &mut response, &on_token, &on_arguments).await
            } else {
                read_body(label, format, &mut response, &on_token).await
            }
        }
        .boxed_local()
    }
}

/// Text is told once per piece of the network, however many events that holds.
async fn read_stream(
    format: WireFormat,
    response: &mut HttpResponse,
    on_token: &OnToken,
    on_arguments: &OnArguments,
) -> Result<ChatResponse> {
    let mut decoder = Decoder::default();
    let mut reply = Reply::default();
    while let Some(bytes) = response.body.next().await {
        let told = reply.text().len();
        let mut taken = Ok(());
        decoder
            .each(&bytes?, |_, data, _| {
                if taken.is_ok() {
                    taken = format.event(&mut reply, data);
                }
            })
            .map_err(|_| Error::new(Code::Protocol, "The model server sent an event of more than 16 MB."))?;
        if let Some(new) = reply.text().get(told..).filter(|new| !new.is_empty()) {
            on_token(new);
        }
        reply.tell_arguments(on_arguments);
        taken?;
    }
    reply.complete()
}

async fn read_body(
    label: &str,
    format: WireFormat,
    response: &mut HttpResponse,
    on_token: &OnToken,
) -> Result<ChatResponse> {
    let bytes = response.bytes().await?;
    let Ok(value) = serde_json::from_slice::<Value>(&bytes) else {
        let text = String::from_utf8_lossy(&bytes);
        return Err(Error::new(
            Code::Protocol,
            format!(
                "{label} answered with something that is not JSON; check the address: {}",
                excerpt(&text)
            ),
        ));
    };
    let reply = format.body(&value)?;
    let text = crate::model::joined_text(&reply.content);
    if !text.is_empty() {
        on_token(&text);
    }
    Ok(reply)
}

async fn status_error(label: &str, response: &mut HttpResponse) -> Error {
    let status = response.status;
    let retry_after = response.header("retry-after").map(str::to_owned);
    let bytes = response.bytes().await.unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let reason = serde_json::from_str::<Value>(&text)
        .ok()
        .and_then(|value| value.pointer("/error/message").and_then(Value::as_str).map(str::to_owned))
        .unwrap_or_else(|| text.into_owned());
    Error::new(Code::from_status(status), format!("{label} {status}: {}", excerpt(&reason)))
        .with_details(json!({"status": status, "retryAfter": retry_after}))
}
