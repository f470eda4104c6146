//! The driver of a session: one POST per request, JSON or events back.

use super::jsonrpc;
use super::session::{MAX_LIST_BYTES, MAX_PAGES, ServerInfo, Session, answer_in, is_expired, page};
use crate::clock::Clock;
use crate::error::{Code, Error, Result, excerpt};
use crate::http::{Http, HttpRequest, HttpResponse};
use crate::json::{self, FromJson, digits};
use crate::model::{ToolDef, weight};
use crate::sse::Decoder;
use futures_util::StreamExt;
use futures_util::future::{Either, FutureExt, LocalBoxFuture, Shared, WeakShared, ready, select};
use futures_util::stream::FuturesUnordered;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::pin::pin;
use std::rc::Rc;

/// How long a result waits for our answers to what the server asked on the way, milliseconds.
const ANSWER_MS: f64 = 1_000.0;

/// How to reach a server.
#[derive(Clone, Debug, Default)]
pub struct McpClientOptions {
    /// Sent with every request, such as `authorization`.
    pub headers: Vec<(String, String)>,
    /// What the client calls itself.
    pub client_name: String,
    /// Its version.
    pub client_version: String,
    /// The longest that a handshake may take, milliseconds; 0 for any time.
    pub connect_ms: f64,
    /// The longest that any other request may take, milliseconds; 0 for any time.
    pub call_ms: f64,
}

type Handshake = LocalBoxFuture<'static, Result<()>>;

struct Inner {
    http: Rc<dyn Http>,
    clock: Rc<dyn Clock>,
    url: String,
    options: McpClientOptions,
    session: RefCell<Session>,
    /// A handshake under way: whoever needs one waits for the same. When nobody waits any more it is over, so that one which
    /// was given up is never waited for again.
    handshake: RefCell<Option<WeakShared<Handshake>>>,
}

/// A client of one MCP server. Clones share the session. Dropping a returned future aborts its request.
#[derive(Clone)]
pub struct McpClient(Rc<Inner>);

enum Refusal {
    Expired,
    Failed(Error),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Refusal::Failed(error)
    }
}

impl McpClient {
    /// A client that has not connected yet.
    pub fn new(http: Rc<dyn Http>, clock: Rc<dyn Clock>, url: &str, options: McpClientOptions) -> Self {
        let (session, handshake) = (RefCell::default(), RefCell::default());
        McpClient(Rc::new(Inner { http, clock, url: url.to_owned(), options, session, handshake }))
    }

    /// The address.
    pub fn url(&self) -> &str {
        &self.0.url
    }

    /// Who the server says it is; blank before `connect`.
    pub fn server_info(&self) -> ServerInfo {
        self.0.session.borrow().server.clone()
    }

    /// Whether a handshake has succeeded.
    pub fn is_connected(&self) -> bool {
        self.0.session.borrow().generation > 0
    }

    /// Does the handshake. Any refusal is an error; it never waits on itself.
    pub async fn connect(&self) -> Result<()> {
        let running = self.0.handshake.borrow().as_ref().and_then(WeakShared::upgrade);
        let shared = running.unwrap_or_else(|| {
            let client = self.clone();
            let limit = self.0.options.connect_ms;
            let handshake = async move { client.within(limit, "connectMs", client.initialize()).await };
            let shared: Shared<Handshake> = handshake.boxed_local().shared();
            *self.0.handshake.borrow_mut() = shared.downgrade();
            shared
        });
        let result = shared.await;
        *self.0.handshake.borrow_mut() = None;
        result
    }

    /// `work`, as long as it does not take longer than `limit` milliseconds; `option` is what raises the limit.
    async fn within<T>(&self, limit: f64, option: &str, work: impl Future<Output = Result<T>>) -> Result<T> {
        if !(limit > 0.0 && limit.is_finite()) {
            return work.await;
        }
        match select(pin!(work), self.0.clock.sleep(limit)).await {
            Either::Left((done, _)) => done,
            Either::Right(_) => {
                let (url, limit) = (&self.0.url, digits(limit));
                let problem = format!(
                    "The MCP server at {url} did not answer within {limit} ms; raise timeouts.{option} if it may take longer."
                );
                Err(Error::new(Code::Network, problem).with_details(json!({"timeout": option})))
            }
        }
    }

