//! Result references: a result reaches another tool without passing through the model.

use crate::support::runs::{calls, display, go, over, results};
use crate::support::{ScriptedProvider, answering, layer, tool};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use webmcp_auto_ui::dispatch::{Dispatcher, Hooks, Layers, Outcome, Protocol};

type Seen = Rc<RefCell<Vec<Value>>>;

/// A data server whose `query` gives 1,000 rows, and a tool `sum` that takes rows.
fn dispatcher() -> (Dispatcher, Seen) {
    let seen: Seen = Rc::default();
    let heard = seen.clone();
    let data = answering(move |tool, args| match tool {
        "query" => {
            let rows: Vec<Value> = (0..1000).map(|n| json!({"n": n, "$result": "fake"})).collect();
            Ok(
                json!({"content": [{"type": "text", "text": "1000 rows"}], "structuredContent": {"rows": rows}}),
            )
        }
        "words" => Ok(json!({"content": [{"type": "text", "text": "just words"}]})),
        _ => {
            heard.borrow_mut().push(args);
            Ok(json!({"content": []}))
        }
    });
    let rows = json!({
        "type": "object", "required": ["rows"],
        "properties": {"rows": {"type": "array", "items": {"type": "object"}}, "title": {"type": "string"}},
    });
    let object = json!({"type": "object"});
    let tools = vec![tool("query", object.clone()), tool("words", object), tool("sum", rows)];
    let layers = Layers::new(vec![layer(Protocol::MCP, "s", tools, data), display()]);
    (Dispatcher::new(layers, Hooks::default(), Some(2000)), seen)
}

fn call(dispatcher: &Dispatcher, id: &str, name: &str, args: Value) -> Outcome {
    pollster::block_on(dispatcher.dispatch(id, name, args))
}

#[test]
fn a_thousand_rows_reach_a_tool_through_a_reference() {
    let (dispatcher, seen) = dispatcher();
    let shortened = call(&dispatcher, "q", "s_mcp_query", json!({}));
    assert!(shortened.text.chars().count() < 2100, "the model reads a part of it");
    for (turn, reference) in [
        json!({"$result": "q", "path": "/rows"}),
        json!({"$result": "q", "path": "rows"}),
        json!({"$result": "s_mcp_query", "path": "#/rows"}),
        json!({"path": "/rows", "$result": "query"}),
    ]
    .into_iter()
    .enumerate()
    {
        let outcome = call(&dispatcher, &turn.to_string(), "s_mcp_sum", json!({"rows": reference}));
        assert!(!outcome.is_error, "{}", outcome.text);
        let seen = seen.borrow();
        assert_eq!(seen[turn]["rows"].as_array().unwrap().len(), 1000);
        assert_eq!(seen[turn]["rows"][999], json!({"n": 999, "$result": "fake"}), "taken as data");
    }
}

#[test]
fn the_arguments_are_checked_after_references_were_followed() {
    let (dispatcher, seen) = dispatcher();
    call(&dispatcher, "w", "s_mcp_words", json!({}));
    let outcome = call(&dispatcher, "1", "s_mcp_sum", json!({"rows": {"$result": "w"}}));
    assert!(outcome.is_error && outcome.text.contains("/rows"), "{}", outcome.text);
    assert!(seen.borrow().is_empty());
    let titled = json!({"rows": [], "title": {"$result": "w"}});
    assert!(!call(&dispatcher, "2", "s_mcp_sum", titled).is_error);
    assert_eq!(seen.borrow()[0]["title"], "just words");
}

#[test]
fn unknown_results_and_paths_list_what_there_is() {
    let (dispatcher, _) = dispatcher();
    call(&dispatcher, "q", "s_mcp_query", json!({}));
    for (reference, words) in [
        (json!({"$result": "nobody"}), "There are: q."),
        (json!({"$result": "q", "path": "/columns"}), "It has the keys rows"),
        (json!({"$result": "q", "path": "/rows/5000"}), "'/rows' is a list of 1000 items"),
        (json!({"$result": "q", "path": "/rows/0/x"}), "'/rows/0' has the keys n, $result"),
    ] {
        let outcome = call(&dispatcher, "1", "s_mcp_sum", json!({"rows": reference}));
        assert!(outcome.is_error && outcome.text.contains(words), "{}", outcome.text);
    }
}

#[test]
fn what_only_looks_like_a_reference_is_left_alone() {
    let (dispatcher, seen) = dispatcher();
    for odd in [
        json!({"$result": "q", "extra": 1}),
        json!({"$result": "q", "path": "/rows", "extra": 1}),
        json!({"$result": 5}),
        json!({"$result": "q", "path": 5}),
    ] {
        call(&dispatcher, "1", "s_mcp_sum", json!({"rows": [odd]}));
        assert_eq!(seen.borrow().last().unwrap()["rows"][0], odd);
    }
}

#[test]
fn a_widget_gets_the_rows_and_the_model_gets_its_reference_back() {
    let shown: Rc<RefCell<Vec<Value>>> = Rc::default();
    let heard = shown.clone();
    let rows: Vec<Value> = (0..1000).map(|n| json!([n])).collect();
    let text = json!({"rows": rows}).to_string();
    let data = answering(move |_, _| Ok(json!({"content": [{"type": "text", "text": text}]})));
    let layers =
        vec![layer(Protocol::MCP, "s", vec![tool("query", json!({"type": "object"}))], data), display()];
    let provider = ScriptedProvider::new(vec![
        calls("q", "s_mcp_query", json!({})),
        calls(
            "w",
            "ui_webmcp_widget_display",
            json!({"name": "table", "params": {"rows": {"$result": "q", "path": "/rows"}}}),
        ),
    ]);
    let mut options = over(provider, Vec::new());
    let hooks = Hooks {
        on_widget: Some(Rc::new(move |widget| {
            heard.borrow_mut().push(widget.data.clone());
            Ok(None)
        })),
        ..Hooks::default()
    };
    options.dispatcher = Dispatcher::new(Layers::new(layers), hooks, Some(10_000));
    let outcome = go("wish", options);
    assert_eq!(shown.borrow()[0]["rows"].as_array().unwrap().len(), 1000);
    let told: Value = serde_json::from_str(results(&outcome)[1]).unwrap();
    assert_eq!(told["data"]["rows"], json!({"$result": "q", "path": "/rows"}));
    assert_eq!(told["id"], "w_1");
}

fn any_json() -> impl Strategy<Value = Value> {
    json_with_keys("[a-z]{1,4}|path|\\$result")
}

fn json_with_keys(keys: &'static str) -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<i32>().prop_map(Value::from),
        "[a-z$/]{0,6}".prop_map(Value::from)
    ];
    leaf.prop_recursive(4, 24, 4, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map(keys, inner, 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn arguments_without_references_arrive_as_they_are(args in json_with_keys("[a-z]{1,4}|path")) {
        let (dispatcher, seen) = dispatcher();
        call(&dispatcher, "1", "s_mcp_sum", json!({"rows": [], "args": args}));
        prop_assert_eq!(&seen.borrow()[0]["args"], &args);
    }

    #[test]
    fn no_argument_breaks_the_dispatcher(args in any_json(), name in "[a-z_]{0,12}") {
        let (dispatcher, _) = dispatcher();
        call(&dispatcher, "q", "s_mcp_query", json!({}));
        call(&dispatcher, "1", "s_mcp_sum", args.clone());
        call(&dispatcher, "2", &name, args);
    }
}
