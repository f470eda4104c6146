//! A provider of this package that JavaScript holds: the core uses it directly, and conversations do not cross
//! the boundary at each step.

use crate::provider::Provider;
use js_sys::{Function, Reflect};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

/// Where a provider puts itself.
#[wasm_bindgen(js_name = RawSlot)]
pub struct Slot(pub(crate) Rc<RefCell<Option<Rc<dyn Provider>>>>);

/// The core's provider behind the page's object, when it is one of this package and is ready: such an object has a
/// method `lend` that takes a slot.
pub(crate) fn lent_provider(provider: &JsValue) -> Option<Rc<dyn Provider>> {
    let lend: Function = Reflect::get(provider, &"lend".into()).ok()?.dyn_into().ok()?;
    let place: Rc<RefCell<Option<Rc<dyn Provider>>>> = Rc::default();
    lend.call1(provider, &JsValue::from(Slot(Rc::clone(&place)))).ok()?;
    place.take()
}
