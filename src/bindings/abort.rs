//! An `AbortSignal` of the page as an [`AbortToken`].

use super::error::JsResult;
use super::take::get;
use crate::agent::AbortToken;
use crate::browser::promise;
use futures_util::future::{FutureExt, LocalBoxFuture};
use js_sys::{Function, Promise};
use std::future::Future;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};

/// The token of a signal, listening as long as it lives.
pub(super) struct Listening {
    pub(super) token: AbortToken,
    /// Anything that behaves as a signal: one of another frame or window is no instance of ours.
    signal: JsValue,
    listener: Closure<dyn Fn()>,
}

impl Listening {
    /// Listens to `options.signal`, if there is one.
    pub(super) fn to(options: &JsValue) -> Self {
        let signal = get(options, "signal");
        let token = AbortToken::default();
        let raised = token.clone();
        let listener = Closure::<dyn Fn()>::new(move || raised.abort());
        if get(&signal, "aborted").is_truthy() {
            token.abort();
        }
        let listening = Listening { token, signal, listener };
        listening.call("addEventListener");
        listening
    }

    /// Adds or removes the listener, where the signal takes one.
    fn call(&self, method: &str) {
        if let Ok(method) = get(&self.signal, method).dyn_into::<Function>() {
            // A signal always takes a listener; if it did not, the run could merely not be aborted.
            let _ = method.call2(&self.signal, &"abort".into(), self.listener.as_ref());
        }
    }

    /// What the signal was aborted with.
    pub(super) fn reason(&self) -> JsValue {
        get(&self.signal, "reason")
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.call("removeEventListener");
    }
}

/// A promise of `work` that rejects with the signal's reason when `options.signal` fires first.
pub(super) fn abortable(
    options: &JsValue,
    work: impl Future<Output = JsResult<JsValue>> + 'static,
) -> Promise {
    first(Listening::to(options), work.boxed_local())
}

fn first(listening: Listening, work: LocalBoxFuture<'static, JsResult<JsValue>>) -> Promise {
    let raced = async move {
        match listening.token.race(work).await {
            Some(result) => result,
            None => Err(listening.reason()),
        }
    };
    promise(raced.boxed_local())
}
