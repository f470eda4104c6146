//! Which tables a question is taken to be about, and what else there is: by words that mean the same, and where the model is not sure, by
//! what it would write otherwise.

use crate::composer::{CHART, display, displaying};
use crate::support::{answering, layer, runs, tool};
use futures_util::future::{FutureExt, LocalBoxFuture, ready};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use webmcp_auto_ui::agent::{Input, Outcome, Session, run};
use webmcp_auto_ui::choose::{Composer, Form};
use webmcp_auto_ui::dispatch::{Layer, Protocol};
use webmcp_auto_ui::error::Result;
use webmcp_auto_ui::local::{Engine, GenerateRequest, Generated};
use webmcp_auto_ui::model::{ToolDef, ToolFailure};

/// Writes these, each as likely as it says and as often as it is to be written, and knows a word of German.
struct Script {
    lines: RefCell<VecDeque<(&'static str, f64)>>,
    asked: RefCell<Vec<GenerateRequest>>,
}

impl Engine for Script {
    fn generate(
        &self,
        request: GenerateRequest,
        _: Rc<dyn Fn(&str)>,
    ) -> LocalBoxFuture<'static, Result<Generated>> {
        let (text, log_prob) = self.lines.borrow_mut().pop_front().unwrap();
        let others = (1..request.n.unwrap_or(1)).map(|_| text.to_owned()).collect();
        self.asked.borrow_mut().push(request);
        let text = text.to_owned();
        ready(Ok(Generated { text, others, log_prob, output_tokens: 1, ..Generated::default() }))
            .boxed_local()
    }

    fn compare(
        &self,
        words: Vec<String>,
        others: Vec<String>,
    ) -> LocalBoxFuture<'static, Result<Vec<Vec<f64>>>> {
        let known = [("kurve", "chart")];
        let like = |word: &str, other: &str| if known.contains(&(word, other)) { 0.8 } else { 0.2 };
        let rows = words.iter().map(|word| others.iter().map(|other| like(word, other)).collect()).collect();
        ready(Ok(rows)).boxed_local()
    }
}

const OWNERS: &str = r#"{"query": ["owners"]}"#;
const OF_OWNERS: &str = r#", "sql": "SELECT COUNT(*) FROM owners", "as": "stat"}"#;
const VISITS: &str = r#"{"query": ["visits"]}"#;
const OF_VISITS: &str = r#", "sql": "SELECT AVG(fee) FROM visits", "as": "stat"}"#;

fn database() -> Layer {
    let handler = answering(|_, args| {
        let asked = args["sql"].as_str().unwrap_or_default();
        let rows = match () {
            () if asked.contains("sqlite_master") => json!([
                {"sql": "CREATE TABLE owners (name TEXT, town TEXT)"}, {"sql": "CREATE TABLE visits (fee REAL, room TEXT)"},
                {"sql": "CREATE TABLE bills (due TEXT)"},
            ]),
            () if asked.contains("COUNT(*) AS n") => json!([{"n": 1}]),
            () if asked.contains("MAX") => return Err(ToolFailure("locked".into())),
            () => json!([{"figure": 41}]),
        };
        Ok(json!({"content": [{"type": "text", "text": rows.to_string()}]}))
    });
    let schema = json!({"type": "object", "properties": {"sql": {"type": "string"}}, "required": ["sql"]});
    let query = ToolDef { description: "Runs SQL".into(), ..tool("query", schema) };
    layer(Protocol::MCP, "pets", vec![query], handler)
}

