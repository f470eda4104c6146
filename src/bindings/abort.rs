//! An `AbortSignal` of the page as an [`AbortToken`].

use super::error::JsResult;
use crate::agent::AbortToken;
use js_sys::{Promise, Reflect};
use std::future::Future;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::future_to_promise;
use web_sys::AbortSignal;

/// The token of a signal, listening as long as it lives.
pub(super) struct Listening {
    pub(super) token: AbortToken,
    signal: Option<AbortSignal>,
    listener: Closure<dyn Fn()>,
}

impl Listening {
    /// Listens to `options.signal`, if there is one.
    pub(super) fn to(options: &JsValue) -> Self {
        let signal = Reflect::get(options, &"signal".into())
            .ok()
            .and_then(|signal| signal.dyn_into::<AbortSignal>().ok());
        let token = AbortToken::default();
        let raised = token.clone();
        let listener = Closure::<dyn Fn()>::new(move || raised.abort());
        if let Some(signal) = &signal {
            if signal.aborted() {
                token.abort();
            }
            // A signal always takes a listener; if it did not, the run could merely not be aborted.
            let _ = signal.add_event_listener_with_callback("abort", listener.as_ref().unchecked_ref());
        }
        Listening { token, signal, listener }
    }

    /// What the signal was aborted with.
    pub(super) fn reason(&self) -> JsValue {
        self.signal.as_ref().map_or(JsValue::UNDEFINED, AbortSignal::reason)
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        if let Some(signal) = &self.signal {
            let _ =
                signal.remove_event_listener_with_callback("abort", self.listener.as_ref().unchecked_ref());
        }
    }
}

/// A promise of `work` that rejects with the signal's reason when `options.signal` fires first.
pub(super) fn abortable<F>(options: &JsValue, work: F) -> Promise
where
    F: Future<Output = JsResult<JsValue>> + 'static,
{
    let listening = Listening::to(options);
    future_to_promise(async move {
        match listening.token.race(work).await {
            Some(result) => result,
            None => Err(listening.reason()),
        }
    })
}
