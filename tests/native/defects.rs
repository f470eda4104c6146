//! Defects that the reference implementation is known for (reference-behaviour, the sections "Not to repeat"), as far
//! as no other file tests the same. The others: 1.2 `names`, 2.2 `canonical`, 3.2 `discovery`, 5.2 `policy` and
//! `run`, 7.2 and 8.2 `schema`, 9.2 `discovery` and `schema::shape`, 10.2 `history`, `recall`, `results` and
//! `truncate`, 13.2 `memory`.

use crate::support::runs::{asked, calls, data, display, echo, go, options, over, results};
use crate::support::{ScriptedProvider, answering, call, layer, reply, text, tool};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use webmcp_auto_ui::agent::{
    AbortToken, CompressOptions, Limits, PromptKind, RunOptions, StopReason, system_prompt,
};
use webmcp_auto_ui::canvas::{Action, Canvas};
use webmcp_auto_ui::dispatch::{Dispatcher, Hooks, Layers, Protocol, discovery_tools};
use webmcp_auto_ui::json::text as json_text;
use webmcp_auto_ui::model::{Block, InLayout, Layout, ToolDef, estimate_tokens};
use webmcp_auto_ui::server::{ToolHandler, ToolResult, WebMcpServer};

#[test]
fn section_1_2_schemas_are_prepared_once() {
    let layers = Layers::new(vec![data(echo())]);
    let (first, second) = (layers.tools_of(0)[0].clone(), layers.tools_of(0)[0].clone());
    assert!(Rc::ptr_eq(&first, &second));
    let dispatcher = Dispatcher::new(layers, Hooks::default(), None);
    assert!(Rc::ptr_eq(&dispatcher.tools(), &dispatcher.tools()), "nothing is listed anew at each step");
}

#[test]
fn section_5_2_an_abort_is_told_as_one_and_the_rest_of_the_calls_does_not_run() {
    let abort = AbortToken::default();
    let (raise, ran) = (abort.clone(), Rc::new(RefCell::new(Vec::new())));
    let heard = ran.clone();
    let handler = answering(move |tool, _| {
        heard.borrow_mut().push(tool.to_owned());
        raise.abort();
        Ok(json!({"content": []}))
    });
    let three = ["a", "b", "c"].map(|name| call(name, &format!("s_mcp_{name}"), json!({}))).to_vec();
    let options = options(ScriptedProvider::new(vec![three]), handler);
    let outcome = go("wish", RunOptions { abort, tool_concurrency: Some(1), ..options });
    assert_eq!(outcome.stop, Ok(StopReason::Aborted));
    assert_eq!(*ran.borrow(), ["a"]);
    assert_eq!(outcome.tool_calls.len(), 3, "each call has an answer all the same");
}

/// A WebMCP server as a layer, with a canvas.
struct Local(Rc<WebMcpServer>);

impl ToolHandler for Local {
    fn call(&self, tool: &str, args: Value) -> futures_util::future::LocalBoxFuture<'static, ToolResult> {
        let (server, tool) = (self.0.clone(), tool.to_owned());
        Box::pin(async move { server.execute(&tool, args).await })
    }
}

fn desk() -> (Rc<RefCell<Canvas>>, Layers) {
    let server = Rc::new(WebMcpServer::new("ui", "", 3).unwrap());
    server.registry().borrow_mut().register(crate::support::STAT).unwrap();
    let canvas = Rc::new(RefCell::new(Canvas::new(3)));
    server.attach_canvas(canvas.clone(), Rc::new(|_| {}));
    let tools: Vec<ToolDef> = server.tools();
    (canvas, Layers::new(vec![layer(Protocol::WEBMCP, "ui", tools, Rc::new(Local(server)))]))
}

