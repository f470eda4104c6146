//! JSON-RPC requests of ours: how they are sent, and what becomes of them.

use super::client::Client;
use super::event::{Action, Lane};
use super::failure::Failure;
use super::message::{self, RpcError};
use super::param_headers::{field, values};
use super::refusals::Refusal;
use super::server::MODERN;
use super::settings::What;
use super::state::{For, Purpose, Request};
use crate::error::Code;
use crate::json::{self, raw_field};

/// So often one request may lead to signing in: a token, and more rights step by step.
const MAX_SIGN_INS: u32 = 3;
/// No server is asked again sooner than that, whatever it says, milliseconds.
pub(super) const SOONEST_MS: f64 = 50.0;
/// Of what was lost on the way: the server may have done it.
pub(super) const MAY_HAVE_RUN: &str = r#"{"mayHaveRun":true}"#;
/// The first revision that is named in a header (Streamable HTTP, "Protocol Version Header").
const FIRST_NAMED: &str = "2025-06-18";
/// What belongs to the protocol, and no header of the page can stand for.
const OURS: [&str; 7] = [
    "content-type",
    "accept",
    "mcp-protocol-version",
    "mcp-session-id",
    "last-event-id",
    "mcp-method",
    "mcp-name",
];

impl Client {
    /// Sends a request under a new number.
    pub(super) fn post(&mut self, purpose: For, method: &str, params: &str) -> u32 {
        let request = Request {
            id: 0,
            purpose,
            method: method.to_owned(),
            params: params.to_owned(),
            generation: self.server.generation,
            has_session: false,
            sent_ms: self.now,
            fetch: None,
            resume: None,
            session_id: None,
            sign_ins: 0,
        };
        self.send(request)
    }

    fn send(&mut self, mut request: Request) -> u32 {
        let id = self.number();
        request.id = id;
        let is_modern = request.purpose == For::Discover || self.server.is_modern();
        let params = self.with_meta(&request, is_modern);
        let mut headers = self.headers(is_modern);
        if is_modern {
            headers.extend(self.mirrored(&request.method, &request.params));
        }
        let body = message::request(id, &request.method, &params);
        let lane = if request.purpose == For::Listen { Lane::Stream } else { Lane::Request };
        request.fetch = Some(self.fetch("POST", headers, body, Purpose::Request(id), lane));
        request.sent_ms = self.now;
        request.has_session = self.server.session_id.is_some();
        request.generation = self.server.generation;
        self.counts.sent += 1;
        self.requests.insert(id, request);
        id
    }

    /// Tells the server something that it does not answer; nobody minds if it gets lost.
    pub(super) fn tell(&mut self, body: String) -> u32 {
        let headers = self.headers(self.server.is_modern());
        self.fetch("POST", headers, body, Purpose::Told, Lane::Told)
    }

    /// The parameters with what the protocol wants in each.
    fn with_meta(&self, request: &Request, is_modern: bool) -> String {
        let mut set = Vec::new();
        if let For::Call(call) = request.purpose
            && self.calls.get(call).is_some_and(|call| matches!(call.asked.what, What::Request { .. }))
            && !request.method.starts_with("tasks/")
        {
            set.push(("progressToken", call.to_string()));
        }
        if is_modern {
            set.push(("io.modelcontextprotocol/protocolVersion", json::text(MODERN)));
            set.push(("io.modelcontextprotocol/clientInfo", self.client_info()));
            set.push(("io.modelcontextprotocol/clientCapabilities", self.modern_capabilities.clone()));
            if let Some(level) = &self.log_level {
                set.push(("io.modelcontextprotocol/logLevel", json::text(level)));
            }
        }
        if set.is_empty() {
            return request.params.clone();
        }
        let meta = raw_field(&request.params, "_meta").unwrap_or("{}");
        let meta = message::with_fields(meta, &set).or_else(|| message::with_fields("{}", &set));
        message::with_fields(&request.params, &[("_meta", meta.unwrap_or_default())]).unwrap_or_default()
    }

