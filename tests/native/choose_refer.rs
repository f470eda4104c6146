//! A small model over pauses and large results: what it does follows from the history alone.

use crate::support::{answering, layer, runs, tool};
use futures_util::future::{FutureExt, LocalBoxFuture, ready};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use webmcp_auto_ui::agent::{
    Approval, Ask, Decision, Host, Input, Outcome, RunOptions, Session, StopReason, run,
};
use webmcp_auto_ui::choose::{Engine, GenerateRequest, Generated, ScoreRequest, SmallModel};
use webmcp_auto_ui::dispatch::{Dispatcher, Hooks, Layer, Layers, Protocol};
use webmcp_auto_ui::error::Result;
use webmcp_auto_ui::server::{ToolHandler, ToolResult, WebMcpServer};

/// Prefers the candidate whose prefix holds the first word that any holds, and writes the texts in turn.
struct Engineer {
    favourites: &'static [&'static str],
    texts: RefCell<Vec<String>>,
    schemas: RefCell<Vec<Value>>,
}

impl Engine for Engineer {
    fn score(&self, request: ScoreRequest) -> LocalBoxFuture<'static, Result<Vec<Option<f64>>>> {
        let rank = |prefix: &String| self.favourites.iter().position(|word| prefix.contains(word));
        let score = |prefix: &String| Some(-10.0 * rank(prefix).map_or(90.0, |rank| rank as f64));
        ready(Ok(request.prefixes.iter().map(score).collect())).boxed_local()
    }

    fn generate(
        &self,
        request: GenerateRequest,
        _: Rc<dyn Fn(&str)>,
    ) -> LocalBoxFuture<'static, Result<Generated>> {
        self.schemas.borrow_mut().push(request.schema.unwrap_or_default());
        let text = self.texts.borrow_mut().remove(0);
        ready(Ok(Generated { text, ..Generated::default() })).boxed_local()
    }
}

fn engine(texts: &[&str]) -> Rc<Engineer> {
    let texts = RefCell::new(texts.iter().map(|text| (*text).to_owned()).collect());
    Rc::new(Engineer { favourites: &["browse", "grid"], texts, schemas: RefCell::default() })
}

struct Display(Rc<WebMcpServer>);

impl ToolHandler for Display {
    fn call(&self, tool: &str, args: Value) -> LocalBoxFuture<'static, ToolResult> {
        let (server, tool) = (self.0.clone(), tool.to_owned());
        async move { server.execute(&tool, args).await }.boxed_local()
    }
}

const GRID: &str = "---\nwidget: grid\nschema: {type: object, required: [rows], properties: {title: {type: string}, rows: {type: array, items: {type: object}}}}\nexamples: [{wish: grid of a, params: {rows: [{a: 1}]}}]\n---\n";
const SKILL: &str = "---\nname: browse\ndescription: All\nparameters: {type: object, required: [table], properties: {table: {enum: [cars, 'a \"b\" with {c}']}, note: {type: string}}}\ntool: query\narguments: {sql: 'SELECT * FROM {table}'}\nexamples: [{wish: all of it, parameters: {table: cars}}]\n---\n";
const SHOWN: &str = "display: {widget: grid, params: {title: 'All {table} {note}', rows: {$rows: null}}}\n";

/// The recipe with its display, and without.
fn skill(shown: bool) -> String {
    if shown { SKILL.replace("examples:", &format!("{SHOWN}examples:")) } else { SKILL.to_owned() }
}

