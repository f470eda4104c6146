//! The core's errors as JavaScript errors with `name`, `code` and `details`.

use crate::browser::to_js;
use crate::error::{Code, Error};
use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// A result that throws.
pub(super) type JsResult<T> = Result<T, JsValue>;

impl From<Error> for JsValue {
    fn from(error: Error) -> JsValue {
        let thrown = js_sys::Error::new(&error.message);
        thrown.set_name("WebMcpError");
        let set = |key: &str, value: &JsValue| Reflect::set(&thrown, &key.into(), value).unwrap_or(false);
        set("code", &error.code.as_str().into());
        if let Some(details) = &error.details {
            set("details", &to_js(details));
        }
        thrown.into()
    }
}

/// The page passed something unusable as `what`.
pub(super) fn invalid(what: &str, problem: &str) -> JsValue {
    Error::new(Code::InvalidArgument, format!("{what}: {problem}.")).into()
}
