//! Models over HTTP for JavaScript.

use super::abort::abortable;
use super::chat::request;
use super::error::invalid;
use super::take::Text;
use super::{Pending, Unknown};
use crate::browser::{BrowserClock, BrowserHttp, Slot, from_js, to_js};
use crate::json::{self, Fields, FromJson, Read, Record};
use crate::provider::{
    Capabilities, Endpoint, HttpProvider, Provider, Retries, TextFormat, Timeouts, WireFormat,
};
use serde_json::{Map, Value};
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

struct EndpointShape {
    url: String,
    model: String,
    format: WireFormat,
    learns_format: bool,
    local: bool,
    headers: Vec<(String, String)>,
    body: Map<String, Value>,
    capabilities: Capabilities,
    max_retries: Retries,
    timeouts: Timeouts,
    tool_call_text: Option<TextFormat>,
}

impl FromJson for EndpointShape {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(EndpointShape {
            url: from.take("url")?,
            model: from.take("model")?,
            format: from.take("format")?,
            learns_format: from.optional("learnsFormat")?,
            local: from.take("local")?,
            headers: from.optional("headers")?,
            body: from.optional("body")?,
            capabilities: from.optional("capabilities")?,
            max_retries: from.optional("maxRetries")?,
            timeouts: from.optional("timeouts")?,
            tool_call_text: from.optional("toolCallText")?,
        })
    }
}

/// A model behind an address; wrapped by the providers in `js/provider/over-http.ts`.
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
            learns_format: shape.learns_format,
            headers: shape.headers,
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

    /// The API that is spoken, as the option `format` calls it.
    #[wasm_bindgen(getter)]
    pub fn format(&self) -> String {
        self.0.format().name().to_owned()
    }

    pub fn lend(&self, slot: &Slot) {
        *slot.0.borrow_mut() = Some(self.0.clone());
    }
}

/// Finds the calls in a whole answer; the result is `{content, foundToolCall}` as JSON text.
#[wasm_bindgen(js_name = parseToolCalls)]
pub fn parse_tool_calls(text: Text, format: Unknown) -> Result<String, JsValue> {
    let text = text.read("parseToolCalls: text")?;
    let format: TextFormat = from_js(&format).map_err(|problem| invalid("The format of calls", &problem))?;
    let (content, found) = crate::provider::parse_tool_calls(&text, format);
    Ok(json::text(&Record(&[("content", &content), ("foundToolCall", &found)])))
}
