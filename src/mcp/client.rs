//! A client of one MCP server, without IO: what happens goes in as events, what is to be done comes out as actions. It knows neither
//! a network nor a clock nor chance, so that all that it does can be replayed.

use super::cache::Cache;
use super::chance::Chance;
use super::event::{Action, Event, Fetch, Lane};
use super::failure::Failure;
use super::message::object;
use super::numbered::Numbered;
use super::server::Server;
use super::settings::Settings;
use super::state::{Ask, Call, Counts, Exchange, Link, Phase, Purpose, Request, Stream};
use super::tools::Tools;
use crate::error::Code;
use crate::json;

/// The longest that something may take which the server is only told, milliseconds.
pub(super) const TELLING_MS: f64 = 10_000.0;

/// A client of one MCP server.
pub struct Client {
    pub(super) settings: Settings,
    /// What the page can do, as it is told servers of the modern era.
    pub(super) modern_capabilities: String,
    /// Milliseconds since 1970.
    pub(super) now: f64,
    pub(super) chance: Chance,
    pub(super) actions: Vec<Action>,
    pub(super) link: Link,
    pub(super) server: Server,
    pub(super) tools: Tools,
    pub(super) cache: Cache,
    pub(super) exchanges: Numbered<Exchange>,
    pub(super) requests: Numbered<Request>,
    pub(super) calls: Numbered<Call>,
    pub(super) asks: Numbered<Ask>,
    /// Requests that were refused for want of a token, while the page signs in.
    pub(super) signing_in: Option<Vec<Request>>,
    pub(super) watched: Vec<String>,
    pub(super) log_level: Option<String>,
    pub(super) stream: Stream,
    pub(super) is_online: bool,
    pub(super) counts: Counts,
    last_number: u32,
}

impl Client {
    /// A client that has not connected yet; it does so with the first call.
    pub fn new(settings: Settings) -> Self {
        Client {
            now: 0.0,
            chance: Chance::new(settings.seed),
            modern_capabilities: settings.modern_capabilities(),
            settings,
            actions: Vec::new(),
            link: Link::default(),
            server: Server::default(),
            tools: Tools::default(),
            cache: Cache::default(),
            exchanges: Numbered::default(),
            requests: Numbered::default(),
            calls: Numbered::default(),
            asks: Numbered::default(),
            signing_in: None,
            watched: Vec::new(),
            log_level: None,
            stream: Stream::default(),
            is_online: true,
            counts: Counts::default(),
            last_number: 0,
        }
    }

    /// Takes what has happened and returns what is to be done, in this order. `now_ms` are milliseconds since 1970.
    pub fn handle(&mut self, now_ms: f64, event: Event<'_>) -> Vec<Action> {
        // A clock that was set back must not make anything wait for longer.
        self.now = now_ms.max(self.now);
        let before = self.state();
        match event {
            Event::Call(call, asked) => self.begin(call, asked),
            Event::Cancel(call) => self.cancel(call),
            Event::Disconnect => self.disconnect(),
            Event::Sent(fetch) => self.is_being_sent(fetch),
            Event::Head { fetch, status, headers } => self.head(fetch, status, &headers),
            Event::Piece { fetch, bytes } => self.piece(fetch, bytes),
            Event::End(fetch) => self.end(fetch),
            Event::Failed { fetch, why } => self.failed(fetch, &why),
            Event::Time => {}
            Event::Answered { ask, outcome } => self.page_answered(ask, outcome),
            Event::SignedIn(outcome) => self.signed_in(outcome),
            Event::Online(is_online) => self.online(is_online),
            Event::Awake => self.awake(),
            Event::Told(method, params) => self.told(method, params),
            Event::Listen(listening) => self.listen_to(listening),
        }
        self.do_what_is_due();
        if self.state() != before {
            self.actions.push(Action::Changed);
        }
        std::mem::take(&mut self.actions)
    }

    /// How the client is doing, in a word.
    pub fn state(&self) -> &'static str {
        match self.link.phase {
            _ if self.signing_in.is_some() => "signing-in",
            Phase::Ready => "ready",
            Phase::Idle if self.link.failure.is_some() => "failed",
            Phase::Idle => "idle",
            _ => "connecting",
        }
    }

    /// How the client is doing, for a console: state, server, counts and times, as a JSON object.
    pub fn status(&self) -> String {
        let Counts { sent, answered, failed, last_ms, mean_ms } = self.counts;
        let null = || "null".to_owned();
        let failure = self.link.failure.as_ref();
        let mut status = self.server.described();
        status.extend([
            ("state", json::text(self.state())),
            ("isModern", self.server.is_modern().to_string()),
            ("isStreaming", self.stream.fetch.is_some().to_string()),
            ("requests", format!(r#"{{"sent":{sent},"answered":{answered},"failed":{failed}}}"#)),
            ("latencyMs", format!(r#"{{"last":{},"mean":{}}}"#, last_ms as u64, mean_ms as u64)),
            ("problem", failure.map_or_else(null, |failure| json::text(&failure.message))),
            ("code", failure.map_or_else(null, |failure| json::text(failure.code.as_str()))),
        ]);
        object(&status)
    }

    /// The tools of the last list that were left out, and why.
    pub fn refused_tools(&self) -> &[(String, String)] {
        self.tools.refused()
    }

    /// A number that nothing else of this client has.
    pub(super) fn number(&mut self) -> u32 {
        self.last_number += 1;
        self.last_number
    }

    pub(super) fn is_ready(&self) -> bool {
        self.link.phase == Phase::Ready
    }

    /// The server as errors name it.
    pub(super) fn named(&self) -> String {
        format!("The MCP server at {}", self.settings.url)
    }

    pub(super) fn broken(&self, what: &str) -> Failure {
        Failure::new(Code::Protocol, format!("{} sent {what}.", self.named()))
    }

    /// Sends an HTTP request.
    pub(super) fn fetch(
        &mut self,
        method: &'static str,
        headers: Vec<(String, String)>,
        body: String,
        purpose: Purpose,
        lane: Lane,
    ) -> u32 {
        let fetch = self.number();
        let posts_elsewhere = self.link.post_url.as_ref().filter(|_| method == "POST");
        let url = posts_elsewhere.unwrap_or(&self.settings.url).clone();
        let exchange = Exchange {
            purpose,
            reading: super::reading::Reading::Nothing,
            status: 0,
            heard_ms: self.now,
            linger_until: None,
        };
        self.exchanges.insert(fetch, exchange);
        self.actions.push(Action::Fetch(Fetch { fetch, method, url, headers, body, lane }));
        fetch
    }

    /// Stops an HTTP request, if it is under way.
    pub(super) fn abort(&mut self, fetch: Option<u32>) {
        if let Some(fetch) = fetch
            && self.exchanges.remove(fetch).is_some()
        {
            self.actions.push(Action::Abort(fetch));
        }
    }

    /// Ends a call with its result.
    pub(super) fn resolve(&mut self, call: u32, result: String) {
        if self.calls.remove(call).is_some() {
            self.forget_asks_of(call);
            self.actions.push(Action::Resolve(call, result));
        }
    }

    /// Ends a call with an error.
    pub(super) fn reject(&mut self, call: u32, error: Failure) {
        if let Some(Call { task, .. }) = self.calls.remove(call) {
            self.counts.failed += 1;
            self.forget_asks_of(call);
            self.actions.push(Action::Reject(call, error));
            if let Some(task) = task {
                self.stop_task(&task);
            }
        }
    }
}
