//! Time and chance of the page.

use crate::clock::Clock;

/// `Date.now` and `Math.random`.
pub(crate) struct BrowserClock;

impl Clock for BrowserClock {
    fn now_ms(&self) -> f64 {
        js_sys::Date::now()
    }

    fn random(&self) -> u64 {
        (js_sys::Math::random() * 9_007_199_254_740_992.0) as u64
    }
}
