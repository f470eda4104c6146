//! The port to time and chance, so that everything else can be replayed.

use futures_util::future::{LocalBoxFuture, ready};

/// Tells the time and draws random numbers.
pub trait Clock {
    /// Milliseconds since 1970, with fractions where the platform has them.
    fn now_ms(&self) -> f64;
    /// A uniformly drawn number.
    fn random(&self) -> u64;
    /// Resolves after `ms` milliseconds. Dropping it is free.
    fn sleep(&self, ms: f64) -> LocalBoxFuture<'static, ()>;
    /// Resolves once the page has had time to draw and to hear the person; at once where there is none.
    fn breathe(&self) -> LocalBoxFuture<'static, ()> {
        Box::pin(ready(()))
    }
}
