//! The driver of a model that was taught to compose: what it asks servers of several shapes, what it then lets the model read, and what
//! becomes of the model's line.

use crate::support::{STAT, answering, layer, runs, tool};
use futures_util::future::{FutureExt, LocalBoxFuture, ready};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use webmcp_auto_ui::agent::{Input, Outcome, RunOptions, Session, StopReason, run};
use webmcp_auto_ui::canvas::Canvas;
use webmcp_auto_ui::choose::{Composer, Form};
use webmcp_auto_ui::dispatch::{Dispatcher, Hooks, Layer, Layers, Protocol, RecipeSummary};
use webmcp_auto_ui::error::Result;
use webmcp_auto_ui::json::FromJson;
use webmcp_auto_ui::local::{Engine, GenerateRequest, Generated};
use webmcp_auto_ui::model::{Message, ToolDef, ToolFailure};
use webmcp_auto_ui::server::{ToolHandler, ToolResult, WebMcpServer};

/// Writes these, one after the other, and keeps what it was asked.
#[derive(Default)]
struct Script {
    texts: RefCell<VecDeque<&'static str>>,
    asked: RefCell<Vec<GenerateRequest>>,
    /// How likely each of them is said to be.
    log_prob: f64,
}

impl Engine for Script {
    fn generate(
        &self,
        request: GenerateRequest,
        _: Rc<dyn Fn(&str)>,
    ) -> LocalBoxFuture<'static, Result<Generated>> {
        let next = || self.texts.borrow_mut().pop_front().unwrap_or_default().to_owned();
        let text = next();
        // Who was taught writes the same again.
        let is_taught = text.starts_with(", \"sql\"");
        let others =
            (1..request.n.unwrap_or(1)).map(|_| if is_taught { text.clone() } else { next() }).collect();
        self.asked.borrow_mut().push(request);
        ready(Ok(Generated { text, log_prob: self.log_prob, others, ..Generated::default() })).boxed_local()
    }
}

struct Display(Rc<WebMcpServer>);

impl ToolHandler for Display {
    fn call(&self, tool: &str, args: Value) -> LocalBoxFuture<'static, ToolResult> {
        let (server, tool) = (self.0.clone(), tool.to_owned());
        async move { server.execute(&tool, args).await }.boxed_local()
    }
}

pub const CHART: &str = "---\nwidget: chart\ndescription: Bars, lines or a pie\nschema: {type: object, required: [bars], properties: {title: {type: string}, type: {type: string}, bars: {type: array}}}\n---\n";

pub const TABLE: &str =
    "---\nwidget: data-table\nschema: {type: object, properties: {title: {type: string}, rows: {}}}\n---\n";

pub fn display() -> Layer {
    displaying(&[STAT, CHART])
}

pub fn displaying(recipes: &[&str]) -> Layer {
    let server = Rc::new(WebMcpServer::new("autoui", "", 0).unwrap());
    server.attach_canvas(Rc::new(RefCell::new(Canvas::new(0))), Rc::new(|_| {}));
    for recipe in recipes {
        server.registry().borrow_mut().register(recipe).unwrap();
    }
    layer(Protocol::WEBMCP, "autoui", server.tools(), Rc::new(Display(server)))
}

fn text(value: &Value) -> Value {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    json!({"content": [{"type": "text", "text": text}]})
}

const VALUES: &str = r#"[{"l0":"cat","m0":"dog","v0":"cat\u001fdog","l1":12,"m1":80,"l2":"2024-01-03","m2":"2024-12-30","v2":"2024-01-03\u001f2024-12-30","n":5}]"#;
const ROWS: &str = r#"{"rows": [{"species": "cat", "AVG(fee)": 20.5}, {"species": "dog", "AVG(fee)": 41}]}"#;

/// A database of one table, whose tools describe it in one way or another; `rows` is what any question of a person brings.
fn database(shape: &'static str, rows: &'static str) -> Layer {
    let object = |properties: Value, required: Value| json!({"type": "object", "properties": properties, "required": required});
    let nothing = object(json!({}), json!([]));
    let described = |name: &str, description: &str, schema: Value| ToolDef {
        description: description.into(),
        ..tool(name, schema)
    };
    let sql = |argument: &str| object(json!({argument: {"type": "string"}}), json!([argument]));
    let query = |name: &str, argument: &str| described(name, "Runs a SELECT of SQL", sql(argument));
    let tools = match shape {
        "skills" => vec![
            tool("find_skills", object(json!({"query": {"type": "string"}}), json!([]))),
            tool("read_skill", object(json!({"name": {"type": "string"}}), json!(["name"]))),
            tool("list_tables", nothing),
            tool("describe_table", object(json!({"table": {"enum": ["visits"]}}), json!(["table"]))),
            query("query_sql", "sql"),
        ],
        "raw" | "python" => vec![
            query("read_query", "query"),
            query("write_query", "query"),
            tool("list_tables", nothing),
            tool("describe_table", object(json!({"table_name": {"type": "string"}}), json!(["table_name"]))),
        ],
        // As the reference server for PostgreSQL has it: resources tell the columns.
        "resources" => vec![
            query("query", "sql"),
            tool("list_resources", nothing),
            tool("read_resource", object(json!({"uri": {"type": "string"}}), json!(["uri"]))),
        ],
        _ => vec![query("query", "sql")],
    };
    let handler = answering(move |tool, args| {
        let asked = args["sql"].as_str().or(args["query"].as_str()).unwrap_or_default();
        Ok(match (shape, tool) {
            ("skills" | "raw" | "python", "list_tables") => {
                text(&json!({"tables": [{"name": "visits", "rows": 5}]}))
            }
            ("skills", "describe_table") => text(&json!({"name": "visits", "columns": [
                {"name": "species", "type": "text"}, {"name": "fee", "type": "number"}, {"name": "day", "type": "text"},
            ]})),
            ("raw" | "python", "describe_table") => text(&json!([
                {"name": "species", "type": "TEXT"}, {"name": "fee", "type": "REAL"}, {"name": "day", "type": "TEXT"},
            ])),
            (_, "find_skills") => text(&json!([])),
            (_, "list_resources") => text(&json!([
                {"uri": "postgres://host/visits/schema", "name": "\"visits\" database schema"},
                {"uri": "postgres://host/manual", "name": "How to connect"},
            ])),
            (_, "read_resource") => {
                assert_eq!(args["uri"], "postgres://host/visits/schema");
                text(&json!([
                    {"column_name": "species", "data_type": "text"}, {"column_name": "fee", "data_type": "integer"},
                    {"column_name": "day", "data_type": "text"},
                ]))
            }
            _ if asked.contains("sqlite_master") => {
                return Err(ToolFailure("no such table: sqlite_master".into()));
            }
            _ if asked.contains("information_schema") => text(&json!([
                {"table_name": "visits", "column_name": "species", "data_type": "text"},
                {"table_name": "visits", "column_name": "fee", "data_type": "integer"},
                {"table_name": "visits", "column_name": "day", "data_type": "character varying"},
            ])),
            _ if asked.contains("group_concat") && shape == "bare" => {
                return Err(ToolFailure("no function group_concat".into()));
            }
            _ if asked.contains("group_concat") => text(&json!(VALUES)),
            _ if asked.starts_with("SELECT * FROM \"visits\" LIMIT 40") => text(&json!([
                {"species": "dog", "fee": 12, "day": "2024-01-03"}, {"species": "cat", "fee": 80, "day": "2024-12-30"},
            ])),
            _ if asked.contains("gone") => return Err(ToolFailure("no such table: visits".into())),
            _ if asked.contains("away") => return Err(ToolFailure("no answer".into())),
            _ if rows.is_empty() => return Err(ToolFailure("no such column".into())),
            _ => text(&json!(rows)),
        })
    });
    let handler = if shape == "python" { printing(handler) } else { handler };
    layer(Protocol::MCP, "sqlite", tools, handler)
}

