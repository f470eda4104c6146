//! What a page passes in, as what a function takes; or an error that names the argument. A parameter of a Rust type would
//! be read without a look: WebAssembly traps on a number where a text is due.

use super::error::{JsResult, invalid};
use crate::browser::words_for;
use js_sys::{Function, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen]
extern "C" {
    /// A text; JavaScript may pass anything.
    #[wasm_bindgen(typescript_type = "string")]
    pub type Text;
    /// A number; JavaScript may pass anything.
    #[wasm_bindgen(typescript_type = "number")]
    pub type Number;
    /// A function; JavaScript may pass anything.
    #[wasm_bindgen(typescript_type = "(...values: unknown[]) => unknown")]
    pub type Callback;
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        JsValue::from(text).into()
    }
}

impl Text {
    /// The text; `what` names function and argument, such as `updateWidget: id`.
    pub(super) fn read(&self, what: &str) -> JsResult<String> {
        let value: &JsValue = self.as_ref();
        value.as_string().ok_or_else(|| wrong(what, "a text", value))
    }

    /// The text, or none where the page left it out.
    pub(super) fn optional(&self, what: &str) -> JsResult<Option<String>> {
        let value: &JsValue = self.as_ref();
        if value.is_undefined() || value.is_null() { Ok(None) } else { self.read(what).map(Some) }
    }
}

impl Number {
    /// The number, which may be any but `NaN`.
    pub(super) fn read(&self, what: &str) -> JsResult<f64> {
        let value: &JsValue = self.as_ref();
        value.as_f64().filter(|number| !number.is_nan()).ok_or_else(|| wrong(what, "a number", value))
    }
}

impl Callback {
    /// The function.
    pub(super) fn read(&self, what: &str) -> JsResult<Function> {
        let value: &JsValue = self.as_ref();
        value.clone().dyn_into::<Function>().map_err(|value| wrong(what, "a function", &value))
    }
}

fn wrong(what: &str, wanted: &str, value: &JsValue) -> JsValue {
    invalid(what, &format!("must be {wanted}, not {}", words_for(value)))
}

/// An option of the page; `undefined` where it cannot be read.
pub(super) fn get(options: &JsValue, key: &str) -> JsValue {
    // Asking `undefined` for a property throws, which costs more than the rest of a call.
    if options.is_undefined() || options.is_null() {
        return JsValue::UNDEFINED;
    }
    Reflect::get(options, &key.into()).unwrap_or(JsValue::UNDEFINED)
}
