//! The driver of every model that is spoken to over HTTP: a request, a stream or a body back, and again where
//! that may help.

use super::body::Body;
use super::endpoint::{Endpoint, WireFormat};
use super::finish::complete;
use super::receive::receive;
use super::reply::Reply;
use super::retry::once_more;
use super::retry_after::retry_after_ms;
use super::timeouts::Watched;
use super::tool_text::{Offered, Scanner};
use super::{ChatRequest, ChatResponse, OnDelta, Provider};
use crate::clock::Clock;
use crate::error::{Code, Error, Result};
use crate::http::{Http, HttpRequest};
use crate::json::FromJson;
use futures_util::future::{FutureExt, LocalBoxFuture};
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A model behind an address.
pub struct HttpProvider {
    http: Rc<dyn Http>,
    clock: Rc<dyn Clock>,
    endpoint: Rc<Endpoint>,
    spoken: Rc<Spoken>,
}

/// What goes from one request to the next.
struct Spoken {
    format: Cell<WireFormat>,
    body: RefCell<Body>,
}

impl HttpProvider {
    /// The model at `endpoint`, reached through `http`; `clock` measures time limits and pauses.
    pub fn new(http: Rc<dyn Http>, clock: Rc<dyn Clock>, endpoint: Endpoint) -> Self {
        let spoken = Spoken { format: Cell::new(endpoint.format), body: RefCell::default() };
        HttpProvider { http, clock, endpoint: Rc::new(endpoint), spoken: Rc::new(spoken) }
    }

    /// The API that is spoken: the endpoint's, or what its first reply has told.
    pub fn format(&self) -> WireFormat {
        self.spoken.format.get()
    }
}

impl Provider for HttpProvider {
    fn chat(&self, mut request: ChatRequest) -> LocalBoxFuture<'static, Result<ChatResponse>> {
        let endpoint = self.endpoint.clone();
        if !endpoint.capabilities.tools {
            request.tools = Rc::default();
        }
        if !endpoint.capabilities.parallel_tools {
            request.options.parallel_tool_calls = Some(false);
        }
        if !endpoint.capabilities.caching {
            request.options.cache_enabled = Some(false);
        }
        let tools = request.tools.clone();
        let with_tools = !tools.is_empty();
        let offered: Offered = Rc::new(move |name| tools.iter().any(|tool| tool.name == name));
        let offered = with_tools.then_some(offered);
        let (http, clock, spoken) = (self.http.clone(), self.clock.clone(), self.spoken.clone());
        Ports { http, clock, endpoint, spoken, offered }.chat(request).boxed_local()
    }
}

struct Ports {
    http: Rc<dyn Http>,
    clock: Rc<dyn Clock>,
    endpoint: Rc<Endpoint>,
    spoken: Rc<Spoken>,
    /// Which tools the model may call, where there are any.
    offered: Option<Offered>,
}

impl Ports {
    async fn chat(self, request: ChatRequest) -> Result<ChatResponse> {
        let endpoint = self.endpoint.clone();
        let mut outgoing = self.outgoing(&request);
        let mut attempt = 0;
        let mut learns = endpoint.learns_format;
        loop {
            let (outcome, told) = self.attempt(outgoing.clone(), &request.on_delta, attempt).await;
            let error = match outcome {
                Ok(response) => return Ok(response),
                // What was told cannot be taken back.
                Err(error) if told => return Err(error),
                Err(error) => error,
            };
            if let Some(format) = told_format(&error).filter(|_| std::mem::take(&mut learns)) {
                self.spoken.format.set(format);
                self.spoken.body.take();
                outgoing = self.outgoing(&request);
                continue;
            }
            let asked = asked_ms(&error, self.clock.now_ms());
            let Some(pause) = endpoint.retries.pause_ms(attempt, &error, asked, self.clock.random()) else {
                return Err(error);
            };
            self.clock.sleep(pause).await;
            attempt += 1;
        }
    }

    /// The request as the API has it that is spoken.
    fn outgoing(&self, request: &ChatRequest) -> HttpRequest {
        let (endpoint, format) = (&self.endpoint, self.spoken.format.get());
        let body = format.request(&mut self.spoken.body.borrow_mut(), endpoint, request);
        let mut headers = vec![("content-type".to_owned(), "application/json".to_owned())];
        headers.extend(endpoint.headers.iter().cloned());
        let url = format.address(&endpoint.url, &endpoint.model);
        HttpRequest { method: "POST", url, headers, body: Rc::new(body) }
    }

    /// One try, and whether the host heard something of its reply.
    async fn attempt(
        &self,
        outgoing: HttpRequest,
        on_delta: &OnDelta,
        attempt: u32,
    ) -> (Result<ChatResponse>, bool) {
        let (endpoint, format) = (&self.endpoint, self.spoken.format.get());
        let mut reply = Reply::new(self.clock.random());
        if let Some(offered) = &self.offered {
            reply.know_tools(offered.clone());
        }
        if let (Some(format), Some(offered)) = (endpoint.tool_call_text, &self.offered) {
            reply.look_for_calls(Scanner::new(format, Some(offered.clone())));
        }
        let received = self.receive(outgoing, &mut reply, on_delta).await;
        let told = reply.is_told();
        let received = received.and_then(|()| match format {
            // Gemini ends a turn with nothing now and then; asked once more it mostly answers.
            WireFormat::Gemini
                if attempt == 0 && endpoint.retries.most > 0 && !told && reply.says_nothing() =>
            {
                Err(Error::new(Code::Model, "The model's reply is empty.").with_details(once_more("empty")))
            }
            _ => Ok(()),
        });
        (received.and_then(|()| complete(reply, on_delta)), told)
    }

    async fn receive(&self, outgoing: HttpRequest, reply: &mut Reply, on_delta: &OnDelta) -> Result<()> {
        let Endpoint { label, timeouts, .. } = *self.endpoint;
        let format = self.spoken.format.get();
        let sent = self.http.send(outgoing);
        let answer = Watched::head_of(sent, self.clock.clone(), timeouts, label).await?;
        receive(format, answer, reply, on_delta).await
    }
}

/// The API in whose words a server has answered a request that was in another one's.
fn told_format(error: &Error) -> Option<WireFormat> {
    WireFormat::from_json(error.details.as_ref()?.get("format")?.clone()).ok()
}

/// The pause that a server asked for, milliseconds.
fn asked_ms(error: &Error, now_ms: f64) -> Option<f64> {
    let asked = error.details.as_ref()?.get("retryAfter").and_then(Value::as_str)?;
    retry_after_ms(asked, now_ms)
}
