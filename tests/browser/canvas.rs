use crate::{get, js, text};
use js_sys::{Array, Function};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;
use webmcp_auto_ui::bindings::canvas::create_canvas_vanilla;

#[wasm_bindgen_test]
fn a_widget_goes_in_and_comes_out_as_plain_data() {
    let canvas = create_canvas_vanilla();
    let widget = canvas.add_widget(
        "stat".into(),
        js("{label: 'a', n: [1, {x: null}]}").into(),
        js("{serverName: 's'}").into(),
    );
    let widget = widget.unwrap();
    assert!(text(&get(&widget, "id")).starts_with("w_"));
    assert_eq!(text(&get(&widget, "data")), r#"{"label":"a","n":[1,{"x":null}]}"#);
    assert_eq!(text(&get(&widget, "serverName")), "s");
    assert_eq!(canvas.block_count(), 1);
}

#[wasm_bindgen_test]
fn a_snapshot_is_the_same_until_something_changes() {
    let canvas = create_canvas_vanilla();
    let before = canvas.get_snapshot();
    assert_eq!(before, canvas.get_snapshot());
    canvas.add_widget("x".into(), JsValue::UNDEFINED.into(), JsValue::UNDEFINED.into()).unwrap();
    assert_ne!(before, canvas.get_snapshot());
}

#[wasm_bindgen_test]
fn data_that_json_cannot_carry_is_refused_and_changes_nothing() {
    let canvas = create_canvas_vanilla();
    for bad in
        ["10n", "Symbol('x')", "() => 1", "(() => { const a = {}; a.a = a; return a; })()", "[1]", "'text'"]
    {
        let error = canvas.add_widget("x".into(), js(bad).into(), JsValue::UNDEFINED.into()).unwrap_err();
        assert_eq!(text(&get(&error, "code")), "invalid_argument", "{bad}");
        assert_eq!(text(&get(&error, "name")), "WebMcpError");
    }
    assert!(canvas.is_empty());
}

#[wasm_bindgen_test]
fn a_listener_that_throws_or_changes_the_canvas_hides_nothing_from_the_others() {
    let canvas = create_canvas_vanilla();
    let log = Array::new();
    let count = |label: &str| -> Function {
        Function::new_with_args("log, label", "return (s) => { log.push(label + s.blocks.length); };")
            .call2(&JsValue::UNDEFINED, &log, &label.into())
            .unwrap()
            .unchecked_into()
    };
    // The page reports it, as it does for its own events; the test's page must not fail over it.
    let quiet = js(
        "(() => { const old = window.reportError; window.reportError = () => {}; return () => { window.reportError = old; }; })()",
    );
    canvas.subscribe(js("() => { throw new Error('no'); }").unchecked_into()).unwrap();
    canvas.subscribe(count("a").unchecked_into()).unwrap();
    let stop = canvas.subscribe(count("b").unchecked_into()).unwrap();
    canvas.add_widget("x".into(), JsValue::UNDEFINED.into(), JsValue::UNDEFINED.into()).unwrap();
    for _ in 0..2 {
        stop.unchecked_ref::<Function>().call0(&JsValue::UNDEFINED).unwrap();
    }
    canvas.clear();
    quiet.unchecked_into::<Function>().call0(&JsValue::UNDEFINED).unwrap();
    assert_eq!(text(&log), r#"["a1","b1","a0"]"#);
}
