//! The embedder port over an object of the page: `{embed(texts): Promise<number[][]>}`.

use super::js_hook::JsHook;
use super::promise::to_js;
use crate::error::{Code, Error, Result};
use crate::memory::Embedder;
use futures_util::future::{FutureExt, LocalBoxFuture};
use js_sys::{Array, Float32Array, Float64Array};
use wasm_bindgen::{JsCast, JsValue};

/// The longest vector that is taken; real embedders give 64 to 4,096 numbers.
const MAX_DIMENSIONS: u32 = 16_384;

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
            let rows = answer.dyn_ref::<Array>().ok_or_else(|| refuse("it gave no list of vectors"))?;
            rows.iter().map(|row| vector(&row)).collect()
        }
        .boxed_local()
    }
}

fn vector(row: &JsValue) -> Result<Vec<f32>> {
    // Anything else would make the typed array below of a length that nobody meant.
    let plain = Array::is_array(row) || row.is_instance_of::<Float64Array>();
    if !plain && !row.is_instance_of::<Float32Array>() {
        return Err(refuse("a vector is no list of numbers"));
    }
    let numbers = if plain { Float32Array::new(row) } else { row.clone().unchecked_into() };
    if numbers.length() > MAX_DIMENSIONS {
        return Err(refuse("a vector has more than 16,384 numbers"));
    }
    Ok(numbers.to_vec())
}

fn refuse(problem: &str) -> Error {
    Error::new(Code::InvalidArgument, format!("The embedder's answer cannot be used: {problem}."))
}
