use crate::support::{STAT, answering, layer, runs, tool};
use futures_util::future::{FutureExt, LocalBoxFuture, ready};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use webmcp_auto_ui::agent::{Input, Outcome, Session, StopReason, run};
use webmcp_auto_ui::choose::{Engine, GenerateRequest, Generated, ScoreRequest, SmallModel};
use webmcp_auto_ui::dispatch::{Layer, Protocol};
use webmcp_auto_ui::error::Result;
use webmcp_auto_ui::model::ToolFailure;
use webmcp_auto_ui::server::{ToolHandler, ToolResult, WebMcpServer};

/// Prefers the candidate whose prefix holds `favourite`, and writes `text`.
pub struct FakeEngine {
    favourite: &'static str,
    text: &'static str,
    seen: RefCell<Vec<(Vec<String>, String)>>,
    pub written: RefCell<Vec<GenerateRequest>>,
}

impl Engine for FakeEngine {
    fn score(&self, request: ScoreRequest) -> LocalBoxFuture<'static, Result<Vec<Option<f64>>>> {
        let ScoreRequest { prefixes, text, .. } = request;
        let score = |prefix: &String| Some(if prefix.contains(self.favourite) { -1.0 } else { -9.0 });
        let scores = prefixes.iter().map(score).collect();
        self.seen.borrow_mut().push((prefixes, text));
        ready(Ok(scores)).boxed_local()
    }

    fn generate(
        &self,
        request: GenerateRequest,
        on_text: Rc<dyn Fn(&str)>,
    ) -> LocalBoxFuture<'static, Result<Generated>> {
        on_text(self.text);
        self.written.borrow_mut().push(request);
        ready(Ok(Generated { text: self.text.into(), output_tokens: 3, ..Generated::default() }))
            .boxed_local()
    }
}

struct Display(Rc<WebMcpServer>);

impl ToolHandler for Display {
    fn call(&self, tool: &str, args: Value) -> LocalBoxFuture<'static, ToolResult> {
        let (server, tool) = (self.0.clone(), tool.to_owned());
        async move { server.execute(&tool, args).await }.boxed_local()
    }
}

const SKILL: &str = "---\nname: mean\ndescription: A mean\nparameters: {type: object, required: [column], properties: {column: {enum: [speed, weight]}}}\ntool: query\narguments: {sql: 'SELECT {column}'}\ndisplay: {widget: stat, params: {label: 'Mean {column}', value: x}}\nexamples: [{wish: mean weight please, parameters: {column: weight}}]\n---\n";

pub fn layers(rows: &'static str) -> Vec<Layer> {
    let server = Rc::new(WebMcpServer::new("autoui", "", 0).unwrap());
    server.registry().borrow_mut().register(STAT).unwrap();
    let tools = server.tools();
    let data = answering(move |tool, args| {
        let text = match tool {
            "find_skills" => json!([{"name": "mean", "description": "A mean"}]).to_string(),
            "read_skill" => json!({"name": args["skill"], "body": SKILL}).to_string(),
            _ if rows.is_empty() => return Err(ToolFailure("no such column".into())),
            _ => rows.to_owned(),
        };
        Ok(json!({"content": [{"type": "text", "text": text}]}))
    });
    let skill_schema =
        json!({"type": "object", "required": ["skill"], "properties": {"skill": {"type": "string"}}});
    let object = json!({"type": "object"});
    let remote =
        vec![tool("find_skills", object.clone()), tool("read_skill", skill_schema), tool("query", object)];
    vec![
        layer(Protocol::MCP, "cars", remote, data),
        layer(Protocol::WEBMCP, "autoui", tools, Rc::new(Display(server))),
    ]
}

fn wish(favourite: &'static str, text: &'static str, rows: &'static str) -> (Outcome, Rc<FakeEngine>) {
    wished("mean  speed of all", favourite, text, rows)
}

pub fn wished(
    words: &str,
    favourite: &'static str,
    text: &'static str,
    rows: &'static str,
) -> (Outcome, Rc<FakeEngine>) {
    let engine =
        Rc::new(FakeEngine { favourite, text, seen: RefCell::default(), written: RefCell::default() });
    let options = runs::over(Rc::new(SmallModel::new(engine.clone())), layers(rows));
    (runs::go(words, options), engine)
}

