//! The token bucket of a provider.

use proptest::prelude::*;
use webmcp_auto_ui::provider::RateLimiter;

/// Whole milliseconds.
fn wait(limiter: &mut RateLimiter, tokens: f64, now_ms: f64) -> u64 {
    limiter.reserve(tokens, now_ms).round() as u64
}

#[test]
fn requests_wait_for_their_turn() {
    let mut limiter = RateLimiter::new(Some(60.0), None);
    for _ in 0..60 {
        assert_eq!(wait(&mut limiter, 1e9, 0.0), 0);
    }
    assert_eq!(wait(&mut limiter, 1.0, 0.0), 1000);
    assert_eq!(wait(&mut limiter, 1.0, 0.0), 2000);
    assert_eq!(wait(&mut limiter, 1.0, 4000.0), 0, "the debt is paid after three seconds");
}

#[test]
fn tokens_are_booked_and_settled() {
    let mut limiter = RateLimiter::new(None, Some(1000.0));
    assert_eq!(wait(&mut limiter, 1000.0, 0.0), 0);
    limiter.settle(-500.0, 0.0);
    assert_eq!(wait(&mut limiter, 500.0, 0.0), 0);
    limiter.settle(250.0, 0.0);
    assert_eq!(wait(&mut limiter, 0.0, 0.0), 15000);
    let mut small = RateLimiter::new(None, Some(10.0));
    assert_eq!(
        wait(&mut small, 1e6, 0.0),
        0,
        "a request larger than the bucket is let through when it is full"
    );
    assert_eq!(wait(&mut small, 1e6, 0.0), 60000);
}

#[test]
fn without_limits_nothing_waits() {
    for mut limiter in [RateLimiter::default(), RateLimiter::new(Some(0.0), Some(-1.0))] {
        assert_eq!(wait(&mut limiter, 1e9, 0.0), 0);
    }
}

proptest! {
    #[test]
    fn no_minute_has_more_requests_than_allowed(
        limit in 1u32..20,
        gaps in proptest::collection::vec(0.0f64..10_000.0, 1..60),
    ) {
        let mut limiter = RateLimiter::new(Some(f64::from(limit)), None);
        let mut now = 0.0;
        let mut starts = Vec::new();
        for gap in gaps {
            now += gap;
            starts.push(now + limiter.reserve(1.0, now));
        }
        // A full bucket and one refill may fall into the same minute, as with every token bucket.
        for start in &starts {
            let within = starts.iter().filter(|other| **other >= *start && **other < start + 60_000.0 - 1e-6);
            prop_assert!(within.count() <= 2 * limit as usize);
        }
        prop_assert!(starts.windows(2).all(|pair| pair[0] <= pair[1] + 1e-6), "first come, first served");
    }
}
