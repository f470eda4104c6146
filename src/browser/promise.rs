//! Values across the boundary as JSON text, and aborting what JavaScript does for us.

use js_sys::{JSON, Object, Reflect};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{AbortController, AbortSignal};

/// The most text that one value may come in as, UTF-16 units.
const MAX_JSON_CHARS: u32 = 16 * 1024 * 1024;

/// Reads a JavaScript value through its JSON text. `undefined` is `null`.
///
/// The error says what the value holds that JSON cannot carry.
pub(crate) fn from_js<T: DeserializeOwned>(value: &JsValue) -> Result<T, String> {
    let text = if value.is_undefined() {
        "null".to_owned()
    } else {
        if value.is_symbol() || value.is_function() || value.is_bigint() {
            let kind = value.js_typeof().as_string().unwrap_or_default();
            return Err(format!("a {kind} cannot be written as JSON"));
        }
        let text = JSON::stringify(value).map_err(|error| describe(&error))?;
        // A toJSON that returns undefined.
        if text.is_undefined() {
            return Err("the value cannot be written as JSON".into());
        }
        if text.length() > MAX_JSON_CHARS {
            return Err(format!("{} characters of JSON; at most {MAX_JSON_CHARS} are taken", text.length()));
        }
        String::from(text)
    };
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

/// Makes a JavaScript value through JSON text.
pub(crate) fn to_js<T: Serialize>(value: &T) -> JsValue {
    serde_json::to_string(value).ok().and_then(|text| JSON::parse(&text).ok()).unwrap_or(JsValue::NULL)
}

/// What somebody threw, in words.
pub(crate) fn describe(thrown: &JsValue) -> String {
    if let Some(error) = thrown.dyn_ref::<js_sys::Error>() {
        return String::from(error.message());
    }
    if let Some(text) = thrown.as_string() {
        return text;
    }
    let message = Reflect::get(thrown, &"message".into()).ok().and_then(|message| message.as_string());
    message.unwrap_or_else(|| format!("a {} was thrown", thrown.js_typeof().as_string().unwrap_or_default()))
}

/// An `AbortController` that aborts when it is dropped before its work is done.
///
/// Always our own and without a reason: gloo-net panics when a fetch rejects with something that is no
/// `Error`, as it does after `abort("text")`.
pub(crate) struct AbortOnDrop(Option<AbortController>);

impl AbortOnDrop {
    pub(crate) fn new() -> Self {
        AbortOnDrop(AbortController::new().ok())
    }

    pub(crate) fn signal(&self) -> Option<AbortSignal> {
        self.0.as_ref().map(AbortController::signal)
    }

    /// `{signal}`, the options that tools and clients take.
    pub(crate) fn options(&self) -> Object {
        let options = Object::new();
        if let Some(signal) = self.signal() {
            // Setting a property of a fresh object cannot fail.
            let _ = Reflect::set(&options, &"signal".into(), &signal);
        }
        options
    }

    /// The work is done: dropping aborts nothing any more.
    pub(crate) fn disarm(&mut self) {
        self.0 = None;
    }
}

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        if let Some(controller) = &self.0 {
            controller.abort();
        }
    }
}
