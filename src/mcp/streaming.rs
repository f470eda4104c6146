//! The stream by which a server tells what it wants when nothing was asked: GET of the eras with sessions, `subscriptions/listen` of the
//! one without, and the only stream of the first transport.

use super::client::Client;
use super::event::{Lane, Listening};
use super::failure::Failure;
use super::message::object;
use super::refusals::Refusal;
use super::requesting::{MAY_HAVE_RUN, SOONEST_MS};
use super::settings::Offer;
use super::state::{For, Phase, Purpose};
use crate::error::Code;
use crate::json;

/// A stream on which nothing came for so long may be dead when the page wakes up, milliseconds.
const SILENT_MS: f64 = 45_000.0;

impl Client {
    /// Opens the stream where something can come by it.
    pub(super) fn listen(&mut self) {
        let stream = &self.stream;
        let is_open = stream.fetch.is_some() || stream.next_at.is_some();
        // What this client alone wants to hear, nobody hears for it.
        let is_allowed = match stream.listening {
            Listening::All => true,
            Listening::Own => self.server.is_modern() && !self.watched.is_empty(),
            Listening::Nothing => false,
        };
        if !self.is_ready() || is_open || stream.is_refused || !is_allowed || !self.is_online {
            return;
        }
        if self.server.is_modern() {
            let filter = self.filter();
            if !filter.is_empty() {
                let params = object(&[("notifications", object(&filter))]);
                let id = self.post(For::Listen, "subscriptions/listen", &params);
                let fetch = self.requests.get(id).and_then(|request| request.fetch);
                (self.stream.request, self.stream.fetch) = (Some(id), fetch);
            }
        } else if self.server.session_id.is_some() && self.has_something_to_tell() {
            self.open_stream();
        }
    }

    /// What the modern era is asked to tell.
    fn filter(&self) -> Vec<(&'static str, String)> {
        let lists = [
            (Offer::Tools, "toolsListChanged"),
            (Offer::Prompts, "promptsListChanged"),
            (Offer::Resources, "resourcesListChanged"),
        ];
        let hears_all = self.stream.listening == Listening::All;
        let told = lists.into_iter().filter(|(offer, _)| hears_all && self.server.tells_of(*offer));
        let mut filter: Vec<_> = told.map(|(_, name)| (name, "true".to_owned())).collect();
        if !self.watched.is_empty() {
            filter.push(("resourceSubscriptions", json::text(&self.watched)));
        }
        filter
    }

    /// A connection is held only where something can come by it.
    fn has_something_to_tell(&self) -> bool {
        let asks = ["elicitation/create", "sampling/createMessage", "roots/list"];
        let may_ask = asks.iter().any(|method| self.can_answer(method));
        let tells = Offer::ALL.iter().any(|offer| self.server.tells_of(*offer));
        may_ask || tells || self.server.can("logging") || !self.watched.is_empty()
    }

    pub(super) fn open_stream(&mut self) {
        let mut headers = self.headers(false);
        headers.retain(|(name, _)| name != "content-type" && name != "accept");
        headers.push(("accept".to_owned(), "text/event-stream".to_owned()));
        let last_id = self.stream.last_id.clone();
        headers.extend(last_id.map(|last_id| ("last-event-id".to_owned(), last_id)));
        let lane = if self.link.phase == Phase::Opening { Lane::Session } else { Lane::Stream };
        self.stream.next_at = None;
        self.stream.fetch = Some(self.fetch("GET", headers, String::new(), Purpose::Stream, lane));
    }

    pub(super) fn close_stream(&mut self) {
        let (fetch, request) = (self.stream.fetch.take(), self.stream.request.take());
        if let Some(request) = request {
            self.requests.remove(request);
        }
        self.abort(fetch);
        if let Some(waiting) = &mut self.signing_in {
            waiting.retain(|request| request.purpose != For::Listen);
        }
        self.stream.next_at = None;
        self.stream.last_id = None;
        self.stream.failures = 0;
        self.stream.is_refused = false;
        self.stream.was_open = false;
    }

    /// The server says that there is no such stream.
    pub(super) fn stream_refused(&mut self, fetch: u32, refusal: &Refusal) {
        if self.stream.fetch != Some(fetch) {
            return;
        }
        (self.stream.fetch, self.stream.request) = (None, None);
        if self.link.phase == Phase::Opening {
            return self.connecting_failed(refusal.error());
        }
        let has_session = !self.server.is_modern() && self.server.session_id.is_some();
        // To some servers 404 means that they have no stream: only of one that was there it says that the session is gone.
        if has_session && refusal.is_expiry() && self.stream.was_open {
            return self.expire(self.server.generation);
        }
        // What goes wrong in the server may go right later.
        match refusal.status {
            429 | 500.. => self.stream_later(refusal.after_ms),
            _ => self.stream.is_refused = true,
        }
    }

