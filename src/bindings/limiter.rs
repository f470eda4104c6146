//! A provider's limits for JavaScript; wrapped by `withRateLimit` in `js/provider/rate-limit.ts`.

use crate::browser::BrowserClock;
use crate::clock::Clock;
use crate::provider::RateLimiter;
use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(js_name = RawRateLimiter)]
pub struct LimiterHandle(RefCell<RateLimiter>);

#[wasm_bindgen(js_class = RawRateLimiter)]
impl LimiterHandle {
    #[wasm_bindgen(constructor)]
    pub fn new(requests_per_minute: Option<f64>, tokens_per_minute: Option<f64>) -> LimiterHandle {
        LimiterHandle(RefCell::new(RateLimiter::new(requests_per_minute, tokens_per_minute)))
    }

    /// Milliseconds that the request must wait.
    pub fn reserve(&self, tokens: f64) -> f64 {
        self.0.borrow_mut().reserve(tokens, BrowserClock.now_ms())
    }

    pub fn settle(&self, tokens: f64) {
        self.0.borrow_mut().settle(tokens, BrowserClock.now_ms());
    }
}
