//! Values across the boundary as JSON text, and aborting what JavaScript does for us.

use super::list::is_list;
use crate::json::{self, FromJson, ToJson};
use futures_util::future::LocalBoxFuture;
use js_sys::{JSON, Map, Object, Promise, Reflect, Set};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::{AbortController, AbortSignal};

/// The most text that one value may come in as, UTF-16 units.
const MAX_JSON_CHARS: u32 = 16 * 1024 * 1024;

/// Reads a JavaScript value through its JSON text. `undefined` is `null`.
///
/// The error says what the value holds that JSON cannot carry.
pub(crate) fn from_js<T: FromJson>(value: &JsValue) -> Result<T, String> {
    from_js_within(value, MAX_JSON_CHARS)
}

/// As [`from_js`], with at most `most` UTF-16 units of text.
pub(crate) fn from_js_within<T: FromJson>(value: &JsValue, most: u32) -> Result<T, String> {
    let text = if value.is_undefined() { "null".to_owned() } else { json_text(value, most)? };
    T::from_json(json::parse(&text).map_err(|error| error.to_string())?)
}

fn json_text(value: &JsValue, most: u32) -> Result<String, String> {
    if value.is_symbol() || value.is_function() || value.is_bigint() {
        return Err(format!("{} cannot be written as JSON", words_for(value)));
    }
    let text = JSON::stringify(value).map_err(|error| describe(&error))?;
    // A toJSON that returns undefined.
    if text.is_undefined() {
        return Err("the value cannot be written as JSON".into());
    }
    if text.length() > most {
        return Err(format!("{} characters of JSON; at most {most} are taken", text.length()));
    }
    let text = String::from(text);
    // JSON.stringify writes them as if they were empty.
    if text.contains("{}") && holds_collection(value, 0, &mut MAX_LOOKED_AT.clone()) {
        return Err("a Map or Set cannot be written as JSON; pass Object.fromEntries(map) or [...set]".into());
    }
    Ok(text)
}

/// How deep a Map or a Set is looked for, and in how many values: it is only to say what is wrong.
const MAX_LOOK: u32 = 8;
const MAX_LOOKED_AT: u32 = 100_000;

fn holds_collection(value: &JsValue, depth: u32, left: &mut u32) -> bool {
    if !value.is_object() || depth > MAX_LOOK || *left == 0 {
        return false;
    }
    *left -= 1;
    if value.is_instance_of::<Map>() || value.is_instance_of::<Set>() {
        return true;
    }
    let inside = Reflect::own_keys(value).unwrap_or_default();
    inside.iter().any(|key| {
        key.is_string()
            && Reflect::get(value, &key).is_ok_and(|inside| holds_collection(&inside, depth + 1, left))
    })
}

/// Makes a JavaScript value through JSON text.
pub(crate) fn to_js(value: &dyn ToJson) -> JsValue {
    of_json(json::text(value).as_bytes())
}

/// The value of JSON of our own.
pub(super) fn of_json(json: &[u8]) -> JsValue {
    let text = std::str::from_utf8(json).unwrap_or("null");
    JSON::parse(text).unwrap_or(JsValue::NULL)
}

/// What somebody threw, in words, whatever it is: an Error whose message is no text, a getter that throws, nothing.
pub(crate) fn describe(thrown: &JsValue) -> String {
    if let Some(text) = thrown.as_string().filter(|text| !text.is_empty()) {
        return text;
    }
    let of = |key: &str| Reflect::get(thrown, &key.into()).unwrap_or_default();
    if thrown.is_object() {
        let message = of("message");
        let plain = message.as_string().filter(|text| !text.is_empty());
        let written =
            || JSON::stringify(&message).ok().and_then(|text| text.as_string()).filter(|text| text != "\"\"");
        if let Some(text) =
            plain.or_else(|| written().map(|text| format!("an error whose message is {text}")))
        {
            return text;
        }
        if let Some(name) = of("name").as_string().filter(|name| !name.is_empty()) {
            return format!("{name}, without a message");
        }
    }
    format!("{} was thrown, which says nothing", words_for(thrown))
}

/// What kind of value this is, in words: `a number`, `an array`, `undefined`.
pub(crate) fn words_for(value: &JsValue) -> String {
    match value.js_typeof().as_string().as_deref() {
        _ if value.is_null() => "null".into(),
        _ if is_list(value) => "an array".into(),
        Some("undefined") | None => "undefined".into(),
        Some("object") => "an object".into(),
        Some("number") if value.as_f64().is_some_and(f64::is_nan) => "NaN".into(),
        Some(kind) => format!("a {kind}"),
    }
}

/// Waits for what a function of the page returned. The promise that is waited for is one of our own: what the page
/// returned may have a `then` that throws, or that calls back twice.
/// Somebody hears it from now on, whether or not it is polled: a rejection that nobody waits for any more is no
/// unhandled one.
pub(crate) fn settled(returned: &JsValue) -> JsFuture {
    let own = Promise::new(&mut |resolve, _| {
        // A resolving function does not throw.
        let _ = resolve.call1(&JsValue::UNDEFINED, returned);
    });
    JsFuture::from(own)
}

/// The promise of `work`. Boxed, so that all promises share one piece of code.
pub(crate) fn promise(work: LocalBoxFuture<'static, Result<JsValue, JsValue>>) -> Promise {
    future_to_promise(work)
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
