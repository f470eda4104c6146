//! Functions of the page that a run asks while it goes on.

use super::promise::{describe, settled};
use crate::error::{Code, Error, Result};
use futures_util::future::{FutureExt, LocalBoxFuture};
use js_sys::{Array, Function, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// A function of the page under the name that errors call it by.
#[derive(Clone)]
pub(crate) struct JsHook {
    name: &'static str,
    this: JsValue,
    function: Function,
}

impl JsHook {
    /// The method `method` of `this`; `None` when there is no such function.
    pub(crate) fn method(name: &'static str, this: &JsValue, method: &str) -> Option<Self> {
        let function = Reflect::get(this, &method.into()).ok()?.dyn_into::<Function>().ok()?;
        Some(JsHook { name, this: this.clone(), function })
    }

    /// The function `value` itself.
    pub(crate) fn function(name: &'static str, value: &JsValue) -> Option<Self> {
        let function = value.dyn_ref::<Function>()?.clone();
        Some(JsHook { name, this: JsValue::UNDEFINED, function })
    }

    /// Calls it now and waits for what it returns. What it throws keeps its code if it is one of ours, and is
    /// `invalid_argument` else.
    pub(crate) fn ask(
        &self,
        arguments: impl IntoIterator<Item = JsValue>,
    ) -> LocalBoxFuture<'static, Result<JsValue>> {
        let arguments: Array = arguments.into_iter().collect();
        let called = self.function.apply(&self.this, &arguments).map(|returned| settled(&returned));
        let name = self.name;
        async move {
            let answered = match called {
                Ok(answer) => answer.await,
                Err(thrown) => Err(thrown),
            };
            answered.map_err(|thrown| {
                let code = code_of(&thrown).unwrap_or(Code::InvalidArgument);
                Error::new(code, format!("{name} failed: {}", describe(&thrown)))
            })
        }
        .boxed_local()
    }
}

/// The code of one of our own errors.
pub(super) fn code_of(thrown: &JsValue) -> Option<Code> {
    let code = Reflect::get(thrown, &"code".into()).ok()?.as_string()?;
    Code::ALL.into_iter().find(|known| known.as_str() == code)
}
