use crate::{STAT, get, js, settle, text};
use js_sys::{Array, Function, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;
use webmcp_auto_ui::bindings::canvas::create_canvas_vanilla;
use webmcp_auto_ui::bindings::server::{WebMcpServer, create_web_mcp_server};

fn server() -> WebMcpServer {
    let server = create_web_mcp_server("autoui".into(), js("{description: 'd'}").into()).unwrap();
    server.register_widget(STAT.into(), js("() => {}").into()).unwrap();
    server
}

fn undefined() -> JsValue {
    JsValue::UNDEFINED
}

#[wasm_bindgen_test]
async fn the_layers_tools_can_be_called_by_whoever_holds_it() {
    let server = server();
    let canvas = create_canvas_vanilla();
    server.attach_canvas(JsValue::from(canvas.clone()).into()).unwrap();
    let tools: Array = get(&server.layer(), "tools").unchecked_into();
    let display = tools.iter().find(|tool| text(&get(tool, "name")) == "widget_display").unwrap();
    let execute: Function = get(&display, "execute").unchecked_into();
    let args = js("{name: 'stat', params: {label: 'a', value: '1'}}");
    let shown = settle(execute.call1(&undefined(), &args).unwrap()).await.unwrap();
    assert_eq!(text(&get(&shown, "widget")), "stat");
    assert_eq!(canvas.block_count(), 1);
}

#[wasm_bindgen_test]
async fn tools_that_return_rubbish_reject_and_say_why() {
    let server = server();
    for (name, body, words) in [
        ("throws", "() => { throw new Error('it broke'); }", "it broke"),
        ("rejects", "async () => { throw 'plain text'; }", "plain text"),
        ("symbol", "() => Symbol('x')", "symbol"),
        ("bigint", "() => ({ n: 10n })", "BigInt"),
        ("cycle", "() => { const a = {}; a.a = a; return a; }", "circular"),
        ("huge", "() => 'x'.repeat(50 * 1024 * 1024)", "characters"),
        ("deep", "() => { let a = 1; for (let i = 0; i < 1000; i++) a = [a]; return a; }", "127 levels"),
    ] {
        let tool = js(&format!(
            "{{name: '{name}', description: '', inputSchema: {{type: 'object'}}, execute: {body}}}"
        ));
        server.add_tool(tool.into()).unwrap();
        let error =
            settle(server.execute_tool(name.into(), js("{}").into(), undefined().into())).await.unwrap_err();
        let message = text(&get(&error, "message"));
        assert!(message.contains(words), "{name}: {message}");
    }
}

#[wasm_bindgen_test]
async fn a_tool_that_hangs_ends_with_the_signal_and_its_reason() {
    let server = server();
    let seen = js("({})");
    let tool = js("{name: 'hang', description: '', inputSchema: {type: 'object'}}");
    let execute = Function::new_with_args(
        "seen",
        "return (args, { signal }) => { signal.addEventListener('abort', () => { seen.aborted = true; }); return new Promise(() => {}); };",
    );
    Reflect::set(&tool, &"execute".into(), &execute.call1(&undefined(), &seen).unwrap()).unwrap();
    server.add_tool(tool.into()).unwrap();
    let controller = js("new AbortController()");
    let options = js("({})");
    Reflect::set(&options, &"signal".into(), &get(&controller, "signal")).unwrap();
    let running = server.execute_tool("hang".into(), js("{}").into(), options.into());
    let abort = Function::new_with_args("c", "setTimeout(() => c.abort('a string'), 10);");
    abort.call1(&undefined(), &controller).unwrap();
    assert_eq!(settle(running).await.unwrap_err().as_string().as_deref(), Some("a string"));
    assert_eq!(get(&seen, "aborted"), JsValue::TRUE);
}

#[wasm_bindgen_test]
fn bad_registrations_throw_with_their_codes() {
    let server = server();
    for (recipe, code) in [
        ("# nothing", "invalid_recipe"),
        ("---\nwidget: w\n---\n", "invalid_recipe"),
        ("---\nwidget: w\nschema: {type: nothing}\n---\n", "invalid_schema"),
        (STAT, "duplicate_widget"),
    ] {
        let error = server.register_widget(recipe.into(), js("() => {}").into()).unwrap_err();
        assert_eq!(text(&get(&error, "code")), code, "{recipe}");
    }
    let error = server.register_widget(STAT.into(), js("'no function'").into()).unwrap_err();
    assert_eq!(text(&get(&error, "code")), "invalid_argument");
}

#[wasm_bindgen_test]
async fn hostile_arguments_are_answered_and_pollute_nothing() {
    let server = server();
    for args in [
        "JSON.parse('{\"name\": \"stat\", \"params\": {\"__proto__\": {\"polluted\": 1}, \"label\": \"a\", \"value\": \"b\"}}')",
        "{name: 'toString', params: {}}",
        "{name: 'constructor'}",
        "{name: 'stat', params: {label: '\\ud800', value: NaN}}",
    ] {
        let answered =
            settle(server.execute_tool("widget_display".into(), js(args).into(), undefined().into())).await;
        assert!(
            answered.is_ok() || text(&get(&answered.unwrap_err(), "code")) == "invalid_argument",
            "{args}"
        );
    }
    assert!(js("({}).polluted").is_undefined());
}
