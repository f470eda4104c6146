//! The published callbacks of a run.

use super::listeners::report;
use crate::agent::Event;
use crate::browser::{describe, to_js};
use crate::json::{Record, ToJson};
use crate::provider::{ChatResponse, Delta};
use js_sys::{Array, Function, Reflect};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};

/// The host's callbacks; each is looked up when it is due, so that hosts may add one late.
#[derive(Clone)]
pub(super) struct Callbacks {
    host: JsValue,
    /// The text of the reply so far.
    text: Rc<RefCell<String>>,
}

/// A field of an event.
type Field<'a> = (&'a str, &'a dyn ToJson);

/// What came of calling a callback.
pub(super) enum Called {
    /// The host has none of that name.
    Missing,
    /// It returned this.
    Returned(JsValue),
    /// It threw, which was reported.
    Threw(String),
}

impl Callbacks {
    pub(super) fn new(host: JsValue) -> Self {
        Callbacks { host, text: Rc::default() }
    }

    /// Calls `name` with what `arguments` makes, if the host has it.
    pub(super) fn call(&self, name: &str, arguments: impl FnOnce() -> Vec<JsValue>) -> Called {
        // Asking `undefined` for a property throws, which costs more than the rest of an event.
        if !self.host.is_object() {
            return Called::Missing;
        }
        let function =
            Reflect::get(&self.host, &name.into()).ok().and_then(|f| f.dyn_into::<Function>().ok());
        let Some(function) = function else { return Called::Missing };
        let arguments: Array = arguments().into_iter().collect();
        match function.apply(&self.host, &arguments) {
            Ok(returned) => Called::Returned(returned),
            Err(thrown) => {
                let words = describe(&thrown);
                report(Err(thrown));
                Called::Threw(words)
            }
        }
    }

    pub(super) fn done(&self, metrics: &dyn ToJson) {
        self.call("onDone", || vec![to_js(metrics)]);
    }

    /// Passes an event on to `onEvent` and to the callback that it is named by.
    pub(super) fn event(&self, event: &Event<'_>) {
        match event {
            Event::IterationStart { iteration, max_iterations } => {
                self.text.borrow_mut().clear();
                let fields: [Field; 2] = [("iteration", iteration), ("maxIterations", max_iterations)];
                self.emit("iteration-start", &fields);
                self.call("onIterationStart", || vec![(*iteration).into(), (*max_iterations).into()]);
            }
            Event::LlmRequest { messages, tools } => {
                self.emit("llm-request", &[("messages", &messages.len()), ("tools", &tools.len())]);
                self.call("onLLMRequest", || vec![to_js(messages), to_js(tools)]);
            }
            Event::LlmDelta { delta } => self.delta(delta),
            Event::LlmResponse { response, latency_ms, cost_usd } => {
                self.whole_text(response);
                let mut fields: Vec<Field> = vec![("response", response), ("latencyMs", latency_ms)];
                fields.extend(cost_usd.as_ref().map(|cost| -> Field { ("costUsd", cost) }));
                self.emit("llm-response", &fields);
                self.call("onLLMResponse", || {
                    let usage = response.usage.map_or(JsValue::UNDEFINED, |usage| {
                        to_js(&Record(&[("input", &usage.input_tokens), ("output", &usage.output_tokens)]))
                    });
                    vec![to_js(response), (*latency_ms).into(), usage]
                });
            }
            Event::ToolStart { id, name, args } => {
                self.emit("tool-start", &[("call", &Record(&[("id", id), ("name", name), ("args", args)]))]);
            }
            Event::ToolEnd { call } => {
                self.emit("tool-end", &[("call", call)]);
                if !call.fixes.is_empty() {
                    self.call("onTrace", || vec![format!("[auto-repair] {}", call.fixes.join(", ")).into()]);
                }
                self.call("onToolCall", || vec![to_js(call)]);
            }
            Event::ApprovalNeeded { id, name, args } => {
                let call = Record(&[("id", id), ("name", name), ("args", args)]);
                self.emit("approval-needed", &[("call", &call)]);
            }
            Event::Said { text } => self.emit("said", &[("text", text)]),
            Event::RunEnd { stop_reason } => {
                self.emit("run-end", &[("stopReason", stop_reason)]);
            }
        }
    }

    /// A provider that gives its reply at once told no piece of it: its text is told here.
    fn whole_text(&self, response: &ChatResponse) {
        let text = response.text();
        if self.text.borrow().is_empty() && !text.is_empty() {
            self.text.borrow_mut().push_str(&text);
            self.call("onText", || vec![text.as_str().into()]);
        }
    }

    /// A piece of the reply, under the names of the published events.
    fn delta(&self, delta: &Delta<'_>) {
        match delta {
            Delta::Text { text } => {
                self.text.borrow_mut().push_str(text);
                self.emit("llm-delta", &[("text", text)]);
                self.call("onToken", || vec![(*text).into()]);
                self.call("onText", || vec![self.text.borrow().as_str().into()]);
            }
            Delta::Reasoning { text } => {
                self.emit("llm-reasoning", &[("text", text)]);
                self.call("onReasoning", || vec![(*text).into()]);
            }
            Delta::CallStart { id, name } => {
                self.emit("tool-input-start", &[("id", id), ("name", name)]);
            }
            Delta::Arguments { id, name, delta } => {
                self.emit("tool-input-delta", &[("id", id), ("name", name), ("delta", delta)]);
            }
            Delta::Usage { usage } => self.emit("llm-usage", &[("usage", usage)]),
            // `llm-response` follows with the same word in the whole reply.
            Delta::Finish { .. } => {}
        }
    }

    /// An event is written only for a host that listens.
    fn emit(&self, kind: &str, fields: &[Field]) {
        self.call("onEvent", || {
            let mut event: Vec<Field> = vec![("type", &kind)];
            event.extend_from_slice(fields);
            vec![to_js(&Record(&event))]
        });
    }
}