/// As the reference server for `SQLite` answers: rows alone, as Python prints them.
fn printing(handler: Rc<dyn ToolHandler>) -> Rc<dyn ToolHandler> {
    struct Printing(Rc<dyn ToolHandler>);
    impl ToolHandler for Printing {
        fn call(&self, tool: &str, args: Value) -> LocalBoxFuture<'static, ToolResult> {
            let answer = self.0.call(tool, args);
            async move {
                let answer = answer.await?;
                let value: Value =
                    serde_json::from_str(answer["content"][0]["text"].as_str().unwrap()).unwrap();
                let rows = value.get("rows").or(value.get("tables")).unwrap_or(&value).to_string();
                let printed = rows.replace('"', "'").replace("\\u001f", "\\x1f").replace("null", "None");
                Ok(text(&json!(printed)))
            }
            .boxed_local()
        }
    }
    Rc::new(Printing(handler))
}

fn composing(texts: &[&'static str], layers: Vec<Layer>) -> (RunOptions, Rc<Script>) {
    let engine =
        Rc::new(Script { texts: RefCell::new(texts.iter().copied().collect()), ..Script::default() });
    (runs::over(Rc::new(Composer::new(engine.clone(), Form::Taught)), layers), engine)
}

fn go(wish: &str, texts: &[&'static str], layers: Vec<Layer>) -> (Outcome, Rc<Script>) {
    let (options, engine) = composing(texts, layers);
    (runs::go(wish, options), engine)
}

fn shown(outcome: &Outcome) -> &Value {
    let call = outcome.tool_calls.iter().rfind(|call| call.name == "autoui_webmcp_widget_display");
    &call.unwrap_or_else(|| panic!("nothing is shown, but said: {}", outcome.text)).args
}

const AVERAGE: [&str; 2] = [
    r#"{"query": ["visits"]}"#,
    r#", "sql": "SELECT species, AVG(fee) FROM visits GROUP BY species", "as": "bar"}"#,
];

const AVERAGE_SQL: &str = "SELECT species, AVG(fee) FROM visits GROUP BY species\n```\nbar";

#[test]
fn a_question_becomes_a_query_and_a_chart_on_servers_of_several_shapes() {
    for shape in ["skills", "raw", "bare", "python", "resources"] {
        let (outcome, engine) =
            go("average fee by species", &AVERAGE, vec![database(shape, ROWS), display()]);
        assert_eq!(outcome.stop, Ok(StopReason::EndTurn), "{shape}: {}", outcome.text);
        assert_eq!(
            *shown(&outcome),
            json!({"name": "chart", "params": {"title": "Average fee by species", "type": "bar", "bars": [["cat", 20.5], ["dog", 41]]}})
        );
        let asked = engine.asked.borrow();
        let list =
            "show stat: One key figure\nshow chart: Bars, lines or a pie\nquery visits: species, fee, day";
        assert!(asked[0].prompt.starts_with(list), "{shape}: {}", asked[0].prompt);
        assert!(
            asked[0].prompt.ends_with("\nnamed: visits (species; fee)\nWish: average fee by species\n"),
            "{}",
            asked[0].prompt
        );
        let values = if shape == "bare" { "(dog; cat; …)" } else { "(cat; dog)" };
        assert_eq!(
            asked[1].prompt,
            format!(
                "query visits: species text {values}, fee number, day date (2024-01-03)\nnamed: species; fee\nWish: average fee by species\n"
            )
        );
        assert_eq!(asked[1].begun, r#"{"query": ["visits"]"#);
        let asks_the_catalog =
            outcome.tool_calls.iter().any(|call| call.args.to_string().contains("information_schema"));
        assert_eq!(asks_the_catalog, shape == "bare");
        let queried = outcome.tool_calls.iter().rfind(|call| call.name.starts_with("sqlite_mcp")).unwrap();
        let sql = r#"SELECT "species", AVG("fee") FROM "visits" GROUP BY "species""#;
        assert!(
            [&queried.args["sql"], &queried.args["query"]].contains(&&json!(sql)),
            "{shape}: {}",
            queried.args
        );
        let asked = |name: &str| outcome.tool_calls.iter().any(|call| call.name.ends_with(name));
        assert!(!asked("write_query") && !asked("search_tools"), "{shape}");
    }
}

#[test]
fn what_a_server_has_is_asked_once() {
    let texts = [AVERAGE, AVERAGE].concat();
    let (options, engine) = composing(&texts, vec![database("skills", ROWS), display()]);
    let provider = options.provider.clone();
    let first = runs::go("average fee by species", options);
    let again = runs::over(provider, vec![database("skills", ROWS), display()]);
    let session = RefCell::new(Session::new(first.messages.clone()));
    let second =
        pollster::block_on(run(&session, Input::Wish("and again: average fee by species".into()), again));
    let data = |outcome: &Outcome| {
        outcome.tool_calls.iter().filter(|call| call.name.starts_with("sqlite_mcp_query")).count()
    };
    assert_eq!((data(&first), data(&second)), (2, 1));
    assert_eq!(shown(&second)["name"], "chart");
    assert_eq!(engine.asked.borrow().len(), 4);
}

/// What stands in front of wishes that are answered with these lines, where a server's database is this one at the first wish and
/// another one then.
fn prompts_of(lines: &[&'static str], at_first: Option<&'static str>, then: &'static str) -> Vec<String> {
    let now = Rc::new(Cell::new(at_first));
    let tables = now.clone();
    let schema = json!({"type": "object", "properties": {"sql": {"type": "string"}}, "required": ["sql"]});
    let handler = answering(move |_, args| {
        let asked = args["sql"].as_str().unwrap_or_default();
        match tables.get() {
            None => Err(ToolFailure("starting".into())),
            Some(sql) if asked.contains("sqlite_master") => Ok(text(&json!([{"sql": sql}]))),
            Some(_) => Ok(text(&json!([{"l0": 1, "m0": 2, "n": 2}]))),
        }
    });
    let tools = vec![ToolDef { description: "Runs SQL".into(), ..tool("query", schema) }];
    let layers = || vec![layer(Protocol::MCP, "pets", tools.clone(), handler.clone()), display()];
    let (options, engine) = composing(lines, layers());
    let provider = options.provider.clone();
    runs::go("hello", options);
    now.set(Some(then));
    for _ in 1..lines.len() {
        runs::go("hello", runs::over(provider.clone(), layers()));
    }
    let asked = engine.asked.borrow();
    asked.iter().map(|request| request.prompt.clone()).collect()
}

const VISITS: &str = "CREATE TABLE visits (fee REAL)";

#[test]
fn a_server_that_was_not_ready_is_looked_at_again() {
    let prompts = prompts_of(&[r#"{"say": "greeting"}"#; 2], None, VISITS);
    assert!(!prompts[0].contains("query visits") && prompts[1].contains("query visits: fee"), "{prompts:?}");
}

#[test]
fn where_what_was_known_answers_nothing_the_next_wish_has_the_tables_looked_at_again() {
    let later = "CREATE TABLE owners (name TEXT)";
    for (line, looks) in [
        (r#"{"say": "cannot"}"#, true),
        (r#"{"say": "unclear"}"#, true),
        (r#"{"say": "data"}"#, true),
        (r#"{"say": "thanks"}"#, false),
    ] {
        let prompts = prompts_of(&[line; 3], Some(VISITS), later);
        assert!(prompts[..2].iter().all(|prompt| prompt.contains("query visits: fee")), "{prompts:?}");
        assert_eq!(prompts[2].contains("query owners: name"), looks, "{line}");
    }
}

#[test]
fn what_another_widget_replaces_goes_once_that_is_there_and_what_the_person_removed_is_told_no_more() {
    let sum = r#", "sql": "SELECT species, SUM(fee) FROM visits GROUP BY species", "as": "table"}"#;
    let change = r#"{"change": 1}"#;
    let (remove, unclear, greeting) = (r#"{"remove": 1}"#, r#"{"say": "unclear"}"#, r#"{"say": "greeting"}"#);
    // For another form alone no query is written.
    let texts = [AVERAGE[0], AVERAGE[1], change, change, sum, remove, unclear, greeting];
    let (options, engine) = composing(&texts, Vec::new());
    let provider = options.provider;
    let table = "---\nwidget: data-table\nschema: {type: object, properties: {title: {type: string}, rows: {}}}\n---\n";
    let ui = displaying(&[CHART, table]);
    let mut messages = Vec::new();
    let mut last = Vec::new();
    for wish in ["average fee by species", "as a table", "the sum instead", "remove it", "hello"] {
        if wish == "remove it" {
            let cleared = ui.handler.as_ref().unwrap().call("canvas", json!({"action": "clear"}));
            pollster::block_on(cleared).unwrap();
        }
        let session = RefCell::new(Session::new(std::mem::take(&mut messages)));
        let over = runs::over(provider.clone(), vec![database("skills", ROWS), ui.clone()]);
        let outcome = pollster::block_on(run(&session, Input::Wish(wish.into()), over));
        messages.clone_from(&outcome.messages);
        last.push(outcome);
    }
    let shows: Vec<&str> = last[1].tool_calls.iter().map(|call| call.name.as_str()).collect();
    assert!(shows.ends_with(&["autoui_webmcp_widget_display", "autoui_webmcp_canvas"]), "{shows:?}");
    assert!(last[3].text.starts_with("I am not sure what you mean"), "{}", last[3].text);
    let asked = engine.asked.borrow();
    // What has come into its place answers its wish, changed; other rows have another title.
    let first =
        "\nWish: average fee by species\n{\"query\": [\"visits\"], \"sql\": \"SELECT species, AVG(fee)";
    assert!(asked[4].prompt.contains(first), "{}", asked[4].prompt);
    assert_eq!(canvas(&last[2])[0]["params"]["title"], "Total fee by species");
    assert!(asked[5].prompt.contains("\nshown 1: table"), "{}", asked[5].prompt);
    assert!(asked[6..].iter().all(|request| !request.prompt.contains("\nshown ")), "{}", asked[6].prompt);
}

#[test]
fn what_would_change_a_widget_that_the_person_took_away_is_read_again_without_it() {
    let sum = r#", "sql": "SELECT species, SUM(fee) FROM visits GROUP BY species", "as": "bar"}"#;
    let (options, engine) =
        composing(&[AVERAGE[0], AVERAGE[1], r#"{"change": 1}"#, sum, AVERAGE[0], sum], Vec::new());
    let ui = displaying(&[CHART]);
    let mut messages = Vec::new();
    let mut last = None;
    for wish in ["average fee by species", "total fee by species"] {
        let session = RefCell::new(Session::new(std::mem::take(&mut messages)));
        let over = runs::over(options.provider.clone(), vec![database("skills", ROWS), ui.clone()]);
        let outcome = pollster::block_on(run(&session, Input::Wish(wish.into()), over));
        messages.clone_from(&outcome.messages);
        last = Some(outcome);
        let cleared = ui.handler.as_ref().unwrap().call("canvas", json!({"action": "clear"}));
        pollster::block_on(cleared).unwrap();
    }
    assert_eq!(shown(&last.unwrap())["params"]["title"], "Total fee by species");
    let asked = engine.asked.borrow();
    let is_told = |at: usize| asked[at].prompt.contains("\nshown 1: bar");
    assert!(is_told(2) && !is_told(4), "{}", asked[4].prompt);
}

#[test]
fn a_change_has_the_table_of_what_it_changes_in_front_of_it_among_many() {
    let statements: Vec<Value> =
        (0..12).map(|at| json!({"sql": format!("CREATE TABLE list{at} (note TEXT)")})).collect();
    let all = [statements, vec![json!({"sql": "CREATE TABLE visits (species TEXT, fee REAL)"})]].concat();
    let handler = answering(move |_, args| {
        let asked = args["sql"].as_str().unwrap_or_default();
        Ok(text(&match () {
            () if asked.contains("sqlite_master") => json!(all),
            () if asked.contains("COUNT(*) AS n") => json!([{"n": 1}]),
            () => json!([{"species": "cat", "fee": 20.5}, {"species": "dog", "fee": 41}]),
        }))
    });
    let schema = json!({"type": "object", "properties": {"sql": {"type": "string"}}, "required": ["sql"]});
    let tools = vec![ToolDef { description: "Runs SQL".into(), ..tool("query", schema) }];
    let layers = || vec![layer(Protocol::MCP, "pets", tools.clone(), handler.clone()), display()];
    let pie = r#", "sql": "SELECT species, AVG(fee) FROM visits GROUP BY species", "as": "pie"}"#;
    let (options, _) = composing(&[AVERAGE[0], AVERAGE[1], r#"{"change": 1}"#, pie], layers());
    let provider = options.provider.clone();
    let first = runs::go("average fee of visits by species", options);
    let session = RefCell::new(Session::new(first.messages.clone()));
    let second =
        pollster::block_on(run(&session, Input::Wish("as a pie".into()), runs::over(provider, layers())));
    assert_eq!(canvas(&second)[0]["params"]["type"], "pie", "{}", second.text);
}

#[test]
fn a_query_that_fails_or_brings_nothing_is_written_anew_and_then_owned_up_to() {
    let other = r#", "sql": "SELECT species, SUM(fee) FROM visits GROUP BY species", "as": "bar"}"#;
    let nothing = "I found nothing in the data that fits.";
    for (rows, says, failed) in [
        ("", "The data could not be read: ", "(no such column)"),
        (r#"{"rows": []}"#, nothing, "(no rows)"),
        // A sum of no rows.
        (r#"{"rows": [{"SUM(fee)": null}]}"#, nothing, "(no rows)"),
    ] {
        let texts = [AVERAGE[0], AVERAGE[1], other, other];
        let (outcome, engine) =
            go("average fee by species", &texts, vec![database("skills", rows), display()]);
        assert!(outcome.text.starts_with(says), "{}", outcome.text);
        let asked = engine.asked.borrow();
        let in_front = format!("\nfailed: SELECT species, AVG(fee) FROM visits GROUP BY species {failed}\n");
        assert!(asked[2].prompt.contains(&in_front), "{}", asked[2].prompt);
        assert!(!asked[1].prompt.contains("failed:"));
        assert_eq!(asked.len(), 3, "once");
        assert!(outcome.tool_calls.iter().all(|call| call.name != "autoui_webmcp_widget_display"));
    }
}

#[test]
fn of_more_rows_than_were_told_none_is_left_out() {
    let row = format!(r#"{{"species": "{}", "AVG(fee)": 20.5}}"#, "x".repeat(80));
    let many: &'static str = format!(r#"{{"rows": [{}]}}"#, vec![row.as_str(); 150].join(",")).leak();
    let said: &'static str = r#"{"rows": [{"species": "cat", "fee": 1}], "truncated": true}"#;
    for rows in [many, said] {
        let layers = vec![database("skills", rows), displaying(&[CHART, TABLE])];
        let (mut options, _) = composing(&AVERAGE, Vec::new());
        options.dispatcher = Dispatcher::new(Layers::new(layers), Hooks::default(), Some(10_000));
        let outcome = runs::go("average fee by species", options);
        assert_eq!(shown(&outcome)["name"], "data-table");
        assert_eq!(shown(&outcome)["params"]["rows"]["path"], "/rows");
    }
}

#[test]
fn a_line_of_more_days_than_were_told_is_drawn_of_all_of_them() {
    let day = |n: usize| format!(r#"{{"day": "20{:02}-{:02}-01", "high": {n}.5}}"#, 10 + n / 12, n % 12 + 1);
    let days: Vec<String> = (0..400).map(day).collect();
    let rows: &'static str = format!(r#"{{"rows": [{}]}}"#, days.join(",")).leak();
    let texts = [AVERAGE[0], r#", "sql": "SELECT visited, fee FROM visits", "as": "bar"}"#];
    let (mut options, _) = composing(&texts, Vec::new());
    let layers = vec![database("skills", rows), displaying(&[CHART, TABLE])];
    options.dispatcher = Dispatcher::new(Layers::new(layers), Hooks::default(), Some(10_000));
    let outcome = runs::go("fee by day", options);
    let params = &shown(&outcome)["params"];
    assert_eq!((&params["type"], &params["bars"]["columns"]), (&json!("line"), &json!(["day", "high"])));
}

#[test]
fn rows_are_read_in_the_shapes_that_servers_write() {
    let bars = json!([["cat", 20.5], ["dog", 41]]);
    for rows in [
        r#"{"data": [{"species": "cat", "a": 20.5}, {"species": "dog", "a": 41}], "count": 2}"#,
        r#"{"columns": ["species", "a"], "rows": [["cat", 20.5], ["dog", 41]]}"#,
        r#"{"fields": [{"name": "species"}, {"name": "a"}], "rows": [["cat", 20.5], ["dog", 41]]}"#,
        "\n[{'species': 'cat', 'a': 20.5}, {'species': 'dog', 'a': 41}]",
    ] {
        let (outcome, _) = go("average fee by species", &AVERAGE, vec![database("skills", rows), display()]);
        assert_eq!(shown(&outcome)["params"]["bars"], bars, "{rows}");
    }
    // What is no list is said as it stands, not called nothing.
    let (outcome, _) =
        go("average fee by species", &AVERAGE, vec![database("skills", "cat: 20.5"), display()]);
    assert_eq!(outcome.text, "cat: 20.5");
}

#[test]
fn after_a_stop_the_next_wish_is_heard() {
    let (options, engine) = composing(&[r#"{"say": "greeting"}"#], vec![display()]);
    let call = json!({"type": "tool_use", "id": "a", "name": "x_mcp_query", "input": {}});
    let messages: Vec<Rc<Message>> = [
        json!({"role": "user", "content": "average fee by species"}),
        json!({"role": "assistant", "content": [{"type": "reasoning", "text": AVERAGE[0]}, call]}),
        json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "Error: aborted", "is_error": true}]}),
    ]
    .into_iter()
    .map(|message| Rc::new(Message::from_json(message).unwrap()))
    .collect();
    let session = RefCell::new(Session::new(messages));
    let outcome = pollster::block_on(run(&session, Input::Wish("hello".into()), options));
    assert!(outcome.text.starts_with("Hello!"), "{}", outcome.text);
    assert!(engine.asked.borrow()[0].prompt.ends_with("\nWish: hello\n"));
}

#[test]
fn only_tools_whose_names_say_that_they_tell_are_asked_while_looking_around() {
    let one =
        |name: &str| json!({"type": "object", "properties": {name: {"type": "string"}}, "required": [name]});
    let sql = ToolDef { description: "Runs SQL".into(), ..tool("query", one("sql")) };
    let tools = vec![
        sql,
        tool("truncate_table", one("table")),
        tool("reset_schema", json!({"type": "object"})),
        tool("optimizeTables", json!({"type": "object"})),
        tool("listTables", json!({"type": "object"})),
        tool("describe_table", one("table")),
        ToolDef { description: "Selects an element by a query".into(), ..tool("click", one("query")) },
    ];
    let handler = answering(|tool, _| {
        Ok(text(&match tool {
            "listTables" => json!(["visits"]),
            "describe_table" => json!([{"name": "fee", "type": "REAL"}]),
            "query" => json!([{"l0": 1, "m0": 2, "n": 2}]),
            other => panic!("{other} was called"),
        }))
    });
    let layers = vec![layer(Protocol::MCP, "pets", tools, handler), display()];
    let (_, engine) = go("hello", &[r#"{"say": "greeting"}"#], layers);
    assert!(engine.asked.borrow()[0].prompt.contains("\nquery visits: fee"));
}

#[test]
fn where_a_query_of_a_later_wish_fails_the_tables_are_looked_at_again() {
    let other = r#", "sql": "SELECT species, SUM(fee) FROM visits GROUP BY species", "as": "bar"}"#;
    let gone = r#", "sql": "SELECT gone", "as": "bar"}"#;
    // The tables are looked at again, and what to do is asked again.
    let texts = [AVERAGE[0], AVERAGE[1], AVERAGE[0], gone, AVERAGE[0], other];
    let (options, engine) = composing(&texts, Vec::new());
    let provider = options.provider;
    let mut messages = Vec::new();
    for wish in ["average fee by species", "sum of fees by species"] {
        let layers = vec![database("skills", ROWS), display()];
        let session = RefCell::new(Session::new(std::mem::take(&mut messages)));
        let outcome =
            pollster::block_on(run(&session, Input::Wish(wish.into()), runs::over(provider.clone(), layers)));
        assert_eq!(shown(&outcome)["name"], "chart", "{wish}: {}", outcome.text);
        messages.clone_from(&outcome.messages);
    }
    assert_eq!(engine.asked.borrow().len(), texts.len());
}

#[test]
fn a_server_that_cannot_be_reached_is_not_asked_for_its_tables_again() {
    let away = r#", "sql": "SELECT away", "as": "bar"}"#;
    let texts = [AVERAGE[0], AVERAGE[1], AVERAGE[0], away, away, away];
    let (options, _) = composing(&texts, vec![database("skills", ROWS), display()]);
    let provider = options.provider.clone();
    runs::go("average fee by species", options);
    let again = runs::over(provider, vec![database("skills", ROWS), display()]);
    let outcome = runs::go("average fee by species", again);
    assert_eq!(outcome.text, "The data could not be read: no answer");
    let mut calls = outcome.tool_calls.iter();
    assert!(
        calls
            .all(|call| !call.args.to_string().contains("sqlite_master")
                && !call.name.contains("_list_tables"))
    );
}

#[test]
fn who_was_not_taught_reads_examples() {
    let (show, stat) = (r#"{"show": "widget"}"#, r#"{"show": "stat"}"#);
    let texts = [show, stat, r#", "params": {"label": "visitors", "value": "42"}}"#];
    let engine = Rc::new(Script { texts: RefCell::new(texts.into_iter().collect()), ..Script::default() });
    let model = Composer::new(engine.clone(), Form::Text);
    let outcome = runs::go("42 visitors", runs::over(Rc::new(model), vec![display()]));
    assert_eq!(*shown(&outcome), json!({"name": "stat", "params": {"label": "visitors", "value": "42"}}));
    let asked = engine.asked.borrow();
    assert!(asked[0].prompt.contains("\nWish: a gauge at 40 of 60\n"), "{}", asked[0].prompt);
    assert!(asked[1].prompt.contains("{\"show\": \"tags\"}\n"), "{}", asked[1].prompt);
    // The recipe's own.
    let example = "}\nWish: 42 visitors\n{\"show\": \"stat\", \"params\": {\"label\":\"Visitors\",\"value\":\"42\"}}\nWish: 42 visitors\n";
    assert!(asked[2].prompt.contains(example), "{}", asked[2].prompt);
}

#[test]
fn what_a_model_guesses_is_not_done_and_the_person_hears_that_it_was_not_understood() {
    for (log_prob, is_taught, is_done) in
        [(-0.1, true, true), (-4.0, true, false), (-0.1, false, true), (-4.0, false, false)]
    {
        let engine = Rc::new(Script {
            // Another is drawn in the place of an unlikely one, or three are alike.
            texts: RefCell::new(if is_taught {
                AVERAGE.into_iter().chain([AVERAGE[1]]).collect()
            } else {
                [AVERAGE[0]].into_iter().chain([AVERAGE_SQL; 3]).collect()
            }),
            log_prob,
            ..Script::default()
        });
        let model = Composer::new(engine.clone(), if is_taught { Form::Taught } else { Form::Text });
        let layers = vec![database("skills", ROWS), display()];
        let outcome = runs::go("Gebühr im Schnitt nach Tierart?", runs::over(Rc::new(model), layers));
        let is_shown = outcome.tool_calls.iter().any(|call| call.name.ends_with("widget_display"));
        assert_eq!(is_shown, is_done, "{log_prob} {is_taught}: {}", outcome.text);
        let is_owned = outcome.text.starts_with("Ich bin nicht sicher, was Sie meinen.");
        assert_eq!(is_owned, !is_done, "{}", outcome.text);
    }
}

#[test]
fn a_widget_is_filled_with_what_the_wish_says() {
    let texts = [r#"{"show": "stat"}"#, r#", "params": {"label": "visitors", "value": "42"}}"#];
    let (outcome, engine) = go("42 visitors", &texts, vec![database("skills", ROWS), display()]);
    assert_eq!(*shown(&outcome), json!({"name": "stat", "params": {"label": "visitors", "value": "42"}}));
    let asked = engine.asked.borrow();
    assert!(
        asked[1].prompt.starts_with("show stat: One key figure\n{\"label\": text, \"value\": text"),
        "{}",
        asked[1].prompt
    );
    assert!(asked[1].prompt.ends_with("\nWish: 42 visitors\n"));
    assert_eq!(asked[1].begun, r#"{"show": "stat""#);
    assert_eq!(outcome.text, "visitors: 42.");
}

/// One wish after the other on one page; what each run did.
fn talk(wishes: &[&str], texts: &[&'static str]) -> (Vec<Outcome>, Rc<Script>) {
    talk_to(&[database("skills", ROWS), display()], wishes, texts)
}

fn talk_to(layers: &[Layer], wishes: &[&str], texts: &[&'static str]) -> (Vec<Outcome>, Rc<Script>) {
    let (options, engine) = composing(texts, Vec::new());
    let (provider, session) = (options.provider, RefCell::new(Session::default()));
    let one = |wish: &&str| {
        let options = runs::over(provider.clone(), layers.to_vec());
        pollster::block_on(run(&session, Input::Wish((*wish).into()), options))
    };
    (wishes.iter().map(one).collect(), engine)
}

fn canvas(outcome: &Outcome) -> Vec<&Value> {
    let calls = outcome.tool_calls.iter().filter(|call| call.name == "autoui_webmcp_canvas");
    calls.map(|call| &call.args).collect()
}

#[test]
fn what_a_query_has_shown_is_changed_by_another_wish() {
    let pie =
        r#", "sql": "SELECT species, AVG(fee) FROM visits GROUP BY species", "as": "pie", "title": "Fees"}"#;
    let number = r#", "sql": "SELECT AVG(fee) FROM visits", "as": "stat"}"#;
    let wishes = ["average fee by species", "as a pie, called Fees", "only the number"];
    let texts = [AVERAGE[0], AVERAGE[1], r#"{"change": 1}"#, pie, r#"{"change": 1}"#, number];
    let (outcomes, engine) = talk(&wishes, &texts);
    let id = serde_json::from_str::<Value>(
        outcomes[0]
            .tool_calls
            .iter()
            .rfind(|call| call.name.ends_with("widget_display"))
            .unwrap()
            .result
            .as_deref()
            .unwrap(),
    )
    .unwrap()["id"]
        .clone();
    let asked = engine.asked.borrow();
    assert!(asked[2].prompt.contains("\nshown 1: bar \"Average fee by species\"\n"), "{}", asked[2].prompt);
    assert!(
        asked[3].prompt.ends_with(
            "(2024-01-03)\nWish: average fee by species\n{\"query\": [\"visits\"], \"sql\": \"SELECT species, AVG(fee) FROM visits GROUP BY species\", \"as\": \"bar\"}\nnamed: fee\nWish: as a pie, called Fees\n"
        ),
        "{}",
        asked[3].prompt
    );
    let bars = json!([["cat", 20.5], ["dog", 41]]);
    let update =
        json!({"action": "update", "id": id, "params": {"title": "Fees", "type": "pie", "bars": bars}});
    assert_eq!(canvas(&outcomes[1]), [&update]);
    assert_eq!(outcomes[1].text, "Fees: changed. cat 20.5, dog 41. From visits: average fee by species.");
    // The change is what the next wish finds. A stat is another widget: it takes the place of the chart. Two rows are no number.
    assert!(asked[4].prompt.contains("\nshown 1: pie \"Fees\"\n"), "{}", asked[4].prompt);
    assert!(
        asked[5].prompt.contains("\"as\": \"pie\", \"title\": \"Fees\"}\nWish: only the number\n"),
        "{}",
        asked[5].prompt
    );
    assert_eq!(outcomes[2].stop, Ok(StopReason::EndTurn));
}

#[test]
fn what_was_filled_from_a_wish_is_filled_anew_or_taken_away() {
    let wishes = ["42 visitors", "no, 43", "remove it", "hello"];
    let texts = [
        r#"{"show": "stat"}"#,
        r#", "params": {"label": "visitors", "value": "42"}}"#,
        r#"{"change": 1}"#,
        r#", "params": {"label": "visitors", "value": "43"}}"#,
        r#"{"remove": 1}"#,
        r#"{"say": "greeting"}"#,
    ];
    let (outcomes, engine) = talk(&wishes, &texts);
    let asked = engine.asked.borrow();
    assert!(asked[2].prompt.contains("\nshown 1: stat \"visitors\"\nWish: no, 43\n"), "{}", asked[2].prompt);
    let earlier = "\nWish: 42 visitors\n{\"show\": \"stat\", \"params\": {\"label\": \"visitors\", \"value\": \"42\"}}\nWish: no, 43\n";
    assert!(asked[3].prompt.ends_with(earlier), "{}", asked[3].prompt);
    // Words of both wishes may be written.
    assert!(asked[3].schema.as_ref().unwrap().to_string().contains("42 visitors\\n{"));
    assert_eq!(canvas(&outcomes[1])[0]["params"]["value"], "43");
    let id = &canvas(&outcomes[1])[0]["id"];
    assert_eq!(canvas(&outcomes[2]), [&json!({"action": "remove", "id": id})]);
    assert_eq!(outcomes[2].text, "Removed.");
    assert!(!asked[5].prompt.contains("\nshown "), "{}", asked[5].prompt);
}

#[test]
fn a_change_that_leaves_a_widget_as_it_is_was_none_and_the_wish_is_read_anew() {
    let stat = [r#"{"show": "stat"}"#, r#", "params": {"label": "visitors", "value": "42"}}"#];
    for (earlier, shown) in [("average fee by species", AVERAGE), ("42 visitors", stat)] {
        let texts = [shown[0], shown[1], r#"{"change": 1}"#, shown[1], r#"{"say": "thanks"}"#];
        let (outcomes, engine) = talk(&[earlier, "good job"], &texts);
        assert!(canvas(&outcomes[1]).is_empty());
        assert_eq!(outcomes[1].stop, Ok(StopReason::EndTurn));
        let asked = engine.asked.borrow();
        let schema = |at: usize| asked[at].schema.as_ref().unwrap().to_string();
        assert!(schema(2).contains("\"change\"") && !schema(4).contains("\"change\""), "{}", schema(4));
        assert_eq!(asked[4].prompt, asked[2].prompt, "nothing is read again");
    }
}

#[test]
fn a_widget_for_which_the_wish_says_too_little_is_owned_up_to() {
    let recipe =
        CHART.replace("bars: {type: array}", "bars: {type: array, minItems: 1, items: {type: number}}");
    let server = Rc::new(WebMcpServer::new("autoui", "", 0).unwrap());
    server.registry().borrow_mut().register(&recipe).unwrap();
    let ui = layer(Protocol::WEBMCP, "autoui", server.tools(), Rc::new(Display(server)));
    let (outcome, engine) = go("chart of wins", &[r#"{"show": "chart"}"#], vec![ui]);
    assert!(outcome.text.starts_with("I cannot do that."), "{}", outcome.text);
    assert_eq!(engine.asked.borrow().len(), 1);
}

#[test]
fn a_tool_is_called_with_what_the_wish_says_and_its_answer_shown() {
    let schema = json!({"type": "object", "properties": {"item": {"type": "string"}}, "required": ["item"]});
    let answers = answering(|_, args| Ok(text(&json!({"added": args["item"], "open": 3}))));
    let errands = layer(Protocol::MCP, "errands", vec![tool("add_errand", schema)], answers);
    let texts = [r#"{"call": "add_errand"}"#, r#", "args": {"item": "milk"}}"#];
    let (outcome, engine) = go("put milk on it", &texts, vec![errands, display()]);
    let call = outcome.tool_calls.iter().find(|call| call.name == "errands_mcp_add_errand").unwrap();
    assert_eq!(call.args, json!({"item": "milk"}));
    assert!(engine.asked.borrow()[0].prompt.contains("\ncall add_errand: "));
    assert_eq!(engine.asked.borrow()[1].begun, r#"{"call": "add_errand""#);
    // There is no widget for facts here: words are the answer.
    assert_eq!(outcome.text, r#"{"added":"milk","open":3}"#);
}

/// A tool that tells of three days, and a canvas with charts and tables.
fn forecast() -> Vec<Layer> {
    let schema = json!({"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]});
    let days = json!([{"day": "Mon", "high": 12}, {"day": "Tue", "high": 15}, {"day": "Wed", "high": 9}]);
    let answers = answering(move |_, _| Ok(text(&days)));
    let server = layer(Protocol::MCP, "weather", vec![tool("forecast", schema)], answers);
    vec![server, displaying(&[STAT, CHART, TABLE])]
}

const CALL: [&str; 2] = [r#"{"call": "forecast"}"#, r#", "args": {"city": "Rome"}}"#];

#[test]
fn what_a_tool_has_answered_is_shown_in_another_form_by_a_later_wish() {
    let wishes = ["the forecast for Rome", "as a pie, called Heat", "as a table", "as bars"];
    let (pie, table, bar) =
        (r#", "as": "pie", "title": "Heat"}"#, r#", "as": "table"}"#, r#", "as": "bar"}"#);
    let change = r#"{"change": 1}"#;
    let texts = [CALL[0], CALL[1], change, pie, change, table, change, bar];
    let (outcomes, engine) = talk_to(&forecast(), &wishes, &texts);
    let asked = engine.asked.borrow();
    let bars = json!([["Mon", 12], ["Tue", 15], ["Wed", 9]]);
    assert_eq!(shown(&outcomes[0])["params"]["type"], "bar");
    // To the model it is a query of all, as those that it was taught to change.
    assert!(
        asked[3].prompt.starts_with("query forecast: day text (Mon; Tue; Wed; …), high number\nWish: ")
            && asked[3].prompt.ends_with(
                "\nWish: the forecast for Rome\n{\"query\": [\"forecast\"], \"sql\": \"SELECT * FROM forecast\", \"as\": \"bar\"}\nWish: as a pie, called Heat\n"
            ),
        "{}",
        asked[3].prompt
    );
    assert_eq!(asked[3].begun, r#"{"query": ["forecast"], "sql": "SELECT * FROM forecast""#);
    let update = &canvas(&outcomes[1])[0]["params"];
    assert_eq!(*update, json!({"title": "Heat", "type": "pie", "bars": bars}));
    // The tool is not called again, and what another widget replaces goes.
    assert_eq!(shown(&outcomes[2])["name"], "data-table");
    assert_eq!(shown(&outcomes[2])["params"]["title"], "Heat");
    // Also where nothing but the conversation was kept.
    assert_eq!(shown(&outcomes[2])["params"]["rows"][2], json!({"day": "Wed", "high": 9}));
    assert_eq!(canvas(&outcomes[2])[0]["action"], "remove");
    assert_eq!(shown(&outcomes[3])["params"], json!({"title": "Heat", "type": "bar", "bars": bars}));
    let called = outcomes.iter().flat_map(|outcome| &outcome.tool_calls);
    assert_eq!(called.filter(|call| call.name == "weather_mcp_forecast").count(), 1);
}

#[test]
fn a_form_that_an_answer_does_not_have_is_declined_and_the_same_form_is_no_change() {
    let scatter = r#", "as": "scatter"}"#;
    let texts = [CALL[0], CALL[1], r#"{"change": 1}"#, scatter];
    let (outcomes, _) = talk_to(&forecast(), &["the forecast for Rome", "as dots"], &texts);
    assert!(outcomes[1].text.starts_with("I cannot do that."), "{}", outcomes[1].text);
    assert!(outcomes[1].tool_calls.iter().all(|call| !call.name.ends_with("_display")));
    let same = r#", "as": "bar"}"#;
    let texts = [CALL[0], CALL[1], r#"{"change": 1}"#, same, r#"{"say": "thanks"}"#];
    let (outcomes, engine) = talk_to(&forecast(), &["the forecast for Rome", "good job"], &texts);
    assert!(canvas(&outcomes[1]).is_empty());
    assert_eq!(engine.asked.borrow().len(), 5, "the wish is read anew");
}

#[test]
fn recipes_of_a_server_of_data_stand_in_front_those_that_fit_where_there_are_many() {
    let recipe = |name: &str, description: &str| RecipeSummary {
        name: name.into(),
        description: description.into(),
        body: None,
    };
    let some = ["newest", "export", "glossary"].map(|name| recipe(name, "About rows"));
    let of_fees = recipe("compare-fees", "How to compare the average fee. Read the schema first.");
    let recipes = some.into_iter().chain([of_fees]).collect();
    let layers = vec![Layer { recipes, ..database("skills", ROWS) }, display()];
    let (outcome, engine) = go("average fee by species", &AVERAGE, layers);
    assert_eq!(shown(&outcome)["name"], "chart", "{}", outcome.text);
    let asked = engine.asked.borrow();
    let told = "\nrecipe compare-fees: How to compare the average fee\nquery visits: ";
    assert!(asked[0].prompt.contains(told), "{}", asked[0].prompt);
    assert_eq!(asked[0].prompt.matches("\nrecipe ").count(), 3);
    // A recipe is no widget, and nothing that could be shown or called.
    let schema = asked[0].schema.as_ref().unwrap().to_string();
    assert!(!schema.contains("compare-fees"), "{schema}");
}

#[test]
fn a_tool_that_fails_is_called_once_more_with_the_error_in_front() {
    let schema = json!({"type": "object", "properties": {"item": {"type": "string"}}, "required": ["item"]});
    let first = r#", "args": {"item": "milk on it"}}"#;
    for (second, is_tried, said) in [
        (r#", "args": {"item": "milk"}}"#, 2, r#"{"added":"milk"}"#),
        (r#", "args": {"item": "it"}}"#, 2, "That did not work: there is no it"),
        // The same again would fail again.
        (first, 1, "That did not work: there is no milk on it"),
    ] {
        let answers = answering(|_, args| match args["item"].as_str().unwrap() {
            "milk" => Ok(text(&json!({"added": "milk"}))),
            other => Err(ToolFailure(format!("there is no {other}"))),
        });
        let errands = layer(Protocol::MCP, "errands", vec![tool("add_errand", schema.clone())], answers);
        let texts = [r#"{"call": "add_errand"}"#, first, second];
        let (outcome, engine) = go("put milk on it", &texts, vec![errands, display()]);
        assert_eq!(outcome.text, said);
        assert_eq!(
            outcome.tool_calls.iter().filter(|call| call.name.ends_with("add_errand")).count(),
            is_tried
        );
        let asked = engine.asked.borrow();
        let failed = "\nfailed: {\"item\":\"milk on it\"} (there is no milk on it)\nWish: ";
        assert!(asked[2].prompt.contains(failed), "{}", asked[2].prompt);
        assert!(asked[2].temperature.is_some() && asked[1].temperature.is_none());
    }
}

#[test]
fn a_widget_that_cannot_be_shown_is_filled_once_more_and_rows_become_a_table() {
    let refuse = |is_bad: fn(&Value) -> bool| {
        let layer = displaying(&[STAT, CHART, TABLE]);
        let handler = layer.handler.clone().unwrap();
        let answers = answering(move |tool, args| {
            if tool == "widget_display" && is_bad(&args) {
                return Err(ToolFailure("/value is too long".into()));
            }
            pollster::block_on(handler.call(tool, args))
        });
        Layer { handler: Some(answers), ..layer }
    };
    let long = refuse(|args| args.pointer("/params/value").is_some_and(|value| value == "42 visitors"));
    let texts = [
        r#"{"show": "stat"}"#,
        r#", "params": {"label": "visitors", "value": "42 visitors"}}"#,
        r#", "params": {"label": "visitors", "value": "42"}}"#,
    ];
    let (outcome, engine) = go("42 visitors", &texts, vec![long]);
    assert_eq!(shown(&outcome)["params"]["value"], "42", "{}", outcome.text);
    assert_eq!(outcome.text, "visitors: 42.");
    assert!(engine.asked.borrow()[2].prompt.contains("(/value is too long)\nWish: "));
    let empty = [r#"{"show": "stat"}"#, r#", "params": {"label": "a"}}"#, r#", "params": {"label": "b"}}"#];
    let (outcome, _) = go("visitors", &empty, vec![display()]);
    assert_eq!(outcome.text, "That did not work: Validation failed: /value: required.");
    let charts = refuse(|args| args["name"] == "chart");
    let (outcome, _) = go("average fee by species", &AVERAGE, vec![database("skills", ROWS), charts]);
    assert_eq!(shown(&outcome)["name"], "data-table", "{}", outcome.text);
    let all = refuse(|_| true);
    let (outcome, _) = go("average fee by species", &AVERAGE, vec![database("skills", ROWS), all]);
    assert_eq!(outcome.text, "That did not work: /value is too long");
    assert_eq!(outcome.tool_calls.iter().filter(|call| call.name.ends_with("widget_display")).count(), 2);
}

#[test]
fn what_is_not_done_is_said_in_the_persons_language_with_what_there_is() {
    let answered = |wish: &str, line: &'static str| {
        let (mut options, _) = composing(&[line], vec![database("skills", ROWS), display()]);
        let suggested = runs::suggestions(&mut options);
        let said = runs::go(wish, options).text;
        (said, suggested.take())
    };
    let said = |wish: &str, line: &'static str| answered(wish, line).0;
    let (hello, suggested) = answered("hello", r#"{"say": "greeting"}"#);
    for part in ["Hello!", "visits", "show as: number, chart"] {
        assert!(hello.contains(part), "{part}: {hello}");
    }
    assert_eq!(suggested, ["average fee by species", "how many visits are there?", "top 5 visits by fee"]);
    let (_, spanish) = answered("¿qué datos hay aquí?", r#"{"say": "data"}"#);
    assert_eq!(spanish.first().unwrap(), "promedio de fee por species");
    assert!(answered("merci beaucoup", r#"{"say": "thanks"}"#).1.is_empty());
    for (wish, line, words) in [
        (
            "bestell mir bitte eine Pizza",
            r#"{"say": "cannot"}"#,
            "Das kann ich nicht. Ich beantworte Fragen zu: visits.",
        ),
        ("what data do you have?", r#"{"say": "data"}"#, "I can answer questions about: visits."),
        ("¿qué datos hay aquí?", r#"{"say": "data"}"#, "Respondo preguntas sobre: visits."),
        (
            "ordina una pizza per favore",
            r#"{"say": "cannot"}"#,
            "Questo non lo so fare. Rispondo a domande su: visits.",
        ),
        (
            "montre-moi quelque chose avec des chiffres",
            r#"{"say": "unclear"}"#,
            "Je ne suis pas sûr de comprendre.",
        ),
    ] {
        let told = said(wish, line);
        assert!(told.starts_with(words), "{told}");
    }
    // A wish that begins no sentence has few words that tell.
    for (wish, words) in [
        ("average rating per team", "I am not sure"),
        ("nur die von heute", "Ich bin nicht sicher"),
        ("je voudrais voir les ventes", "Je ne suis pas"),
        ("moyenne par mois pour chaque ville", "Je ne suis pas"),
        ("quita esta tabla", "No estoy seguro"),
        ("vendite per mese", "Non sono sicuro"),
    ] {
        let told = said(wish, r#"{"say": "unclear"}"#);
        assert!(told.starts_with(words), "{wish}: {told}");
    }
    let german = said("was kannst du für mich machen?", r#"{"say": "help"}"#);
    assert!(german.contains("zeige ich als: Kennzahl, Diagramm."), "{german}");
    assert_eq!(said("merci beaucoup", r#"{"say": "thanks"}"#), "Avec plaisir.");
    let (alone, _) = go("hello", &[r#"{"say": "help"}"#], Vec::new());
    assert!(alone.text.ends_with("Nothing is connected that I could show."), "{}", alone.text);
}

#[test]
fn what_the_model_may_write_first_is_what_there_is() {
    let (_, engine) = go("hello", &[r#"{"say": "greeting"}"#], vec![database("skills", ROWS), display()]);
    let schema = engine.asked.borrow()[0].schema.clone().unwrap();
    let offered = |verb: &str| {
        let parts = schema["anyOf"].as_array().unwrap();
        let part = parts.iter().find(|part| part["properties"].get(verb).is_some());
        part.map(|part| part["properties"][verb]["enum"].clone())
    };
    assert_eq!(offered("show"), Some(json!(["stat", "chart"])));
    assert_eq!(offered("query"), Some(json!([["visits"]])));
    assert_eq!(offered("call"), None);
}
