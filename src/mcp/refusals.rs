//! What an HTTP refusal means: for the era of a server, for its session, for the request.

use super::failure::Failure;
use super::message::{self, Message, RpcError, object};
use super::server::MODERN;
use crate::error::{Code, excerpt};
use crate::json::{self, raw_field, raw_items};

const UNSUPPORTED_VERSION: i64 = -32022;
const MISSING_CAPABILITY: i64 = -32021;
pub(super) const HEADER_MISMATCH: i64 = -32020;
const NO_METHOD: i64 = -32601;
const BAD_PARAMS: i64 = -32602;
const URL_ELICITATION: i64 = -32042;

/// A reply with another status than a success.
#[derive(Debug)]
pub(super) struct Refusal {
    /// 200 for a JSON-RPC error that came as a success.
    pub(super) status: u16,
    pub(super) challenge: Option<String>,
    pub(super) after_ms: Option<f64>,
    text: String,
    /// The JSON-RPC error in it, and whether it says which request it belongs to.
    pub(super) rpc: Option<RpcError>,
    is_ours: bool,
}

/// What an answer to `server/discover` that is no result says of the server.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Verdict {
    /// It speaks the modern revision; the request is to be sent again.
    Again,
    /// It seems to speak it, and does not tell of itself.
    Modern,
    /// It is of the era before.
    Legacy,
    /// It says nothing of its era: the error stands.
    Unknown,
}

impl Refusal {
    pub(super) fn new(status: u16, challenge: Option<String>, after_ms: Option<f64>, bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let mut refusal =
            Refusal { status, challenge, after_ms, text: String::new(), rpc: None, is_ours: false };
        for read in message::read(&text).unwrap_or_default() {
            match read {
                Message::Answer { outcome: Err(error), .. } => {
                    (refusal.rpc, refusal.is_ours) = (Some(error), true);
                }
                Message::Refusal(error) => refusal.rpc = Some(error),
                _ => {}
            }
        }
        refusal.text = text;
        refusal
    }

    /// A JSON-RPC error that came with a success.
    pub(super) fn of(error: RpcError) -> Self {
        Refusal {
            status: 200,
            challenge: None,
            after_ms: None,
            text: String::new(),
            rpc: Some(error),
            is_ours: true,
        }
    }

    pub(super) fn code(&self) -> Option<i64> {
        self.rpc.as_ref().map(|error| error.code)
    }

    /// Whether the session is gone, so that the request was not taken: 404, or the 400 that servers answer to requests without a
    /// session (Streamable HTTP, Session Management; server-everything 2026.8.31 answers so as well when it has forgotten one). Such a
    /// 400 belongs to no request: one with an id tells what became of the request, which must not be sent again.
    pub(super) fn is_expiry(&self) -> bool {
        let speaks_of_session = || {
            let words = self.rpc.as_ref().map_or("", |error| &error.message);
            !self.is_ours && words.to_ascii_lowercase().contains("session")
        };
        self.status == 404 || (self.status == 400 && speaks_of_session())
    }

    /// Whether a token, or another one, would help.
    pub(super) fn wants_sign_in(&self) -> bool {
        let names_scope =
            || self.challenge.as_deref().is_some_and(|words| words.contains("insufficient_scope"));
        self.status == 401 || (self.status == 403 && names_scope())
    }

    /// Whether the server has only put it off: 429, or 503 with a time.
    pub(super) fn is_put_off(&self) -> bool {
        self.status == 429 || (self.status == 503 && self.after_ms.is_some())
    }

    /// Whether an older transport may live at the address (Streamable HTTP, "HTTP+SSE Transport").
    pub(super) fn may_be_older(&self) -> bool {
        matches!(self.status, 400 | 404 | 405) && !self.seems_modern()
    }

    /// Whether the modern revision answers so to a request that it does not know or take ("Backward Compatibility").
    pub(super) fn seems_modern(&self) -> bool {
        matches!(self.code(), Some(UNSUPPORTED_VERSION..=HEADER_MISMATCH))
            || (self.status == 404 && self.code() == Some(NO_METHOD))
    }

    /// Whether it says that the cursor of a list is none.
    pub(super) fn is_bad_params(&self) -> bool {
        self.code() == Some(BAD_PARAMS)
    }

    /// What it says of the server's era, as the answer to the first request of the modern one ("Backward Compatibility": any error but
    /// those of the modern revision means that it is of the era before; older servers answer 422 and 500 as well). 401, 403, redirects,
    /// and what is only put off never decide.
    pub(super) fn verdict(&self) -> Verdict {
        match (self.status, self.code()) {
            (_, Some(UNSUPPORTED_VERSION)) => {
                let data = self.rpc.as_ref().and_then(|error| error.data.as_deref()).unwrap_or_default();
                let supported = raw_field(data, "supported").and_then(raw_items).unwrap_or_default();
                let speaks = supported.into_iter().any(|one| json::string(one).as_deref() == Some(MODERN));
                if speaks { Verdict::Again } else { Verdict::Legacy }
            }
            (_, Some(MISSING_CAPABILITY..=HEADER_MISMATCH)) | (401 | 403 | 300..=399, _) => Verdict::Unknown,
            (404, Some(NO_METHOD)) => Verdict::Modern,
            _ if self.is_put_off() => Verdict::Unknown,
            _ => Verdict::Legacy,
        }
    }

    /// As the page gets it.
    pub(super) fn error(&self) -> Failure {
        let Refusal { rpc, status, .. } = self;
        let mut details = Vec::new();
        if let Some(error) = rpc {
            details.push(("code", error.code.to_string()));
            details.extend(error.data.clone().map(|data| ("data", data)));
        }
        if *status != 200 {
            details.push(("status", status.to_string()));
        }
        // An answer to the request is one whatever the status; of what HTTP itself knows, HTTP says more.
        let code = match Code::from_status(*status) {
            Code::Http if self.is_ours && *status < 500 => Code::Protocol,
            code => code,
        };
        let message = match rpc {
            Some(error) if *status == 200 || self.is_ours => {
                format!("MCP JSON-RPC error {}: {}", error.code, excerpt(&error.message))
            }
            Some(error) => format!("MCP HTTP error {status}: {}", excerpt(&error.message)),
            None => format!("MCP HTTP error {status}: {}", excerpt(&self.text)),
        };
        Failure::new(code, message).with_details(object(&details))
    }

    /// The elicitations that have to be done before the request is sent again (2025-11-25, Elicitation, "URL Elicitation Required").
    pub(super) fn elicitations(&self) -> Vec<String> {
        let error = self.rpc.as_ref().filter(|error| error.code == URL_ELICITATION);
        let data = error.and_then(|error| error.data.as_deref()).unwrap_or_default();
        let asked = raw_field(data, "elicitations").and_then(raw_items).unwrap_or_default();
        asked.into_iter().filter(|one| one.starts_with('{')).map(str::to_owned).collect()
    }
}
