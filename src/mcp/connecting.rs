//! How a server is reached: which era it is of, the handshake, and what is done once it is there.

use super::client::Client;
use super::event::Lane;
use super::failure::Failure;
use super::message::{self, object};
use super::refusals::{Refusal, Verdict};
use super::server::{LATEST, MODERN};
use super::settings::{Era, Settings, What};
use super::state::{For, Phase, Purpose, Request, Step, Stream};
use crate::error::Code;
use crate::json::{self, raw_field, raw_items};

/// How long an answer to the first request of the modern era is waited for, milliseconds, and no longer than a quarter of the limit.
const DISCOVER_MS: f64 = 5_000.0;

impl Client {
    /// Begins to connect, unless that has happened.
    pub(super) fn connect(&mut self) {
        if self.link.phase != Phase::Idle {
            return;
        }
        self.server.reset();
        self.link.failure = None;
        (self.link.is_asked_again, self.link.seems_modern) = (false, false);
        self.link.gave_up_discovering = false;
        self.count_down_to_connect();
        match self.link.era.unwrap_or(self.settings.era) {
            Era::Modern if !self.settings.probes => self.is_modern("{}"),
            Era::Modern | Era::Auto => {
                self.link.phase = Phase::Discovering;
                self.post(For::Discover, "server/discover", "{}");
                let soon = (self.settings.connect_ms / 4.0).min(DISCOVER_MS);
                self.link.discover_by = Some(self.now + if soon > 0.0 { soon } else { DISCOVER_MS });
            }
            Era::Legacy if self.link.is_oldest => self.open_oldest(),
            Era::Legacy => self.initialize(),
        }
    }

    pub(super) fn count_down_to_connect(&mut self) {
        let limit = self.settings.connect_ms;
        self.link.deadline = (limit > 0.0).then_some(self.now + limit);
    }

    pub(super) fn initialize(&mut self) {
        self.link.phase = Phase::Initializing;
        let params = object(&[
            ("protocolVersion", json::text(LATEST)),
            ("capabilities", self.settings.capabilities.clone()),
            ("clientInfo", self.client_info()),
        ]);
        self.post(For::Initialize, "initialize", &params);
    }

    pub(super) fn client_info(&self) -> String {
        let Settings { client_name, client_version, .. } = &self.settings;
        object(&[("name", json::text(client_name)), ("version", json::text(client_version))])
    }

    pub(super) fn initialized(&mut self, result: &str, session_id: Option<String>) {
        if let Err(error) = self.server.initialized(result, session_id) {
            return self.connecting_failed(error);
        }
        self.link.era = Some(Era::Legacy);
        let fetch = self.tell(message::notification("notifications/initialized", ""));
        self.link.phase = Phase::Telling(fetch);
    }

    /// What was to be told did not arrive.
    pub(super) fn told_in_vain(&mut self, fetch: u32, error: Failure) {
        if self.link.phase == Phase::Telling(fetch) {
            self.connecting_failed(error);
        }
    }

