//! Decides who computes the parts of a kernel: the caller alone, or with helpers that take the next part when they are done
//! with one, so that a helper without a processor delays nobody by more than a part.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Condvar, Mutex, PoisonError};

/// Looks before a thread goes to sleep: some microseconds, for kernels follow each other closely.
const LOOKS: usize = 20_000;

/// A job: what to do with each part.
type Job<'a> = &'a (dyn Fn(usize) + Sync);

/// Helpers that wait for jobs, one job at a time.
#[derive(Default)]
pub struct Pool {
    job: Mutex<Option<(Job<'static>, usize)>>,
    /// Counts the jobs; helpers see by it that there is a new one.
    generation: AtomicUsize,
    next: AtomicUsize,
    open: AtomicBool,
    closed: AtomicBool,
    /// A helper died at its part, so that the job can have no answer.
    failed: AtomicBool,
    helpers: AtomicUsize,
    /// Helpers that may be at the job.
    active: AtomicUsize,
    begun: Signal,
    ended: Signal,
}

/// Lets threads sleep until something has changed.
#[derive(Default)]
struct Signal {
    sleepers: AtomicUsize,
    lock: Mutex<()>,
    condition: Condvar,
}

impl Signal {
    /// Returns once `ready` says so: looks for a while, then sleeps.
    fn wait(&self, ready: impl Fn() -> bool) {
        for _ in 0..LOOKS {
            if ready() {
                return;
            }
            std::hint::spin_loop();
        }
        // Whoever makes it ready after this sees the sleeper; whoever made it ready before is seen below.
        self.sleepers.fetch_add(1, SeqCst);
        let mut guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !ready() {
            guard = self.condition.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
        drop(guard);
        self.sleepers.fetch_sub(1, SeqCst);
    }

    fn tell(&self) {
        if self.sleepers.load(SeqCst) > 0 {
            drop(self.lock.lock().unwrap_or_else(PoisonError::into_inner));
            self.condition.notify_all();
        }
    }
}

impl Pool {
    /// Calls `job` with each of `0..parts` once, on this thread and the helpers; returns when all are done.
    ///
    /// # Panics
    /// When a helper has failed.
    pub fn run(&self, parts: usize, job: Job<'_>) {
        if parts < 2 || self.helpers.load(SeqCst) == 0 {
            return (0..parts).for_each(job);
        }
        // SAFETY: no helper holds the job when this returns: `open` is false by then, so none takes it up any more, and
        // those that had it are no longer active.
        let lasting = unsafe { std::mem::transmute::<Job<'_>, Job<'static>>(job) };
        *self.job.lock().unwrap_or_else(PoisonError::into_inner) = Some((lasting, parts));
        self.next.store(0, SeqCst);
        self.open.store(true, SeqCst);
        self.generation.fetch_add(1, SeqCst);
        self.begun.tell();
        self.take_parts(parts, job);
        self.open.store(false, SeqCst);
        self.ended.wait(|| self.active.load(SeqCst) == 0);
        assert!(!self.failed.load(SeqCst), "a helper thread failed");
    }

    /// A helper's life: jobs until the pool is closed.
    pub fn help(&self) {
        let mut seen = self.generation.load(SeqCst);
        self.helpers.fetch_add(1, SeqCst);
        loop {
            self.begun.wait(|| self.generation.load(SeqCst) != seen || self.closed.load(SeqCst));
            if self.closed.load(SeqCst) {
                break;
            }
            seen = self.generation.load(SeqCst);
            self.active.fetch_add(1, SeqCst);
            if self.open.load(SeqCst) {
                let job = *self.job.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some((job, parts)) = job {
                    self.take_parts(parts, job);
                }
            }
            if self.active.fetch_sub(1, SeqCst) == 1 {
                self.ended.tell();
            }
        }
        self.helpers.fetch_sub(1, SeqCst);
    }

    /// Says that a helper died at a job, where alone it can; whoever waits for it fails too, instead of waiting for ever.
    pub fn fail(&self) {
        self.failed.store(true, SeqCst);
        self.helpers.fetch_sub(1, SeqCst);
        self.active.fetch_sub(1, SeqCst);
        self.ended.tell();
    }

