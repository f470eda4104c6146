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

/// Writes these, each as likely as it says, and knows two words of German.
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
        self.asked.borrow_mut().push(request);
        let (text, log_prob) = self.lines.borrow_mut().pop_front().unwrap();
        ready(Ok(Generated { text: text.into(), log_prob, output_tokens: 1, ..Generated::default() }))
            .boxed_local()
    }

    fn compare(
        &self,
        words: Vec<String>,
        others: Vec<String>,
    ) -> LocalBoxFuture<'static, Result<Vec<Vec<f64>>>> {
        let known = [("gebühr", "fee"), ("kurve", "chart")];
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

/// A question over a table that is not the right one: as unlikely as what is drawn in its place.
const UNLIKELY: [(&str, f64); 3] = [(OWNERS, -0.5), (OF_OWNERS, -2.0), (OF_OWNERS, -2.5)];

#[test]
fn where_a_question_is_unlikely_one_over_other_tables_is_thought_of() {
    let lines = [&UNLIKELY[..], &[(VISITS, -0.01), (OF_VISITS, -0.1)]].concat();
    let (outcome, script) = ask("how much on average", &lines, true);
    assert_eq!(*asked(&outcome), r#"SELECT AVG("fee") FROM "visits""#);
    let requests = script.asked.borrow();
    let temperatures: Vec<bool> = requests.iter().map(|request| request.temperature.is_some()).collect();
    assert_eq!(temperatures, [false, false, true, false, false], "another is drawn");
    let offered = &requests[3].schema.as_ref().unwrap()["properties"]["query"]["enum"];
    assert_eq!(*offered, json!([["visits"], ["bills"]]), "all but what begins with the first");
    assert_eq!(requests[3].prompt, requests[0].prompt, "nothing is read again");
}

#[test]
fn a_query_that_compares_with_what_nobody_said_is_doubted() {
    for (sql, is_shown) in [
        (r#", "sql": "SELECT AVG(fee) FROM visits WHERE room = 'red'", "as": "stat"}"#, true),
        (r#", "sql": "SELECT AVG(fee) FROM visits WHERE room = 'blue'", "as": "stat"}"#, false),
    ] {
        let lines =
            [(VISITS, -0.1), (sql, -1.3), (sql, -1.3), (OWNERS, -0.1), (OF_OWNERS, -9.0), (OF_OWNERS, -9.0)];
        let (outcome, _) = ask("Gebühr in red", &lines, true);
        assert_eq!(outcome.text.contains("From visits"), is_shown, "{sql} {}", outcome.text);
    }
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
fn where_no_question_is_likely_the_person_hears_that_it_was_not_understood() {
    let gone = r#", "sql": "DROP TABLE visits", "as": "stat"}"#;
    for second in [
        vec![(VISITS, -0.01), (OF_VISITS, -1.2), (OF_VISITS, -1.3)],
        vec![(VISITS, -0.01), (gone, -0.1)],
        vec![(VISITS, -0.01), ("no JSON", -0.1)],
    ] {
        let (outcome, script) = ask("how many", &[&UNLIKELY[..], &second].concat(), true);
        assert!(outcome.text.starts_with("I am not sure what you mean."), "{}", outcome.text);
        assert!(outcome.tool_calls.iter().all(|call| !call.args["sql"].to_string().contains("AVG")));
        assert!(script.lines.borrow().is_empty());
    }
}

#[test]
fn what_the_wish_means_counts_beside_what_the_model_takes_for_likely() {
    let of_room = r#", "sql": "SELECT COUNT(room) FROM visits", "as": "stat"}"#;
    // The column of another table is meant, and then another column of the same.
    let (outcome, _) = ask("Gebühr?", &[&UNLIKELY[..], &[(VISITS, -0.5), (OF_VISITS, -1.5)]].concat(), true);
    assert_eq!(*asked(&outcome), r#"SELECT AVG("fee") FROM "visits""#);
    let drawn = [(VISITS, 0.0), (of_room, -0.7), (OF_VISITS, -0.9)];
    assert_eq!(*asked(&ask("Gebühr?", &drawn, true).0), r#"SELECT AVG("fee") FROM "visits""#);
    let (outcome, script) = ask("how much", &drawn[..2], true);
    assert_eq!(*asked(&outcome), r#"SELECT COUNT("room") FROM "visits""#, "nothing of them is meant");
    assert_eq!(script.asked.borrow().len(), 2);
}

#[test]
fn where_the_model_is_sure_one_question_is_thought_of() {
    let (outcome, script) = ask("how many", &[(OWNERS, -0.05), (OF_OWNERS, -0.6)], true);
    assert_eq!(*asked(&outcome), r#"SELECT COUNT(*) FROM "owners""#);
    assert_eq!(script.asked.borrow().len(), 2);
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
    let requests = script.asked.borrow();
    assert!(
        requests[0].prompt.ends_with("\nlike: visits (fee)\nfits: chart; stat\nWish: Gebühr als Kurve?\n"),
        "{}",
        requests[0].prompt
    );
    assert!(requests[1].prompt.ends_with("\nlike: fee\nWish: Gebühr als Kurve?\n"), "{}", requests[1].prompt);
    let all = r#"{"query": ["owners", "visits", "bills"]}"#;
    let sql = "SELECT AVG(fee) FROM visits\n```\nstat";
    let (_, script) = ask("Gebühr als Kurve?", &[(all, 0.0), (sql, 0.0), (sql, 0.0), (sql, 0.0)], false);
    let is_told =
        |request: &GenerateRequest| ["\nlike: ", "\nfits: "].iter().any(|hint| request.prompt.contains(hint));
    assert!(!script.asked.borrow().iter().any(is_told));
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

#[test]
fn what_the_words_of_a_wish_mean_is_weighed_against_what_the_model_would_choose() {
    let stat = r#"{"show": "stat"}"#;
    let of_stat = r#", "params": {"label": "Kurve", "value": "41"}}"#;
    let of_chart = r#", "params": {"title": "Kurve", "bars": [41, 42]}}"#;
    for (sure, filled, widget) in [(-0.2, of_chart, "chart"), (-0.001, of_stat, "stat")] {
        let (outcome, script) = ask("Kurve 41 42", &[(stat, sure), (stat, sure), (filled, -0.1)], true);
        let requests = script.asked.borrow();
        let offered = requests[1].schema.as_ref().unwrap()["anyOf"].to_string();
        assert!(
            offered.contains("chart") && offered.contains("stat") && !offered.contains("say"),
            "{offered}"
        );
        assert_eq!(requests[1].prompt, requests[0].prompt, "nothing is read again");
        assert!(requests[2].prompt.starts_with(&format!("show {widget}: ")), "{}", requests[2].prompt);
        assert!(script.lines.borrow().is_empty(), "{}", outcome.text);
    }
}
