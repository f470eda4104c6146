//! Listeners of the page: called in order, none of them able to silence the others.

use crate::browser::describe;
use js_sys::Function;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;

/// A set of functions. No borrow is held while one of them runs.
#[derive(Default)]
pub(super) struct Listeners {
    entries: RefCell<Vec<(u64, Function)>>,
    next: Cell<u64>,
}

impl Listeners {
    /// Adds `listener` and returns the function that takes it away again, as often as one likes.
    pub(super) fn add(self: &Rc<Self>, listener: Function) -> JsValue {
        let key = self.next.get();
        self.next.set(key + 1);
        self.entries.borrow_mut().push((key, listener));
        let listeners = Rc::downgrade(self);
        unsubscribe(move || Self::remove(&listeners, key))
    }

    /// Whether nobody listens.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.borrow().is_empty()
    }

    fn remove(listeners: &Weak<Self>, key: u64) {
        if let Some(listeners) = listeners.upgrade() {
            listeners.entries.borrow_mut().retain(|(known, _)| *known != key);
        }
    }

    /// Calls each listener that is still there when its turn comes.
    pub(super) fn tell(&self, value: &JsValue) {
        let now: Vec<u64> = self.entries.borrow().iter().map(|(key, _)| *key).collect();
        for key in now {
            let listener = self
                .entries
                .borrow()
                .iter()
                .find(|(known, _)| *known == key)
                .map(|(_, listener)| listener.clone());
            if let Some(listener) = listener {
                report(listener.call1(&JsValue::UNDEFINED, value));
            }
        }
    }
}

/// A JavaScript function that runs `remove`.
pub(super) fn unsubscribe(remove: impl Fn() + 'static) -> JsValue {
    // The page owns the function; the garbage collector frees the closure behind it with it.
    Closure::<dyn Fn()>::new(remove).into_js_value()
}

/// Reports what a listener threw, as the browser does for its own events.
pub(super) fn report(outcome: Result<JsValue, JsValue>) {
    if let Err(thrown) = outcome
        && super::report_error(&thrown).is_err()
        // Node has no reportError. What was thrown may be something that even a console chokes on.
        && super::console_error(&thrown).is_err()
    {
        let _ = super::console_error(&describe(&thrown).into());
    }
}