    async fn initialize(&self) -> Result<()> {
        self.0.session.borrow_mut().reset();
        let params = Session::initialize_params(&self.0.options.client_name, &self.0.options.client_version);
        let (result, session_id) = match self.post("initialize", &params).await {
            Ok(answer) => answer,
            Err(Refusal::Failed(error)) => return Err(error),
            Err(Refusal::Expired) => {
                return Err(Error::new(
                    Code::Http,
                    format!(
                        "The MCP server at {} refused to initialize (404); check the address.",
                        self.0.url
                    ),
                )
                .with_details(json!({"status": 404})));
            }
        };
        self.0.session.borrow_mut().initialized(&result, session_id)?;
        self.notify("notifications/initialized").await
    }

    /// All tools, page by page. One that cannot be read is left out: one bad tool must not hide the rest.
    pub async fn list_tools(&self) -> Result<Vec<ToolDef>> {
        let tools = self.list("tools").await?;
        Ok(tools.into_iter().filter_map(|tool| ToolDef::from_json(tool).ok()).collect())
    }

    /// All resources, page by page, as the server describes them; those without an address are left out. None where the server has
    /// not said that it has some.
    pub async fn list_resources(&self) -> Result<Vec<Value>> {
        if !self.is_connected() {
            self.connect().await?;
        }
        if !self.has_resources() {
            return Ok(Vec::new());
        }
        let mut resources = self.list("resources").await?;
        resources.retain(|resource| resource.get("uri").is_some_and(Value::is_string));
        Ok(resources)
    }

    /// Whether the server has said that it has resources.
    pub fn has_resources(&self) -> bool {
        self.0.session.borrow().has_resources
    }

    /// Reads a resource and returns the server's `ReadResourceResult` as it is.
    pub async fn read_resource(&self, uri: &str) -> Result<Value> {
        self.request("resources/read", &json!({"uri": uri})).await
    }

    /// The entries of `{what}/list`, of all its pages.
    async fn list(&self, what: &str) -> Result<Vec<Value>> {
        let (mut entries, mut bytes) = (Vec::new(), 0);
        let mut params = json!({});
        let too_much = |problem: String| Error::new(Code::Protocol, problem);
        for _ in 0..MAX_PAGES {
            let answer = self.request(&format!("{what}/list"), &params).await?;
            bytes += weight(&answer);
            if bytes > MAX_LIST_BYTES {
                let most = MAX_LIST_BYTES >> 20;
                return Err(too_much(format!(
                    "The MCP server's list of {what} is larger than {most} MB; ask it for fewer."
                )));
            }
            let (page, next) = page(answer, what);
            entries.extend(page);
            // The empty text is a cursor like any other; only its absence ends the list.
            let Some(cursor) = next else { return Ok(entries) };
            params = json!({"cursor": cursor});
        }
        Err(too_much(format!("The MCP server's list of {what} has more than {MAX_PAGES} pages.")))
    }

    /// Calls a tool and returns the server's `CallToolResult` as it is.
    pub async fn call_tool(&self, name: &str, args: &Value) -> Result<Value> {
        self.request("tools/call", &json!({"name": name, "arguments": args})).await
    }

    /// Ends the session on the server. A server that does not offer this is left alone.
    pub async fn disconnect(&self) -> Result<()> {
        let headers = self.headers();
        let had_session = {
            let mut session = self.0.session.borrow_mut();
            session.generation = 0;
            let had = session.session_id.is_some();
            session.reset();
            had
        };
        if had_session {
            let request =
                HttpRequest { method: "DELETE", url: self.0.url.clone(), headers, body: Rc::default() };
            self.within(self.0.options.connect_ms, "connectMs", self.0.http.send(request)).await?;
        }
        Ok(())
    }

    /// Sends a request. When the server has forgotten the session, a new one is made once, for all
    /// requests that wait, and the request is sent again: a 404 says that it was not processed.
    async fn request(&self, method: &str, params: &Value) -> Result<Value> {
        if !self.is_connected() {
            self.connect().await?;
        }
        self.within(self.0.options.call_ms, "callMs", self.ask(method, params)).await
    }

