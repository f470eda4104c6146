//! The boundary in a real browser: what crosses it, what must not, and who is told.
#![cfg(target_arch = "wasm32")]
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod canvas;
mod run;
mod server;

use js_sys::{Function, JSON, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test_configure;

wasm_bindgen_test_configure!(run_in_browser);

pub(crate) const STAT: &str = "---\nwidget: stat\ndescription: One figure\nschema:\n  type: object\n  required: [label, value]\n  properties:\n    label: { type: string }\n    value: { type: string }\n---\nUse it.\n";

/// The value of a JavaScript expression.
pub(crate) fn js(expression: &str) -> JsValue {
    Function::new_no_args(&format!("return ({expression});")).call0(&JsValue::UNDEFINED).unwrap()
}

pub(crate) fn get(object: &JsValue, key: &str) -> JsValue {
    Reflect::get(object, &key.into()).unwrap()
}

pub(crate) fn text(value: &JsValue) -> String {
    value.as_string().unwrap_or_else(|| String::from(JSON::stringify(value).unwrap()))
}

pub(crate) async fn settle(promise: impl AsRef<JsValue>) -> Result<JsValue, JsValue> {
    JsFuture::from(promise.as_ref().clone().unchecked_into::<Promise>()).await
}
