//! Time and chance of the page.

use super::timer::Timer;
use super::watch::Wait;
use crate::clock::Clock;
use futures_util::future::{FutureExt, LocalBoxFuture};
use js_sys::Promise;
use std::future::poll_fn;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    /// Fails where the browser has no scheduler, as Safari.
    #[wasm_bindgen(js_namespace = scheduler, js_name = "yield", catch)]
    fn scheduler_yield() -> Result<Promise, JsValue>;
}

/// Waits from here on may end a little late, milliseconds.
const LONG_MS: f64 = 2_000.0;

/// `Date.now`, `Math.random` and `setTimeout`.
pub(crate) struct BrowserClock;

impl Clock for BrowserClock {
    fn now_ms(&self) -> f64 {
        js_sys::Date::now()
    }

    fn random(&self) -> u64 {
        (js_sys::Math::random() * 9_007_199_254_740_992.0) as u64
    }

    fn sleep(&self, ms: f64) -> LocalBoxFuture<'static, ()> {
        if ms >= LONG_MS {
            let wait = Wait::until(self.now_ms() + ms);
            return poll_fn(move |context| wait.poll(context)).boxed_local();
        }
        match Timer::start(ms) {
            Some(timer) => poll_fn(move |context| timer.poll(context)).boxed_local(),
            // A page without timers never times out.
            None => std::future::pending().boxed_local(),
        }
    }

    fn breathe(&self) -> LocalBoxFuture<'static, ()> {
        match scheduler_yield() {
            Ok(turn) => JsFuture::from(turn).map(drop).boxed_local(),
            Err(_) => self.sleep(0.0),
        }
    }
}
