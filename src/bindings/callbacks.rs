//! The published callbacks of a run.

use super::listeners::report;
use crate::agent::Event;
use crate::browser::to_js;
use crate::dispatch::{Hooks, WidgetShown};
use crate::provider::Delta;
use js_sys::{Array, Function, Reflect};
use serde_json::{Value, json};
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

impl Callbacks {
    pub(super) fn new(host: JsValue) -> Self {
        Callbacks { host, text: Rc::default() }
    }

    /// Calls `name` with what `arguments` makes, if the host has it.
    fn call(&self, name: &str, arguments: impl FnOnce() -> Vec<JsValue>) -> JsValue {
        // Asking `undefined` for a property throws, which costs more than the rest of an event.
        if !self.host.is_object() {
            return JsValue::UNDEFINED;
        }
        let function =
            Reflect::get(&self.host, &name.into()).ok().and_then(|f| f.dyn_into::<Function>().ok());
        let Some(function) = function else { return JsValue::UNDEFINED };
        let arguments: Array = arguments().into_iter().collect();
        match function.apply(&self.host, &arguments) {
            Ok(returned) => returned,
            Err(thrown) => {
                report(Err(thrown));
                JsValue::UNDEFINED
            }
        }
    }

    pub(super) fn done(&self, metrics: &impl serde::Serialize) {
        self.call("onDone", || vec![to_js(metrics)]);
    }

    /// Passes an event on to `onEvent` and to the callback that it is named by.
    pub(super) fn event(&self, event: &Event<'_>) {
        match event {
            Event::IterationStart { iteration, max_iterations } => {
                self.text.borrow_mut().clear();
                self.emit(|| json!({"type": "iteration-start", "iteration": iteration, "maxIterations": max_iterations}));
                self.call("onIterationStart", || vec![(*iteration).into(), (*max_iterations).into()]);
            }
            Event::LlmRequest { messages, tools } => {
                self.emit(
                    || json!({"type": "llm-request", "messages": messages.len(), "tools": tools.len()}),
                );
                self.call("onLLMRequest", || vec![to_js(messages), to_js(tools)]);
            }
            Event::LlmDelta { delta } => self.delta(delta),
            Event::LlmResponse { response, latency_ms, cost_usd } => {
                self.emit(|| match cost_usd {
                    Some(cost) => json!({
                        "type": "llm-response", "response": response, "latencyMs": latency_ms, "costUsd": cost,
                    }),
                    None => json!({"type": "llm-response", "response": response, "latencyMs": latency_ms}),
                });
                self.call("onLLMResponse", || {
                    let usage =
                        response.usage.map(|u| json!({"input": u.input_tokens, "output": u.output_tokens}));
                    vec![
                        to_js(response),
                        (*latency_ms).into(),
                        usage.map_or(JsValue::UNDEFINED, |u| to_js(&u)),
                    ]
                });
            }
            Event::ToolStart { id, name, args } => {
                self.emit(|| json!({"type": "tool-start", "call": {"id": id, "name": name, "args": args}}));
            }
            Event::ToolEnd { call } => {
                self.emit(|| json!({"type": "tool-end", "call": call}));
                if !call.fixes.is_empty() {
                    self.call("onTrace", || vec![format!("[auto-repair] {}", call.fixes.join(", ")).into()]);
                }
                self.call("onToolCall", || vec![to_js(call)]);
            }
            Event::ApprovalNeeded { id, name, args } => {
                let call = json!({"id": id, "name": name, "args": args});
                self.emit(|| json!({"type": "approval-needed", "call": call}));
            }
            Event::Said { text } => self.emit(|| json!({"type": "said", "text": text})),
            Event::RunEnd { stop_reason } => {
                self.emit(|| json!({"type": "run-end", "stopReason": stop_reason}));
            }
        }
    }

    /// A piece of the reply, under the names of the published events.
    fn delta(&self, delta: &Delta<'_>) {
        match delta {
            Delta::Text { text } => {
                self.text.borrow_mut().push_str(text);
                self.emit(|| json!({"type": "llm-delta", "text": text}));
                self.call("onToken", || vec![(*text).into()]);
                self.call("onText", || vec![self.text.borrow().as_str().into()]);
            }
            Delta::Reasoning { text } => {
                self.emit(|| json!({"type": "llm-reasoning", "text": text}));
                self.call("onReasoning", || vec![(*text).into()]);
            }
            Delta::CallStart { id, name } => {
                self.emit(|| json!({"type": "tool-input-start", "id": id, "name": name}));
            }
            Delta::Arguments { id, name, delta } => {
                self.emit(|| json!({"type": "tool-input-delta", "id": id, "name": name, "delta": delta}));
            }
            Delta::Usage { usage } => self.emit(|| json!({"type": "llm-usage", "usage": usage})),
            // `llm-response` follows with the same word in the whole reply.
            Delta::Finish { .. } => {}
        }
    }

    /// `event` is made only for a host that listens.
    fn emit(&self, event: impl FnOnce() -> Value) {
        self.call("onEvent", || vec![to_js(&event())]);
    }

    /// What the dispatcher asks of the host.
    pub(super) fn hooks(&self) -> Hooks {
        let (widgets, canvas) = (self.clone(), self.clone());
        Hooks {
            on_widget: Some(Rc::new(move |shown| widgets.widget(shown))),
            on_canvas: Some(Rc::new(move |args| canvas.canvas(args))),
        }
    }

    fn widget(&self, shown: &WidgetShown) -> Option<String> {
        let returned = self.call("onWidget", || {
            let id = shown.placed_id.as_ref().map_or(JsValue::UNDEFINED, |id| id.as_str().into());
            vec![shown.kind.as_str().into(), to_js(&shown.data), shown.server_name.as_str().into(), id]
        });
        let id = Reflect::get(&returned, &"id".into()).ok().and_then(|id| id.as_string());
        if id.is_some() && shown.placed_id.is_some() {
            web_sys::console::warn_1(
                &"onWidget returned an id, but the server's own canvas has placed the widget; the id is ignored.".into(),
            );
        }
        id
    }

    fn canvas(&self, args: &Value) {
        let id = || JsValue::from(args.get("id").and_then(Value::as_str).unwrap_or_default());
        let params = args.get("params").cloned().unwrap_or_else(|| json!({}));
        let number = |key: &str| {
            let value = params.get(key).or_else(|| args.get(key)).and_then(Value::as_f64);
            JsValue::from(value.unwrap_or(0.0))
        };
        match args.get("action").and_then(Value::as_str) {
            Some("clear") => self.call("onClear", Vec::new),
            Some("update") => self.call("onUpdate", || vec![id(), to_js(&params)]),
            Some("move") => self.call("onMove", || vec![id(), number("x"), number("y")]),
            Some("resize") => self.call("onResize", || vec![id(), number("width"), number("height")]),
            Some("style") => self.call("onStyle", || vec![id(), to_js(&params)]),
            _ => JsValue::UNDEFINED,
        };
    }
}
