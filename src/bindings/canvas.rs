//! The canvas store for JavaScript.

use super::error::{JsResult, invalid};
use super::store::Store;
use super::take::{Callback, Number, Text, get};
use super::{Unknown, blocks};
use crate::browser::{BrowserClock, from_js, to_js};
use crate::canvas::{Action, Change, PERSON};
use crate::error::{Code, Error};
use crate::json::Record;
use crate::model::Widget;
use crate::server::canvas_action;
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
    CanvasVanilla(Rc::new(Store::new(Rc::new(BrowserClock))))
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
        match done(self.0.apply(PERSON, Action::Add { id: None, kind, data, server_name }))? {
            Change::Added { id, .. } => Ok(self.0.block(&id)),
            _ => Ok(JsValue::UNDEFINED),
        }
    }

    #[wasm_bindgen(js_name = updateWidget)]
    pub fn update_widget(&self, id: Text, patch: Unknown) -> JsResult<bool> {
        let id = id.read("updateWidget: id")?;
        self.act(Action::Update { id, patch: object("updateWidget: patch", &patch)? })
    }

    #[wasm_bindgen(js_name = moveWidget)]
    pub fn move_widget(&self, id: Text, x: Number, y: Number) -> JsResult<bool> {
        let id = id.read("moveWidget: id")?;
        let (x, y) = (x.read("moveWidget: x")?, y.read("moveWidget: y")?);
        self.act(Action::Move { id, x, y, alone: false })
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

    #[wasm_bindgen(js_name = moveBlock)]
    pub fn move_block(&self, id: Text, to: Text) -> JsResult<bool> {
        self.act(Action::Reorder { id: id.read("moveBlock: fromId")?, to: to.read("moveBlock: toId")? })
    }

    pub fn clear(&self) {
        self.0.apply(PERSON, Action::Clear);
    }

    #[wasm_bindgen(js_name = setBlocks)]
    pub fn set_blocks(&self, blocks: Unknown) -> JsResult<()> {
        let unusable = |problem: &str| invalid("setBlocks: blocks must be a list of {type, data}", problem);
        let blocks: Vec<Value> = from_js(&blocks).map_err(|problem| unusable(&problem))?;
        let layout = self.0.canvas.borrow().layout();
        let widgets: Result<Vec<Widget>, _> =
            blocks.into_iter().map(|block| Widget::read(block, layout)).collect();
        let widgets = widgets.map_err(|problem| unusable(&problem))?;
        done(self.0.apply(PERSON, Action::SetAll(widgets))).map(|_| ())
    }

    /// Any action, in the words of the `canvas` tool.
    #[wasm_bindgen(js_name = act)]
    pub fn perform(&self, args: Unknown, actor: Text) -> JsResult<bool> {
        let actor = actor.optional("act: actor")?;
        let actor = actor.as_deref().unwrap_or(PERSON);
        let args = Value::Object(object("act: action", &args)?);
        let change = match canvas_action(&args, actor) {
            Ok(action) => self.0.apply(actor, action),
            Err(problem) => Change::Refused(problem),
        };
        Ok(done(change)? != Change::None)
    }

    /// What was done and stands, and what was taken back.
    #[wasm_bindgen(js_name = __history, unchecked_return_type = "unknown")]
    pub fn read_history(&self) -> JsValue {
        let canvas = self.0.canvas.borrow();
        let (done, undone) = canvas.history();
        to_js(&Record(&[("done", &blocks::told(&done)), ("undone", &blocks::told(&undone))]))
    }

    /// Begins a transaction; false inside of one.
    #[wasm_bindgen(js_name = __open)]
    pub fn open(&self, actor: Text, label: Text) -> JsResult<bool> {
        let actor = actor.optional("transaction: actor")?;
        let label = label.optional("transaction: label")?;
        Ok(self.0.open(actor.as_deref().unwrap_or(PERSON), label.as_deref().unwrap_or("transaction")))
    }

    /// Ends it.
    #[wasm_bindgen(js_name = __close)]
    pub fn close(&self, keep: bool) {
        self.0.close(keep);
    }

    #[wasm_bindgen(js_name = forgetHistory)]
    pub fn forget_history(&self) {
        self.0.forget_history();
    }

    fn act(&self, action: Action) -> JsResult<bool> {
        Ok(done(self.0.apply(PERSON, action))? != Change::None)
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
