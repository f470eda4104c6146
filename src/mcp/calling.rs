//! What the page asks for: when it is sent, and until when.

use super::client::{Client, TELLING_MS};
use super::message::{self, object, word};
use super::settings::{Asked, Offer, What};
use super::state::{Call, For, Phase, Purpose, Request, Step};
use crate::json;

impl Client {
    pub(super) fn begin(&mut self, call: u32, asked: Asked) {
        self.calls.insert(call, Call::new(asked));
        self.go_on(call);
    }

    /// The page does not want it any more: the server is told where it would go on in vain.
    pub(super) fn cancel(&mut self, call: u32) {
        let Some(Call { step, asked, task, .. }) = self.calls.remove(call) else { return };
        self.forget_asks_of(call);
        match (&step, &task) {
            (Step::Sent(id), None) => self.stop(*id),
            (Step::Sent(id), Some(_)) => self.drop_request(*id),
            _ => {}
        }
        if let Some(task) = task {
            self.stop_task(&task);
        }
        let is_connecting = !matches!(self.link.phase, Phase::Idle | Phase::Ready);
        if is_connecting
            && (matches!(step, Step::Waiting) || asked.what == What::Connect)
            && !self.is_awaited()
            && !self.stream.comes_back
        {
            self.stop_connecting();
        }
    }

    /// Stops a request of a call that is given up. Closing the stream is enough in the modern era, and means nothing in the one
    /// before (Cancellation, "Transport-Specific Cancellation").
    pub(super) fn stop(&mut self, id: u32) {
        if !self.server.is_modern() && self.requests.get(id).is_some() {
            let params = format!(r#"{{"requestId":{id},"reason":"The caller does not want it any more."}}"#);
            self.tell(message::notification("notifications/cancelled", &params));
        }
        self.drop_request(id);
    }

    /// Lets go of a request whose answer changes nothing.
    pub(super) fn drop_request(&mut self, id: u32) {
        let request = self.requests.remove(id);
        self.abort(request.and_then(|request| request.fetch));
    }

    /// Sends what a call wants next, once the server is reached.
    pub(super) fn go_on(&mut self, call: u32) {
        let is_ready = self.is_ready();
        let Some(state) = self.calls.get_mut(call) else { return };
        if !is_ready {
            state.step = Step::Waiting;
            state.deadline = None;
            return self.connect();
        }
        let Some(state) = self.calls.get(call) else { return };
        if state.task.is_some() {
            return self.go_on_with_task(call);
        }
        match &state.asked.what {
            What::Task(_) => {}
            What::Connect => self.answer_connect(call),
            What::List(offer) => self.next_page(call, *offer),
            What::Watch { uri, on } => {
                let (uri, on) = (uri.clone(), *on);
                self.watch(call, &uri, on);
            }
            What::Request { method, params } => {
                let (method, mut params) = (method.clone(), params.clone());
                if method == "logging/setLevel" {
                    self.log_level = word(&params, "level");
                    // There each request says how much it wants to hear.
                    if self.server.is_modern() {
                        return self.resolve(call, "{}".to_owned());
                    }
                }
                if let Some((responses, request_state)) = &state.answered {
                    let mut set = vec![("inputResponses", responses.clone())];
                    set.extend(request_state.clone().map(|state| ("requestState", state)));
                    params = message::with_fields(&params, &set).unwrap_or(params);
                } else if let Some(kept) = self.cache.get(&method, &params, self.now) {
                    let kept = kept.to_owned();
                    return self.resolve(call, kept);
                }
                let as_task = if method == "tools/call" { self.as_task(&params) } else { None };
                self.send_call(call, &method, as_task.as_deref().unwrap_or(&params));
            }
        }
    }

    pub(super) fn send_call(&mut self, call: u32, method: &str, params: &str) {
        let id = self.post(For::Call(call), method, params);
        self.is_sent(call, id);
    }

    pub(super) fn is_sent(&mut self, call: u32, id: u32) {
        let (now, total_ms, usual_ms) = (self.now, self.settings.total_ms, self.settings.call_ms);
        let Some(call) = self.calls.get_mut(call) else { return };
        let call_ms = call.asked.call_ms.unwrap_or(usual_ms);
        call.step = Step::Sent(id);
        call.deadline = None;
        // A page that asks for more time than usual means it.
        let total_ms = if total_ms > 0.0 { total_ms.max(call_ms) } else { 0.0 };
        let held = call.held_since.take().map_or(0.0, |since| now - since);
        call.cap = match call.cap {
            Some(cap) => Some(cap + held),
            None => (total_ms > 0.0).then_some(now + total_ms),
        };
    }

    /// From now on the time of a call is the server's; before it waited for a connection.
    pub(super) fn is_being_sent(&mut self, fetch: u32) {
        let (now, usual_ms) = (self.now, self.settings.call_ms);
        let calls = &self.calls;
        let Some(exchange) = self.exchanges.get_mut(fetch) else { return };
        let Purpose::Request(id) = exchange.purpose else {
            // Nobody waits for what is only told.
            exchange.linger_until = (exchange.purpose == Purpose::Told).then_some(now + TELLING_MS);
            return;
        };
        let Some(request) = self.requests.get_mut(id) else { return };
        request.sent_ms = now;
        if matches!(request.purpose, For::Call(call) if calls.get(call).is_none()) {
            exchange.linger_until = Some(now + TELLING_MS);
        }
        if let For::Call(call) | For::Relist(call) = request.purpose
            && request.resume.is_none()
            // Until a task is done, it is answered by nothing.
            && request.method != "tasks/result"
            && let Some(call) = self.calls.get_mut(call)
        {
            let call_ms = call.asked.call_ms.unwrap_or(usual_ms);
            call.deadline = (call_ms > 0.0).then_some(now + call_ms);
        }
    }

    /// Lets a call wait for something else than the server.
    pub(super) fn hold(&mut self, request: &Request) {
        match request.purpose {
            For::Call(call) | For::Relist(call) => {
                if let Some(call) = self.calls.get_mut(call) {
                    call.step = Step::Held;
                    call.deadline = None;
                    call.held_since.get_or_insert(self.now);
                }
            }
            For::Initialize | For::Discover => self.link.deadline = None,
            For::Listen => {}
        }
    }

    /// The list of tools is out of date, by which the headers of a call were made.
    pub(super) fn relist(&mut self, call: u32, cursor: Option<&str>) {
        let params =
            cursor.map_or_else(|| "{}".to_owned(), |cursor| object(&[("cursor", json::text(cursor))]));
        self.cache.forget(|method, _| method == Offer::Tools.method());
        let id = self.post(For::Relist(call), Offer::Tools.method(), &params);
        self.is_sent(call, id);
    }
}