fn names(outcome: &Outcome) -> Vec<&str> {
    outcome.tool_calls.iter().map(|call| call.name.as_str()).collect()
}

#[test]
fn a_widget_is_chosen_by_score_and_filled_by_the_model() {
    let filled = r#"{"label": "Speed", "value": "3"}"#;
    let (outcome, engine) = wished("mean  speed 3", "42 visitors", filled, "[]");
    assert_eq!(outcome.stop, Ok(StopReason::EndTurn));
    assert_eq!(
        names(&outcome),
        [
            "cars_mcp_search_recipes",
            "autoui_webmcp_list_recipes",
            "cars_mcp_get_recipe",
            "autoui_webmcp_get_recipe",
            "autoui_webmcp_widget_display",
        ]
    );
    assert!(outcome.tool_calls.iter().all(|call| call.error.is_none()), "{:?}", outcome.tool_calls);
    assert_eq!(outcome.text, "Speed: shown as stat.");
    let (prefixes, scored) = engine.seen.borrow()[0].clone();
    assert_eq!((prefixes.len(), scored.as_str()), (2, " mean speed 3\n"));
    let request = engine.written.borrow()[0].clone();
    assert_eq!(request.schema.unwrap()["required"], json!(["label", "value"]));
    assert!(request.prompt.contains("Wish: 42 visitors\nJSON: {\"label\": \"Visitors\", \"value\": \"42\"}"));
    assert!(request.prompt.ends_with("Wish: mean speed 3\nJSON:"));
}

