use crate::{STAT, get, js, settle, text};
use js_sys::{Array, Function, Object, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;
use webmcp_auto_ui::bindings::agent::SessionHandle;
use webmcp_auto_ui::bindings::canvas::create_canvas_vanilla;
use webmcp_auto_ui::bindings::provider::HttpProviderHandle;
use webmcp_auto_ui::bindings::server::create_web_mcp_server;
use webmcp_auto_ui::bindings::take::Text;
use webmcp_auto_ui::bindings::{Pending, Unknown};

/// A provider that shows one stat and then says so.
const PROVIDER: &str = "({ name: 'p', model: 'm', turn: 0, async chat(messages, tools, options) {
    options.onToken('tok');
    if (this.turn++ > 0) return { content: [{ type: 'text', text: 'shown' }], stopReason: 'end_turn' };
    return { content: [{ type: 'tool_use', id: 't1', name: 'autoui_webmcp_widget_display',
        input: { name: 'stat', params: { label: 'a', value: '1' } } }], stopReason: 'tool_use',
        usage: { input_tokens: 3, output_tokens: 4 } };
} })";

/// As `js/agent/session.ts` does it.
fn run_agent_loop(wish: Text, options: Unknown) -> Pending {
    SessionHandle::new(JsValue::UNDEFINED.into()).unwrap().run(wish, options)
}

/// As `js/provider/over-http.ts` does it.
fn http_chat(endpoint: Unknown, messages: Unknown, tools: Unknown, options: Unknown) -> Pending {
    HttpProviderHandle::new(endpoint).unwrap().chat(messages, tools, options)
}

fn options(provider: &str, layer: &JsValue, callbacks: &JsValue) -> JsValue {
    let options = Object::new();
    for (key, value) in
        [("provider", &js(provider)), ("layers", &Array::of1(layer)), ("callbacks", callbacks)]
    {
        Reflect::set(&options, &key.into(), value).unwrap();
    }
    options.into()
}

#[wasm_bindgen_test]
async fn a_run_places_exactly_one_widget_and_tells_the_host() {
    let server = create_web_mcp_server("autoui".into(), JsValue::UNDEFINED.into()).unwrap();
    server.register_widget(STAT.into(), js("() => {}").into()).unwrap();
    let canvas = create_canvas_vanilla();
    server.attach_canvas(JsValue::from(canvas.clone()).into()).unwrap();
    let log = js("[]");
    let callbacks = Function::new_with_args(
        "log",
        "return { onWidget: (t, d, s, id) => { log.push([t, s, typeof id]); }, onToolCall: (c) => log.push(c.name),
                  onToken: (t) => log.push(t), onDone: (m) => log.push(m.toolCalls), onIterationStart() { throw new Error('host bug'); } };",
    )
    .call1(&JsValue::UNDEFINED, &log)
    .unwrap();
    let quiet = js("(() => { window.reportError = () => {}; })()");
    assert!(quiet.is_undefined());
    let result = settle(run_agent_loop("wish".into(), options(PROVIDER, &server.layer(), &callbacks).into()))
        .await
        .unwrap();
    assert_eq!(canvas.block_count(), 1);
    assert_eq!(text(&get(&result, "stopReason")), "end_turn");
    assert_eq!(text(&get(&result, "text")), "shown");
    assert_eq!(get(&get(&result, "metrics"), "totalTokens"), JsValue::from(7));
    assert_eq!(text(&log), r#"["tok",["stat","autoui","string"],"autoui_webmcp_widget_display","tok",1]"#);
}

#[wasm_bindgen_test]
async fn without_a_canvas_the_hosts_id_is_the_results_id() {
    let server = create_web_mcp_server("autoui".into(), JsValue::UNDEFINED.into()).unwrap();
    server.register_widget(STAT.into(), js("() => {}").into()).unwrap();
    let callbacks = js("{ onWidget: () => ({ id: 'w_mine' }) }");
    let result = settle(run_agent_loop("wish".into(), options(PROVIDER, &server.layer(), &callbacks).into()))
        .await
        .unwrap();
    let calls: Array = get(&result, "toolCalls").into();
    assert!(text(&get(&calls.get(0), "result")).contains(r#""id":"w_mine""#));
}

#[wasm_bindgen_test]
async fn an_abort_with_a_string_ends_the_run_with_its_history() {
    let layer = js("{protocol: 'webmcp', serverName: 'x', description: '', tools: []}");
    let options = options("({ chat: () => new Promise(() => {}) })", &layer, &JsValue::UNDEFINED);
    let controller = js("new AbortController()");
    Reflect::set(&options, &"signal".into(), &get(&controller, "signal")).unwrap();
    Function::new_with_args("c", "setTimeout(() => c.abort('enough'), 5);")
        .call1(&JsValue::UNDEFINED, &controller)
        .unwrap();
    let result = settle(run_agent_loop("wish".into(), options.into())).await.unwrap();
    assert_eq!(text(&get(&result, "stopReason")), "aborted");
    assert_eq!(Array::from(&get(&result, "messages")).length(), 1);
}

#[wasm_bindgen_test]
async fn options_that_cannot_be_used_are_named() {
    for (options, words) in [
        ("{}", "options.provider"),
        ("{provider: {chat() {}}, layers: 3}", "options.layers"),
        ("{provider: {chat() {}}, layers: [{protocol: 'ftp'}]}", "options.layers[0]"),
        ("{provider: {chat() {}}, layers: [], maxIterations: 'many'}", "options.maxIterations"),
    ] {
        let error = settle(run_agent_loop("wish".into(), js(options).into())).await.unwrap_err();
        assert_eq!(text(&get(&error, "code")), "invalid_argument");
        assert!(text(&get(&error, "message")).contains(words), "{options}");
    }
}

#[wasm_bindgen_test]
async fn a_failing_provider_rejects_with_the_history_so_far() {
    let provider =
        "({ chat: async () => { throw Object.assign(new Error('quota'), { code: 'rate_limited' }); } })";
    let layer = js("{protocol: 'webmcp', serverName: 'x', description: '', tools: []}");
    let error = settle(run_agent_loop("wish".into(), options(provider, &layer, &JsValue::UNDEFINED).into()))
        .await
        .unwrap_err();
    assert_eq!(text(&get(&error, "code")), "rate_limited");
    assert_eq!(Array::from(&get(&get(&error, "partial"), "messages")).length(), 1);
}

#[wasm_bindgen_test]
async fn addresses_that_cannot_be_reached_or_used_reject() {
    for (url, code) in [("http://127.0.0.1:9/", "network"), ("javascript:alert(1)", "invalid_argument")] {
        let endpoint = js(&format!("{{url: '{url}', model: 'm', format: 'openai', local: true}}"));
        let error =
            settle(http_chat(endpoint.into(), js("[]").into(), js("[]").into(), JsValue::UNDEFINED.into()))
                .await;
        assert_eq!(text(&get(&error.unwrap_err(), "code")), code);
    }
}

#[wasm_bindgen_test]
async fn aborting_a_request_with_a_string_rejects_with_the_string() {
    let endpoint = js("{url: 'http://127.0.0.1:9/', model: 'm', format: 'openai', local: true}");
    let options = js("{signal: AbortSignal.abort('stop it')}");
    let error = settle(http_chat(endpoint.into(), js("[]").into(), js("[]").into(), options.into()))
        .await
        .unwrap_err();
    assert_eq!(error.as_string().as_deref(), Some("stop it"));
}
