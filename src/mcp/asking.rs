//! What servers ask of the page, and what they tell it.

use super::client::Client;
use super::event::Action;
use super::failure::Failure;
use super::message;
use super::settings::Offer;
use super::state::{Ask, AskedBy, For, Phase, Purpose};
use crate::error::Code;
use crate::json::{self, raw_field};

/// So many questions of a server may be open.
const MAX_ASKS: usize = 32;
const NO_METHOD: i64 = -32601;
const INTERNAL: i64 = -32603;
/// How sampling that the person does not want is refused (2025-11-25, Sampling, "Failure Handling").
const REJECTED: i64 = -1;

impl Client {
    /// Whether the page has said that it can answer requests of that method.
    pub(super) fn can_answer(&self, method: &str) -> bool {
        let capability = match method {
            "elicitation/create" => "elicitation",
            "sampling/createMessage" => "sampling",
            "roots/list" => "roots",
            _ => return false,
        };
        raw_field(&self.settings.capabilities, capability).is_some()
    }

    /// A request of the server. In the modern era there are none, and no answers to them.
    pub(super) fn asked(&mut self, id: &str, method: &str, params: Option<&str>, purpose: Purpose) {
        let told = self.exchanges.which(|exchange| exchange.purpose == Purpose::Told).len();
        if self.server.is_modern() || self.link.phase == Phase::Discovering || told > MAX_ASKS {
            return;
        }
        if method == "ping" {
            self.tell(message::answer(id, "{}"));
        } else if !self.can_answer(method) {
            self.tell(message::refusal(id, NO_METHOD, "Method not found"));
        } else if self.asks.len() >= MAX_ASKS {
            self.tell(message::refusal(id, INTERNAL, "Too many questions are open."));
        } else {
            let call = match purpose {
                Purpose::Request(id) => self.requests.get(id).and_then(|request| match request.purpose {
                    For::Call(call) => Some(call),
                    _ => None,
                }),
                _ => None,
            };
            let call = params.and_then(|params| self.call_of_task(params)).or(call);
            // The person's time is not the server's.
            for (id, waiting) in self.calls.pairs_mut() {
                if call.is_none_or(|call| call == id) {
                    waiting.asked_since.get_or_insert(self.now);
                }
            }
            self.ask(AskedBy::Server(id.to_owned()), call, method, params.unwrap_or("{}"));
        }
    }

    pub(super) fn ask(&mut self, by: AskedBy, call: Option<u32>, method: &str, params: &str) {
        let ask = self.number();
        self.asks.insert(ask, Ask { by, call, method: method.to_owned() });
        let (method, params) = (method.to_owned(), params.to_owned());
        self.actions.push(Action::Ask { ask, call, method, params });
    }

    /// The page has answered.
    pub(super) fn page_answered(&mut self, ask: u32, outcome: Result<String, String>) {
        let Some(Ask { by, method, .. }) = self.asks.remove(ask) else { return };
        self.asked_no_more();
        // Who cannot be asked has decided nothing.
        let outcome = match outcome {
            Err(_) if method == "elicitation/create" => Ok(r#"{"action":"cancel"}"#.to_owned()),
            other => other,
        };
        match (by, outcome) {
            (AskedBy::Server(id), Ok(answer)) => {
                self.tell(message::answer(&id, &answer));
            }
            (AskedBy::Server(id), Err(why)) => {
                self.tell(message::refusal(&id, REJECTED, &why));
            }
            (AskedBy::Call(call, key), Ok(answer)) => self.answered_for(call, &key, answer),
            (AskedBy::Call(call, _), Err(why)) => {
                let problem = format!("The page did not answer what the server asked ({method}): {why}");
                self.reject(call, Failure::new(Code::ToolFailed, problem));
            }
        }
    }

    /// Calls get back the time for which a question was open.
    fn asked_no_more(&mut self) {
        let open: Vec<Option<u32>> =
            self.asks.iter().filter(|ask| matches!(ask.by, AskedBy::Server(_))).map(|ask| ask.call).collect();
        for (id, call) in self.calls.pairs_mut() {
            if open.iter().any(|of| of.is_none_or(|of| of == id)) {
                continue;
            }
            let Some(since) = call.asked_since.take() else { continue };
            for limit in [&mut call.deadline, &mut call.cap].into_iter().flatten() {
                *limit += self.now - since;
            }
        }
    }

    /// Nobody is asked any more.
    pub(super) fn forget_asks(&mut self) {
        for ask in self.asks.which(|_| true) {
            self.actions.push(Action::Unask(ask));
        }
        self.asks.clear();
        self.asked_no_more();
    }

    /// What a session has asked, no other has: its numbers may mean something else there.
    pub(super) fn forget_asks_of_session(&mut self) {
        for ask in self.asks.which(|ask| matches!(ask.by, AskedBy::Server(_))) {
            self.asks.remove(ask);
            self.actions.push(Action::Unask(ask));
        }
        self.asked_no_more();
    }

    /// Whatever was asked for a call is not wanted any more.
    pub(super) fn forget_asks_of(&mut self, call: u32) {
        for ask in self.asks.which(|ask| ask.call == Some(call)) {
            // Its server is not answered either: one that has given up the call may end the session over an answer (PyPI `mcp` 1.30.0).
            self.asks.remove(ask);
            self.actions.push(Action::Unask(ask));
        }
    }

    /// A notification of the server.
    pub(super) fn told(&mut self, method: &str, params: &str) {
        let goes_stale = |offer: Offer| move |method: &str, _: &str| method == offer.method();
        match method {
            "notifications/progress" => return self.progressed(params),
            "notifications/cancelled" => return self.asked_in_vain(params),
            "notifications/tasks" | "notifications/tasks/status" => self.task_told(params),
            "notifications/subscriptions/acknowledged" => return self.stream.failures = 0,
            "notifications/tools/list_changed" => self.cache.forget(goes_stale(Offer::Tools)),
            "notifications/prompts/list_changed" => self.cache.forget(goes_stale(Offer::Prompts)),
            "notifications/resources/list_changed" => {
                self.cache.forget(|method, _| method.starts_with("resources/") && method.ends_with("/list"));
            }
            "notifications/resources/updated" => {
                let uri = raw_field(params, "uri").and_then(json::string).unwrap_or_default();
                self.cache.forget(|method, params| {
                    method == "resources/read"
                        && raw_field(params, "uri").and_then(json::string).as_deref() == Some(&uri)
                });
            }
            _ => {}
        }
        self.actions.push(Action::Notify(method.to_owned(), params.to_owned()));
    }

    /// The server does not want the answer any more.
    fn asked_in_vain(&mut self, params: &str) {
        let Some(id) = raw_field(params, "requestId") else { return };
        let is_it = |ask: &Ask| matches!(&ask.by, AskedBy::Server(known) if known == id);
        let gone = self.asks.which(is_it);
        for ask in gone {
            self.asks.remove(ask);
            self.actions.push(Action::Unask(ask));
        }
        self.asked_no_more();
    }
}