#[test]
fn a_recipe_for_data_is_followed_to_its_display() {
    let (outcome, _) = wish("mean weight please", r#"{"column": "speed"}"#, r#"{"rows": [{"value": 1}]}"#);
    assert_eq!(names(&outcome)[4..], ["cars_mcp_query", "autoui_webmcp_widget_display"]);
    assert_eq!(outcome.tool_calls[4].args, json!({"sql": "SELECT speed"}));
    assert_eq!(outcome.tool_calls[5].args["params"], json!({"label": "Mean speed", "value": "x"}));
    assert_eq!((outcome.stop, outcome.metrics.iterations), (Ok(StopReason::EndTurn), 5));
}

#[test]
fn a_recipe_whose_data_fails_or_is_empty_ends_in_words() {
    let (outcome, _) = wish("mean weight please", r#"{"column": "speed"}"#, "");
    assert!(outcome.text.contains("no such column"), "{}", outcome.text);
    let (outcome, _) = wish("mean weight please", r#"{"column": "speed"}"#, r#"{"rows": []}"#);
    assert!(outcome.text.contains("no rows"));
}

#[test]
fn a_second_wish_starts_anew() {
    let (first, engine) = wish("42 visitors", r#"{"label": "Speed", "value": "3"}"#, "[]");
    let options = runs::over(Rc::new(SmallModel::new(engine)), layers("[]"));
    let session = RefCell::new(Session::new(first.messages));
    let second = pollster::block_on(run(&session, Input::Wish("another".into()), options));
    assert_eq!(names(&second)[0], "cars_mcp_search_recipes");
    assert_eq!(second.stop, Ok(StopReason::EndTurn));
}

/// The schema under which a widget of this one is filled for `wish`.
pub fn grounded(schema: &str, wish: &str) -> Value {
    filled_under(schema, wish).unwrap()
}

/// The same; `None` where the widget is not chosen, for it cannot hold what is wished.
pub fn filled_under(schema: &str, wish: &str) -> Option<Value> {
    let recipe = format!("---\nwidget: stat\ndescription: 42 visitors\nschema: {schema}\n---\n");
    let server = Rc::new(WebMcpServer::new("autoui", "", 0).unwrap());
    server.registry().borrow_mut().register(&recipe).unwrap();
    let tools = server.tools();
    let engine = Rc::new(FakeEngine {
        favourite: "42 visitors",
        text: "{}",
        seen: RefCell::default(),
        written: RefCell::default(),
    });
    let layers = vec![layer(Protocol::WEBMCP, "autoui", tools, Rc::new(Display(server)))];
    let options = runs::over(Rc::new(SmallModel::new(engine.clone())), layers);
    runs::go(wish, options);
    engine.written.borrow().first().and_then(|request| request.schema.clone())
}

/// What each item's label may be and its number.
fn pairs(wish: &'static str) -> Vec<(Value, Value)> {
    let schema = "{type: object, properties: {bars: {type: array, items: {type: array, prefixItems: [{type: string}, {type: number}]}}}}";
    let grounded = grounded(schema, wish);
    let bars = &grounded["properties"]["bars"];
    let items = bars["prefixItems"].as_array().cloned().unwrap_or_default();
    assert!(items.is_empty() || bars["maxItems"] == json!(items.len()));
    items
        .iter()
        .map(|item| (item["prefixItems"][0]["enum"].clone(), item["prefixItems"][1]["const"].clone()))
        .collect()
}

#[test]
fn numbers_are_the_wishs_own_with_the_words_beside_them() {
    assert_eq!(
        pairs("bars of rain: Jan 80, Feb -5.5 and New York = 1,200"),
        [
            (json!(["Jan"]), json!(80)),
            (json!(["Feb"]), json!(-5.5)),
            (json!(["New York", "York"]), json!(1200)),
        ]
    );
    assert_eq!(
        pairs("a chart of 12 red apples, 7 pears please"),
        [(json!(["red apples", "red"]), json!(12)), (json!(["pears please", "pears"]), json!(7))]
    );
    assert_eq!(pairs("growth 2019: 3, 2020: 4"), [(json!(["2019"]), json!(3)), (json!(["2020"]), json!(4))]);
    assert_eq!(pairs("Q1 5; Q2 6"), [(json!(["Q1"]), json!(5)), (json!(["Q2"]), json!(6))]);
    assert!(pairs("nothing to count").is_empty());
}

#[test]
fn single_numbers_and_records_are_grounded_too() {
    let schema = "{type: object, properties: {n: {type: integer}, rows: {type: array, items: {type: object, properties: {name: {type: string}, n: {type: number}}}}}}";
    let grounded = grounded(schema, "Ann 31, Bob 28.5");
    assert_eq!(grounded["properties"]["n"], json!({"enum": [31]}));
    assert_eq!(
        grounded["properties"]["rows"]["prefixItems"][1]["properties"],
        json!({"name": {"enum": ["Bob"]}, "n": {"const": 28.5}})
    );
}

#[test]
fn open_records_take_the_number_and_its_name() {
    let grounded = grounded(
        "{type: object, properties: {rows: {type: array, items: {type: object}}}}",
        "Ann 31, Bob 28",
    );
    let second = &grounded["properties"]["rows"]["prefixItems"][1];
    assert_eq!(second, &json!({"enum": [{"name": "Bob", "value": 28}]}));
}

#[test]
fn a_choice_that_the_wish_names_is_that_choice() {
    let schema =
        "{type: object, properties: {a: {enum: [Rating, IMDB_Rating, Running_Time]}, b: {enum: [x, y]}}}";
    let grounded = grounded(schema, "average imdb ratings while running out of time");
    assert_eq!(grounded["properties"], json!({"a": {"enum": ["IMDB_Rating"]}, "b": {"enum": ["x", "y"]}}));
}

#[test]
fn a_choice_settled_for_one_property_is_not_taken_by_another() {
    let schema = "{type: object, properties: {column: {enum: [year, speed]}, group: {enum: [year, origin]}}}";
    let grounded = grounded(schema, "speed by year");
    assert_eq!(grounded["properties"], json!({"column": {"enum": ["speed"]}, "group": {"enum": ["year"]}}));
}

#[test]
fn of_equal_scores_the_recipe_wins_whose_words_the_wish_says() {
    let (outcome, _) = wish("nothing at all", r#"{"column": "speed"}"#, r#"{"rows": [{"value": 1}]}"#);
    assert!(
        names(&outcome).contains(&"cars_mcp_query"),
        "the wish says 'mean', and so does the recipe's name"
    );
}
