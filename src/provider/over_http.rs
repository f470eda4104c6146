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
use futures_util::future::{FutureExt, LocalBoxFuture};
use serde_json::Value;
use std::cell::RefCell;
use std::rc::Rc;

/// A model behind an address.
pub struct HttpProvider {
    http: Rc<dyn Http>,
    clock: Rc<dyn Clock>,
    endpoint: Rc<Endpoint>,
    body: RefCell<Body>,
}

impl HttpProvider {
    /// The model at `endpoint`, reached through `http`; `clock` measures time limits and pauses.
    pub fn new(http: Rc<dyn Http>, clock: Rc<dyn Clock>, endpoint: Endpoint) -> Self {
        HttpProvider { http, clock, endpoint: Rc::new(endpoint), body: RefCell::default() }
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
        let with_tools = !request.tools.is_empty();
        let body = endpoint.format.request(&mut self.body.borrow_mut(), &endpoint, &request);
        let mut headers = vec![("content-type".to_owned(), "application/json".to_owned())];
        headers.extend(endpoint.headers.iter().cloned());
        let url = endpoint.format.address(&endpoint.url, &endpoint.model);
        let outgoing = HttpRequest { method: "POST", url, headers, body: Rc::new(body) };
        let tools = request.tools;
        let offered: Offered = Rc::new(move |name| tools.iter().any(|tool| tool.name == name));
        let offered = with_tools.then_some(offered);
        let ports = Ports { http: self.http.clone(), clock: self.clock.clone(), offered };
        ports.chat(endpoint, outgoing, request.on_delta).boxed_local()
    }
}

struct Ports {
    http: Rc<dyn Http>,
    clock: Rc<dyn Clock>,
    /// Which tools the model may call, where there are any.
    offered: Option<Offered>,
}

impl Ports {
    async fn chat(
        self,
        endpoint: Rc<Endpoint>,
        outgoing: HttpRequest,
        on_delta: OnDelta,
    ) -> Result<ChatResponse> {
        let mut attempt = 0;
        loop {
            let (outcome, told) = self.attempt(&endpoint, outgoing.clone(), &on_delta, attempt).await;
            let error = match outcome {
                Ok(response) => return Ok(response),
                // What was told cannot be taken back.
                Err(error) if told => return Err(error),
                Err(error) => error,
            };
            let asked = asked_ms(&error, self.clock.now_ms());
            let Some(pause) = endpoint.retries.pause_ms(attempt, &error, asked, self.clock.random()) else {
                return Err(error);
            };
            self.clock.sleep(pause).await;
            attempt += 1;
        }
    }

    /// One try, and whether the host heard something of its reply.
    async fn attempt(
        &self,
        endpoint: &Endpoint,
        outgoing: HttpRequest,
        on_delta: &OnDelta,
        attempt: u32,
    ) -> (Result<ChatResponse>, bool) {
        let mut reply = Reply::new(self.clock.random());
        if let Some(offered) = &self.offered {
            reply.know_tools(offered.clone());
        }
        if let (Some(format), Some(offered)) = (endpoint.tool_call_text, &self.offered) {
            reply.look_for_calls(Scanner::new(format, Some(offered.clone())));
        }
        let received = self.receive(endpoint, outgoing, &mut reply, on_delta).await;
        let told = reply.is_told();
        let received = received.and_then(|()| match endpoint.format {
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

    async fn receive(
        &self,
        endpoint: &Endpoint,
        outgoing: HttpRequest,
        reply: &mut Reply,
        on_delta: &OnDelta,
    ) -> Result<()> {
        let Endpoint { label, timeouts, format, .. } = *endpoint;
        let sent = self.http.send(outgoing);
        let answer = Watched::head_of(sent, self.clock.clone(), timeouts, label).await?;
        receive(format, answer, reply, on_delta).await
    }
}

/// The pause that a server asked for, milliseconds.
fn asked_ms(error: &Error, now_ms: f64) -> Option<f64> {
    let asked = error.details.as_ref()?.get("retryAfter").and_then(Value::as_str)?;
    retry_after_ms(asked, now_ms)
}
