//! Result references: a result reaches another tool without passing through the model.

use crate::support::runs::{calls, display, go, over, results};
use crate::support::{ScriptedProvider, answering, layer, tool};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use webmcp_auto_ui::agent::{Input, Session, run};
use webmcp_auto_ui::canvas::Action;
use webmcp_auto_ui::dispatch::{Dispatcher, Hooks, Layer, Layers, Outcome, Protocol};
use webmcp_auto_ui::server::WebMcpServer;

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
        (json!({"$result": "q", "columns": ["n"]}), "at '' is no list of rows"),
        (
            json!({"$result": "q", "path": "/rows", "columns": ["n", "m"]}),
            "has no row with all of: n, m. Its first row has: n, $result.",
        ),
    ] {
        let outcome = call(&dispatcher, "1", "s_mcp_sum", json!({"rows": reference}));
        assert!(outcome.is_error && outcome.text.contains(words), "{}", outcome.text);
    }
}

#[test]
fn columns_make_each_row_a_list_and_leave_out_rows_that_lack_one() {
    let seen: Rc<RefCell<Vec<Value>>> = Rc::default();
    let heard = seen.clone();
    let rows = json!([{"a": 1, "b": 2, "c": "x"}, {"a": null, "b": 3}, {"b": 4}, {"b": 5, "a": "six"}]);
    let execute = answering(move |name, args| {
        heard.borrow_mut().push(args);
        let text = if name == "query" { rows.to_string() } else { "ok".into() };
        Ok(json!({"content": [{"type": "text", "text": text}]}))
    });
    let any = json!({"type": "object"});
    let tools = vec![tool("query", any.clone()), tool("plot", any)];
    let layers = Layers::new(vec![layer(Protocol::MCP, "s", tools, execute)]);
    let dispatcher = Dispatcher::new(layers, Hooks::default(), None);
    call(&dispatcher, "q", "s_mcp_query", json!({}));
    let points = json!({"points": {"$result": "q", "columns": ["b", "a"]}});
    let outcome = call(&dispatcher, "p", "s_mcp_plot", points);
    assert!(!outcome.is_error, "{}", outcome.text);
    assert_eq!(seen.borrow()[1], json!({"points": [[2, 1], [5, "six"]]}));
}

#[test]
fn what_only_looks_like_a_reference_is_left_alone() {
    let (dispatcher, seen) = dispatcher();
    for odd in [
        json!({"$result": "q", "extra": 1}),
        json!({"$result": "q", "path": "/rows", "extra": 1}),
        json!({"$result": 5}),
        json!({"$result": "q", "path": 5}),
        json!({"$result": "q", "columns": "n"}),
        json!({"$result": "q", "columns": ["n", 5]}),
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

/// A server whose widgets the host places, held to their schemas.
fn host_places() -> Layer {
    const TABLE: &str = "---\nwidget: data-table\nschema: {type: object, required: [rows], properties: {title: {type: string}, rows: {type: array}}}\n---\n";
    let server = Rc::new(WebMcpServer::new("autoui", "", 0).unwrap());
    server.registry().borrow_mut().register(TABLE).unwrap();
    let (tools, rule, own) = (server.tools(), server.rule(), server);
    let shows = answering(move |tool, args| pollster::block_on(own.execute(tool, args)));
    Layer { rule: Some(rule), ..layer(Protocol::WEBMCP, "autoui", tools, shows) }
}

#[test]
fn what_was_shown_by_reference_in_an_earlier_run_can_be_changed() {
    // Too long for the conversation to tell all of it.
    let many: Vec<Value> = (0..2000).map(|n| json!({"n": n})).collect();
    let text = json!(many).to_string();
    let data = answering(move |_, _| Ok(json!({"content": [{"type": "text", "text": text}]})));
    let tools = vec![tool("query", json!({"type": "object"}))];
    let by_reference = |call: &str| json!({"rows": {"$result": call, "path": ""}});
    let show = json!({"name": "data-table", "params": by_reference("q")});
    let update = |params: Value| json!({"action": "update", "id": "w_1", "params": params});
    let updated: Rc<RefCell<Vec<Action>>> = Rc::default();
    let mut messages = Vec::new();
    for (wish, query, (id, tool, args)) in [
        ("show", "q", ("w", "autoui_webmcp_widget_display", show)),
        ("change", "r", ("u", "autoui_webmcp_canvas", update(by_reference("r")))),
        ("its title", "s", ("t", "autoui_webmcp_canvas", update(json!({"title": "T"})))),
        // A title is a text.
        ("its title", "s", ("t", "autoui_webmcp_canvas", update(json!({"title": 5})))),
    ] {
        let provider =
            ScriptedProvider::new(vec![calls(query, "s_mcp_query", json!({})), calls(id, tool, args)]);
        let mut options = over(provider, Vec::new());
        let heard = updated.clone();
        let hooks = Hooks {
            on_widget: Some(Rc::new(|_| Ok(Some("w_1".into())))),
            on_canvas: Some(Rc::new(move |action| {
                heard.borrow_mut().push(action.clone());
                Ok(())
            })),
        };
        let shows = host_places();
        let layers = vec![layer(Protocol::MCP, "s", tools.clone(), data.clone()), shows];
        options.dispatcher = Dispatcher::new(Layers::new(layers), hooks, Some(10_000));
        let session = RefCell::new(Session::new(std::mem::take(&mut messages)));
        let outcome = pollster::block_on(run(&session, Input::Wish(wish.into()), options));
        messages.clone_from(&outcome.messages);
    }
    let patch = |value: Value| value.as_object().unwrap().clone();
    assert_eq!(
        *updated.borrow(),
        [
            Action::Update { id: "w_1".into(), patch: patch(json!({"rows": many})) },
            Action::Update { id: "w_1".into(), patch: patch(json!({"title": "T"})) },
        ]
    );
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
