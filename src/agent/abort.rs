//! Cancellation: one flag that every await of a run also waits for.

use futures_util::future::{Either, select};
use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Poll, Waker};

/// A flag that is raised at most once. Clones share it.
#[derive(Clone, Default)]
pub struct AbortToken(Rc<State>);

#[derive(Default)]
struct State {
    aborted: Cell<bool>,
    wakers: RefCell<Vec<Waker>>,
}

impl AbortToken {
    /// Raises the flag and wakes whoever waits.
    pub fn abort(&self) {
        self.0.aborted.set(true);
        for waker in self.0.wakers.take() {
            waker.wake();
        }
    }

    /// Whether the flag is raised.
    pub fn is_aborted(&self) -> bool {
        self.0.aborted.get()
    }

    /// Resolves when the flag is raised.
    pub async fn aborted(&self) {
        poll_fn(|context| {
            if self.is_aborted() {
                return Poll::Ready(());
            }
            let mut wakers = self.0.wakers.borrow_mut();
            if !wakers.iter().any(|known| known.will_wake(context.waker())) {
                wakers.push(context.waker().clone());
            }
            Poll::Pending
        })
        .await;
    }

    /// `future`'s value, or `None` when the flag is raised first; `future` is then dropped, which aborts
    /// the request or tool behind it.
    pub async fn race<T>(&self, future: impl Future<Output = T>) -> Option<T> {
        // Without its type: all that wait share one piece of code.
        let future: Pin<&mut dyn Future<Output = T>> = pin!(future);
        match select(pin!(self.aborted()), future).await {
            Either::Left(_) => None,
            Either::Right((value, _)) => Some(value),
        }
    }
}
