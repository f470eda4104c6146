//! Time and chance of the page.

use crate::clock::Clock;
use futures_util::future::{FutureExt, LocalBoxFuture};
use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

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
        let timer = Timer::start(ms);
        async move {
            // A page without timers never times out.
            if let Some(timer) = &timer {
                let _ = JsFuture::from(timer.done.clone()).await;
            } else {
                std::future::pending::<()>().await;
            }
        }
        .boxed_local()
    }
}

/// A timer that is cleared when nobody waits for it any more; it would keep Node alive.
struct Timer {
    id: JsValue,
    done: Promise,
}

impl Timer {
    fn start(ms: f64) -> Option<Self> {
        let set = global("setTimeout")?;
        let mut id = JsValue::UNDEFINED;
        let done = Promise::new(&mut |resolve, _| {
            id = set.call2(&JsValue::UNDEFINED, &resolve, &ms.into()).unwrap_or(JsValue::UNDEFINED);
        });
        Some(Timer { id, done })
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        if let Some(clear) = global("clearTimeout") {
            // Clearing a timer that is over does nothing.
            let _ = clear.call1(&JsValue::UNDEFINED, &self.id);
        }
    }
}

fn global(name: &str) -> Option<Function> {
    Reflect::get(&js_sys::global(), &name.into()).ok()?.dyn_into().ok()
}