    pub(super) fn headers(&self, is_modern: bool) -> Vec<(String, String)> {
        let mut headers = vec![
            ("content-type".to_owned(), "application/json".to_owned()),
            ("accept".to_owned(), "application/json, text/event-stream".to_owned()),
        ];
        let version = if is_modern { MODERN } else { &self.server.version };
        // Revisions before 2025-06-18 know no such header, and not every server allows a page to send it (CORS).
        if version >= FIRST_NAMED {
            headers.push(("mcp-protocol-version".to_owned(), version.to_owned()));
        }
        headers.extend(self.server.session_id.iter().map(|id| ("mcp-session-id".to_owned(), id.clone())));
        let is_ours = |name: &str| OURS.contains(&name) || name.starts_with("mcp-param-");
        let of_page = self.settings.headers.iter();
        headers.extend(of_page.filter(|(name, _)| !is_ours(&name.to_ascii_lowercase())).cloned());
        headers
    }

    /// What of the body stands in headers as well (2026-07-28, Streamable HTTP, "Request Metadata").
    fn mirrored(&self, method: &str, params: &str) -> Vec<(String, String)> {
        let mut headers = vec![("mcp-method".to_owned(), method.to_owned())];
        let named = match method {
            "tools/call" | "prompts/get" => raw_field(params, "name"),
            "resources/read" => raw_field(params, "uri"),
            "tasks/get" | "tasks/update" | "tasks/cancel" => raw_field(params, "taskId"),
            _ => None,
        };
        let Some(name) = named.and_then(json::string) else { return headers };
        headers.push(("mcp-name".to_owned(), field(&name)));
        if method == "tools/call" {
            let wanted = self.tools.headers(&name);
            // Most tools want none, and arguments may be long.
            if !wanted.is_empty() {
                headers.extend(values(wanted, raw_field(params, "arguments").unwrap_or_default()));
            }
        }
        headers
    }

    /// An answer to the request of that number; to none of ours it is nothing.
    pub(super) fn answered(&mut self, id: u32, outcome: Result<&str, RpcError>) {
        let Some(request) = self.requests.remove(id) else { return };
        let took_ms = self.now - request.sent_ms;
        self.counts.answered += 1;
        self.counts.last_ms = took_ms;
        let share = if self.counts.answered == 1 { 1.0 } else { 0.1 };
        self.counts.mean_ms += share * (took_ms - self.counts.mean_ms);
        self.linger(request.fetch);
        match (request.purpose, outcome) {
            (For::Call(call), Ok(result)) => self.call_answered(call, &request, result),
            (For::Initialize, Ok(result)) => self.initialized(result, request.session_id),
            (For::Discover, Ok(result)) => self.discovered(result),
            (For::Relist(call), Ok(result)) => self.relisted(call, result),
            (For::Listen, Ok(_)) => self.stream_ended_well(request.fetch),
            (_, Err(error)) => self.refused_as(&request, &Refusal::of(error)),
        }
    }

    /// The request was refused by HTTP.
    pub(super) fn refused(&mut self, id: u32, refusal: &Refusal) {
        let Some(request) = self.requests.remove(id) else { return };
        if refusal.wants_sign_in() && self.settings.signs_in && request.sign_ins < MAX_SIGN_INS {
            return self.sign_in(request, refusal);
        }
        if request.resume.is_some() {
            return self.resume_refused(request, refusal);
        }
        self.refused_as(&request, refusal);
    }

    fn refused_as(&mut self, request: &Request, refusal: &Refusal) {
        match request.purpose {
            For::Call(call) => self.call_refused(call, request, refusal),
            For::Initialize => self.initialize_refused(refusal),
            For::Discover => self.discover_refused(refusal),
            For::Relist(call) => self.reject(call, refusal.error()),
            For::Listen => self.stream_refused(request.fetch.unwrap_or_default(), refusal),
        }
    }

    /// No reply came to the request.
    pub(super) fn unreached(&mut self, id: u32, fetch: u32, why: &str) {
        // What was to be gone on with may have been done: nothing is known of it that was not known before.
        if self.requests.get(id).is_some_and(|request| request.resume.is_some()) {
            return self.broke_off(id, fetch, None, None, why);
        }
        let Some(request) = self.requests.remove(id) else { return };
        let error = self.no_answer(why);
        self.lost(&request, error);
    }