    pub(super) fn initialize_refused(&mut self, refusal: &Refusal) {
        if self.link.seems_modern && refusal.seems_modern() {
            return self.is_modern("{}");
        }
        if std::mem::take(&mut self.link.gave_up_discovering) {
            // A server that starts may be slow, and of the modern era all the same: now its answer is waited for.
            self.link.phase = Phase::Discovering;
            self.post(For::Discover, "server/discover", "{}");
            return;
        }
        // A server of the first transport does not take what is posted to where its stream is.
        if refusal.may_be_older() && !self.link.is_oldest && self.link.era != Some(Era::Legacy) {
            let status = refusal.status;
            let mut error = refusal.error();
            if error.code == Code::Http {
                let problem =
                    format!("{} refused to initialize ({status}); check the address.", self.named());
                error = Failure::new(Code::Http, problem).with_details(format!(r#"{{"status":{status}}}"#));
            }
            self.link.failure = Some(error);
            return self.open_oldest();
        }
        self.connecting_failed(refusal.error());
    }

    /// Whoever does not know the request may answer anything: what counts is that it names the revision.
    pub(super) fn discovered(&mut self, result: &str) {
        let versions = raw_field(result, "supportedVersions").and_then(raw_items).unwrap_or_default();
        if versions.into_iter().any(|version| json::string(version).as_deref() == Some(MODERN)) {
            return self.is_modern(result);
        }
        let error = self.broken("no word that it speaks revision 2026-07-28");
        self.discover_unreached(error);
    }

    fn is_modern(&mut self, told: &str) {
        self.server.discovered(told);
        self.link.era = Some(Era::Modern);
        self.connected();
    }

    pub(super) fn discover_refused(&mut self, refusal: &Refusal) {
        let is_pinned = self.settings.era == Era::Modern;
        match refusal.verdict() {
            Verdict::Again if !self.link.is_asked_again => {
                self.link.is_asked_again = true;
                self.post(For::Discover, "server/discover", "{}");
            }
            Verdict::Modern if is_pinned || self.link.era == Some(Era::Modern) => self.is_modern("{}"),
            // Servers with sessions say the same of a request that they do not know (n8n-mcp 2.87, supergateway 4.0).
            Verdict::Modern => {
                self.link.seems_modern = true;
                self.initialize();
            }
            Verdict::Legacy if !is_pinned => {
                // What goes wrong in a server may do so in either era.
                self.link.seems_modern = refusal.status >= 500;
                self.initialize();
            }
            _ => self.connecting_failed(refusal.error()),
        }
    }

    /// Servers of the era before may not allow the headers of the newer one (CORS), which looks as if there were none.
    pub(super) fn discover_unreached(&mut self, error: Failure) {
        if self.settings.era == Era::Modern {
            return self.connecting_failed(error);
        }
        self.initialize();
    }

    /// Servers of the era before may leave unanswered what they do not know ("Backward Compatibility": no answer means as much as an error).
    pub(super) fn discover_unanswered(&mut self) {
        self.link.discover_by = None;
        if self.link.phase != Phase::Discovering
            || self.settings.era == Era::Modern
            || self.signing_in.is_some()
        {
            return;
        }
        for id in self.requests.which(|request| request.purpose == For::Discover) {
            let request = self.requests.remove(id);
            self.abort(request.and_then(|request| request.fetch));
        }
        self.link.gave_up_discovering = true;
        self.initialize();
    }

    fn open_oldest(&mut self) {
        self.link.phase = Phase::Opening;
        let Stream { listening, failures, comes_back, .. } = self.stream;
        self.stream = Stream { listening, failures, comes_back, ..Stream::default() };
        self.open_stream();
    }

    /// The first transport says where to post (2024-11-05, Transports, "HTTP with SSE"): only to where its stream comes from.
    pub(super) fn endpoint(&mut self, address: &str) {
        let Some(url) = resolved(&self.settings.url, address) else {
            let error = self.broken("an endpoint of another origin");
            return self.connecting_failed(error);
        };
        (self.link.is_oldest, self.link.post_url) = (true, Some(url));
        self.initialize();
    }

    /// The server is there: what waits for it goes on.
    pub(super) fn connected(&mut self) {
        self.link.phase = Phase::Ready;
        (self.link.deadline, self.link.discover_by) = (None, None);
        self.link.failure = None;
        self.stream.comes_back = false;
        self.cache.clear();
        self.set_up_again();
        let waiting = self.calls.which(|call| matches!(call.step, Step::Waiting));
        for call in waiting {
            self.go_on(call);
        }
        self.listen();
    }

    /// The server was not reached: what waits for it fails.
    pub(super) fn connecting_failed(&mut self, error: Failure) {
        let failures = self.stream.failures;
        self.stop_connecting();
        if self.stream.comes_back {
            self.stream.failures = failures;
            self.stream_later(None);
        }
        // Of what went wrong on the way to the first transport, the refusal before says more.
        let error = self.link.failure.take().filter(|_| !self.link.is_oldest).unwrap_or(error);
        if error.code != Code::Network {
            (self.link.era, self.link.is_oldest) = (None, false);
        }
        let waiting = self.calls.which(|call| matches!(call.step, Step::Waiting));
        for call in waiting {
            self.reject(call, error.clone());
        }
        self.link.failure = Some(error);
    }

    /// Lets go of a handshake.
    pub(super) fn stop_connecting(&mut self) {
        if let Phase::Telling(fetch) = self.link.phase {
            self.abort(Some(fetch));
        }
        let is_handshake = |request: &Request| matches!(request.purpose, For::Initialize | For::Discover);
        for id in self.requests.which(is_handshake) {
            let request = self.requests.remove(id);
            self.abort(request.and_then(|request| request.fetch));
        }
        if let Some(waiting) = &mut self.signing_in {
            waiting.retain(|request| !is_handshake(request));
        }
        self.close_stream();
        self.link.post_url = None;
        self.link.phase = Phase::Idle;
        (self.link.deadline, self.link.discover_by) = (None, None);
    }

    /// The session of that generation is gone; where it is the present one, another is made.
    pub(super) fn expire(&mut self, generation: u32) {
        if self.is_ready() && generation == self.server.generation {
            self.stream.comes_back = self.stream.was_open;
            self.forget_asks_of_session();
            self.stop_connecting();
            self.connect();
        }
    }

    /// Ends the connection, and the session on the server.
    pub(super) fn disconnect(&mut self) {
        let headers = self.server.session_id.is_some().then(|| self.headers(false));
        let calls = self.calls.which(|_| true);
        for call in calls {
            // A task outlives the page that began it: it can be asked after by its name.
            if let Some(state) = self.calls.get_mut(call) {
                state.task = None;
            }
            let problem = format!("{} was disconnected.", self.named());
            self.reject(call, Failure::new(Code::Aborted, problem));
        }
        self.signing_in = None;
        self.requests.clear();
        self.forget_asks();
        self.watched.clear();
        self.stream.comes_back = false;
        self.stop_connecting();
        let exchanges = self.exchanges.which(|_| true);
        for fetch in exchanges {
            self.abort(Some(fetch));
        }
        if let Some(headers) = headers {
            self.fetch("DELETE", headers, String::new(), Purpose::Told, Lane::Told);
        }
        self.server.reset();
        self.link.failure = None;
        self.cache.clear();
        // From now on nobody tells.
        self.is_online = true;
    }

    /// What was agreed on with a session that is gone.
    fn set_up_again(&mut self) {
        if self.server.is_modern() {
            return;
        }
        if let Some(level) = self.log_level.clone().filter(|_| self.server.can("logging")) {
            self.request_for_nobody("logging/setLevel", &object(&[("level", json::text(&level))]));
        }
        for uri in self.watched.clone() {
            self.request_for_nobody("resources/subscribe", &object(&[("uri", json::text(&uri))]));
        }
    }

    pub(super) fn request_for_nobody(&mut self, method: &str, params: &str) {
        // No call has this number, so that the answer reaches nobody.
        self.post(For::Call(0), method, params);
    }

    /// Takes a wish of the page that is fulfilled by the connection itself.
    pub(super) fn answer_connect(&mut self, call: u32) {
        let described = object(&self.server.described());
        self.resolve(call, described);
    }

    /// Whether anybody waits for the server to be reached.
    pub(super) fn is_awaited(&self) -> bool {
        self.calls.iter().any(|call| matches!(call.step, Step::Waiting) || call.asked.what == What::Connect)
    }

    /// The browser has lost its network, or has found it again.
    pub(super) fn online(&mut self, is_online: bool) {
        self.is_online = is_online;
        if is_online {
            self.awake();
        }
    }
}

/// The address that `relative` is, seen from `base`; `None` where it is of another origin.
fn resolved(base: &str, relative: &str) -> Option<String> {
    let relative = relative.trim();
    let scheme_end = base.find("://")? + 3;
    let path_at = base.get(scheme_end..)?.find(['/', '?', '#']).map_or(base.len(), |at| scheme_end + at);
    let origin = base.get(..path_at)?;
    let is_odd = relative.is_empty() || relative.chars().any(|c| c.is_control() || c == '\\' || c == ' ');
    if is_odd || relative.starts_with("//") {
        return None;
    }
    if let Some(rest) = relative.strip_prefix(origin) {
        return (rest.is_empty() || rest.starts_with(['/', '?'])).then(|| relative.to_owned());
    }
    if relative.starts_with('/') {
        return Some(format!("{origin}{relative}"));
    }
    // A name with a colon before any slash is another scheme, or another origin.
    if relative.split('/').next()?.contains(':') {
        return None;
    }
    let path = base.get(path_at..)?.split(['?', '#']).next()?;
    let folder = path.rfind('/').map_or("/", |at| path.get(..=at).unwrap_or("/"));
    if relative.starts_with('?') {
        return Some(format!("{origin}{path}{relative}"));
    }
    Some(format!("{origin}{folder}{relative}"))
}
