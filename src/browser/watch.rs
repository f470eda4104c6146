//! Long waits, of which most never come to their end: one timer looks after all of them, a few times a second. A
//! timer for each would be the dearest part of a request that is answered at once.

use super::timer::set_timeout;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::task::{Context, Poll, Waker};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;

/// How often is looked, milliseconds.
const TICK_MS: f64 = 250.0;

thread_local! {
    static WATCH: Watch = Watch {
        waits: RefCell::default(),
        ticking: Cell::new(false),
        listener: Closure::new(|| WATCH.with(Watch::tick)),
    };
}

struct Watch {
    /// Those that nobody waits for any more are dropped at the next look.
    waits: RefCell<Vec<Weak<State>>>,
    ticking: Cell<bool>,
    listener: Closure<dyn Fn()>,
}

#[derive(Default)]
struct State {
    until_ms: f64,
    over: Cell<bool>,
    waker: RefCell<Option<Waker>>,
}

/// A wait that ends up to a quarter of a second late.
pub(super) struct Wait(Rc<State>);

impl Wait {
    pub(super) fn until(until_ms: f64) -> Self {
        let state = Rc::new(State { until_ms, ..State::default() });
        WATCH.with(|watch| {
            watch.waits.borrow_mut().push(Rc::downgrade(&state));
            if !watch.ticking.get() {
                watch.go_on();
            }
        });
        Wait(state)
    }

    pub(super) fn poll(&self, context: &Context<'_>) -> Poll<()> {
        if self.0.over.get() {
            return Poll::Ready(());
        }
        self.0.waker.replace(Some(context.waker().clone()));
        Poll::Pending
    }
}

impl Watch {
    /// Where there are no timers, nothing is ever late.
    fn go_on(&self) {
        self.ticking.set(set_timeout(self.listener.as_ref().unchecked_ref(), TICK_MS).is_ok());
    }

    fn tick(&self) {
        let now_ms = js_sys::Date::now();
        let mut over = Vec::new();
        self.waits.borrow_mut().retain(|wait| match wait.upgrade() {
            Some(state) if state.until_ms <= now_ms => {
                over.push(state);
                false
            }
            Some(_) => true,
            None => false,
        });
        // Without waits the timer rests: it would keep Node alive.
        self.ticking.set(false);
        if !self.waits.borrow().is_empty() {
            self.go_on();
        }
        for state in over {
            state.over.set(true);
            if let Some(waker) = state.waker.take() {
                waker.wake();
            }
        }
    }
}
