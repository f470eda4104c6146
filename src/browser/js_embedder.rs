//! The embedder port over an object of the page: `{embed(texts): Promise<number[][]>}`.

use super::js_hook::JsHook;
use super::list::{is_list, items, length};
use super::promise::to_js;
use crate::error::{Code, Error, Result};
use crate::memory::Embedder;
use futures_util::future::{FutureExt, LocalBoxFuture};
use js_sys::{Float32Array, Float64Array};
use wasm_bindgen::{JsCast, JsValue};

/// The longest vector that is taken; real embedders give 64 to 4,096 numbers.
const MAX_DIMENSIONS: u32 = 16_384;
const NO_VECTOR: &str = "a vector is no list of numbers";

/// An embedder of the page.
pub(crate) struct JsEmbedder(JsHook);

impl JsEmbedder {
    /// `None` when `embedder` has no method `embed`.
    pub(crate) fn new(embedder: &JsValue) -> Option<Self> {
        JsHook::method("embedder.embed", embedder, "embed").map(JsEmbedder)
    }
}

impl Embedder for JsEmbedder {
    fn embed(&self, texts: Vec<String>) -> LocalBoxFuture<'static, Result<Vec<Vec<f32>>>> {
        let answer = self.0.ask([to_js(&texts)]);
        async move {
            let answer = answer.await?;
            if !is_list(&answer) {
                return Err(refuse("it gave no list of vectors"));
            }
            items(&answer)
                .map(|row| row.map_or_else(|_| Err(refuse(NO_VECTOR)), |row| vector(&row)))
                .collect()
        }
        .boxed_local()
    }
}

fn vector(row: &JsValue) -> Result<Vec<f32>> {
    if length(row).is_ok_and(|length| length > MAX_DIMENSIONS) {
        return Err(refuse("a vector has more than 16,384 numbers"));
    }
    if let Some(numbers) = row.dyn_ref::<Float32Array>() {
        return Ok(numbers.to_vec());
    }
    if let Some(numbers) = row.dyn_ref::<Float64Array>() {
        return Ok(numbers.to_vec().into_iter().map(|number| number as f32).collect());
    }
    if !is_list(row) {
        return Err(refuse(NO_VECTOR));
    }
    let number = |item: std::result::Result<JsValue, _>| item.ok()?.as_f64().map(|number| number as f32);
    items(row).map(|item| number(item).ok_or_else(|| refuse(NO_VECTOR))).collect()
}

fn refuse(problem: &str) -> Error {
    Error::new(Code::InvalidArgument, format!("The embedder's answer cannot be used: {problem}."))
}
