//! The port to time and chance, so that everything else can be replayed.

/// Tells the time and draws random numbers.
pub trait Clock {
    /// Milliseconds since 1970, with fractions where the platform has them.
    fn now_ms(&self) -> f64;
    /// A uniformly drawn number.
    fn random(&self) -> u64;
}