    /// The request is over, and its server is at fault.
    pub(super) fn give_up(&mut self, id: u32, error: Failure) {
        let Some(request) = self.requests.remove(id) else { return };
        match request.purpose {
            For::Call(call) | For::Relist(call) => self.reject(call, error),
            For::Initialize => self.connecting_failed(error),
            // Whoever does not know the request may answer anything.
            For::Discover => self.discover_unreached(error),
            For::Listen => self.listen_ended(),
        }
    }

    /// A request is over, and nobody knows what became of it.
    pub(super) fn give_up_lost(&mut self, id: u32, error: Failure) {
        if let Some(request) = self.requests.remove(id) {
            self.lost(&request, error);
        }
    }

    pub(super) fn lost(&mut self, request: &Request, error: Failure) {
        match request.purpose {
            For::Call(call) => self.call_lost(call, error),
            For::Relist(call) => self.reject(call, error),
            For::Initialize => self.connecting_failed(error),
            For::Discover => self.discover_unreached(error),
            For::Listen => self.listen_ended(),
        }
    }

    pub(super) fn no_answer(&self, why: &str) -> Failure {
        let problem = format!(
            "No answer from {} ({why}). Is the server running, and does it allow this page (CORS)?",
            self.settings.url
        );
        Failure::new(Code::Network, problem)
    }

    /// Leaves a request until the page has signed in, and asks it to where it does not already.
    fn sign_in(&mut self, request: Request, refusal: &Refusal) {
        let fetch = request.fetch.unwrap_or_default();
        self.hold(&request);
        let status = refusal.status;
        let challenge = refusal.challenge.clone().unwrap_or_default();
        match &mut self.signing_in {
            Some(waiting) => waiting.push(request),
            None => {
                self.signing_in = Some(vec![request]);
                self.actions.push(Action::SignIn { fetch, status, challenge });
            }
        }
    }

    /// Signing in has ended: the requests that wait for it are sent again, or refused.
    pub(super) fn signed_in(&mut self, outcome: Result<bool, Failure>) {
        // What one person may see is not another's.
        self.cache.clear();
        self.stream.is_refused &= outcome != Ok(true);
        let refused = |client: &Client| {
            let problem = format!("{} wants credentials that it did not get; sign in again.", client.named());
            Failure::new(Code::Unauthorized, problem)
        };
        for mut request in self.signing_in.take().unwrap_or_default() {
            match &outcome {
                Ok(true) => {
                    request.sign_ins += 1;
                    self.send_again(request);
                }
                Ok(false) => {
                    let error = refused(self);
                    self.lost_rights(&request, error);
                }
                Err(error) => self.lost_rights(&request, error.clone()),
            }
        }
        self.listen();
    }

    fn send_again(&mut self, mut request: Request) {
        let purpose = request.purpose;
        match purpose {
            For::Call(call) | For::Relist(call) if self.calls.get(call).is_none() => return,
            // The session has gone meanwhile.
            For::Call(call) | For::Relist(call) if !self.is_ready() => return self.go_on(call),
            For::Initialize | For::Discover if self.is_ready() => return,
            _ => {}
        }
        let id = request.id;
        let id = match &mut request.resume {
            // What the server has taken already is not sent again.
            Some(resume) => {
                resume.at = self.now;
                self.requests.insert(id, request);
                id
            }
            None => self.send(request),
        };
        match purpose {
            For::Call(call) | For::Relist(call) => self.is_sent(call, id),
            For::Initialize | For::Discover => self.count_down_to_connect(),
            For::Listen => {
                let fetch = self.requests.get(id).and_then(|request| request.fetch);
                (self.stream.request, self.stream.fetch) = (Some(id), fetch);
            }
        }
    }

    fn lost_rights(&mut self, request: &Request, error: Failure) {
        match request.purpose {
            For::Call(call) | For::Relist(call) => self.reject(call, error),
            For::Initialize | For::Discover => self.connecting_failed(error),
            For::Listen => {
                (self.stream.request, self.stream.fetch) = (None, None);
                self.stream.is_refused = true;
            }
        }
    }
}
