//! Widgets that the host places through callbacks: it gets what an attached canvas would apply, and no more.

use crate::support::runs::{calls, go, over, saved};
use crate::support::{ScriptedProvider, layer};
use futures_util::future::LocalBoxFuture;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use webmcp_auto_ui::agent::{Input, Session, run};
use webmcp_auto_ui::canvas::{Action, Canvas, Change, PERSON, apply};
use webmcp_auto_ui::dispatch::{Dispatcher, Hooks, Layer, Layers, Outcome, Protocol};
use webmcp_auto_ui::server::{ToolHandler, ToolResult, WebMcpServer};

const CARD: &str = "---
widget: card
description: A picture with a title
schema:
  type: object
  required: [title]
  properties:
    title: { type: string }
    src: { type: string }
---
";

struct Local(Rc<WebMcpServer>);

impl ToolHandler for Local {
    fn call(&self, tool: &str, args: Value) -> LocalBoxFuture<'static, ToolResult> {
        let (server, tool) = (self.0.clone(), tool.to_owned());
        Box::pin(async move { server.execute(&tool, args).await })
    }
}

fn server(name: &str) -> Rc<WebMcpServer> {
    let server = Rc::new(WebMcpServer::new(name, "", 3).unwrap());
    server.registry().borrow_mut().register(CARD).unwrap();
    server
}

fn ui(server: &Rc<WebMcpServer>) -> Layer {
    let rule = Some(server.rule());
    Layer { rule, ..layer(Protocol::WEBMCP, server.name(), server.tools(), Rc::new(Local(server.clone()))) }
}

/// Hooks of a host that calls its widgets `mine_1`, `mine_2` …, and what they heard.
fn host() -> (Hooks, Rc<RefCell<Vec<Action>>>) {
    let done: Rc<RefCell<Vec<Action>>> = Rc::default();
    let (heard, shown) = (done.clone(), RefCell::new(0));
    let hooks = Hooks {
        on_widget: Some(Rc::new(move |_| {
            *shown.borrow_mut() += 1;
            Ok(Some(format!("mine_{}", shown.borrow())))
        })),
        on_canvas: Some(Rc::new(move |action| {
            heard.borrow_mut().push(action.clone());
            Ok(())
        })),
    };
    (hooks, done)
}

fn ask(dispatcher: &Dispatcher, tool: &str, args: Value) -> Outcome {
    pollster::block_on(dispatcher.dispatch("1", &format!("ui_webmcp_{tool}"), args))
}

fn placed(hooks: Hooks) -> Dispatcher {
    let dispatcher = Dispatcher::new(Layers::new(vec![ui(&server("ui"))]), hooks, None);
    let card = json!({"name": "card", "params": {"title": "A"}});
    assert!(ask(&dispatcher, "widget_display", card).text.contains("mine_1"));
    dispatcher
}

fn map(value: Value) -> serde_json::Map<String, Value> {
    value.as_object().cloned().unwrap()
}

#[test]
fn callbacks_get_what_an_attached_canvas_would_apply() {
    let id = || "mine_1".to_owned();
    for (args, wanted) in [
        (
            json!({"action": "update", "params": {"data": {"title": "B"}}}),
            Action::Update { id: id(), patch: map(json!({"title": "B"})) },
        ),
        (
            json!({"action": "update", "params": {"title": "B"}}),
            Action::Update { id: id(), patch: map(json!({"title": "B"})) },
        ),
        (
            json!({"action": "style", "params": {"styles": {"color": "red"}}}),
            Action::Style { id: id(), styles: map(json!({"color": "red"})) },
        ),
        (
            json!({"action": "style", "styles": {"color": "red"}}),
            Action::Style { id: id(), styles: map(json!({"color": "red"})) },
        ),
        (json!({"action": "move", "x": 1, "y": 2}), Action::Move { id: id(), x: 1.0, y: 2.0, alone: false }),
        (
            json!({"action": "resize", "params": {"width": 3, "height": 4}}),
            Action::Resize { id: id(), width: 3.0, height: 4.0 },
        ),
        (json!({"action": "remove"}), Action::Remove { id: id() }),
        (json!({"action": "clear"}), Action::Clear),
    ] {
        let (hooks, done) = host();
        let dispatcher = placed(hooks);
        let mut whole = args.clone();
        whole["id"] = json!("mine_1");
        let outcome = ask(&dispatcher, "canvas", whole);
        assert!(!outcome.is_error, "{args}: {}", outcome.text);
        assert_eq!(*done.borrow(), [wanted], "{args}");
    }
}

