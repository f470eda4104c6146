//! Models over HTTP for JavaScript.

use super::abort::abortable;
use super::error::invalid;
use super::take::Text;
use super::{Pending, Unknown};
use crate::browser::{BrowserClock, BrowserHttp, JsEngine, Slot, from_js, to_js};
use crate::choose::{SmallModel, TaughtModel};
use crate::provider::{
    Capabilities, ChatOptions, ChatRequest, Delta, Endpoint, HttpProvider, OnDelta, Provider, Retries,
    TextFormat, Timeouts, WireFormat,
};
use js_sys::{Function, Reflect};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct EndpointShape {
    url: String,
    model: String,
    format: WireFormat,
    local: bool,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    #[serde(default)]
    body: Map<String, Value>,
    #[serde(default)]
    capabilities: Capabilities,
    #[serde(default)]
    max_retries: Retries,
    #[serde(default)]
    timeouts: Timeouts,
    #[serde(default)]
    tool_call_text: Option<TextFormat>,
}

/// A model behind an address; wrapped by the providers in `js/providers.ts`.
#[wasm_bindgen(js_name = RawHttpProvider)]
pub struct HttpProviderHandle(Rc<HttpProvider>);

#[wasm_bindgen(js_class = RawHttpProvider)]
impl HttpProviderHandle {
    #[wasm_bindgen(constructor)]
    pub fn new(endpoint: Unknown) -> Result<HttpProviderHandle, JsValue> {
        let shape: EndpointShape =
            from_js(&endpoint).map_err(|problem| invalid("The provider's options", &problem))?;
        let endpoint = Endpoint {
            label: if shape.local { "Local LLM" } else { "Remote LLM API" },
            url: shape.url,
            model: shape.model,
            format: shape.format,
            headers: shape.headers.into_iter().collect(),
            extra: shape.body,
            capabilities: shape.capabilities,
            retries: shape.max_retries,
            timeouts: shape.timeouts,
            tool_call_text: shape.tool_call_text,
        };
        let provider = HttpProvider::new(Rc::new(BrowserHttp), Rc::new(BrowserClock), endpoint);
        Ok(HttpProviderHandle(Rc::new(provider)))
    }

    pub fn chat(&self, messages: Unknown, tools: Unknown, options: Unknown) -> Pending {
        let options = JsValue::from(options);
        let request = request(&messages, &tools, &options);
        let provider = self.0.clone();
        let work = async move { Ok(to_js(&provider.chat(request?).await?)) };
        JsValue::from(abortable(&options, work)).into()
    }

    pub fn lend(&self, slot: &Slot) {
        *slot.0.borrow_mut() = Some(self.0.clone());
    }
}

/// A model in a Worker; wrapped by `WasmProvider` in `js/wasm-provider.ts`.
#[wasm_bindgen(js_name = RawSmallModel)]
pub struct SmallModelHandle(Rc<dyn Provider>);

#[wasm_bindgen(js_class = RawSmallModel)]
impl SmallModelHandle {
    #[wasm_bindgen(constructor)]
    pub fn new(engine: Unknown) -> SmallModelHandle {
        SmallModelHandle(Rc::new(SmallModel::new(Rc::new(JsEngine(engine.into())))))
    }

    /// A model that decides by itself, with its own chat template, which `taught` describes.
    pub fn taught(engine: Unknown, taught: Unknown) -> Result<SmallModelHandle, JsValue> {
        let taught = from_js(&taught).map_err(|problem| invalid("The model's template", &problem))?;
        Ok(SmallModelHandle(Rc::new(TaughtModel::new(Rc::new(JsEngine(engine.into())), taught))))
    }

    pub fn chat(&self, messages: Unknown, tools: Unknown, options: Unknown) -> Pending {
        let options = JsValue::from(options);
        let request = request(&messages, &tools, &options);
        let model = self.0.clone();
        let work = async move { Ok(to_js(&model.chat(request?).await?)) };
        JsValue::from(abortable(&options, work)).into()
    }

    pub fn lend(&self, slot: &Slot) {
        *slot.0.borrow_mut() = Some(self.0.clone());
    }
}

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
            super::listeners::report(function.call1(&JsValue::UNDEFINED, &what()));
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

/// Finds the calls in a whole answer; the result is `{content, foundToolCall}` as JSON text.
#[wasm_bindgen(js_name = parseToolCalls)]
pub fn parse_tool_calls(text: Text, format: Unknown) -> Result<String, JsValue> {
    let text = text.read("parseToolCalls: text")?;
    let format: TextFormat = from_js(&format).map_err(|problem| invalid("The format of calls", &problem))?;
    let (content, found) = crate::provider::parse_tool_calls(&text, format);
    Ok(serde_json::json!({"content": content, "foundToolCall": found}).to_string())
}
