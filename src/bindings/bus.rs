//! The bus for JavaScript. Payloads pass by reference, uncopied.

use super::Unknown;
use super::error::{JsResult, invalid};
use super::listeners::{report, unsubscribe};
use super::take::{Callback, Text};
use crate::browser::{BrowserClock, from_js, to_js};
use crate::bus::Bus as Core;
use crate::clock::Clock;
use crate::json::Record;
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
    pub fn register(&self, id: Text, kind: Text, channels: Unknown, handler: Callback) -> JsResult<JsValue> {
        let (id, kind) = (id.read("register: id")?, kind.read("register: type")?);
        let channels = names("register: channels", &channels)?;
        let handler = handler.read("register: handler")?;
        let key = self.0.borrow_mut().register(&id, &kind, channels, handler);
        Ok(self.remover(key))
    }

    #[wasm_bindgen(unchecked_return_type = "unknown")]
    pub fn subscribe(&self, channels: Unknown, handler: Callback) -> JsResult<JsValue> {
        let channels = names("subscribe: channels", &channels)?;
        let handler = handler.read("subscribe: handler")?;
        let key = self.0.borrow_mut().subscribe(channels, handler);
        Ok(self.remover(key))
    }

    pub fn send(&self, from: Text, to: Text, channel: Text, payload: Unknown) -> JsResult<bool> {
        let (from, to) = (from.read("send: from")?, to.read("send: to")?);
        let channel = channel.read("send: channel")?;
        let (heard, receivers) = {
            let bus = self.0.borrow();
            (bus.would_hear(&to, &channel), bus.receivers_of_send(&to, &channel))
        };
        self.deliver(&message(&from, &to, &channel, &payload), receivers);
        Ok(heard)
    }

    pub fn broadcast(&self, from: Text, channel: Text, payload: Unknown) -> JsResult<usize> {
        let (from, channel) = (from.read("broadcast: from")?, channel.read("broadcast: channel")?);
        Ok(self.tell_all(&from, &channel, &payload))
    }

    pub fn link(&self, ids: Unknown, group: Text) -> JsResult<String> {
        let ids = names("link: ids", &ids)?;
        let group = group.optional("link: groupId")?;
        let group = self.0.borrow_mut().links.link(&ids, group.as_deref());
        let payload = to_js(&Record(&[("action", &"linked"), ("ids", &ids), ("groupId", &group)]));
        self.tell_all("", "link", &payload);
        Ok(group)
    }

    pub fn unlink(&self, id: Text, group: Text) -> JsResult<()> {
        let (id, group) = (id.read("unlink: id")?, group.read("unlink: groupId")?);
        self.0.borrow_mut().links.unlink(&id, &group);
        let payload = to_js(&Record(&[("action", &"unlinked"), ("ids", &[id]), ("groupId", &group)]));
        self.tell_all("", "link", &payload);
        Ok(())
    }

    #[wasm_bindgen(js_name = getLinks)]
    pub fn get_links(&self, id: Text) -> JsResult<Vec<String>> {
        Ok(self.0.borrow().links.groups_of(&id.read("getLinks: id")?))
    }

    #[wasm_bindgen(js_name = getGroup)]
    pub fn get_group(&self, group: Text) -> JsResult<Vec<String>> {
        Ok(self.0.borrow().links.members(&group.read("getGroup: groupId")?))
    }

    #[wasm_bindgen(js_name = hasLinks)]
    pub fn has_links(&self, id: Text) -> JsResult<bool> {
        Ok(!self.0.borrow().links.groups_of(&id.read("hasLinks: id")?).is_empty())
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

    fn tell_all(&self, from: &str, channel: &str, payload: &JsValue) -> usize {
        let receivers = self.0.borrow().receivers_of_broadcast(from, channel);
        self.deliver(&message(from, "*", channel, payload), receivers)
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
