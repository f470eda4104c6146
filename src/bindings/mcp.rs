//! The MCP client for JavaScript, in a WebAssembly file of its own, which only those load who connect to servers. What has happened goes
//! in, and what is to be done comes out as lists: what it is, and what belongs to it. `js/mcp/driver.ts` is the other side.

use super::mcp_given::{asked, settings};
use crate::error::Code;
use crate::json;
use crate::mcp::{Action, Client, Event, Failure, Fetch, Listening};
use js_sys::Array;
use std::cell::RefCell;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
pub struct RawMcp(RefCell<Client>);

#[wasm_bindgen]
impl RawMcp {
    /// `given` is JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(given: &str) -> RawMcp {
        RawMcp(RefCell::new(Client::new(settings(given))))
    }

    /// `given` and `params` are JSON.
    pub fn call(&self, now: f64, call: u32, given: &str, params: String) -> Array {
        self.handle(now, Event::Call(call, asked(given, params)))
    }

    pub fn cancel(&self, now: f64, call: u32) -> Array {
        self.handle(now, Event::Cancel(call))
    }

    pub fn disconnect(&self, now: f64) -> Array {
        self.handle(now, Event::Disconnect)
    }

    pub fn sent(&self, now: f64, fetch: u32) -> Array {
        self.handle(now, Event::Sent(fetch))
    }

    /// `headers` are names, in lower case, and values in turns.
    pub fn head(&self, now: f64, fetch: u32, status: u16, headers: Vec<String>) -> Array {
        let headers = headers.chunks_exact(2).filter_map(|pair| match pair {
            [name, value] => Some((name.clone(), value.clone())),
            _ => None,
        });
        self.handle(now, Event::Head { fetch, status, headers: headers.collect() })
    }

    pub fn piece(&self, now: f64, fetch: u32, bytes: &[u8]) -> Array {
        self.handle(now, Event::Piece { fetch, bytes })
    }

    pub fn end(&self, now: f64, fetch: u32) -> Array {
        self.handle(now, Event::End(fetch))
    }

    pub fn failed(&self, now: f64, fetch: u32, why: String) -> Array {
        self.handle(now, Event::Failed { fetch, why })
    }

    pub fn time(&self, now: f64) -> Array {
        self.handle(now, Event::Time)
    }

    /// `answer` is JSON; without one `why` says why.
    pub fn answered(&self, now: f64, ask: u32, answer: Option<String>, why: String) -> Array {
        self.handle(now, Event::Answered { ask, outcome: answer.ok_or(why) })
    }

    /// Without a problem, `again` says whether to send again what was refused.
    #[wasm_bindgen(js_name = signedIn)]
    pub fn signed_in(&self, now: f64, again: bool, problem: Option<String>) -> Array {
        let outcome = problem.map_or(Ok(again), |problem| {
            Err(Failure { code: Code::Unauthorized, message: problem, details: None })
        });
        self.handle(now, Event::SignedIn(outcome))
    }

    pub fn online(&self, now: f64, is_online: bool) -> Array {
        self.handle(now, Event::Online(is_online))
    }

    pub fn awake(&self, now: f64) -> Array {
        self.handle(now, Event::Awake)
    }

    /// `params` is JSON.
    pub fn told(&self, now: f64, method: &str, params: &str) -> Array {
        self.handle(now, Event::Told(method, params))
    }

    /// To `all`, `own` or `nothing`.
    pub fn listen(&self, now: f64, to: &str) -> Array {
        let listening = match to {
            "all" => Listening::All,
            "own" => Listening::Own,
            _ => Listening::Nothing,
        };
        self.handle(now, Event::Listen(listening))
    }

    /// When to call `time`, milliseconds since 1970; infinity for never.
    pub fn wake(&self) -> f64 {
        self.0.borrow().wake_ms().unwrap_or(f64::INFINITY)
    }

    pub fn state(&self) -> String {
        self.0.borrow().state().to_owned()
    }

    /// JSON.
    pub fn status(&self) -> String {
        self.0.borrow().status()
    }

    /// JSON: names and problems.
    #[wasm_bindgen(js_name = refusedTools)]
    pub fn refused_tools(&self) -> String {
        let told = |(name, problem): &(String, String)| {
            format!(r#"{{"name":{},"problem":{}}}"#, json::text(name), json::text(problem))
        };
        let all: Vec<String> = self.0.borrow().refused_tools().iter().map(told).collect();
        format!("[{}]", all.join(","))
    }

    fn handle(&self, now: f64, event: Event<'_>) -> Array {
        // What is returned holds no borrow, so that doing it may call this again.
        let actions = self.0.borrow_mut().handle(now, event);
        actions.into_iter().map(action).collect()
    }
}

fn action(action: Action) -> Array {
    let list = |what: &str, rest: &[JsValue]| {
        std::iter::once(JsValue::from(what)).chain(rest.iter().cloned()).collect()
    };
    match action {
        Action::Fetch(Fetch { fetch, method, url, headers, body, lane }) => {
            let headers: Array = headers
                .iter()
                .flat_map(|(name, value)| [JsValue::from(name), JsValue::from(value)])
                .collect();
            list(
                "fetch",
                &[fetch.into(), method.into(), url.into(), headers.into(), body.into(), lane.as_str().into()],
            )
        }
        Action::Abort(fetch) => list("abort", &[fetch.into()]),
        Action::Resolve(call, result) => list("resolve", &[call.into(), result.into()]),
        Action::ResolveChecked { call, result, tool, schema } => {
            list("resolve", &[call.into(), result.into(), tool.into(), schema.into()])
        }
        Action::Reject(call, Failure { code, message, details }) => {
            list("reject", &[call.into(), code.as_str().into(), message.into(), details.into()])
        }
        Action::Progress(call, params) => list("progress", &[call.into(), params.into()]),
        Action::Task(call, told) => list("task", &[call.into(), told.into()]),
        Action::Notify(method, params) => list("notify", &[method.into(), params.into()]),
        Action::Ask { ask, call, method, params } => {
            list("ask", &[ask.into(), call.into(), method.into(), params.into()])
        }
        Action::Unask(ask) => list("unask", &[ask.into()]),
        Action::SignIn { fetch, status, challenge } => {
            list("sign-in", &[fetch.into(), status.into(), challenge.into()])
        }
        Action::Changed => list("changed", &[]),
    }
}
