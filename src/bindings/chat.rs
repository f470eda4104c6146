//! What a page asks a model, as the core's request.

use super::error::invalid;
use super::listeners::report;
use crate::browser::{from_js, to_js};
use crate::provider::{ChatOptions, ChatRequest, Delta, OnDelta};
use js_sys::{Function, Reflect};
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};

/// The arguments of the published `chat`.
pub(super) fn request(
    messages: &JsValue,
    tools: &JsValue,
    options: &JsValue,
) -> Result<ChatRequest, JsValue> {
    let read =
        |what: &str, problem: String| invalid(&format!("chat(messages, tools, options): {what}"), &problem);
    let parsed: Option<ChatOptions> = from_js(options).map_err(|problem| read("options", problem))?;
    let tools: Option<Vec<_>> = from_js(tools).map_err(|problem| read("tools", problem))?;
    Ok(ChatRequest {
        messages: from_js(messages).map_err(|problem| read("messages", problem))?,
        tools: Rc::new(tools.unwrap_or_default()),
        options: parsed.unwrap_or_default(),
        on_delta: on_delta(options),
    })
}

/// The page's listeners, which all hear the same facts: `onDelta` all of them, the others theirs.
fn on_delta(options: &JsValue) -> OnDelta {
    let [every, token, reasoning, arguments] =
        ["onDelta", "onToken", "onReasoning", "onArguments"].map(|name| function(options, name));
    let tell = |function: &Option<Function>, what: &dyn Fn() -> JsValue| {
        if let Some(function) = function {
            report(function.call1(&JsValue::UNDEFINED, &what()));
        }
    };
    Rc::new(move |delta| {
        match delta {
            Delta::Text { text } => tell(&token, &|| (*text).into()),
            Delta::Reasoning { text } => tell(&reasoning, &|| (*text).into()),
            Delta::Arguments { .. } => tell(&arguments, &|| to_js(delta)),
            _ => {}
        }
        tell(&every, &|| to_js(delta));
    })
}

fn function(options: &JsValue, name: &str) -> Option<Function> {
    if !options.is_object() {
        return None;
    }
    Reflect::get(options, &name.into()).ok()?.dyn_into().ok()
}
