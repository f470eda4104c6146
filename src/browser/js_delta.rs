//! What a provider that is a JavaScript object tells of its reply, as the core's deltas.

use super::promise::from_js;
use crate::model::Usage;
use crate::provider::{Delta, OnDelta};
use js_sys::Reflect;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;

/// The listeners of one request. They hear as long as this lives; what a provider tells afterwards is passed over, so
/// the functions themselves belong to JavaScript.
pub(super) struct Listeners {
    functions: Vec<(&'static str, JsValue)>,
    over: Rc<Cell<bool>>,
}

impl Drop for Listeners {
    fn drop(&mut self) {
        self.over.set(true);
    }
}

impl Listeners {
    /// `onDelta` for every kind of delta, and `onToken`, `onReasoning`, `onArguments` for one kind each: providers
    /// call one or the other for each fact.
    pub(super) fn of(hear: &OnDelta) -> Self {
        let over = Rc::new(Cell::new(false));
        let listener = |name, tell: fn(&JsValue, &OnDelta)| {
            let (hear, over) = (hear.clone(), over.clone());
            let told = move |said: JsValue| {
                if !over.get() {
                    tell(&said, &hear);
                }
            };
            (name, Closure::<dyn Fn(JsValue)>::new(told).into_js_value())
        };
        let functions = vec![
            listener("onDelta", any),
            listener("onToken", |said, hear| {
                if let Some(text) = said.as_string() {
                    hear(&Delta::Text { text: &text });
                }
            }),
            listener("onReasoning", |said, hear| {
                if let Some(text) = said.as_string() {
                    hear(&Delta::Reasoning { text: &text });
                }
            }),
            listener("onArguments", arguments),
        ];
        Listeners { functions, over }
    }

    /// Puts the listeners into the options of a request.
    pub(super) fn put_into(&self, options: &JsValue) {
        for (name, function) in &self.functions {
            // Setting a property of an object of our own cannot fail.
            let _ = Reflect::set(options, &(*name).into(), function);
        }
    }
}

fn text_of(said: &JsValue, key: &str) -> Option<String> {
    Reflect::get(said, &key.into()).ok()?.as_string()
}

fn arguments(said: &JsValue, hear: &OnDelta) {
    if let (Some(id), Some(name), Some(delta)) =
        (text_of(said, "id"), text_of(said, "name"), text_of(said, "delta"))
    {
        hear(&Delta::Arguments { id: &id, name: &name, delta: &delta });
    }
}

/// A `ChatDelta`; what is none is not heard.
fn any(said: &JsValue, hear: &OnDelta) {
    match text_of(said, "type").unwrap_or_default().as_str() {
        "text" => {
            if let Some(text) = text_of(said, "text") {
                hear(&Delta::Text { text: &text });
            }
        }
        "reasoning" => {
            if let Some(text) = text_of(said, "text") {
                hear(&Delta::Reasoning { text: &text });
            }
        }
        "call-start" => {
            if let (Some(id), Some(name)) = (text_of(said, "id"), text_of(said, "name")) {
                hear(&Delta::CallStart { id: &id, name: &name });
            }
        }
        "arguments" => arguments(said, hear),
        "usage" => {
            let usage = Reflect::get(said, &"usage".into()).ok();
            if let Some(usage) = usage.and_then(|usage| from_js::<Usage>(&usage).ok()) {
                hear(&Delta::Usage { usage });
            }
        }
        "finish" => {
            if let Some(stop_reason) = text_of(said, "stopReason") {
                hear(&Delta::Finish { stop_reason: &stop_reason });
            }
        }
        _ => {}
    }
}
