//! The driver of a session: one POST per request, JSON or events back.

use super::jsonrpc;
use super::session::{MAX_PAGES, ServerInfo, Session, answer_in, is_expired, tools_page};
use crate::error::{Code, Error, Result, excerpt};
use crate::http::{Http, HttpRequest, HttpResponse};
use crate::model::ToolDef;
use crate::sse::Decoder;
use futures_util::StreamExt;
use futures_util::future::{FutureExt, LocalBoxFuture, Shared};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;

/// How to reach a server.
#[derive(Clone, Debug, Default)]
pub struct McpClientOptions {
    /// Sent with every request, such as `authorization`.
    pub headers: Vec<(String, String)>,
    /// What the client calls itself.
    pub client_name: String,
    /// Its version.
    pub client_version: String,
}

type Handshake = Shared<LocalBoxFuture<'static, Result<()>>>;

struct Inner {
    http: Rc<dyn Http>,
    url: String,
    options: McpClientOptions,
    session: RefCell<Session>,
    /// A handshake under way: whoever needs one waits for the same.
    handshake: RefCell<Option<Handshake>>,
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
    pub fn new(http: Rc<dyn Http>, url: &str, options: McpClientOptions) -> Self {
        let (session, handshake) = (RefCell::default(), RefCell::default());
        McpClient(Rc::new(Inner { http, url: url.to_owned(), options, session, handshake }))
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
        let running = self.0.handshake.borrow().clone();
        let shared = running.unwrap_or_else(|| {
            let client = self.clone();
            let shared = async move { client.initialize().await }.boxed_local().shared();
            *self.0.handshake.borrow_mut() = Some(shared.clone());
            shared
        });
        let result = shared.await;
        *self.0.handshake.borrow_mut() = None;
        result
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

    /// All tools, page by page.
    pub async fn list_tools(&self) -> Result<Vec<ToolDef>> {
        let mut tools = Vec::new();
        let mut params = json!({});
        for _ in 0..MAX_PAGES {
            let (page, next) = tools_page(&self.request("tools/list", &params).await?);
            tools.extend(page);
            // The empty text is a cursor like any other; only its absence ends the list.
            let Some(cursor) = next else { return Ok(tools) };
            params = json!({"cursor": cursor});
        }
        Err(Error::new(
            Code::Protocol,
            format!("The MCP server's tool list has more than {MAX_PAGES} pages."),
        ))
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
            self.0.http.send(request).await?;
        }
        Ok(())
    }

    /// Sends a request. When the server has forgotten the session, a new one is made once, for all
    /// requests that wait, and the request is sent again: a 404 says that it was not processed.
    async fn request(&self, method: &str, params: &Value) -> Result<Value> {
        if !self.is_connected() {
            self.connect().await?;
        }
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
        let mut response = self.send(&body).await?;
        if !(200..300).contains(&response.status) {
            let status = response.status;
            let bytes = response.bytes().await.unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes);
            return Err(if is_expired(status, &text) {
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
        while let Some(bytes) = response.body.next().await {
            let events = decoder.feed(&bytes?).map_err(|_| {
                Error::new(Code::Protocol, "The MCP server sent an event of more than 16 MB.")
            })?;
            for event in events.iter().filter(|event| !event.data.is_empty()) {
                let (found, to_answer) = answer_in(&event.data, id)?;
                for message in to_answer {
                    self.send(&message).await?;
                }
                if let Some(result) = found {
                    return Ok(result);
                }
            }
        }
        Err(missing())
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
            body: Rc::new(body.to_string().into_bytes()),
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
