//! The MCP client for JavaScript, in a WebAssembly file of its own, which only those load who connect to servers. What has happened goes
//! in, and what is to be done comes out as lists: what it is, and what belongs to it. `js/mcp/driver.ts` is the other side.

use crate::error::{Code, Error};
use crate::json::{self, Fields, FromJson, Read};
use crate::mcp::{Action, Asked, Client, Era, Event, Fetch, Offer, Settings, What};
use js_sys::Array;
use serde_json::{Value, json};
use std::cell::RefCell;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

impl FromJson for Settings {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        let eras = [("auto", Era::Auto), ("modern", Era::Modern), ("legacy", Era::Legacy)];
        Ok(Settings {
            url: from.take("url")?,
            headers: from.optional("headers")?,
            client_name: from.or("clientName", env!("CARGO_PKG_NAME").into())?,
            client_version: from.or("clientVersion", env!("CARGO_PKG_VERSION").into())?,
            era: json::word(&from.or("era", json!("auto"))?, &eras)
                .map_err(|problem| format!("era: {problem}"))?,
            probes: from.or("probe", true)?,
            capabilities: from.or("capabilities", json!({}))?,
            signs_in: from.optional("signsIn")?,
            connect_ms: from.take("connectMs")?,
            call_ms: from.take("callMs")?,
            total_ms: from.take("totalMs")?,
            max_bytes: from.take("maxBytes")?,
            seed: from.take::<f64>("seed")? as u64,
        })
    }
}

impl FromJson for Asked {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        let what = match from.take::<String>("what")?.as_str() {
            "connect" => What::Connect,
            "watch" => What::Watch { uri: from.take("uri")?, on: from.take("on")? },
            "request" => What::Request { method: from.take("method")?, params: String::new() },
            list => match Offer::ALL.into_iter().find(|offer| offer.field() == list) {
                Some(offer) => What::List(offer),
                None => return Err(format!("what: '{list}' is nothing that can be asked for")),
            },
        };
        let asked = Asked::new(what);
        let call_ms = from.optional("callMs")?;
        let is_safe = from.or("isSafe", asked.is_safe)?;
        Ok(Asked { call_ms, is_safe, ..asked })
    }
}

#[wasm_bindgen]
pub struct RawMcp(RefCell<Client>);

#[wasm_bindgen]
impl RawMcp {
    /// `settings` is JSON. Throws what is wrong with them.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: &str) -> Result<RawMcp, String> {
        let settings =
            json::parse(settings).map_err(|problem| problem.to_string()).and_then(Settings::from_json);
        Ok(RawMcp(RefCell::new(Client::new(settings?))))
    }

    /// `asked` and `params` are JSON.
    pub fn call(&self, now: f64, call: u32, asked: &str, params: String) -> Result<Array, String> {
        let asked = json::parse(asked).map_err(|problem| problem.to_string()).and_then(Asked::from_json);
        let mut asked = asked?;
        if let What::Request { params: place, .. } = &mut asked.what {
            *place = params;
        }
        Ok(self.handle(now, Event::Call(call, asked)))
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
        let outcome = problem.map_or(Ok(again), |problem| Err(Error::new(Code::Unauthorized, problem)));
        self.handle(now, Event::SignedIn(outcome))
    }

    pub fn online(&self, now: f64, is_online: bool) -> Array {
        self.handle(now, Event::Online(is_online))
    }

    pub fn awake(&self, now: f64) -> Array {
        self.handle(now, Event::Awake)
    }

    pub fn listen(&self, now: f64, is_allowed: bool) -> Array {
        self.handle(now, Event::Listen(is_allowed))
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
        json::text(&self.0.borrow().status())
    }

    /// JSON: names and problems.
    #[wasm_bindgen(js_name = refusedTools)]
    pub fn refused_tools(&self) -> String {
        let told = |(name, problem): &(String, String)| json!({"name": name, "problem": problem});
        json::text(&self.0.borrow().refused_tools().iter().map(told).collect::<Vec<_>>())
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
        Action::Fetch(Fetch { fetch, method, url, headers, body, is_stream }) => {
            let headers: Array = headers
                .iter()
                .flat_map(|(name, value)| [JsValue::from(name), JsValue::from(value)])
                .collect();
            list(
                "fetch",
                &[fetch.into(), method.into(), url.into(), headers.into(), body.into(), is_stream.into()],
            )
        }
        Action::Abort(fetch) => list("abort", &[fetch.into()]),
        Action::Resolve(call, result) => list("resolve", &[call.into(), result.into()]),
        Action::Reject(call, Error { code, message, details }) => {
            let details = details.map(|details| json::text(&details));
            list("reject", &[call.into(), code.as_str().into(), message.into(), details.into()])
        }
        Action::Progress(call, params) => list("progress", &[call.into(), params.into()]),
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
