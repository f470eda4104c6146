use crate::support::{answering, layer, tool};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use webmcp_auto_ui::canvas::Action;
use webmcp_auto_ui::dispatch::{
    Content, Dispatcher, Hooks, Layers, Outcome, Protocol, WidgetShown, truncate,
};
use webmcp_auto_ui::model::ToolFailure;

fn number_schema() -> Value {
    json!({"type": "object", "required": ["n"], "properties": {"n": {"type": "number"}}})
}

fn dispatcher(hooks: Hooks, limit: Option<usize>) -> Dispatcher {
    let data = answering(|tool, args| match tool {
        "echo" => Ok(
            json!({"content": [{"type": "text", "text": args.to_string()}, {"type": "text", "text": "more"}]}),
        ),
        "bad" => Ok(json!({"content": [{"type": "text", "text": "no such table"}], "isError": true})),
        "picture" => Ok(json!({"content": [{"type": "image", "mimeType": "image/png", "data": "AAAA"}]})),
        "structured" => Ok(json!({"content": [], "structuredContent": {"a": 1}})),
        "long" => Ok(json!({"content": [{"type": "text", "text": json!(vec!["item"; 500]).to_string()}]})),
        _ => Err(ToolFailure("it broke".into())),
    });
    let names = ["echo", "bad", "picture", "structured", "long", "throws"];
    let mut tools: Vec<_> = names.iter().map(|name| tool(name, json!({"type": "object"}))).collect();
    tools.push(tool("double", number_schema()));
    tools.push(tool("find_skills", json!({"type": "object"})));
    let display = answering(|tool, args| match tool {
        "widget_display" => Ok(json!({"widget": args["name"], "data": args["params"], "id": "w_own"})),
        "placed" => Ok(Value::Null),
        "canvas" => Ok(json!({"ok": true, "forward": true})),
        _ => Ok(json!({"error": "nothing"})),
    });
    let ui =
        ["widget_display", "canvas", "recall", "failing"].map(|name| tool(name, json!({"type": "object"})));
    let layers = Layers::new(vec![
        layer(Protocol::MCP, "weather", tools, data),
        layer(Protocol::WEBMCP, "autoui", ui.to_vec(), display),
    ]);
    Dispatcher::new(layers, hooks, limit)
}

fn run(dispatcher: &Dispatcher, name: &str, args: Value) -> Outcome {
    pollster::block_on(dispatcher.dispatch("id_1", name, args))
}

#[test]
fn every_text_part_of_a_result_reaches_the_model() {
    let outcome = run(&dispatcher(Hooks::default(), None), "weather_mcp_echo", json!({"a": 1}));
    assert_eq!((outcome.text.as_str(), outcome.is_error), ("{\"a\":1}\nmore", false));
}

#[test]
fn results_without_text_are_not_lost() {
    let dispatcher = dispatcher(Hooks::default(), None);
    assert!(run(&dispatcher, "weather_mcp_picture", json!({})).text.contains("image/png"));
    assert_eq!(run(&dispatcher, "weather_mcp_structured", json!({})).text, "{\"a\":1}");
}

#[test]
fn failures_are_results_for_the_model() {
    let dispatcher = dispatcher(Hooks::default(), None);
    for (name, words) in [
        ("weather_mcp_bad", "no such table"),
        ("weather_mcp_throws", "Error: it broke"),
        ("weather_mcp_nothing", "weather_mcp_echo"),
        ("nobody_mcp_x", "Error: no MCP client available for tool nobody_mcp_x"),
        ("nobody_webmcp_x", "Error: no WebMCP server \"nobody\" found."),
        ("gibberish", "Error: unknown tool format"),
        ("autoui_webmcp_failing", "nothing"),
    ] {
        let outcome = run(&dispatcher, name, json!({}));
        assert!(outcome.is_error && outcome.text.contains(words), "{name}: {}", outcome.text);
    }
}

#[test]
fn wrong_arguments_never_reach_the_tool_and_bring_the_schema() {
    let dispatcher = dispatcher(Hooks::default(), None);
    for args in [json!({"n": "two"}), json!({}), json!([1]), json!(null)] {
        let outcome = run(&dispatcher, "weather_mcp_double", args);
        let text: Value = serde_json::from_str(&outcome.text).unwrap();
        assert!(outcome.is_error);
        assert_eq!(text["expected_schema"], number_schema());
    }
    let broken = run(&dispatcher, "weather_mcp_double", json!({"_raw": "{\"n\": "}));
    assert!(broken.text.contains("not one JSON object") && broken.text.contains("expected_schema"));
}

#[test]
fn an_alias_leads_to_the_real_tool() {
    let outcome = run(&dispatcher(Hooks::default(), None), "weather_mcp_search_recipes", json!({}));
    assert_eq!(outcome.text, "Error: it broke", "find_skills was called");
    assert!(outcome.discovery);
}

