//! The layer of a WebMCP server, as runs take it.

use crate::browser::to_js;
use crate::recipe::WidgetRecipe;
use crate::server::WebMcpServer;
use js_sys::{Array, Function, Object, Reflect};
use serde_json::Value;
use wasm_bindgen::{JsCast, JsValue};

/// A new object: the tools and recipes that there are now. `executor`, `checker` and `mender` are the server's functions.
pub(super) fn layer_of(
    core: &WebMcpServer,
    executor: &JsValue,
    checker: &JsValue,
    mender: &JsValue,
) -> JsValue {
    let executor: &Function = executor.unchecked_ref();
    let tools: Array = core
        .tools()
        .iter()
        .map(|tool| {
            let object = to_js(tool);
            set(&object, "execute", &executor.bind1(&JsValue::UNDEFINED, &tool.name.as_str().into()));
            object
        })
        .collect();
    let recipes: Vec<Value> = core.registry().borrow().recipes().map(WidgetRecipe::summary).collect();
    let layer = Object::new();
    set(&layer, "protocol", &"webmcp".into());
    set(&layer, "serverName", &core.name().into());
    set(&layer, "description", &core.description().into());
    set(&layer, "tools", &tools);
    set(&layer, "recipes", &to_js(&recipes));
    set(&layer, "checkWidget", checker);
    set(&layer, "mendWidget", mender);
    layer.into()
}

/// Setting a property of an object that we made cannot fail.
pub(super) fn set(object: &JsValue, key: &str, value: &JsValue) {
    let _ = Reflect::set(object, &key.into(), value);
}