/// A data server whose query gives `rows` rows, or words for none; a canvas with one widget.
fn layers(skill: String, rows: usize) -> (Vec<Layer>, Rc<RefCell<Vec<Value>>>) {
    let server = Rc::new(WebMcpServer::new("autoui", "", 0).unwrap());
    server.registry().borrow_mut().register(GRID).unwrap();
    let shown: Rc<RefCell<Vec<Value>>> = Rc::default();
    let tools = server.tools();
    let data = answering(move |tool, _| {
        let text = match tool {
            "find_skills" => json!([{"name": "browse", "description": "All"}]).to_string(),
            "read_skill" => json!({"name": "browse", "body": skill}).to_string(),
            _ if rows == 0 => "It is kept.".to_owned(),
            _ => {
                let rows: Vec<Value> =
                    (0..rows).map(|n| json!({"number": n, "text": "some words"})).collect();
                json!({ "rows": rows }).to_string()
            }
        };
        Ok(json!({"content": [{"type": "text", "text": text}]}))
    });
    let named = json!({"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}});
    let object = json!({"type": "object"});
    let remote = vec![tool("find_skills", object.clone()), tool("read_skill", named), tool("query", object)];
    let seen = Seen { display: Display(server), shown: shown.clone() };
    let layers = vec![
        layer(Protocol::MCP, "data", remote, data),
        layer(Protocol::WEBMCP, "autoui", tools, Rc::new(seen)),
    ];
    (layers, shown)
}

/// The canvas, and what it was told to show.
struct Seen {
    display: Display,
    shown: Rc<RefCell<Vec<Value>>>,
}

impl ToolHandler for Seen {
    fn call(&self, tool: &str, args: Value) -> LocalBoxFuture<'static, ToolResult> {
        if tool == "widget_display" {
            self.shown.borrow_mut().push(args["params"].clone());
        }
        self.display.call(tool, args)
    }
}

fn options(engine: Rc<Engineer>, layers: Vec<Layer>) -> RunOptions {
    let dispatcher = Dispatcher::new(Layers::new(layers), Hooks::default(), Some(2000));
    RunOptions { dispatcher, ..runs::over(Rc::new(SmallModel::new(engine)), Vec::new()) }
}

fn last_call(outcome: &Outcome) -> &Value {
    &outcome.tool_calls.last().unwrap().args
}

#[test]
fn all_rows_reach_the_widget_by_reference_and_not_the_history() {
    let (layers, shown) = layers(skill(true), 900);
    let outcome =
        runs::go("show all cars", options(engine(&[r#"{"table": "cars", "note": "of mine"}"#]), layers));
    assert_eq!(outcome.stop, Ok(StopReason::EndTurn));
    assert_eq!(last_call(&outcome)["params"]["rows"], json!({"$result": "local_4", "path": "/rows"}));
    let shown = shown.borrow();
    assert_eq!(shown[0]["title"], "All cars of mine");
    assert_eq!(shown[0]["rows"].as_array().unwrap().len(), 900);
    assert_eq!(shown[0]["rows"][899], json!({"number": 899, "text": "some words"}));
    let history = serde_json::to_string(&outcome.messages).unwrap();
    assert!(!history.contains("\"number\\\":899") && history.len() < 10_000, "{} bytes", history.len());
}

#[test]
fn data_without_a_display_is_shown_by_the_widget_that_fits_and_may_go_by_reference() {
    let (layers, shown) = layers(skill(false), 900);
    let engine = engine(&[r#"{"table": "cars"}"#, r#"{"rows": {"$result": "local_4", "path": "/rows"}}"#]);
    let outcome = runs::go("show all cars", options(engine.clone(), layers));
    assert_eq!(outcome.stop, Ok(StopReason::EndTurn), "{:?}", outcome.tool_calls.last());
    assert_eq!(shown.borrow()[0]["rows"].as_array().unwrap().len(), 900);
    let schemas = engine.schemas.borrow();
    assert!(
        !schemas[0].to_string().contains("$result"),
        "before there is a result, nothing can refer to one"
    );
    let rows = &schemas[1]["properties"]["rows"]["anyOf"];
    assert_eq!(rows[0]["type"], "array");
    assert_eq!(rows[1]["properties"]["$result"], json!({"enum": ["local_4"]}));
    assert_eq!(rows[0]["items"]["anyOf"][1], rows[1], "an item may be a reference as well");
    assert_eq!(schemas[1]["properties"]["title"], json!({"type": "string"}), "a text may not");
    assert_eq!(schemas[1]["type"], "object", "nor may the whole");
}

#[test]
fn words_without_a_display_are_the_answer() {
    let (layers, shown) = layers(skill(false), 0);
    let outcome = runs::go("show all cars", options(engine(&[r#"{"table": "cars"}"#]), layers));
    assert_eq!((outcome.text.as_str(), shown.borrow().len()), ("It is kept.", 0));
    assert_eq!(outcome.tool_calls.iter().filter(|call| call.name == "data_mcp_query").count(), 1);
}

fn hold(names: &'static [&'static str]) -> Host {
    let held: Ask = Rc::new(move |_, call, _| ready(Ok(names.contains(&call.name.as_str()))).boxed_local());
    Host { needs_approval: Some(Approval::Ask(held)), ..Host::default() }
}

fn decisions(outcome: &Outcome, approved: bool) -> Input {
    let decide = |id: &String| Decision { id: id.clone(), approved, reason: None };
    Input::Resume(outcome.pending.iter().map(|call| decide(&call.id)).collect())
}

#[test]
fn a_recipe_is_followed_to_its_widget_by_another_model_after_a_reload_at_every_call() {
    const ALL: &[&str] = &[
        "data_mcp_search_recipes",
        "autoui_webmcp_list_recipes",
        "data_mcp_get_recipe",
        "autoui_webmcp_get_recipe",
        "data_mcp_query",
        "autoui_webmcp_widget_display",
    ];
    let filled = r#"{"table": "a \"b\" with {c}", "note": "n"}"#;
    let mut session = Session::default();
    let mut input = Input::Wish(r#"show all of a "b" with {c}"#.into());
    let mut pauses = 0;
    let (shown, outcome) = loop {
        // Nothing of the page before is left but what was written.
        let (layers, shown) = layers(skill(true), 400);
        let cell = RefCell::new(Session::from_json(runs::saved(&session)).unwrap());
        let options = RunOptions { host: hold(ALL), ..options(engine(&[filled]), layers) };
        let outcome = pollster::block_on(run(&cell, input, options));
        session = cell.into_inner();
        if outcome.stop != Ok(StopReason::Paused) {
            break (shown, outcome);
        }
        assert!(shown.borrow().is_empty());
        input = decisions(&outcome, true);
        pauses += 1;
    };
    assert_eq!((outcome.stop.clone(), pauses), (Ok(StopReason::EndTurn), 4), "{}", outcome.text);
    assert_eq!(outcome.tool_calls.iter().filter(|call| call.name == "data_mcp_query").count(), 1);
    assert_eq!(shown.borrow()[0]["title"], "All a \"b\" with {c} n");
    assert_eq!(shown.borrow()[0]["rows"].as_array().unwrap().len(), 400);
}

#[test]
fn what_the_person_refuses_ends_the_wish_in_words() {
    // The rule is asked about the tool that would run, whatever canonical name the model called it by.
    for (held, written) in [
        (&["data_mcp_find_skills", "autoui_webmcp_list_recipes"][..], "data_mcp_search_recipes"),
        (&["data_mcp_read_skill", "autoui_webmcp_get_recipe"], "data_mcp_get_recipe"),
        (&["data_mcp_query"], "data_mcp_query"),
        (&["autoui_webmcp_widget_display"], "autoui_webmcp_widget_display"),
    ] {
        let (layers, shown) = layers(skill(true), 40);
        let held: &'static [&'static str] = held;
        let host = || hold(held);
        let engine = engine(&[r#"{"table": "cars"}"#]);
        let session = RefCell::new(Session::default());
        let first = RunOptions { host: host(), ..options(engine.clone(), layers.clone()) };
        let paused = pollster::block_on(run(&session, Input::Wish("show all cars".into()), first));
        assert_eq!(paused.pending.len(), held.len(), "{held:?} {:?}", paused.tool_calls);
        let second = RunOptions { host: host(), ..options(engine, layers) };
        let outcome = pollster::block_on(run(&session, decisions(&paused, false), second));
        assert_eq!(outcome.stop, Ok(StopReason::EndTurn), "{held:?}");
        assert!(outcome.text.starts_with(&format!("You did not allow {written}")), "{}", outcome.text);
        assert!(shown.borrow().is_empty());
    }
}

#[test]
fn what_is_still_allowed_goes_on_without_what_was_refused() {
    let (layers, shown) = layers(skill(true), 40);
    let engine = engine(&[r#"{"rows": [{"a": 1}]}"#]);
    let host = || hold(&["data_mcp_find_skills"]);
    let session = RefCell::new(Session::default());
    let first = RunOptions { host: host(), ..options(engine.clone(), layers.clone()) };
    let paused = pollster::block_on(run(&session, Input::Wish("grid of a".into()), first));
    let second = RunOptions { host: host(), ..options(engine, layers) };
    let outcome = pollster::block_on(run(&session, decisions(&paused, false), second));
    assert_eq!((outcome.stop, shown.borrow().len()), (Ok(StopReason::EndTurn), 1));
}