#[test]
fn looking_at_a_servers_tools_does_not_touch_the_server() {
    let dispatcher = dispatcher(Hooks::default(), None);
    let before = dispatcher.tools().len();
    let all: Value =
        serde_json::from_str(&run(&dispatcher, "weather_mcp_list_tools", json!({})).text).unwrap();
    assert_eq!(all.as_array().unwrap().len(), 8);
    let found = run(&dispatcher, "weather_mcp_search_tools", json!({"query": "DOUBLE"})).text;
    assert!(found.contains("double") && !found.contains("echo"));
    let none = run(&dispatcher, "weather_mcp_search_tools", json!({"query": "zzz"})).text;
    assert_eq!(none, "No tools matching query: zzz");
    assert_eq!(dispatcher.tools().len(), before);
}

#[test]
fn the_first_real_call_activates_all_tools_and_only_appends() {
    let dispatcher = dispatcher(Hooks::default(), None);
    let before = dispatcher.tools();
    assert!(!before.iter().any(|tool| tool.name == "weather_mcp_echo"));
    run(&dispatcher, "weather_mcp_search_recipes", json!({}));
    let after = dispatcher.tools();
    assert!(after.iter().any(|tool| tool.name == "weather_mcp_echo"));
    assert_eq!(after[..before.len()], before[..]);
}

#[test]
fn the_id_that_the_host_gives_a_widget_is_the_results_id() {
    let seen: Rc<RefCell<Vec<WidgetShown>>> = Rc::default();
    let heard = seen.clone();
    let hooks = Hooks {
        on_widget: Some(Rc::new(move |shown| {
            heard.borrow_mut().push(shown.clone());
            Ok(Some("w_host".into()))
        })),
        on_canvas: None,
    };
    let outcome = run(
        &dispatcher(hooks, None),
        "autoui_webmcp_widget_display",
        json!({"name": "stat", "params": {"v": 1}}),
    );
    let result: Value = serde_json::from_str(&outcome.text).unwrap();
    assert_eq!(result, json!({"widget": "stat", "data": {"v": 1}, "id": "w_host"}));
    assert_eq!((seen.borrow()[0].kind.as_str(), seen.borrow()[0].server_name.as_str()), ("stat", "autoui"));
}

#[test]
fn canvas_actions_that_no_canvas_took_are_forwarded() {
    let seen: Rc<RefCell<Vec<Action>>> = Rc::default();
    let heard = seen.clone();
    let hooks = Hooks {
        on_widget: None,
        on_canvas: Some(Rc::new(move |action| {
            heard.borrow_mut().push(action.clone());
            Ok(())
        })),
    };
    let outcome = run(&dispatcher(hooks, None), "autoui_webmcp_canvas", json!({"action": "clear"}));
    assert!(!outcome.is_error, "{}", outcome.text);
    assert_eq!(*seen.borrow(), [Action::Clear]);
}

#[test]
fn recall_gives_the_whole_result_that_was_shortened() {
    let dispatcher = dispatcher(Hooks::default(), Some(100));
    let short = run(&dispatcher, "weather_mcp_long", json!({})).text;
    assert!(short.contains("500 items total") && short.contains("recall('id_1')"));
    let full = run(&dispatcher, "autoui_webmcp_recall", json!({"id": "id_1"}));
    assert_eq!(full.text, json!(vec!["item"; 500]).to_string());
    let unknown = run(&dispatcher, "autoui_webmcp_recall", json!({"id": "nope"}));
    assert!(
        unknown.is_error
            && unknown.text.contains("No result found for id 'nope'.")
            && unknown.text.contains("id_1")
    );
}

#[test]
fn truncation_keeps_whole_items_and_whole_characters() {
    let list = json!(["aaaa", "bbbb", "cccc", "dddd"]).to_string();
    let cut = truncate(&list, 20, "x");
    let head = cut.split("\n...").next().unwrap();
    assert_eq!(serde_json::from_str::<Value>(head).unwrap(), json!(["aaaa", "bbbb"]));
    assert!(truncate(&"é".repeat(50), 10, "x").starts_with(&"é".repeat(10)));
    assert_eq!(truncate("short", 10, "x"), "short");
}

#[test]
fn bytes_in_a_result_are_told_by_their_size_and_values_for_texts_are_read() {
    let blob = "QUJD".repeat(3_000);
    let result = json!({"content": [
        {"type": "resource", "resource": {"uri": "file:///a.pdf", "mimeType": "application/pdf", "blob": blob}},
        {"type": "resource", "resource": {"uri": "file:///a.txt", "text": "words"}},
        {"type": "text", "text": {"a": 1}},
        {"type": "text", "text": null},
        {"type": "video", "data": blob, "more": [{"blob": blob}]},
        {"type": "note", "data": "a word"},
        {"type": "resource", "resource": {"uri": "file:///p.png", "mimeType": "image/png", "blob": "QUJD"}},
    ]});
    let content = Content::of_mcp(result);
    assert!(!content.text.contains("QUJDQUJD"), "no base64 reaches the model");
    assert_eq!(content.text.matches("\"base64_characters\":12000").count(), 3);
    for told in ["file:///a.pdf", "application/pdf", "words", "{\"a\":1}", "a word"] {
        assert!(content.text.contains(told), "{told}: {}", content.text);
    }
    let images: Vec<(&str, &str)> =
        content.images.iter().map(|image| (image.media_type.as_str(), image.data.as_str())).collect();
    assert_eq!(images, [("image/png", "QUJD")]);
}
