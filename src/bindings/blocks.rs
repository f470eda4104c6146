//! The widgets of a canvas as frozen objects of JavaScript: what did not change stays the same object.

use crate::browser::to_js;
use crate::canvas::{Canvas, Change, Entry};
use crate::model::{InLayout, Layout, Widget};
use js_sys::{Array, Object};
use serde_json::{Value, json};
use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

/// What `canvas` holds, whose blocks these are.
///
/// `nothing` is an empty list that is frozen.
pub(super) fn snapshot(blocks: &Array, canvas: &Canvas, nothing: &JsValue) -> JsValue {
    let fresh: Snapshot = Object::new().unchecked_into();
    fresh.set_blocks(&Object::freeze(&blocks.slice(0, u32::MAX)));
    let (can_undo, can_redo) = canvas.can_undo_and_redo();
    fresh.set_layout(canvas.layout().name());
    fresh.set_can_undo(can_undo);
    fresh.set_can_redo(can_redo);
    match canvas.selected().next() {
        Some(_) => {
            fresh.set_selected(&Object::freeze(&canvas.selected().map(JsValue::from).collect::<Array>()));
        }
        None => fresh.set_selected(nothing),
    }
    JsValue::from(Object::freeze(&fresh))
}

/// Brings the blocks up to the canvas, at the cost of what has changed.
pub(super) fn follow(all: &RefCell<Array>, canvas: &Canvas, change: &Change) {
    let blocks = all.borrow().clone();
    let steps = match change {
        Change::Several(steps) => steps.as_slice(),
        only => std::slice::from_ref(only),
    };
    for step in steps {
        // One that came at the end needs no room.
        if steps.len() > 1 || !matches!(step, Change::Added { place, .. } if *place as u32 == blocks.length())
        {
            make_room(&blocks, step);
        }
    }
    let layout = canvas.layout();
    for step in steps {
        // It may be gone again, by a later step.
        if let Change::Added { id, .. } | Change::Updated(id) = step
            && let (Some(place), Some(widget)) = (canvas.place(id), canvas.get(id))
        {
            blocks.set(place as u32, block(widget, layout));
        }
    }
    if steps.contains(&Change::Reset) {
        *all.borrow_mut() = canvas.widgets().iter().map(|widget| block(widget, layout)).collect();
    }
}

/// Moves the blocks to where they stand after `step`.
fn make_room(blocks: &Array, step: &Change) {
    let length = blocks.length();
    match step {
        Change::Added { place, .. } => {
            let place = *place as i32;
            blocks.set(length, JsValue::UNDEFINED);
            if (place as u32) < length {
                blocks.copy_within(place + 1, place, length as i32);
            }
        }
        Change::Removed { place, .. } => {
            let place = *place as i32;
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
        _ => {}
    }
}

/// A widget as a frozen object; its rows stay as deep as they are.
fn block(widget: &Widget, layout: Layout) -> JsValue {
    let block: Block = to_js(&InLayout(widget, layout)).unchecked_into();
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

    /// See `CanvasSnapshot` in `js/types/canvas.ts`. Setters of a type are compiled to JavaScript: no name is copied at each.
    #[wasm_bindgen(extends = Object)]
    type Snapshot;
    #[wasm_bindgen(method, setter)]
    fn set_blocks(this: &Snapshot, blocks: &JsValue);
    #[wasm_bindgen(method, setter)]
    fn set_layout(this: &Snapshot, layout: &str);
    #[wasm_bindgen(method, setter)]
    fn set_selected(this: &Snapshot, ids: &JsValue);
    #[wasm_bindgen(method, setter = canUndo)]
    fn set_can_undo(this: &Snapshot, can: bool);
    #[wasm_bindgen(method, setter = canRedo)]
    fn set_can_redo(this: &Snapshot, can: bool);
}

/// What was done on a canvas, as a page reads it.
pub(super) fn told(entries: &[&Entry]) -> Vec<Value> {
    let told = |entry: &&Entry| json!({"number": entry.number, "actor": entry.actor, "label": entry.label, "at": entry.at_ms});
    entries.iter().map(told).collect()
}
