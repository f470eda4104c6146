//! The canvas store for JavaScript.

use super::Unknown;
use super::error::{JsResult, invalid};
use super::store::Store;
use super::take::{Callback, Number, Text, get};
use crate::browser::{BrowserClock, from_js};
use crate::canvas::{Action, Change};
use crate::clock::Clock;
use crate::error::{Code, Error};
use crate::json::FromJson;
use crate::model::Widget;
use js_sys::{Function, Reflect};
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

/// See `CanvasVanilla` in `js/types/canvas.ts`.
#[wasm_bindgen]
#[derive(Clone)]
pub struct CanvasVanilla(Rc<Store>);

/// Where a canvas puts itself, for a function that takes one: only a canvas of this package can.
#[wasm_bindgen(js_name = RawCanvasSlot)]
pub struct CanvasSlot(Rc<RefCell<Option<Rc<Store>>>>);

/// The store behind the page's object, when it is a canvas of this package.
pub(super) fn lent_store(canvas: &JsValue) -> Option<Rc<Store>> {
    let lend: Function = Reflect::get(canvas, &"lend".into()).ok()?.dyn_into().ok()?;
    let place: Rc<RefCell<Option<Rc<Store>>>> = Rc::default();
    lend.call1(canvas, &JsValue::from(CanvasSlot(Rc::clone(&place)))).ok()?;
    place.take()
}

#[wasm_bindgen(js_name = createCanvasVanilla)]
pub fn create_canvas_vanilla() -> CanvasVanilla {
    CanvasVanilla(Rc::new(Store::new(BrowserClock.random())))
}

#[wasm_bindgen]
impl CanvasVanilla {
    pub fn lend(&self, slot: &CanvasSlot) {
        *slot.0.borrow_mut() = Some(self.0.clone());
    }

    #[wasm_bindgen(getter, unchecked_return_type = "unknown")]
    pub fn blocks(&self) -> JsResult<JsValue> {
        Reflect::get(&self.0.snapshot(), &"blocks".into())
    }

    #[wasm_bindgen(getter, js_name = blockCount)]
    pub fn block_count(&self) -> usize {
        self.0.canvas.borrow().widgets().len()
    }

    #[wasm_bindgen(getter, js_name = isEmpty)]
    pub fn is_empty(&self) -> bool {
        self.block_count() == 0
    }

    #[wasm_bindgen(js_name = getSnapshot, unchecked_return_type = "unknown")]
    pub fn get_snapshot(&self) -> JsValue {
        self.0.snapshot()
    }

    #[wasm_bindgen(unchecked_return_type = "unknown")]
    pub fn subscribe(&self, listener: Callback) -> JsResult<JsValue> {
        Ok(self.0.listeners.add(listener.read("subscribe: listener")?))
    }

    #[wasm_bindgen(js_name = addWidget, unchecked_return_type = "unknown")]
    pub fn add_widget(&self, kind: Text, data: Unknown, options: Unknown) -> JsResult<JsValue> {
        let kind = kind.read("addWidget: type")?;
        let server_name = get(&options, "serverName").as_string();
        let data = object("addWidget: data", &data)?;
        match done(self.0.apply(Action::Add { id: None, kind, data, server_name }))? {
            Change::Added(id) => Ok(self.0.block(&id)),
            _ => Ok(JsValue::UNDEFINED),
        }
    }

    #[wasm_bindgen(js_name = addBlock, unchecked_return_type = "unknown")]
    pub fn add_block(&self, kind: Text, data: Unknown) -> JsResult<JsValue> {
        self.add_widget(kind, data, JsValue::UNDEFINED.into())
    }

    #[wasm_bindgen(js_name = updateWidget)]
    pub fn update_widget(&self, id: Text, patch: Unknown) -> JsResult<bool> {
        let id = id.read("updateWidget: id")?;
        self.act(Action::Update { id, patch: object("updateWidget: patch", &patch)? })
    }

