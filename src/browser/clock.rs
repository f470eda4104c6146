//! Time and chance of the page.

use super::timer::Timer;
use super::watch::Wait;
use crate::clock::Clock;
use futures_util::future::{FutureExt, LocalBoxFuture};
use std::future::poll_fn;

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
