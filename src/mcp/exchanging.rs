//! What comes back over HTTP: heads, pieces, ends, and the messages in them.

use super::client::Client;
use super::message::{self, Message};
use super::reading::{Heard, Reading, header, whole};
use super::refusals::Refusal;
use super::state::{Exchange, Phase, Purpose};

/// How long a stream is listened to after the answer that it was opened for, milliseconds: some servers tell more, some never close.
const LINGER_MS: f64 = 1_000.0;

impl Client {
    pub(super) fn head(&mut self, fetch: u32, status: u16, headers: &[(String, String)]) {
        let (now, most) = (self.now, self.settings.max_bytes);
        let Some(exchange) = self.exchanges.get_mut(fetch) else { return };
        exchange.reading = Reading::of(status, headers, most);
        exchange.status = status;
        exchange.heard_ms = now;
        if let Purpose::Request(id) = exchange.purpose
            && let Some(request) = self.requests.get_mut(id)
        {
            request.session_id = header(headers, "mcp-session-id").map(str::to_owned);
        }
        if !(200..300).contains(&status) {
            return;
        }
        if exchange.purpose == Purpose::Stream && !matches!(exchange.reading, Reading::Events(_)) {
            // It answers, but not with a stream: there is none to be had.
            self.abort(Some(fetch));
            return self.stream_refused(fetch, &Refusal::new(status, None, None, b"no stream of events"));
        }
        if exchange.purpose == Purpose::Stream {
            self.stream.was_open = true;
        }
        if self.link.phase == Phase::Telling(fetch) {
            self.connected();
        }
    }

    pub(super) fn piece(&mut self, fetch: u32, bytes: &[u8]) {
        let (now, most) = (self.now, self.settings.max_bytes);
        let Some(exchange) = self.exchanges.get_mut(fetch) else { return };
        exchange.heard_ms = now;
        if exchange.purpose == Purpose::Stream {
            self.stream.failures = 0;
        }
        match exchange.reading.take(bytes, most) {
            Ok(events) => {
                for event in events {
                    self.event(fetch, &event);
                }
            }
            Err(what) => {
                let purpose = exchange.purpose;
                self.abort(Some(fetch));
                let error = self.broken(&what);
                match purpose {
                    Purpose::Request(id) => self.give_up(id, error),
                    Purpose::Stream => self.stream_ended(fetch, None, None),
                    Purpose::Told => {}
                }
            }
        }
    }

    fn event(&mut self, fetch: u32, Heard { name, data }: &Heard) {
        let Some(purpose) = self.exchanges.get(fetch).map(|exchange| exchange.purpose) else { return };
        if name == "endpoint" && self.link.phase == Phase::Opening {
            return self.endpoint(data);
        }
        // An event without data only says where to go on, and one under another name is none of the protocol's.
        if data.is_empty() || !(name.is_empty() || name == "message") {
            return;
        }
        if !self.hear(data, purpose)
            && let Purpose::Request(id) = purpose
        {
            self.abort(Some(fetch));
            let error = self.broken("something that is not JSON");
            self.give_up(id, error);
        }
    }

    /// Takes the messages of a text. False where it is no JSON.
    fn hear(&mut self, text: &str, purpose: Purpose) -> bool {
        let Some(messages) = message::read(text) else { return false };
        for message in messages {
            match message {
                Message::Answer { id, outcome } => self.answered(id, outcome),
                Message::Request { id, method, params } => self.asked(id, &method, params, purpose),
                Message::Notification { method, params } => self.told(&method, params.unwrap_or("{}")),
                Message::Refusal(error) => {
                    if let Purpose::Request(id) = purpose {
                        self.answered(id, Err(error));
                    }
                }
            }
        }
        true
    }

    /// What an exchange was opened for is there; what else comes by it is heard for a moment.
    pub(super) fn linger(&mut self, fetch: Option<u32>) {
        let until = self.now + LINGER_MS;
        if let Some(exchange) = fetch.and_then(|fetch| self.exchanges.get_mut(fetch)) {
            exchange.linger_until.get_or_insert(until);
        }
    }

    pub(super) fn end(&mut self, fetch: u32) {
        let Some(Exchange { purpose, reading, status, .. }) = self.exchanges.remove(fetch) else { return };
        let (last_id, retry_ms) = (reading.last_id().map(str::to_owned), reading.retry_ms());
        match (purpose, reading) {
            (_, Reading::Refusal { status, challenge, after_ms, bytes }) => {
                let refusal = Refusal::new(status, challenge, after_ms, &bytes);
                match purpose {
                    Purpose::Request(id) => self.refused(id, &refusal),
                    Purpose::Stream => self.stream_refused(fetch, &refusal),
                    Purpose::Told => self.told_in_vain(fetch, refusal.error()),
                }
            }
            (Purpose::Stream, _) => self.stream_ended(fetch, last_id, retry_ms),
            (Purpose::Request(id), Reading::Text(bytes)) => self.text(id, fetch, &bytes, status),
            (Purpose::Request(id), _) => {
                self.broke_off(id, fetch, last_id, retry_ms, "it ended without the answer");
            }
            (Purpose::Told, _) => {}
        }
    }

    fn text(&mut self, id: u32, fetch: u32, bytes: &[u8], status: u16) {
        let text = String::from_utf8_lossy(bytes);
        // Taken: the answer comes by the stream, where there is one. Some servers say so in words ("Accepted").
        if status == 202 && !self.server.is_modern() && self.stream.fetch.is_some() {
            self.hear(&text, Purpose::Request(id));
            if let Some(request) = self.requests.get_mut(id) {
                request.fetch = None;
            }
            return;
        }
        if text.trim().is_empty() {
            return self.broke_off(id, fetch, None, None, "it is empty");
        }
        let is_json = whole(text.trim_start()).iter().all(|message| self.hear(message, Purpose::Request(id)));
        // Whoever answers the request otherwise has broken the protocol; nobody knows what became of the request.
        if self.requests.get(id).is_some_and(|request| request.fetch == Some(fetch)) {
            let what = if is_json { "a reply without the answer" } else { "something that is not JSON" };
            let error = self.broken(what);
            self.give_up(id, error);
        }
    }

    pub(super) fn failed(&mut self, fetch: u32, why: &str) {
        let Some(Exchange { purpose, reading, .. }) = self.exchanges.remove(fetch) else { return };
        let (last_id, retry_ms) = (reading.last_id().map(str::to_owned), reading.retry_ms());
        match (purpose, reading) {
            (Purpose::Request(id), Reading::Nothing) => self.unreached(id, fetch, why),
            // The status is known: what was to be said about it does not matter as much.
            (Purpose::Request(id), Reading::Refusal { status, challenge, after_ms, bytes }) => {
                self.refused(id, &Refusal::new(status, challenge, after_ms, &bytes));
            }
            (Purpose::Request(id), _) => self.broke_off(id, fetch, last_id, retry_ms, why),
            (Purpose::Stream, Reading::Refusal { status, challenge, after_ms, bytes }) => {
                self.stream_refused(fetch, &Refusal::new(status, challenge, after_ms, &bytes));
            }
            (Purpose::Stream, _) => self.stream_ended(fetch, last_id, retry_ms),
            (Purpose::Told, _) => {
                let error = self.no_answer(why);
                self.told_in_vain(fetch, error);
            }
        }
    }
}
