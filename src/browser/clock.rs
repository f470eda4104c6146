//! Time and chance of the page.

use super::watch::Wait;
use crate::clock::Clock;
use futures_util::future::{FutureExt, LocalBoxFuture};
use js_sys::Function;
use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};

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
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = setTimeout, catch)]
    pub(super) fn set_timeout(listener: &Function, ms: f64) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_name = clearTimeout, catch)]
    fn clear_timeout(id: &JsValue) -> Result<(), JsValue>;
}

/// A timer that is cleared when nobody waits for it any more; it would keep Node alive.
struct Timer {
    id: JsValue,
    rung: Rc<Cell<bool>>,
    waker: Rc<RefCell<Option<Waker>>>,
    _listener: Closure<dyn Fn()>,
}

impl Timer {
    fn start(ms: f64) -> Option<Self> {
        let rung = Rc::new(Cell::new(false));
        let waker: Rc<RefCell<Option<Waker>>> = Rc::default();
        let (rings, waits) = (rung.clone(), waker.clone());
        let listener = Closure::<dyn Fn()>::new(move || {
            rings.set(true);
            if let Some(waker) = waits.take() {
                waker.wake();
            }
        });
        let id = set_timeout(listener.as_ref().unchecked_ref(), ms).ok()?;
        Some(Timer { id, rung, waker, _listener: listener })
    }

    fn poll(&self, context: &Context<'_>) -> Poll<()> {
        if self.rung.get() {
            return Poll::Ready(());
        }
        self.waker.replace(Some(context.waker().clone()));
        Poll::Pending
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        // Clearing a timer that is over does nothing.
        let _ = clear_timeout(&self.id);
    }
}