    #[wasm_bindgen(js_name = updateBlock)]
    pub fn update_block(&self, id: Text, patch: Unknown) -> JsResult<bool> {
        self.update_widget(id, patch)
    }

    #[wasm_bindgen(js_name = moveWidget)]
    pub fn move_widget(&self, id: Text, x: Number, y: Number) -> JsResult<bool> {
        let id = id.read("moveWidget: id")?;
        self.act(Action::Move { id, x: x.read("moveWidget: x")?, y: y.read("moveWidget: y")? })
    }

    #[wasm_bindgen(js_name = resizeWidget)]
    pub fn resize_widget(&self, id: Text, width: Number, height: Number) -> JsResult<bool> {
        let id = id.read("resizeWidget: id")?;
        let (width, height) = (width.read("resizeWidget: width")?, height.read("resizeWidget: height")?);
        self.act(Action::Resize { id, width, height })
    }

    #[wasm_bindgen(js_name = styleWidget)]
    pub fn style_widget(&self, id: Text, styles: Unknown) -> JsResult<bool> {
        let id = id.read("styleWidget: id")?;
        self.act(Action::Style { id, styles: object("styleWidget: styles", &styles)? })
    }

    #[wasm_bindgen(js_name = removeWidget)]
    pub fn remove_widget(&self, id: Text) -> JsResult<bool> {
        self.act(Action::Remove { id: id.read("removeWidget: id")? })
    }

    #[wasm_bindgen(js_name = removeBlock)]
    pub fn remove_block(&self, id: Text) -> JsResult<bool> {
        self.remove_widget(id)
    }

    #[wasm_bindgen(js_name = moveBlock)]
    pub fn move_block(&self, id: Text, to: Text) -> JsResult<bool> {
        self.act(Action::Reorder { id: id.read("moveBlock: fromId")?, to: to.read("moveBlock: toId")? })
    }

    pub fn clear(&self) {
        self.0.apply(Action::Clear);
    }

    #[wasm_bindgen(js_name = clearBlocks)]
    pub fn clear_blocks(&self) {
        self.clear();
    }

    #[wasm_bindgen(js_name = setBlocks)]
    pub fn set_blocks(&self, blocks: Unknown) -> JsResult<()> {
        let unusable = |problem: &str| invalid("setBlocks: blocks must be a list of {type, data}", problem);
        let mut blocks: Vec<Map<String, Value>> = from_js(&blocks).map_err(|problem| unusable(&problem))?;
        for block in &mut blocks {
            block.entry("id").or_insert_with(|| Value::String(String::new()));
        }
        let widgets: Result<Vec<Widget>, _> =
            blocks.into_iter().map(|block| Widget::from_json(Value::Object(block))).collect();
        let widgets = widgets.map_err(|problem| unusable(&problem))?;
        done(self.0.apply(Action::SetAll(widgets))).map(|_| ())
    }

    fn act(&self, action: Action) -> JsResult<bool> {
        Ok(done(self.0.apply(action))? != Change::None)
    }
}

/// What the canvas refused is the page's mistake.
fn done(change: Change) -> JsResult<Change> {
    match change {
        Change::Refused(problem) => {
            let why = problem.get("error").and_then(Value::as_str).unwrap_or("refused").to_owned();
            let place = problem.pointer("/details/0/path").and_then(Value::as_str);
            let place = place.map(|path| format!(" at '{path}'")).unwrap_or_default();
            let message = format!("The canvas did not change: {why}{place}. See the error's details.");
            Err(Error::new(Code::InvalidArgument, message).with_details(problem).into())
        }
        change => Ok(change),
    }
}

fn object(what: &str, value: &JsValue) -> JsResult<Map<String, Value>> {
    if value.is_undefined() {
        return Ok(Map::new());
    }
    from_js(value).map_err(|problem| invalid(&format!("{what} must be a plain object"), &problem))
}
