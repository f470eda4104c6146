//! The canvas store for JavaScript.

use super::Unknown;
use super::error::{JsResult, invalid};
use super::listeners::Listeners;
use crate::browser::{BrowserClock, from_js, to_js};
use crate::canvas::{Action, Canvas, Change};
use crate::clock::Clock;
use crate::model::Widget;
use js_sys::{Function, Reflect};
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The state and everybody who wants to know of its changes.
pub(super) struct Store {
    pub(super) canvas: Rc<RefCell<Canvas>>,
    listeners: Rc<Listeners>,
    snapshot: RefCell<Option<JsValue>>,
    /// Snapshots still to be told; a change made by a listener waits until the others were told.
    queue: RefCell<VecDeque<JsValue>>,
}

impl Store {
    fn snapshot(&self) -> JsValue {
        if let Some(known) = self.snapshot.borrow().as_ref() {
            return known.clone();
        }
        let fresh = to_js(&serde_json::json!({"blocks": self.canvas.borrow().widgets()}));
        *self.snapshot.borrow_mut() = Some(fresh.clone());
        fresh
    }

    pub(super) fn changed(&self, change: &Change) {
        if *change == Change::None {
            return;
        }
        *self.snapshot.borrow_mut() = None;
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

    fn apply(&self, action: Action) -> Change {
        let change = self.canvas.borrow_mut().apply(action);
        self.changed(&change);
        change
    }
}

/// See `CanvasVanilla` in `js/types/canvas.ts`.
#[wasm_bindgen]
pub struct CanvasVanilla(pub(super) Rc<Store>);

#[wasm_bindgen(js_name = createCanvasVanilla)]
pub fn create_canvas_vanilla() -> CanvasVanilla {
    CanvasVanilla(Rc::new(Store {
        canvas: Rc::new(RefCell::new(Canvas::new(BrowserClock.random()))),
        listeners: Rc::default(),
        snapshot: RefCell::default(),
        queue: RefCell::default(),
    }))
}

#[wasm_bindgen]
impl CanvasVanilla {
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
    pub fn subscribe(&self, listener: Function) -> JsValue {
        self.0.listeners.add(listener)
    }

    #[wasm_bindgen(js_name = addWidget, unchecked_return_type = "unknown")]
    pub fn add_widget(&self, kind: String, data: Unknown, options: Unknown) -> JsResult<JsValue> {
        let server_name =
            Reflect::get(&options.into(), &"serverName".into()).ok().and_then(|name| name.as_string());
        let change = self.0.apply(Action::Add { kind, data: object("data", &data)?, server_name });
        let canvas = self.0.canvas.borrow();
        Ok(match change {
            Change::Added(id) => to_js(&canvas.get(&id)),
            _ => JsValue::UNDEFINED,
        })
    }

    #[wasm_bindgen(js_name = addBlock, unchecked_return_type = "unknown")]
    pub fn add_block(&self, kind: String, data: Unknown) -> JsResult<JsValue> {
        self.add_widget(kind, data, JsValue::UNDEFINED.into())
    }

    #[wasm_bindgen(js_name = updateWidget)]
    pub fn update_widget(&self, id: String, patch: Unknown) -> JsResult<bool> {
        Ok(self.act(Action::Update { id, patch: object("patch", &patch)? }))
    }

    #[wasm_bindgen(js_name = updateBlock)]
    pub fn update_block(&self, id: String, patch: Unknown) -> JsResult<bool> {
        self.update_widget(id, patch)
    }

    #[wasm_bindgen(js_name = moveWidget)]
    pub fn move_widget(&self, id: String, x: f64, y: f64) -> bool {
        self.act(Action::Move { id, x, y })
    }

    #[wasm_bindgen(js_name = resizeWidget)]
    pub fn resize_widget(&self, id: String, width: f64, height: f64) -> bool {
        self.act(Action::Resize { id, width, height })
    }

    #[wasm_bindgen(js_name = styleWidget)]
    pub fn style_widget(&self, id: String, styles: Unknown) -> JsResult<bool> {
        Ok(self.act(Action::Style { id, styles: object("styles", &styles)? }))
    }

    #[wasm_bindgen(js_name = removeWidget)]
    pub fn remove_widget(&self, id: String) -> bool {
        self.act(Action::Remove { id })
    }

    #[wasm_bindgen(js_name = removeBlock)]
    pub fn remove_block(&self, id: String) -> bool {
        self.remove_widget(id)
    }

    #[wasm_bindgen(js_name = moveBlock)]
    pub fn move_block(&self, id: String, to: String) -> bool {
        self.act(Action::Reorder { id, to })
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
        let mut blocks: Vec<Map<String, Value>> =
            from_js(&blocks).map_err(|problem| invalid("blocks must be a list of {type, data}", &problem))?;
        for block in &mut blocks {
            block.entry("id").or_insert_with(|| Value::String(String::new()));
        }
        let widgets: Result<Vec<Widget>, _> =
            blocks.into_iter().map(|b| serde_json::from_value(Value::Object(b))).collect();
        let widgets = widgets
            .map_err(|problem| invalid("blocks must be a list of {type, data}", &problem.to_string()))?;
        self.0.apply(Action::SetAll(widgets));
        Ok(())
    }

    fn act(&self, action: Action) -> bool {
        self.0.apply(action) != Change::None
    }
}

fn object(what: &str, value: &JsValue) -> JsResult<Map<String, Value>> {
    if value.is_undefined() {
        return Ok(Map::new());
    }
    from_js(value).map_err(|problem| invalid(&format!("{what} must be a plain object"), &problem))
}