fn ask(wish: &str, lines: &[(&'static str, f64)], is_taught: bool) -> (Outcome, Rc<Script>) {
    let (mut outcomes, script) = talk(&[wish], lines, is_taught);
    (outcomes.remove(0), script)
}

/// Wishes one after the other, in one conversation.
fn talk(wishes: &[&str], lines: &[(&'static str, f64)], is_taught: bool) -> (Vec<Outcome>, Rc<Script>) {
    let script =
        Rc::new(Script { lines: RefCell::new(lines.iter().copied().collect()), asked: RefCell::default() });
    let model = Rc::new(Composer::new(script.clone(), if is_taught { Form::Taught } else { Form::Text }));
    let (ui, mut messages) = (display(), Vec::new());
    let ask = |wish: &&str| {
        let session = RefCell::new(Session::new(std::mem::take(&mut messages)));
        let options = runs::over(model.clone(), vec![database(), ui.clone()]);
        let outcome = pollster::block_on(run(&session, Input::Wish((*wish).to_owned()), options));
        messages.clone_from(&outcome.messages);
        outcome
    };
    (wishes.iter().map(ask).collect(), script)
}

/// The last question of a run.
fn asked(outcome: &Outcome) -> &Value {
    let mut queries = outcome.tool_calls.iter().filter(|call| call.name == "pets_mcp_query");
    &queries.next_back().unwrap().args["sql"]
}

#[test]
fn a_change_that_is_only_guessed_is_none_and_all_that_was_read_for_it_is_counted() {
    let of_rooms = r#", "sql": "SELECT COUNT(room) FROM visits", "as": "stat"}"#;
    for (likely, is_changed) in [(-0.2, true), (-9.0, false)] {
        let first = [(VISITS, 0.0), (OF_VISITS, 0.0), (r#"{"change": 1}"#, -0.1), (of_rooms, likely)];
        let then = [(r#"{"say": "thanks"}"#, 0.0)];
        let lines = if is_changed { first.to_vec() } else { [&first[..], &then].concat() };
        let (outcomes, script) = talk(&["average fee", "well done"], &lines, true);
        let changed = outcomes[1].tool_calls.iter().any(|call| call.name == "autoui_webmcp_canvas");
        assert_eq!(changed, is_changed, "{}", outcomes[1].text);
        assert!(script.lines.borrow().is_empty());
        let written: u64 = outcomes.iter().map(|outcome| outcome.metrics.completion_tokens).sum();
        assert_eq!(written, lines.len() as u64, "a token a line");
    }
}

#[test]
fn where_a_question_is_unlikely_or_cannot_run_the_person_hears_that_it_was_not_understood() {
    let gone = r#", "sql": "DROP TABLE visits", "as": "stat"}"#;
    for second in [(OF_VISITS, -1.6), (gone, -0.1), ("no JSON", -0.1)] {
        // What cannot run is written anew, once.
        let lines = [(VISITS, -0.01), second, second];
        let (outcome, _) = ask("how many", &lines, true);
        assert!(outcome.text.starts_with("I am not sure what you mean."), "{}", outcome.text);
        assert!(outcome.tool_calls.iter().all(|call| !call.args["sql"].to_string().contains("AVG")));
    }
}

#[test]
fn where_the_first_two_queries_are_alike_no_more_are_written() {
    for is_taught in [true, false] {
        let all = r#"{"query": ["owners", "visits", "bills"]}"#;
        let text = "SELECT COUNT(*) FROM owners\n```\nstat";
        let lines = if is_taught { [(OWNERS, -0.05), (OF_OWNERS, -0.6)] } else { [(all, 0.0), (text, -0.6)] };
        let (outcome, script) = ask("how many", &lines, is_taught);
        assert_eq!(*asked(&outcome), r#"SELECT COUNT(*) FROM "owners""#);
        let counts: Vec<Option<u32>> = script.asked.borrow().iter().map(|request| request.n).collect();
        assert_eq!(counts, [None, Some(2)]);
    }
}

#[test]
fn where_a_query_fails_and_another_one_is_a_guess_the_failure_is_told() {
    let most = r#", "sql": "SELECT MAX(town) FROM owners", "as": "stat"}"#;
    let (outcome, script) = ask("the last town", &[(OWNERS, 0.0), (most, 0.0), (OF_OWNERS, -3.0)], true);
    assert_eq!(outcome.text, "The data could not be read: locked");
    assert_eq!(script.asked.borrow().len(), 3);
}

#[test]
fn words_that_mean_the_same_are_told_to_a_model_that_was_taught_so() {
    let lines = [(VISITS, 0.0), (OF_VISITS, 0.0)];
    let (_, script) = ask("Gebühr als Kurve?", &lines, true);
    let prompt = script.asked.borrow()[0].prompt.clone();
    assert!(prompt.ends_with("\nfits: chart; stat\nWish: Gebühr als Kurve?\n"), "{prompt}");
    let all = r#"{"query": ["owners", "visits", "bills"]}"#;
    let sql = "SELECT AVG(fee) FROM visits\n```\nstat";
    let (_, script) = ask("Gebühr als Kurve?", &[(all, 0.0), (sql, 0.0)], false);
    assert!(!script.asked.borrow().iter().any(|request| request.prompt.contains("\nfits: ")));
}

#[test]
fn among_many_widgets_those_are_read_that_mean_what_the_wish_says_in_any_language() {
    let recipe =
        |at: usize| format!("---\nwidget: gauge{at}\ndescription: A gauge\nschema: {{type: object}}\n---\n");
    let recipes: Vec<String> = (0..20).map(recipe).chain([CHART.to_owned()]).collect();
    for (is_taught, is_read) in [(true, true), (false, false)] {
        let lines = RefCell::new(VecDeque::from([(r#"{"say": "unclear"}"#, 0.0)]));
        let script = Rc::new(Script { lines, asked: RefCell::default() });
        let model = Rc::new(Composer::new(script.clone(), if is_taught { Form::Taught } else { Form::Text }));
        let recipes: Vec<&str> = recipes.iter().map(String::as_str).collect();
        runs::go("Eine Kurve bitte", runs::over(model, vec![displaying(&recipes)]));
        let prompt = script.asked.borrow()[0].prompt.clone();
        assert_eq!(prompt.contains("show chart: "), is_read, "{prompt}");
    }
}

#[test]
fn what_stands_before_a_wish_stays_short_whatever_is_connected() {
    use webmcp_auto_ui::compose::{Offer, query_lines, schema_lines};
    use webmcp_auto_ui::model::estimate_tokens;
    use webmcp_auto_ui::sql::{Column, Days, Kind, Table};
    let long = "A quarterly consolidated statement of intercompany receivables and payables by entity";
    let recipe = |at: usize| {
        format!(
            "---\nwidget: consolidated-statement-{at}\ndescription: {long} {at}\nschema: {{type: object}}\n---\n"
        )
    };
    let recipes: Vec<String> = (0..40).map(recipe).chain([CHART.to_owned()]).collect();
    let recipes: Vec<&str> = recipes.iter().map(String::as_str).collect();
    let lines = RefCell::new(VecDeque::from([(r#"{"say": "unclear"}"#, 0.0)]));
    let script = Rc::new(Script { lines, asked: RefCell::default() });
    let model = Rc::new(Composer::new(script.clone(), Form::Taught));
    runs::go("Eine Kurve bitte", runs::over(model, vec![displaying(&recipes)]));
    let prompt = script.asked.borrow()[0].prompt.clone();
    let tokens = estimate_tokens(&prompt);
    assert!((150..=700).contains(&tokens), "{tokens}: {prompt}");
    assert!(prompt.contains("show chart: "), "what fits best is there: {prompt}");
    // A table with more columns, and a tool with more fields, than anybody reads.
    let column = |at: usize| Column {
        name: format!("measurement_of_sensor_{at}"),
        kind: Kind::Text,
        values: vec!["first state".into(), "second state".into()],
        complete: true,
        filled: false,
        days: Days::Iso,
    };
    let table = Table { name: "readings".into(), columns: (0..300).map(column).collect() };
    let fields: serde_json::Map<String, Value> =
        (0..300).map(|at| (format!("parameter_number_{at}"), json!({"type": "string"}))).collect();
    let nested = json!({"type": "object", "properties": {"filter": {"type": "object", "properties": fields}, "page": {"type": "integer"}}});
    let offer = Offer { verb: "call", name: "search", description: "Searches" };
    for told in [query_lines(&[&table]), query_lines(&[&table, &table]), schema_lines(&offer, &nested)] {
        assert!(estimate_tokens(&told) <= 700, "{told}");
        assert!(told.contains("measurement_of_sensor_1,") || told.contains(r#""page"?: integer"#), "{told}");
    }
}

#[test]
fn values_that_leave_out_a_number_of_the_wish_are_doubted() {
    let cut = r#", "params": {"label": "rent", "value": "1150"}}"#;
    let whole = r#", "params": {"label": "rent, food", "value": "1150, 420"}}"#;
    for (written, is_taught, is_shown) in
        [(cut, true, false), (whole, true, true), (cut, false, false), (whole, false, true)]
    {
        // Who was not taught is asked again, whether the data answers it.
        let lines = [
            (r#"{"show": "widget"}"#, -0.1),
            (r#"{"show": "stat"}"#, -0.1),
            (written, -0.5),
            (r#"{"say": "unclear"}"#, 0.0),
        ];
        let lines = if is_taught { &lines[1..] } else { &lines };
        let (outcome, _) = ask("rent 1150, food 420", lines, is_taught);
        let shown = outcome.tool_calls.iter().any(|call| call.name.ends_with("widget_display"));
        assert_eq!(shown, is_shown, "{written} {}", outcome.text);
    }
}
