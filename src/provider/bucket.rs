//! A token bucket: how long a request waits so that a provider's limits hold.

/// One limit: so many units at once, and so many a minute after that.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    per_minute: f64,
    left: f64,
    at_ms: f64,
}

impl Bucket {
    fn new(per_minute: f64) -> Self {
        Bucket { per_minute, left: per_minute, at_ms: f64::NEG_INFINITY }
    }

    fn refill(&mut self, now_ms: f64) {
        let passed = (now_ms - self.at_ms).max(0.0);
        self.left = (self.left + passed / 60_000.0 * self.per_minute).min(self.per_minute);
        self.at_ms = self.at_ms.max(now_ms);
    }

    /// Takes `units`, on credit where there are too few, and says when they are paid for.
    fn take(&mut self, units: f64, now_ms: f64) -> f64 {
        self.refill(now_ms);
        self.left -= units;
        if self.left >= 0.0 { 0.0 } else { -self.left / self.per_minute * 60_000.0 }
    }
}

/// The limits of one provider, shared by all runs that use it.
#[derive(Clone, Copy, Debug, Default)]
pub struct RateLimiter {
    requests: Option<Bucket>,
    tokens: Option<Bucket>,
}

impl RateLimiter {
    /// Limits per minute; what is `None`, or not above 0, has no limit.
    pub fn new(requests_per_minute: Option<f64>, tokens_per_minute: Option<f64>) -> Self {
        let bucket = |limit: Option<f64>| limit.filter(|limit| *limit > 0.0).map(Bucket::new);
        RateLimiter { requests: bucket(requests_per_minute), tokens: bucket(tokens_per_minute) }
    }

    /// Books a request of about `tokens` tokens and returns how many milliseconds it must wait. A request that is
    /// larger than a whole minute's tokens waits until the bucket is full, and is then let through.
    pub fn reserve(&mut self, tokens: f64, now_ms: f64) -> f64 {
        let requests = self.requests.as_mut().map_or(0.0, |bucket| bucket.take(1.0, now_ms));
        let tokens = self.tokens.as_mut().map_or(0.0, |bucket| {
            let most = bucket.per_minute;
            bucket.take(tokens.clamp(0.0, most), now_ms)
        });
        requests.max(tokens)
    }

    /// Books what a reply cost beyond what was reserved for it; a negative number gives back.
    pub fn settle(&mut self, tokens: f64, now_ms: f64) {
        if let Some(bucket) = &mut self.tokens {
            bucket.take(tokens, now_ms);
        }
    }
}
