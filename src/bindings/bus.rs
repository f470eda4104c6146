//! The bus for JavaScript. Payloads pass by reference, uncopied.

use super::Unknown;
use super::error::{JsResult, invalid};
use super::listeners::{report, unsubscribe};
use crate::browser::{BrowserClock, from_js, to_js};
use crate::bus::Bus as Core;
use crate::clock::Clock;
use js_sys::{Function, Object, Reflect};
use serde_json::json;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// See `Bus` in `js/types/bus.ts`.
#[wasm_bindgen]
#[derive(Default)]
pub struct Bus(Rc<RefCell<Core<Function>>>);

#[wasm_bindgen(js_name = createBus)]
pub fn create_bus() -> Bus {
    Bus::default()
}

#[wasm_bindgen]
impl Bus {
    #[wasm_bindgen(unchecked_return_type = "unknown")]
    pub fn register(
        &self,
        id: String,
        kind: String,
        channels: Unknown,
        handler: Function,
    ) -> JsResult<JsValue> {
        let channels = names("channels", &channels)?;
        let key = self.0.borrow_mut().register(&id, &kind, channels, handler);
        Ok(self.remover(key))
    }

    #[wasm_bindgen(unchecked_return_type = "unknown")]
    pub fn subscribe(&self, channels: Unknown, handler: Function) -> JsResult<JsValue> {
        let channels = names("channels", &channels)?;
        let key = self.0.borrow_mut().subscribe(channels, handler);
        Ok(self.remover(key))
    }

    pub fn send(&self, from: String, to: String, channel: String, payload: Unknown) -> bool {
        let (heard, receivers) = {
            let bus = self.0.borrow();
            (bus.would_hear(&to, &channel), bus.receivers_of_send(&to, &channel))
        };
        self.deliver(&message(&from, &to, &channel, &payload), receivers);
        heard
    }

    pub fn broadcast(&self, from: String, channel: String, payload: Unknown) -> usize {
        let receivers = self.0.borrow().receivers_of_broadcast(&from, &channel);
        self.deliver(&message(&from, "*", &channel, &payload), receivers)
    }

    pub fn link(&self, ids: Unknown, group: Option<String>) -> JsResult<String> {
        let ids = names("ids", &ids)?;
        let group = self.0.borrow_mut().links.link(&ids, group.as_deref());
        let payload = to_js(&json!({"action": "linked", "ids": ids, "groupId": group}));
        self.broadcast(String::new(), "link".into(), payload.into());
        Ok(group)
    }

    pub fn unlink(&self, id: String, group: String) {
        self.0.borrow_mut().links.unlink(&id, &group);
        let payload = to_js(&json!({"action": "unlinked", "ids": [id], "groupId": group}));
        self.broadcast(String::new(), "link".into(), payload.into());
    }

    #[wasm_bindgen(js_name = getLinks)]
    pub fn get_links(&self, id: String) -> Vec<String> {
        self.0.borrow().links.groups_of(&id)
    }

    #[wasm_bindgen(js_name = getGroup)]
    pub fn get_group(&self, group: String) -> Vec<String> {
        self.0.borrow().links.members(&group)
    }

    #[wasm_bindgen(js_name = hasLinks)]
    pub fn has_links(&self, id: String) -> bool {
        !self.get_links(id).is_empty()
    }

    #[wasm_bindgen(js_name = listPeers, unchecked_return_type = "unknown")]
    pub fn list_peers(&self) -> JsValue {
        let bus = self.0.borrow();
        let peers: Vec<_> = bus
            .peers()
            .map(|peer| json!({"id": peer.id, "type": peer.kind, "channels": peer.channels}))
            .collect();
        to_js(&peers)
    }

    #[wasm_bindgen(getter, js_name = peerCount)]
    pub fn peer_count(&self) -> usize {
        self.0.borrow().peers().count()
    }

    fn deliver(&self, message: &JsValue, receivers: Vec<(u64, Function)>) -> usize {
        let mut told = 0;
        for (key, handler) in receivers {
            // A handler before this one may have taken it away.
            if self.0.borrow().is_live(key) {
                told += 1;
                report(handler.call1(&JsValue::UNDEFINED, message));
            }
        }
        told
    }

    fn remover(&self, key: u64) -> JsValue {
        let bus = Rc::downgrade(&self.0);
        unsubscribe(move || {
            if let Some(bus) = bus.upgrade() {
                bus.borrow_mut().remove(key);
            }
        })
    }
}

fn message(from: &str, to: &str, channel: &str, payload: &JsValue) -> JsValue {
    let message = Object::new();
    let set = |key: &str, value: &JsValue| Reflect::set(&message, &key.into(), value).unwrap_or(false);
    set("from", &from.into());
    set("to", &to.into());
    set("channel", &channel.into());
    set("payload", payload);
    set("timestamp", &BrowserClock.now_ms().into());
    message.into()
}

fn names(what: &str, value: &JsValue) -> JsResult<Vec<String>> {
    from_js(value).map_err(|problem| invalid(&format!("{what} must be a list of names"), &problem))
}
