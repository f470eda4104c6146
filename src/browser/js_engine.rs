//! The engine port over the Worker's client (`js/worker/client.ts`).

use super::promise::{AbortOnDrop, describe, from_js, settled, to_js};
use crate::error::{Code, Error, Result};
use crate::json::FromJson;
use crate::local::{Engine, GenerateRequest, Generated};
use futures_util::future::{FutureExt, LocalBoxFuture};
use js_sys::{Array, Function, Reflect};
use std::rc::Rc;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};

/// An `EngineClient`.
pub(crate) struct JsEngine(pub(crate) JsValue);

impl Engine for JsEngine {
    fn generate(
        &self,
        request: GenerateRequest,
        on_text: Rc<dyn Fn(&str)>,
    ) -> LocalBoxFuture<'static, Result<Generated>> {
        let client = self.0.clone();
        async move { call(&client, "generate", &[to_js(&request)], Some(on_text)).await }.boxed_local()
    }

    fn compare(
        &self,
        words: Vec<String>,
        others: Vec<String>,
    ) -> LocalBoxFuture<'static, Result<Vec<Vec<f64>>>> {
        let client = self.0.clone();
        async move { call(&client, "compare", &[to_js(&words), to_js(&others)], None).await }.boxed_local()
    }
}

async fn call<T: FromJson>(
    client: &JsValue,
    method: &str,
    arguments: &[JsValue],
    on_text: Option<Rc<dyn Fn(&str)>>,
) -> Result<T> {
    let failed = |thrown: JsValue| Error::new(Code::Model, describe(&thrown));
    let function =
        Reflect::get(client, &method.into()).ok().and_then(|function| function.dyn_into::<Function>().ok());
    let function =
        function.ok_or_else(|| Error::new(Code::Internal, format!("The engine has no '{method}'.")))?;
    let mut abort = AbortOnDrop::new();
    let options = abort.options();
    let hear = Closure::<dyn Fn(String)>::new(move |piece: String| {
        if let Some(on_text) = &on_text {
            on_text(&piece);
        }
    });
    Reflect::set(&options, &"onText".into(), hear.as_ref()).map_err(failed)?;
    let list: Array = arguments.iter().cloned().collect();
    list.push(&options);
    let returned = function.apply(client, &list).map_err(failed)?;
    let outcome = settled(&returned).await;
    abort.disarm();
    from_js(&outcome.map_err(failed)?)
        .map_err(|problem| Error::new(Code::Model, format!("The engine's answer is unusable: {problem}.")))
}