    /// The stream has ended, as it does from time to time.
    pub(super) fn stream_ended(&mut self, fetch: u32, last_id: Option<String>, retry_ms: Option<f64>) {
        if self.stream.fetch != Some(fetch) {
            return;
        }
        (self.stream.fetch, self.stream.request) = (None, None);
        if self.link.phase == Phase::Opening || self.link.is_oldest {
            return self.oldest_ended();
        }
        self.stream.last_id = last_id.or(self.stream.last_id.take());
        self.stream_later(retry_ms);
    }

    /// What the modern era is asked to tell has broken off.
    pub(super) fn listen_ended(&mut self) {
        self.stream_ended(self.stream.fetch.unwrap_or_default(), None, None);
    }

    /// The server has ended the stream and said so: it may be going down.
    pub(super) fn stream_ended_well(&mut self, fetch: Option<u32>) {
        if fetch.is_some() && self.stream.fetch == fetch {
            (self.stream.fetch, self.stream.request) = (None, None);
            self.stream_later(None);
        }
    }

    pub(super) fn stream_later(&mut self, after_ms: Option<f64>) {
        let delay = after_ms.map_or_else(|| self.chance.delay(self.stream.failures), |ms| ms.max(SOONEST_MS));
        self.stream.failures += 1;
        self.stream.next_at = Some(self.now + delay);
    }

    /// With its stream a session of the first transport is over, and all answers that were to come by it.
    fn oldest_ended(&mut self) {
        let problem = format!("{} has closed its stream.", self.named());
        let error = Failure::new(Code::Network, problem);
        if self.link.phase != Phase::Ready {
            return self.connecting_failed(error);
        }
        let open = self.requests.which(|_| true);
        let tells = self.has_something_to_tell();
        self.forget_asks_of_session();
        self.stop_connecting();
        for id in open {
            self.give_up_lost(id, error.clone().with_details(MAY_HAVE_RUN));
        }
        self.stream.comes_back = tells;
        if tells {
            self.stream_later(None);
        }
    }

    /// The time for another try has come.
    pub(super) fn stream_again(&mut self) {
        self.stream.next_at = None;
        if self.stream.comes_back {
            return self.connect();
        }
        self.listen();
    }

    /// The page may have slept: what was open may be dead without anybody having said so.
    pub(super) fn awake(&mut self) {
        let fetch = self.stream.fetch;
        let heard_ms = fetch.and_then(|fetch| self.exchanges.get(fetch)).map(|exchange| exchange.heard_ms);
        if heard_ms.is_some_and(|heard_ms| self.now - heard_ms > SILENT_MS) && !self.link.is_oldest {
            let last_id =
                fetch.and_then(|fetch| self.exchanges.get(fetch)?.reading.last_id().map(str::to_owned));
            self.abort(fetch);
            if let Some(request) = self.stream.request.take() {
                self.requests.remove(request);
            }
            self.stream.fetch = None;
            self.stream.last_id = last_id.or(self.stream.last_id.take());
        }
        if self.stream.next_at.take().is_some() || self.stream.fetch.is_none() {
            self.stream_again();
        }
    }

    /// What this client holds a stream for, and what it leaves to others.
    pub(super) fn listen_to(&mut self, listening: Listening) {
        let has_changed = std::mem::replace(&mut self.stream.listening, listening) != listening;
        if has_changed && !self.link.is_oldest && self.link.phase != Phase::Opening {
            let is_refused = self.stream.is_refused;
            self.close_stream();
            self.stream.is_refused = is_refused;
        }
        self.listen();
    }

    /// Tells the server which resources the page wants to hear of.
    pub(super) fn watch(&mut self, call: u32, uri: &str, on: bool) {
        let has_changed = self.watched.iter().any(|known| known == uri) != on;
        self.watched.retain(|known| known != uri);
        if on {
            self.watched.push(uri.to_owned());
        }
        if !self.server.is_modern() {
            let method = if on { "resources/subscribe" } else { "resources/unsubscribe" };
            self.send_call(call, method, &object(&[("uri", json::text(uri))]));
            return self.listen();
        }
        self.resolve(call, "{}".to_owned());
        if has_changed {
            self.close_stream();
            self.listen();
        }
    }
}