    /// Lets all helpers go.
    pub fn close(&self) {
        self.closed.store(true, SeqCst);
        self.begun.tell();
    }

    /// Helpers that wait or work.
    pub fn helpers(&self) -> usize {
        self.helpers.load(SeqCst)
    }

    fn take_parts(&self, parts: usize, job: Job<'_>) {
        loop {
            let part = self.next.fetch_add(1, SeqCst);
            if part >= parts {
                return;
            }
            job(part);
        }
    }
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Pool").field("helpers", &self.helpers()).finish_non_exhaustive()
    }
}

/// The helpers of this engine: those that called [`Pool::help`] on it.
pub static HELPERS: std::sync::LazyLock<Pool> = std::sync::LazyLock::new(Pool::default);

/// Calls `job` with each row of `width` values and its number, on all threads.
pub fn for_each_row<T: Send>(rows: &mut [T], width: usize, job: &(dyn Fn(usize, &mut [T]) + Sync)) {
    let count = rows.len() / width;
    let each = count.div_ceil((HELPERS.helpers() + 1) * 4).max(1);
    let start = Shared(rows.as_mut_ptr());
    HELPERS.run(count.div_ceil(each), &|part| {
        for row in part * each..(part * each + each).min(count) {
            // SAFETY: every row belongs to one part, and `rows` is borrowed until all parts are done.
            job(row, unsafe { start.slice(row * width, width) });
        }
    });
}

/// A slice whose parts go to different threads.
#[derive(Clone, Copy)]
pub(super) struct Shared<T>(pub(super) *mut T);

// SAFETY: `slice` leaves it to its callers that no value is lent twice.
unsafe impl<T: Send> Sync for Shared<T> {}

impl<T> Shared<T> {
    /// SAFETY: the values are there, and nobody else has any of them while the result lives.
    #[allow(clippy::mut_from_ref, reason = "the contract above")]
    pub(super) unsafe fn slice(&self, at: usize, length: usize) -> &mut [T] {
        // SAFETY: the caller's.
        unsafe { std::slice::from_raw_parts_mut(self.0.add(at), length) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_computed_once_with_any_number_of_helpers() {
        for helpers in [0, 1, 3] {
            let pool = Pool::default();
            std::thread::scope(|scope| {
                (0..helpers).for_each(|_| drop(scope.spawn(|| pool.help())));
                while pool.helpers() < helpers {
                    std::thread::yield_now();
                }
                for round in 0..3_000 {
                    let parts = round % 9;
                    let done: Vec<AtomicUsize> = (0..parts).map(|_| AtomicUsize::new(0)).collect();
                    pool.run(parts, &|part| {
                        if let Some(done) = done.get(part) {
                            done.fetch_add(1, SeqCst);
                        }
                    });
                    assert!(
                        done.iter().all(|done| done.load(SeqCst) == 1),
                        "{parts} parts, {helpers} helpers"
                    );
                }
                pool.close();
            });
        }
    }

    #[test]
    fn a_helper_that_dies_at_its_part_ends_the_job_with_a_panic() {
        let pool = Pool::default();
        let caller = std::thread::current().id();
        let caught = |call: &dyn Fn()| std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)).is_err();
        std::thread::scope(|scope| {
            scope.spawn(|| caught(&|| pool.help()).then(|| pool.fail()));
            while pool.helpers() < 1 {
                std::thread::yield_now();
            }
            let both = std::sync::Barrier::new(2);
            let job = |_| {
                both.wait();
                assert_eq!(std::thread::current().id(), caller, "the helper's part");
            };
            assert!(caught(&|| pool.run(2, &job)));
        });
        assert_eq!(pool.helpers(), 0);
    }

    #[test]
    fn helpers_that_fell_asleep_wake_for_the_next_job() {
        let pool = Pool::default();
        std::thread::scope(|scope| {
            scope.spawn(|| pool.help());
            while pool.begun.sleepers.load(SeqCst) == 0 {
                std::thread::yield_now();
            }
            let both = std::sync::Barrier::new(2);
            // Neither part ends before the other has begun, so the helper must have woken.
            pool.run(2, &|_| {
                both.wait();
            });
            pool.close();
        });
    }
}
