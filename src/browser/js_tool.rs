//! Tools that are JavaScript: functions of the page, and clients of MCP servers.

use super::promise::{AbortOnDrop, describe, from_js, settled, to_js};
use crate::model::ToolFailure;
use crate::server::{ToolHandler, ToolResult};
use futures_util::future::{FutureExt, LocalBoxFuture, ready};
use js_sys::{Array, Function, Reflect};
use serde_json::Value;
use wasm_bindgen::{JsCast, JsValue};

/// Functions of the page by tool name; each is called with the arguments and `{signal}`.
pub(crate) struct JsTools(pub(crate) Vec<(String, Function)>);

impl ToolHandler for JsTools {
    fn call(&self, tool: &str, args: Value) -> LocalBoxFuture<'static, ToolResult> {
        let Some((_, function)) = self.0.iter().find(|(name, _)| name == tool) else {
            return ready(Err(ToolFailure(format!("there is no tool '{tool}'")))).boxed_local();
        };
        invoke(JsValue::UNDEFINED, function.clone(), vec![to_js(&args)])
    }
}

/// An MCP client of the page: one client, or several behind one object.
pub(crate) struct JsMcpTools {
    client: JsValue,
    method: Function,
    /// What names the server to a client of several.
    server: Option<JsValue>,
}

impl JsMcpTools {
    /// `client` has `callToolOn(server, name, args, options)` or `callTool(name, args, options)`; `None`
    /// when it has neither.
    pub(crate) fn new(client: &JsValue, server: &JsValue) -> Option<Self> {
        let method = |name: &str| Reflect::get(client, &name.into()).ok()?.dyn_into::<Function>().ok();
        if let Some(method) = method("callToolOn") {
            return Some(JsMcpTools { client: client.clone(), method, server: Some(server.clone()) });
        }
        Some(JsMcpTools { client: client.clone(), method: method("callTool")?, server: None })
    }
}

impl JsMcpTools {
    /// Whether `client` is told on which server a tool is called.
    pub(crate) fn tells_servers_apart(client: &JsValue) -> bool {
        Reflect::get(client, &"callToolOn".into()).is_ok_and(|method| method.is_function())
    }
}

impl ToolHandler for JsMcpTools {
    fn call(&self, tool: &str, args: Value) -> LocalBoxFuture<'static, ToolResult> {
        let mut arguments: Vec<JsValue> = self.server.iter().cloned().collect();
        arguments.push(tool.into());
        arguments.push(to_js(&args));
        invoke(self.client.clone(), self.method.clone(), arguments)
    }
}

fn invoke(this: JsValue, function: Function, arguments: Vec<JsValue>) -> LocalBoxFuture<'static, ToolResult> {
    async move {
        let mut abort = AbortOnDrop::new();
        let list: Array = arguments.into_iter().collect();
        list.push(&abort.options());
        let outcome = match function.apply(&this, &list) {
            Ok(returned) => settled(&returned).await,
            Err(thrown) => Err(thrown),
        };
        abort.disarm();
        let value = outcome.map_err(|thrown| ToolFailure(describe(&thrown)))?;
        from_js(&value)
            .map_err(|problem| ToolFailure(format!("the tool returned something unusable: {problem}")))
    }
    .boxed_local()
}