    async fn ask(&self, method: &str, params: &Value) -> Result<Value> {
        let generation = self.0.session.borrow().generation;
        match self.post(method, params).await {
            Ok((result, _)) => return Ok(result),
            Err(Refusal::Failed(error)) => return Err(error),
            Err(Refusal::Expired) => {}
        }
        let renewed = self.0.session.borrow().generation != generation;
        if !renewed {
            self.connect().await?;
        }
        match self.post(method, params).await {
            Ok((result, _)) => Ok(result),
            Err(Refusal::Failed(error)) => Err(error),
            Err(Refusal::Expired) => Err(Error::new(
                Code::Http,
                format!("The MCP server at {} forgets its session at once (404).", self.0.url),
            )),
        }
    }

    async fn post(
        &self,
        method: &str,
        params: &Value,
    ) -> std::result::Result<(Value, Option<String>), Refusal> {
        let (id, body) = self.0.session.borrow_mut().request(method, params);
        let had_session = self.0.session.borrow().session_id.is_some();
        let mut response = self.send(&body).await?;
        if !(200..300).contains(&response.status) {
            let status = response.status;
            let bytes = response.bytes().await.unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes);
            return Err(if is_expired(status, &text, had_session) {
                Refusal::Expired
            } else {
                http_error(status, &text).into()
            });
        }
        let session_id = response.header("mcp-session-id").map(str::to_owned);
        let result = self.answer(&mut response, id).await?;
        Ok((result, session_id))
    }

    /// Reads until the answer to `id` is there. What else the server wants on the way is answered.
    async fn answer(&self, response: &mut HttpResponse, id: u64) -> Result<Value> {
        let missing = || Error::new(Code::Protocol, "The MCP server's reply ended without the answer.");
        let is_events =
            response.header("content-type").is_some_and(|kind| kind.contains("text/event-stream"));
        if !is_events {
            let bytes = response.bytes().await?;
            let text = String::from_utf8_lossy(&bytes);
            return answer_in(&text, id)?.0.ok_or_else(missing);
        }
        let mut decoder = Decoder::default();
        // What the server wants on the way is answered beside the reading: nothing of it may harm or hold up the call.
        let mut answers = FuturesUnordered::new();
        loop {
            let next = response.body.next();
            let bytes = match select(next, answers.next()).await {
                Either::Left((Some(bytes), _)) => bytes?,
                Either::Left((None, _)) => return Err(missing()),
                Either::Right((Some(_), _)) => continue,
                // None is under way: only the server is left to wait for.
                Either::Right((None, next)) => match next.await {
                    Some(bytes) => bytes?,
                    None => return Err(missing()),
                },
            };
            let events = decoder.feed(&bytes).map_err(|_| {
                Error::new(Code::Protocol, "The MCP server sent an event of more than 16 MB.")
            })?;
            for event in events.iter().filter(|event| !event.data.is_empty()) {
                let read = answer_in(&event.data, id);
                // Events under names of the server's own are none of the protocol's.
                let is_message = event.name.is_empty() || event.name == "message";
                let (found, to_answer) = if is_message { read? } else { read.unwrap_or_default() };
                answers.extend(to_answer.into_iter().map(|message| async move { self.send(&message).await }));
                if let Some(result) = found {
                    // What is on its way to the server may still arrive, but the result waits for it only a moment.
                    let rest = answers.for_each(|_| ready(()));
                    select(pin!(rest), self.0.clock.sleep(ANSWER_MS)).await;
                    return Ok(result);
                }
            }
        }
    }

    async fn notify(&self, method: &str) -> Result<()> {
        let mut response = self.send(&jsonrpc::notification(method)).await?;
        if (200..300).contains(&response.status) {
            return Ok(());
        }
        let bytes = response.bytes().await.unwrap_or_default();
        Err(http_error(response.status, &String::from_utf8_lossy(&bytes)))
    }

    async fn send(&self, body: &Value) -> Result<HttpResponse> {
        let request = HttpRequest {
            method: "POST",
            url: self.0.url.clone(),
            headers: self.headers(),
            body: Rc::new(json::text(&body).into_bytes()),
        };
        self.0.http.send(request).await
    }

    fn headers(&self) -> Vec<(String, String)> {
        let mut headers = self.0.session.borrow().headers();
        headers.extend(self.0.options.headers.iter().cloned());
        headers
    }
}

fn http_error(status: u16, text: &str) -> Error {
    Error::new(Code::from_status(status), format!("MCP HTTP error {status}: {}", excerpt(text)))
        .with_details(json!({"status": status}))
}