#[test]
fn what_is_not_done_is_said_with_what_is_allowed() {
    for (args, words) in [
        (json!({"action": "update", "params": {"src": "javascript:x"}}), "media"),
        (json!({"action": "update", "params": {"title": 5}}), "Validation failed"),
        (json!({"action": "update", "params": {}}), "something to change"),
        (json!({"action": "style", "params": {"background": "url(https://x)"}}), "background-color"),
        (json!({"action": "style", "params": {"display": "none"}}), "cannot be set"),
        (json!({"action": "style", "params": {"transform": "scale(9)", "width": 5}}), "transform"),
        (json!({"action": "style", "params": {"color": "url( https://x )"}}), "does not take"),
        (json!({"action": "style"}), "something to change"),
        (json!({"action": "move", "params": {"x": 1}}), "number 'y'"),
        (json!({"action": "fly"}), "must be one of"),
    ] {
        let (hooks, done) = host();
        let dispatcher = placed(hooks);
        let mut whole = args.clone();
        whole["id"] = json!("mine_1");
        let outcome = ask(&dispatcher, "canvas", whole);
        assert!(outcome.is_error && outcome.text.contains(words), "{args}: {}", outcome.text);
        assert!(done.borrow().is_empty(), "{args}");
    }
    let (hooks, done) = host();
    let partly = json!({"action": "style", "id": "mine_1", "params": {"transform": "scale(9)", "color": "red", "background": "#eee"}});
    let partly = ask(&placed(hooks), "canvas", partly);
    assert!(!partly.is_error && done.borrow().len() == 1, "one that is refused does not undo the others");
    assert!(
        partly.text.contains(r#""refused":{"transform":"cannot be set so: use the action 'move'"}"#),
        "{}",
        partly.text
    );
    let (hooks, _) = host();
    let unknown = ask(&placed(hooks), "canvas", json!({"action": "remove", "id": "w_x"}));
    assert!(unknown.is_error && unknown.text.contains("mine_1"));
}

#[test]
fn a_host_that_fails_or_takes_no_such_call_is_an_error_for_the_model() {
    let throwing = Hooks { on_widget: Some(Rc::new(|_| Err("out of room".into()))), ..Hooks::default() };
    let dispatcher = Dispatcher::new(Layers::new(vec![ui(&server("ui"))]), throwing, None);
    let shown = ask(&dispatcher, "widget_display", json!({"name": "card", "params": {"title": "A"}}));
    assert!(shown.is_error && !shown.displayed && shown.text.contains("out of room"), "{}", shown.text);
    let nobody = Dispatcher::new(Layers::new(vec![ui(&server("ui"))]), Hooks::default(), None);
    let cleared = ask(&nobody, "canvas", json!({"action": "clear"}));
    assert!(cleared.is_error && cleared.text.contains("No canvas is attached"), "{}", cleared.text);
    let direct = pollster::block_on(server("ui").execute("canvas", json!({"action": "clear"}))).unwrap();
    assert!(direct["error"].as_str().unwrap().contains("No canvas is attached"));
}

#[test]
fn a_widget_of_an_earlier_wish_can_be_changed_as_long_as_the_session_lives() {
    let (hooks, done) = host();
    let ui_server = server("ui");
    let session = RefCell::new(Session::default());
    let wish = |session: &RefCell<Session>, name: &str, args: Value| {
        let provider =
            ScriptedProvider::new(vec![calls(&format!("c{}", session.borrow().messages.len()), name, args)]);
        let mut options = over(provider, Vec::new());
        options.dispatcher = Dispatcher::new(Layers::new(vec![ui(&ui_server)]), hooks.clone(), None);
        pollster::block_on(run(session, Input::Wish("wish".into()), options))
    };
    for title in ["A", "B"] {
        wish(&session, "ui_webmcp_widget_display", json!({"name": "card", "params": {"title": title}}));
    }
    let session = RefCell::new(Session::from_json(saved(&session.borrow())).unwrap());
    let changed = wish(
        &session,
        "ui_webmcp_canvas",
        json!({"action": "update", "id": "mine_1", "params": {"title": "C"}}),
    );
    assert!(changed.tool_calls[0].error.is_none(), "{:?}", changed.tool_calls);
    assert_eq!(done.borrow().len(), 1);
    let broken = wish(
        &session,
        "ui_webmcp_canvas",
        json!({"action": "update", "id": "mine_2", "params": {"src": "javascript:x"}}),
    );
    assert!(broken.tool_calls[0].error.is_some(), "what it may show is still known");
    wish(&session, "ui_webmcp_canvas", json!({"action": "remove", "id": "mine_1"}));
    let gone = wish(&session, "ui_webmcp_canvas", json!({"action": "move", "id": "mine_1", "x": 1, "y": 1}));
    assert!(gone.tool_calls[0].error.as_deref().unwrap().contains("mine_2"), "{:?}", gone.tool_calls);
}

#[test]
fn a_widget_keeps_the_rule_of_its_server_whoever_changes_it() {
    let (owner, other) = (server("ui"), Rc::new(WebMcpServer::new("other", "", 5).unwrap()));
    let canvas = Rc::new(RefCell::new(Canvas::new(1)));
    owner.attach_canvas(canvas.clone(), Rc::new(|_| {}));
    other.attach_canvas(canvas.clone(), Rc::new(|_| {}));
    let show = |server: &Rc<WebMcpServer>, tool: &str, args: Value| {
        pollster::block_on(server.execute(tool, args)).unwrap()
    };
    let shown = show(&owner, "widget_display", json!({"name": "card", "params": {"title": "A"}}));
    let id = shown["id"].as_str().unwrap().to_owned();
    for patch in [json!({"title": 5}), json!({"src": "javascript:x"})] {
        let refused = show(&other, "canvas", json!({"action": "update", "id": id, "params": patch}));
        assert!(refused.get("error").is_some(), "{refused}");
        let direct = apply(&canvas, PERSON, Action::Update { id: id.clone(), patch: map(patch) });
        assert!(matches!(direct, Change::Refused(_)));
    }
    assert_eq!(Value::Object(canvas.borrow().get(&id).unwrap().data.clone()), json!({"title": "A"}));
    let fine = show(&other, "canvas", json!({"action": "update", "id": id, "params": {"src": "/a.png"}}));
    assert_eq!(fine["ok"], true, "{fine}");
}

#[test]
fn a_widget_that_was_registered_after_its_layer_was_made_is_displayed() {
    let ui_server = server("ui");
    let layers = Layers::new(vec![ui(&ui_server)]);
    ui_server.registry().borrow_mut().register(&CARD.replace("widget: card", "widget: cards")).unwrap();
    let (hooks, _) = host();
    let shown = ask(
        &Dispatcher::new(layers, hooks, None),
        "widget_display",
        json!({"name": "cards", "params": {"title": "A"}}),
    );
    let told: Value = serde_json::from_str(&shown.text).unwrap();
    assert_eq!((shown.is_error, &told["widget"]), (false, &json!("cards")), "{}", shown.text);
}

#[test]
fn an_error_field_that_says_nothing_is_no_failure() {
    for (value, failed) in [
        (json!({"error": false}), false),
        (json!({"error": ""}), false),
        (json!({"error": 0}), false),
        (json!({"error": null}), false),
        (json!({"error": "no"}), true),
        (json!({"error": true}), true),
        (json!({"error": {"code": 1}}), true),
    ] {
        let answer = value.clone();
        let tools = vec![crate::support::tool("t", json!({"type": "object"}))];
        let desk =
            layer(Protocol::WEBMCP, "ui", tools, crate::support::answering(move |_, _| Ok(answer.clone())));
        let outcome =
            go("wish", over(ScriptedProvider::new(vec![calls("1", "ui_webmcp_t", json!({}))]), vec![desk]));
        assert_eq!(outcome.tool_calls[0].error.is_some(), failed, "{value}");
    }
}
