//! A session with one server, without IO: what to send, and what the answers mean.

use super::jsonrpc::{self, Incoming, RpcError};
use crate::error::{Code, Error, Result};
use crate::json::{self, Fields, FromJson, Read};
use serde::Serialize;
use serde_json::{Value, json};

/// The newest revision with `initialize` and sessions.
const LATEST: &str = "2025-11-25";
/// Revisions that this client speaks; the wire format of what it uses is the same in all.
const SUPPORTED: [&str; 4] = [LATEST, "2025-06-18", "2025-03-26", "2024-11-05"];
/// A server that never ends its list is cut off here (peers use 64 pages).
pub(super) const MAX_PAGES: usize = 64;
/// All pages of a list together, as values in memory, about.
pub(super) const MAX_LIST_BYTES: usize = 32 * 1024 * 1024;

/// Who the server says it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ServerInfo {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

impl FromJson for ServerInfo {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(ServerInfo { name: from.optional("name")?, version: from.optional("version")? })
    }
}

/// The state of a session.
#[derive(Debug, Default)]
pub(super) struct Session {
    next_id: u64,
    pub(super) session_id: Option<String>,
    version: Option<String>,
    pub(super) server: ServerInfo,
    pub(super) has_resources: bool,
    /// Counts the handshakes, so that calls that failed together re-initialise once.
    pub(super) generation: u64,
}

impl Session {
    /// A request body and its id.
    pub(super) fn request(&mut self, method: &str, params: &Value) -> (u64, Value) {
        self.next_id += 1;
        (self.next_id, jsonrpc::request(self.next_id, method, params))
    }

    pub(super) fn initialize_params(client_name: &str, client_version: &str) -> Value {
        json!({
            "protocolVersion": LATEST,
            "capabilities": {},
            "clientInfo": {"name": client_name, "version": client_version},
        })
    }

    /// Headers of every request after the handshake.
    pub(super) fn headers(&self) -> Vec<(String, String)> {
        let mut headers = vec![
            ("content-type".to_owned(), "application/json".to_owned()),
            ("accept".to_owned(), "application/json, text/event-stream".to_owned()),
        ];
        headers
            .extend(self.version.iter().map(|version| ("mcp-protocol-version".to_owned(), version.clone())));
        headers.extend(self.session_id.iter().map(|id| ("mcp-session-id".to_owned(), id.clone())));
        headers
    }

    /// Forgets the session, before a new handshake.
    pub(super) fn reset(&mut self) {
        self.session_id = None;
        self.version = None;
    }

    /// Takes the answer to `initialize`.
    pub(super) fn initialized(&mut self, result: &Value, session_id: Option<String>) -> Result<()> {
        let version = result.get("protocolVersion").and_then(Value::as_str).unwrap_or_default();
        if !SUPPORTED.contains(&version) {
            return Err(Error::new(
                Code::Protocol,
                format!(
                    "The MCP server wants protocol version '{version}'; this client speaks {}.",
                    SUPPORTED.join(", ")
                ),
            ));
        }
        self.version = Some(version.to_owned());
        self.session_id = session_id;
        self.server = result
            .get("serverInfo")
            .and_then(|info| ServerInfo::from_json(info.clone()).ok())
            .unwrap_or_default();
        self.has_resources = result.pointer("/capabilities/resources").is_some_and(Value::is_object);
        self.generation += 1;
        Ok(())
    }
}

/// Whether a refusal means that the session is gone, so that the request was not taken: 404, or the 400 that servers
/// answer to requests without a session (Streamable HTTP, Session Management; server-everything 2026.8.31 answers so
/// as well when it has forgotten one). Such a 400 is an error that belongs to no request: one with an id tells what
/// became of the request, which must not be sent again.
pub(super) fn is_expired(status: u16, body: &str, had_session: bool) -> bool {
    let belongs_to_none = || {
        let error = json::parse(body).unwrap_or_default();
        let words = error.pointer("/error/message").and_then(Value::as_str).unwrap_or_default();
        error.get("id").is_some_and(Value::is_null) && words.to_ascii_lowercase().contains("session")
    };
    had_session && (status == 404 || (status == 400 && belongs_to_none()))
}

/// What a piece of a reply means for the request `id`.
pub(super) fn answer_in(text: &str, id: u64) -> Result<(Option<Value>, Vec<Value>)> {
    let mut found = None;
    let mut to_answer = Vec::new();
    for message in jsonrpc::read(text)? {
        match message {
            Incoming::Reply { id: theirs, outcome } if theirs == id && found.is_none() => {
                found = Some(outcome.map_err(rpc_error)?);
            }
            Incoming::Request { id, method } => to_answer.push(jsonrpc::answer(&id, &method)),
            _ => {}
        }
    }
    Ok((found, to_answer))
}

fn rpc_error(error: RpcError) -> Error {
    Error::new(Code::Protocol, format!("MCP JSON-RPC error {}: {}", error.code, error.message))
        .with_details(json!({"code": error.code}))
}

/// One page of the list of `what`, and the cursor of the next.
pub(super) fn page(mut answer: Value, what: &str) -> (Vec<Value>, Option<String>) {
    let next = answer.get("nextCursor").and_then(Value::as_str).map(str::to_owned);
    match answer.get_mut(what).map(Value::take) {
        Some(Value::Array(entries)) => (entries, next),
        _ => (Vec::new(), next),
    }
}
