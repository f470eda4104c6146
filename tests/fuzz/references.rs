//! References: whatever a model writes as arguments, a call ends in words, and what is passed on is what was kept.

use super::bytes::Bytes;
use futures_util::future::{FutureExt, LocalBoxFuture, ready};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use webmcp_auto_ui::dispatch::{Dispatcher, Hooks, Layer, Layers, Protocol};
use webmcp_auto_ui::model::ToolDef;
use webmcp_auto_ui::server::{ToolHandler, ToolResult};

/// Gives `value` to `get` and remembers what `take` was given.
struct Server {
    value: Value,
    taken: Rc<RefCell<Option<Value>>>,
}

impl ToolHandler for Server {
    fn call(&self, tool: &str, args: Value) -> LocalBoxFuture<'static, ToolResult> {
        if tool == "get" {
            return ready(Ok(json!({"content": [], "structuredContent": self.value.clone()}))).boxed_local();
        }
        self.taken.replace(Some(args));
        ready(Ok(json!({"content": [{"type": "text", "text": "ok"}]}))).boxed_local()
    }
}

pub fn run(input: &[u8]) {
    let mut bytes = Bytes(input);
    let taken: Rc<RefCell<Option<Value>>> = Rc::default();
    let value = Value::Object(bytes.record(4));
    let server = Rc::new(Server { value: value.clone(), taken: taken.clone() });
    let tools = ["get", "take"].map(|name| ToolDef {
        name: name.to_owned(),
        input_schema: json!({"type": "object"}),
        ..ToolDef::default()
    });
    let layer = Layer {
        protocol: Protocol::MCP,
        server_name: "s".into(),
        description: String::new(),
        tools: tools.into(),
        recipes: Vec::new(),
        handler: Some(server),
        rule: None,
        mend: None,
    };
    let dispatcher = Dispatcher::new(Layers::new(vec![layer]), Hooks::default(), Some(200));
    let call = |id: &str, name: &str, args: Value| pollster::block_on(dispatcher.dispatch(id, name, args));
    assert!(!call("g", "s_mcp_get", json!({})).is_error);

    let whole = call("w", "s_mcp_take", json!({"v": {"$result": "g"}}));
    assert!(!whole.is_error, "{}", whole.text);
    assert_eq!(taken.take(), Some(json!({"v": value})));

    let args = arguments(&mut bytes, 3);
    let outcome = call("a", "s_mcp_take", args.clone());
    if !outcome.is_error && !args.to_string().contains("$result") {
        assert_eq!(taken.take(), Some(args));
    }
    let name = bytes.text(6);
    call("b", &name, arguments(&mut bytes, 2));
    call("c", "recall", json!({"id": "g", "path": bytes.text(6), "offset": bytes.json(0)}));
}

/// A record in which references are likely, right ones and wrong ones.
fn arguments(bytes: &mut Bytes, depth: usize) -> Value {
    let one = |bytes: &mut Bytes| match bytes.below(4) {
        0 => json!({"$result": bytes.pick(&["g", "get", "s_mcp_get", "none", ""]), "path": bytes.text(5)}),
        1 => json!({"$result": bytes.json(1), "path": bytes.json(1)}),
        2 if depth > 0 => arguments(bytes, depth - 1),
        _ => bytes.json(depth),
    };
    (0..bytes.below(4)).map(|n| (format!("k{n}"), one(bytes))).collect::<serde_json::Map<_, _>>().into()
}
