//! The Tool Execution API for JavaScript, in a WebAssembly file of its own, which only hosts of it load. A step comes back as a list: what is
//! next, and what belongs to it.

use super::error::{JsResult, invalid};
use crate::json::{self, FromJson};
use crate::tool_api::{Answer, Exchange, Next, Reply, Request, Settings, ToolApi};
use js_sys::Array;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// See `createToolApi` in `js/tool-api/create.ts`.
#[wasm_bindgen]
pub struct RawToolApi(Rc<ToolApi>);

#[wasm_bindgen]
impl RawToolApi {
    /// `settings` and `tools` are JSON; of tools that may change there are none yet.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: &str, tools: Option<String>) -> JsResult<RawToolApi> {
        let settings =
            json::parse(settings).map_err(|problem| problem.to_string()).and_then(Settings::from_json);
        let settings = settings.map_err(|problem| invalid("createToolApi: options", &problem))?;
        let api = ToolApi::new(settings, tools.as_deref())
            .map_err(|problem| invalid("createToolApi: tools", &problem))?;
        Ok(RawToolApi(Rc::new(api)))
    }

    /// `headers` are names and values in turns.
    pub fn begin(&self, method: String, path: String, headers: Vec<String>) -> RawExchange {
        let headers = headers.chunks_exact(2).filter_map(|pair| match pair {
            [name, value] => Some((name.clone(), value.clone())),
            _ => None,
        });
        let (exchange, first) = self.0.begin(Request { method, path, headers: headers.collect() });
        RawExchange { exchange: RefCell::new(exchange), first: RefCell::new(Some(first)) }
    }
}

/// One request under way.
#[wasm_bindgen]
pub struct RawExchange {
    exchange: RefCell<Exchange>,
    first: RefCell<Option<Next>>,
}

#[wasm_bindgen]
impl RawExchange {
    /// The first step, once.
    pub fn first(&self) -> Array {
        self.first.take().map_or_else(Array::new, step)
    }

    /// Goes on with a list of tools as JSON; without one the host has failed to tell.
    pub fn tools(&self, tools: Option<String>) -> Array {
        step(self.exchange.borrow_mut().tools(tools.as_deref()))
    }

    pub fn authorised(&self, may: bool) -> Array {
        step(self.exchange.borrow_mut().authorised(may))
    }

    /// Goes on with the body; without one it was too long.
    pub fn body(&self, body: Option<Vec<u8>>) -> Array {
        step(self.exchange.borrow_mut().body(body.as_deref()))
    }

    /// Ends with the content that a tool returned, as JSON.
    pub fn returned(&self, content: &str, is_error: bool, trace_id: String) -> Array {
        self.ended(match json::parse(content) {
            Ok(content) => Answer::Returned { content, is_error, trace_id },
            Err(problem) => Answer::Threw(format!("The tool's content is no JSON: {problem}")),
        })
    }

    pub fn threw(&self, words: String) -> Array {
        self.ended(Answer::Threw(words))
    }

    #[wasm_bindgen(js_name = tookTooLong)]
    pub fn took_too_long(&self) -> Array {
        self.ended(Answer::TookTooLong)
    }

    fn ended(&self, answer: Answer) -> Array {
        step(Next::Reply(self.exchange.borrow_mut().answered(answer)))
    }
}

fn step(next: Next) -> Array {
    match next {
        Next::Reply(reply) => replied(reply),
        Next::Tools => Array::of1(&"tools".into()),
        Next::Authorise => Array::of1(&"who".into()),
        Next::Body => Array::of1(&"body".into()),
        Next::Call { name, args } => Array::of3(&"call".into(), &name.into(), &args.into()),
    }
}

fn replied(Reply { status, headers, body }: Reply) -> Array {
    let headers: Array =
        headers.into_iter().flat_map(|(name, value)| [JsValue::from(name), JsValue::from(value)]).collect();
    Array::of4(&"reply".into(), &status.into(), &headers, &body.into())
}