#[test]
fn section_6_2_every_canvas_action_works_with_the_default_options() {
    let (canvas, layers) = desk();
    let dispatcher = Dispatcher::new(layers, Hooks::default(), None);
    let run = |name: &str, args: Value| {
        pollster::block_on(dispatcher.dispatch("1", &format!("ui_webmcp_{name}"), args))
    };
    let shown = run("widget_display", json!({"name": "stat", "params": {"label": "L", "value": "1"}}));
    let id = serde_json::from_str::<Value>(&shown.text).unwrap()["id"].as_str().unwrap().to_owned();
    for (args, check) in [
        (json!({"action": "update", "id": id, "params": {"value": "2"}}), "/data/value"),
        (json!({"action": "update", "id": id, "params": {"data": {"value": "3"}}}), "/data/value"),
        (json!({"action": "update", "id": id, "params": {"id": "row-7"}}), "/data/id"),
        (json!({"action": "move", "id": id, "params": {"x": 5, "y": 6}}), "/x"),
        (json!({"action": "move", "id": id, "x": 7, "y": 8}), "/y"),
        (json!({"action": "resize", "id": id, "params": {"width": 300, "height": 200}}), "/width"),
        (json!({"action": "style", "id": id, "params": {"styles": {"color": "red"}}}), "/style/color"),
    ] {
        let outcome = run("canvas", args.clone());
        assert!(!outcome.is_error, "{args}: {}", outcome.text);
        let written = json_text(&InLayout(canvas.borrow().get(&id).unwrap(), Layout::Flow));
        let widget: Value = serde_json::from_str(&written).unwrap();
        assert!(widget.pointer(check).is_some(), "{args}: {widget}");
    }
    // What the tool says it does is what its schema lets through.
    assert!(run("canvas", json!({"action": "list"})).text.contains(&id));
    let unlinked = run("canvas", json!({"action": "link", "params": {"ids": [id, "w_nobody"]}}));
    assert!(unlinked.is_error && unlinked.text.contains("w_nobody"), "{}", unlinked.text);
    let unknown = run("canvas", json!({"action": "move", "id": "w_nobody", "params": {"x": 1, "y": 1}}));
    assert!(unknown.is_error && unknown.text.contains(&id), "{}", unknown.text);
    assert!(!run("canvas", json!({"action": "clear"})).is_error);
    assert!(canvas.borrow().widgets().is_empty());
}

#[test]
fn section_6_2_ids_of_a_host_that_places_the_widgets_itself_are_checked_as_well() {
    let server = Rc::new(WebMcpServer::new("ui", "", 3).unwrap());
    server.registry().borrow_mut().register(crate::support::STAT).unwrap();
    let tools = server.tools();
    let layers = Layers::new(vec![layer(Protocol::WEBMCP, "ui", tools, Rc::new(Local(server)))]);
    let done: Rc<RefCell<Vec<Action>>> = Rc::default();
    let heard = done.clone();
    let hooks = Hooks {
        on_widget: Some(Rc::new(|_| Ok(Some("mine_1".into())))),
        on_canvas: Some(Rc::new(move |action| {
            heard.borrow_mut().push(action.clone());
            Ok(())
        })),
    };
    let dispatcher = Dispatcher::new(layers, hooks, None);
    let run = |name: &str, args: Value| {
        pollster::block_on(dispatcher.dispatch("1", &format!("ui_webmcp_{name}"), args))
    };
    let shown = run("widget_display", json!({"name": "stat", "params": {"label": "L", "value": "1"}}));
    assert!(shown.displayed && shown.text.contains("mine_1"));
    let unknown = run("canvas", json!({"action": "remove", "id": "w_x"}));
    assert!(unknown.is_error && unknown.text.contains("mine_1"), "{}", unknown.text);
    assert!(!run("canvas", json!({"action": "remove", "id": "mine_1"})).is_error);
    assert_eq!(done.borrow().len(), 1);
}

#[test]
fn section_6_2_clearing_in_the_turn_of_a_display_leaves_no_orphan() {
    let provider = ScriptedProvider::new(vec![vec![
        call("1", "ui_webmcp_widget_display", json!({"name": "stat", "params": {}})),
        call("2", "ui_webmcp_canvas", json!({"action": "clear"})),
    ]]);
    let outcome = go("wish", over(provider, vec![display()]));
    assert_eq!(asked(&outcome.messages).len(), 2);
    assert_eq!(asked(&outcome.messages), crate::support::runs::answered(&outcome.messages));
}

#[test]
fn section_6_2_everything_in_an_mcp_result_is_kept() {
    let handler = answering(|_, _| {
        Ok(json!({
            "isError": true,
            "content": [
                {"type": "text", "text": "first"},
                {"type": "image", "mimeType": "image/png", "data": "AAAA"},
                {"type": "image", "mimeType": "image/svg+xml", "data": "AAAA"},
                {"type": "resource_link", "uri": "file:///x", "name": "x"},
                {"type": "resource", "resource": {"uri": "u", "text": "inside"}},
                {"type": "text", "text": "last"},
            ],
            "structuredContent": {"rows": [1]},
        }))
    });
    let provider = ScriptedProvider::new(vec![calls("1", "s_mcp_a", json!({}))]);
    let outcome = go("wish", options(provider, handler));
    let Block::ToolResult { content, images, is_error, .. } = &outcome.messages[2].content[0] else {
        panic!("{:?}", outcome.messages[2])
    };
    for part in ["first", "image/png", "resource_link", "inside", "last", r#"{"rows":[1]}"#] {
        assert!(content.contains(part), "{part}: {content}");
    }
    assert!(*is_error);
    assert_eq!(images.len(), 1, "pictures that models can look at");
    assert!(!content.contains("AAAA"));
}

