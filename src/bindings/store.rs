//! A canvas as JavaScript sees it: snapshots whose unchanged blocks are the same objects, and listeners that are told of
//! each change in turn.

use super::blocks;
use super::listeners::Listeners;
use crate::canvas::{Action, Canvas, Change, apply};
use crate::clock::Clock;
use js_sys::{Array, Object};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use wasm_bindgen::JsValue;

/// The state and everybody who wants to know of its changes.
pub(super) struct Store {
    pub(super) canvas: Rc<RefCell<Canvas>>,
    pub(super) listeners: Rc<Listeners>,
    /// The block of each widget, in their order. Snapshots have a frozen copy of it: to copy what is frozen takes seventy
    /// times as long.
    blocks: RefCell<Array>,
    snapshot: RefCell<Option<JsValue>>,
    /// What is selected where nothing is.
    nothing: JsValue,
    /// Snapshots still to be told; a change made by a listener waits until the others were told.
    queue: RefCell<VecDeque<JsValue>>,
    /// Whether a transaction has changed something that nobody was told yet; `None` outside of one.
    untold: Cell<Option<bool>>,
}

impl Store {
    pub(super) fn new(clock: Rc<dyn Clock>) -> Self {
        let canvas = Canvas::new(clock.random()).remembering(clock);
        Store {
            canvas: Rc::new(RefCell::new(canvas)),
            listeners: Rc::default(),
            blocks: RefCell::default(),
            snapshot: RefCell::default(),
            nothing: Object::freeze(&Array::new()).into(),
            queue: RefCell::default(),
            untold: Cell::default(),
        }
    }

    pub(super) fn snapshot(&self) -> JsValue {
        if let Some(known) = self.snapshot.borrow().as_ref() {
            return known.clone();
        }
        let fresh = blocks::snapshot(&self.blocks.borrow(), &self.canvas.borrow(), &self.nothing);
        *self.snapshot.borrow_mut() = Some(fresh.clone());
        fresh
    }

    /// The block of the widget `id`, which is there.
    pub(super) fn block(&self, id: &str) -> JsValue {
        let place = self.canvas.borrow().place(id);
        place.map_or(JsValue::UNDEFINED, |place| self.blocks.borrow().get(place as u32))
    }

    pub(super) fn apply(&self, actor: &str, action: Action) -> Change {
        let change = apply(&self.canvas, actor, action);
        self.changed(&change);
        change
    }

    /// Makes what follows one thing; false where that is so already. Nobody is told until [`Store::close`].
    pub(super) fn open(&self, actor: &str, label: &str) -> bool {
        let opened = self.canvas.borrow_mut().open(actor, label);
        if opened {
            self.untold.set(Some(false));
        }
        opened
    }

    /// Ends what [`Store::open`] began, and tells of it; all of it is taken back unless it is to be kept.
    pub(super) fn close(&self, keep: bool) {
        let change = self.canvas.borrow_mut().close(keep);
        self.follow(&change);
        let changed = self.untold.take().unwrap_or(false);
        if changed {
            self.tell();
        }
    }

    /// Forgets what was done, and tells that nothing can be taken back.
    pub(super) fn forget_history(&self) {
        self.canvas.borrow_mut().forget_history();
        *self.snapshot.borrow_mut() = None;
        match self.untold.get() {
            Some(_) => self.untold.set(Some(true)),
            None => self.tell(),
        }
    }

    /// Follows `change`, which the canvas has seen, and tells of it.
    pub(super) fn changed(&self, change: &Change) {
        if matches!(change, Change::None | Change::Refused(_)) {
            return;
        }
        self.follow(change);
        match self.untold.get() {
            Some(_) => self.untold.set(Some(true)),
            None => self.tell(),
        }
    }

    fn tell(&self) {
        if self.listeners.is_empty() {
            return;
        }
        let snapshot = self.snapshot();
        let telling = {
            let mut queue = self.queue.borrow_mut();
            queue.push_back(snapshot);
            queue.len() > 1
        };
        if telling {
            return;
        }
        loop {
            let Some(next) = self.queue.borrow().front().cloned() else { break };
            self.listeners.tell(&next);
            self.queue.borrow_mut().pop_front();
        }
    }

    fn follow(&self, change: &Change) {
        self.snapshot.replace(None);
        blocks::follow(&self.blocks, &self.canvas.borrow(), change);
    }
}
