//! The driver of every model that is spoken to over HTTP: a request, a stream or a body back, and again where
//! that may help.

use super::body::Body;
use super::endpoint::{Endpoint, WireFormat};
use super::finish::complete;
use super::receive::receive;
use super::reply::Reply;
use super::retry::retried_once;
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
    state: Rc<State>,
}

/// What goes from one request to the next.
struct State {
    format: Cell<WireFormat>,
    body: RefCell<Body>,
}

impl HttpProvider {
    /// The model at `endpoint`, reached through `http`; `clock` measures time limits and pauses.
    pub fn new(http: Rc<dyn Http>, clock: Rc<dyn Clock>, endpoint: Endpoint) -> Self {
        let state = State { format: Cell::new(endpoint.format), body: RefCell::default() };
        HttpProvider { http, clock, endpoint: Rc::new(endpoint), state: Rc::new(state) }
    }

    /// The API that is spoken: the endpoint's, or what its first reply has told.
    pub fn format(&self) -> WireFormat {
        self.state.format.get()
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
        let (http, clock, state) = (self.http.clone(), self.clock.clone(), self.state.clone());
        Ports { http, clock, endpoint, state, offered }.chat(request).boxed_local()
    }
}

struct Ports {
    http: Rc<dyn Http>,
    clock: Rc<dyn Clock>,
    endpoint: Rc<Endpoint>,
    state: Rc<State>,
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
            if let Some(format) = format_in(&error).filter(|_| std::mem::take(&mut learns)) {
                self.state.format.set(format);
                self.state.body.take();
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
        let (endpoint, format) = (&self.endpoint, self.state.format.get());
        let body = format.request(&mut self.state.body.borrow_mut(), endpoint, request);
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
        let (endpoint, format) = (&self.endpoint, self.state.format.get());
        let mut reply = Reply::new(self.clock.random());
        if let Some(offered) = &self.offered {
            reply.set_offered(offered.clone());
        }
        if let (Some(format), Some(offered)) = (endpoint.tool_call_text, &self.offered) {
            reply.look_for_calls(Scanner::new(format, Some(offered.clone())));
        }
        let received = self.receive(outgoing, &mut reply, on_delta).await;
        let told = reply.is_told();
        let received = received.and_then(|()| match format {
            // Gemini ends a turn with nothing now and then; asked once more it mostly answers.
            WireFormat::Gemini
                if attempt == 0 && endpoint.retries.most > 0 && !told && reply.is_empty_answer() =>
            {
                Err(Error::new(Code::Model, "The model's reply is empty.")
                    .with_details(retried_once("empty")))
            }
            _ => Ok(()),
        });
        (received.and_then(|()| complete(reply, on_delta)), told)
    }

    async fn receive(&self, outgoing: HttpRequest, reply: &mut Reply, on_delta: &OnDelta) -> Result<()> {
        let Endpoint { label, timeouts, .. } = *self.endpoint;
        let format = self.state.format.get();
        let sent = self.http.send(outgoing);
        let answer = Watched::head_of(sent, self.clock.clone(), timeouts, label).await?;
        receive(format, answer, reply, on_delta).await
    }
}

/// The API in whose words a server has answered a request that was in another one's.
fn format_in(error: &Error) -> Option<WireFormat> {
    WireFormat::from_json(error.details.as_ref()?.get("format")?.clone()).ok()
}

/// The pause that a server asked for, milliseconds.
fn asked_ms(error: &Error, now_ms: f64) -> Option<f64> {
    let asked = error.details.as_ref()?.get("retryAfter").and_then(Value::as_str)?;
    retry_after_ms(asked, now_ms)
}