#[test]
fn section_6_2_details_of_a_failure_do_not_hold_the_value() {
    let (_, layers) = desk();
    let dispatcher = Dispatcher::new(layers, Hooks::default(), None);
    let huge = json!({"name": "stat", "params": {"label": "L", "value": ["x".repeat(100_000)]}});
    let outcome = pollster::block_on(dispatcher.dispatch("1", "ui_webmcp_widget_display", huge));
    assert!(outcome.is_error && outcome.text.len() < 2_000, "{} characters", outcome.text.len());
    assert!(outcome.text.contains("/value") && outcome.text.contains("expected_schema"));
}

#[test]
fn tool_calling_and_dispatch_a_missing_field_is_pointed_at() {
    let (_, layers) = desk();
    let dispatcher = Dispatcher::new(layers, Hooks::default(), None);
    let args = json!({"name": "stat", "params": {"label": "Sales"}});
    let outcome = pollster::block_on(dispatcher.dispatch("1", "ui_webmcp_widget_display", args));
    let told: Value = serde_json::from_str(&outcome.text).unwrap();
    assert_eq!(told["error"], "Validation failed");
    assert_eq!(
        (&told["details"][0]["path"], &told["details"][0]["message"]),
        (&json!("/value"), &json!("required"))
    );
    assert_eq!(told["expected_schema"]["required"], json!(["label", "value"]));
}

#[test]
fn section_10_2_what_was_shortened_and_compressed_is_recalled_in_full() {
    let full = serde_json::to_string(&vec!["a row of words"; 4000]).unwrap();
    let told = full.clone();
    let handler = answering(move |_, _| Ok(json!({"content": [{"type": "text", "text": told}]})));
    let provider = ScriptedProvider::new(vec![
        calls("big", "s_mcp_a", json!({})),
        calls("2", "s_mcp_b", json!({})),
        calls("3", "s_mcp_c", json!({})),
    ]);
    provider.script.borrow_mut().push_back(Box::new(|request| {
        let Block::ToolResult { content, .. } = &request.messages[2].content[0] else { panic!("a result") };
        assert!(content.contains("recall('big')") && content.len() < 300, "{content}");
        Ok(reply(calls("4", "ui_webmcp_recall", json!({"id": "big"}))))
    }));
    let mut options = over(provider, Vec::new());
    options.dispatcher =
        Dispatcher::new(Layers::new(vec![data(handler), display()]), Hooks::default(), Some(10_000));
    let outcome = go("wish", RunOptions { compress: Some(CompressOptions::default()), ..options });
    assert!(results(&outcome)[0].len() < 10_200);
    assert_eq!(results(&outcome)[3], full);
}

#[test]
fn a_history_that_is_too_long_is_sent_in_part_and_kept_whole() {
    let provider = ScriptedProvider::new(Vec::new());
    for number in 0..6 {
        provider.script.borrow_mut().push_back(Box::new(move |request| {
            assert!(request.messages.len() <= 7, "{}", request.messages.len());
            Ok(reply(calls(&number.to_string(), "s_mcp_a", json!({"n": number}))))
        }));
    }
    let words = "many words ".repeat(40);
    let handler = answering(move |_, _| Ok(json!({"content": [{"type": "text", "text": words}]})));
    let limits = Limits { max_iterations: 7, max_repeats: 0 };
    let options = RunOptions { limits, max_history_tokens: Some(400), ..options(provider, handler) };
    let outcome = go("wish", options);
    assert_eq!(outcome.stop, Ok(StopReason::EndTurn));
    assert_eq!(outcome.messages.len(), 14);
    assert_eq!(outcome.messages[0].content[0], text("wish"));
}

/// The budget of what a model is told at first: 16,000 tokens for 100 servers of 100 tools, which would be a million
/// with every tool.
#[test]
fn a_hundred_servers_of_a_hundred_tools_stay_within_the_budget() {
    let layers = (0..100).map(|server| {
        let tools = (0..100).map(|n| {
            let properties = json!({"region": {"type": "string", "description": "Code of the region."}});
            tool(&format!("get_records_{n}"), json!({"type": "object", "properties": properties}))
        });
        layer(Protocol::MCP, &format!("server {server} of data"), tools.collect(), echo())
    });
    let layers = Layers::new(layers.chain([display()]).collect());
    let tools = serde_json::to_string(&discovery_tools(&layers)).unwrap();
    let tokens = estimate_tokens(&tools) + estimate_tokens(&system_prompt(&layers, PromptKind::Generic));
    assert!(tokens < 16_000, "{tokens} tokens");
}
