//! Timers of the page.

use js_sys::Function;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = setTimeout, catch)]
    pub(super) fn set_timeout(listener: &Function, ms: f64) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_name = clearTimeout, catch)]
    fn clear_timeout(id: &JsValue) -> Result<(), JsValue>;
}

/// A timer that is cleared when nobody waits for it any more; it would keep Node alive.
pub(super) struct Timer {
    id: JsValue,
    rung: Rc<Cell<bool>>,
    waker: Rc<RefCell<Option<Waker>>>,
    _listener: Closure<dyn Fn()>,
}

impl Timer {
    pub(super) fn start(ms: f64) -> Option<Self> {
        let rung = Rc::new(Cell::new(false));
        let waker: Rc<RefCell<Option<Waker>>> = Rc::default();
        let (rings, waits) = (rung.clone(), waker.clone());
        let listener = Closure::<dyn Fn()>::new(move || {
            rings.set(true);
            if let Some(waker) = waits.take() {
                waker.wake();
            }
        });
        let id = set_timeout(listener.as_ref().unchecked_ref(), ms).ok()?;
        Some(Timer { id, rung, waker, _listener: listener })
    }

    pub(super) fn poll(&self, context: &Context<'_>) -> Poll<()> {
        if self.rung.get() {
            return Poll::Ready(());
        }
        self.waker.replace(Some(context.waker().clone()));
        Poll::Pending
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        // Clearing a timer that is over does nothing.
        let _ = clear_timeout(&self.id);
    }
}
