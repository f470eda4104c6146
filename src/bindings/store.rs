//! A canvas as JavaScript sees it: snapshots whose unchanged blocks are the same objects, and listeners that are told of
//! each change in turn.

use super::listeners::Listeners;
use crate::browser::to_js;
use crate::canvas::{Action, Canvas, Change, apply};
use js_sys::{Array, Object, Reflect};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

/// The state and everybody who wants to know of its changes.
pub(super) struct Store {
    pub(super) canvas: Rc<RefCell<Canvas>>,
    pub(super) listeners: Rc<Listeners>,
    /// The block of each widget, in their order. Snapshots have a frozen copy of it: to copy what is frozen takes seventy
    /// times as long.
    blocks: RefCell<Array>,
    snapshot: RefCell<Option<JsValue>>,
    /// Snapshots still to be told; a change made by a listener waits until the others were told.
    queue: RefCell<VecDeque<JsValue>>,
}

impl Store {
    pub(super) fn new(seed: u64) -> Self {
        Store {
            canvas: Rc::new(RefCell::new(Canvas::new(seed))),
            listeners: Rc::default(),
            blocks: RefCell::default(),
            snapshot: RefCell::default(),
            queue: RefCell::default(),
        }
    }

    pub(super) fn snapshot(&self) -> JsValue {
        if let Some(known) = self.snapshot.borrow().as_ref() {
            return known.clone();
        }
        let fresh = Object::new();
        // Setting a property of a fresh object cannot fail.
        let blocks = self.blocks.borrow().slice(0, u32::MAX);
        let _ = Reflect::set(&fresh, &"blocks".into(), &Object::freeze(&blocks));
        let fresh = JsValue::from(Object::freeze(&fresh));
        *self.snapshot.borrow_mut() = Some(fresh.clone());
        fresh
    }

    /// The block of the widget `id`, which is there.
    pub(super) fn block(&self, id: &str) -> JsValue {
        let place = self.canvas.borrow().place(id);
        place.map_or(JsValue::UNDEFINED, |place| self.blocks.borrow().get(place as u32))
    }

    pub(super) fn apply(&self, action: Action) -> Change {
        let change = apply(&self.canvas, action);
        self.changed(&change);
        change
    }

    /// Follows `change`, which the canvas has seen, and tells of it.
    pub(super) fn changed(&self, change: &Change) {
        if matches!(change, Change::None | Change::Refused(_)) {
            return;
        }
        self.follow(change);
        *self.snapshot.borrow_mut() = None;
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

    /// Brings the blocks up to the canvas, at the cost of what has changed.
    fn follow(&self, change: &Change) {
        let canvas = self.canvas.borrow();
        let blocks = self.blocks.borrow().clone();
        match change {
            Change::Added(id) | Change::Updated(id) => {
                if let (Some(place), Some(widget)) = (canvas.place(id), canvas.get(id)) {
                    blocks.set(place as u32, block(widget));
                }
            }
            Change::Removed { place, .. } => {
                let (place, length) = (*place as i32, blocks.length());
                blocks.copy_within(place, place + 1, length as i32);
                blocks.set_length(length.saturating_sub(1));
            }
            Change::Reordered { from, to } => {
                let (from, to) = (*from as i32, *to as i32);
                let moved = blocks.get(from as u32);
                if from < to {
                    blocks.copy_within(from, from + 1, to + 1);
                } else {
                    blocks.copy_within(to + 1, to, from);
                }
                blocks.set(to as u32, moved);
            }
            Change::Reset => {
                *self.blocks.borrow_mut() = canvas.widgets().iter().map(block).collect();
            }
            Change::None | Change::Refused(_) => {}
        }
    }
}

/// A widget as a frozen object; its rows stay as deep as they are.
fn block(widget: &crate::model::Widget) -> JsValue {
    let block: Block = to_js(widget).unchecked_into();
    for part in [block.data(), block.style()] {
        if let Some(part) = part.dyn_ref::<Object>() {
            Object::freeze(part);
        }
    }
    Object::freeze(&block).into()
}

#[wasm_bindgen]
extern "C" {
    /// What [`to_js`] makes of a widget: its fields are no getters of anybody's.
    #[wasm_bindgen(extends = Object)]
    type Block;
    #[wasm_bindgen(method, getter)]
    fn data(this: &Block) -> JsValue;
    #[wasm_bindgen(method, getter)]
    fn style(this: &Block) -> JsValue;
}
