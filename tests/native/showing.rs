//! What a wish says itself, shown by a model that follows instructions: whether it is, in which widget, with which of its fields.

use crate::asking::{Script, database, library};
use crate::composer::{CHART as BARRED, TABLE, display, displaying};
use crate::support::runs;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use webmcp_auto_ui::agent::{Input, Outcome, Session, run};
use webmcp_auto_ui::choose::{Composer, Form};
use webmcp_auto_ui::compose::{
    Shown, asked_schema, asks_anew, asks_of, brings_text, callable_schema, headed, headed_in_words,
    lists_parts, named_beside, said_once, speaks_of_others,
};
use webmcp_auto_ui::dispatch::Layer;
use webmcp_auto_ui::model::{Block, Message, Role};
use webmcp_auto_ui::sql::Table;

const CARD: &str = "---\nwidget: fact-card\ndescription: A card\nschema: {type: object, required: [title], properties: {title: {type: string}, note: {type: string}, tone: {enum: [warm, cold]}}}\nexamples: [{wish: \"card: A, b\", params: {title: \"A\", note: \"b\"}}]\n---\n";

/// Wishes one after the other, in one conversation.
fn talk(layers: &[Layer], wishes: &[&str], lines: &[(&str, f64)]) -> (Vec<Outcome>, Rc<Script>) {
    let script = Rc::new(Script::of(lines));
    let (model, session) =
        (Rc::new(Composer::new(script.clone(), Form::Chat)), RefCell::new(Session::default()));
    let one = |wish: &&str| {
        let options = runs::over(model.clone(), layers.to_vec());
        pollster::block_on(run(&session, Input::Wish((*wish).into()), options))
    };
    (wishes.iter().map(one).collect(), script)
}

fn call<'o>(outcome: &'o Outcome, tool: &str) -> Option<&'o Value> {
    outcome.tool_calls.iter().find(|call| call.name.ends_with(tool)).map(|call| &call.args)
}

const SHOW: (&str, f64) = (r#"{"show": "widget"}"#, -0.1);
const STAT: (&str, f64) = (r#"{"show": "stat"}"#, -0.1);
const CHART: (&str, f64) = (r#"{"show": "chart"}"#, -0.1);
const BARS: &str = r#", "params": {"bars": [["free", 12], ["taken", 30]]}}"#;
const FILLED: (&str, f64) = (r#", "params": {"label": "visitors", "value": "42"}}"#, -4.0);

#[test]
fn first_whether_it_is_shown_then_in_which_widget_then_with_what() {
    let (outcomes, script) = talk(&[display()], &["42 visitors"], &[SHOW, STAT, FILLED]);
    // However unlikely the copy: there are several ways to put it.
    assert_eq!(
        call(&outcomes[0], "widget_display").unwrap()["params"],
        json!({"label": "visitors", "value": "42"})
    );
    let asked = script.asked.borrow();
    let last = |at: usize| -> &str {
        asked[at].chat.as_ref().unwrap().messages.last().unwrap()["content"].as_str().unwrap()
    };
    assert_eq!(last(0), "show widget: stat, chart\n\nWish: 42 visitors");
    let first = asked[0].schema.as_ref().unwrap().to_string();
    assert!(first.contains(r#"{"show":{"enum":["widget"]}}"#), "{first}");
    assert!(last(1).starts_with("show stat: One key figure\nshow chart: "), "{}", last(1));
    assert_eq!(asked[1].schema.as_ref().unwrap()["properties"], json!({"show": {"enum": ["stat", "chart"]}}));
}

#[test]
fn a_widget_whose_whole_name_the_wish_says_is_not_asked_for() {
    let filled = (r#", "params": {"title": "Tea", "note": "hot"}}"#, -0.5);
    let layers = [displaying(&[CARD])];
    let (outcomes, _) = talk(&layers, &["a fact card: Tea, hot"], &[SHOW, filled]);
    let shown = call(&outcomes[0], "widget_display").unwrap();
    assert_eq!(*shown, json!({"name": "fact-card", "params": {"title": "Tea", "note": "hot"}}));
}

#[test]
fn of_a_widget_without_examples_all_fields_may_be_filled() {
    let recipe = CARD.lines().filter(|line| !line.starts_with("examples")).collect::<Vec<_>>().join("\n");
    let filled = (r#", "params": {"title": "Tea", "note": "hot"}}"#, -0.5);
    let (_, script) = talk(&[displaying(&[&recipe])], &["a fact card: Tea, hot"], &[SHOW, filled]);
    let asked = script.asked.borrow();
    let fields = asked[1].schema.as_ref().unwrap().pointer("/properties/params/properties").unwrap();
    assert!(fields.get("note").is_some(), "{fields}");
}

#[test]
fn what_hardly_says_what_to_show_is_not_shown() {
    let (outcomes, _) = talk(&[display()], &["close the 1 window"], &[(SHOW.0, -0.7)]);
    assert_eq!(call(&outcomes[0], "widget_display"), None);
    assert!(outcomes[0].text.starts_with("I am not sure what you mean."), "{}", outcomes[0].text);
    let (outcomes, _) = talk(&[display()], &["say: 42 visitors"], &[(SHOW.0, -0.7), STAT, FILLED]);
    assert!(call(&outcomes[0], "widget_display").is_some(), "it brings along what is to be shown");
}

const QUERY: (&str, f64) = (r#"{"query": ["Books"]}"#, -0.48);

#[test]
fn what_a_wish_lists_and_no_data_has_is_shown_where_the_model_is_not_sure_of_a_question() {
    let layers = [database(), display()];
    let (outcomes, _) = talk(
        &layers,
        &["visitors: Rome 42, Oslo 9"],
        &[QUERY, STAT, (r#", "params": {"label": "visitors: Rome, Oslo", "value": "42, 9"}}"#, -4.0)],
    );
    assert_eq!(call(&outcomes[0], "widget_display").unwrap()["params"]["value"], json!("42, 9"));
    assert!(brings_text("say: it rains") && !brings_text("what rains?") && !brings_text("at 10:30"));
    for (wish, listed) in [
        ("milk\neggs\ntea", true),
        ("milk\neggs", false),
        ("to buy: milk, eggs", true),
        ("à faire : lait ; pain", true),
        ("買う：牛乳、卵", true),
        ("https://a.example/b, c", false),
        ("at 10:30, 11:30", false),
        ("only: milk", false),
        ("milk, eggs, tea", false),
    ] {
        assert_eq!(lists_parts(wish), listed, "{wish}");
    }
}

#[test]
fn a_wish_that_fills_two_fields_with_the_same_has_nothing_to_show_and_is_asked_of_the_data() {
    let layers = [database(), display()];
    let twice = (r#", "params": {"label": "the longest book", "value": "the longest book"}}"#, -0.5);
    let query = (r#"{"query": ["Books"]}"#, -0.1);
    let sql = ("SELECT MAX(pages) FROM Books\n```\nstat", -0.1);
    let (outcomes, _) = talk(&layers, &["show me the longest book"], &[SHOW, STAT, twice, query, sql, sql]);
    assert_eq!(call(&outcomes[0], "widget_display").unwrap()["params"]["value"], json!("90"));
}

#[test]
fn to_take_out_what_stands_in_a_widget_changes_it_and_keeps_the_rest() {
    let layers = [displaying(&[CARD])];
    let filled = (r#", "params": {"title": "Tea", "note": "hot"}}"#, -0.5);
    let removes = (r#"{"remove": 1}"#, -0.1);
    let without = (r#", "params": {"title": "Tea"}}"#, -0.5);
    let renamed = (r#", "params": {"title": "Coffee"}}"#, -0.5);
    let wishes = ["a fact card: Tea, hot", "drop hot"];
    let (outcomes, _) = talk(&layers, &wishes, &[SHOW, filled, removes, without]);
    // What an update lacks would stay, so another takes its place.
    assert_eq!(call(&outcomes[1], "widget_display").unwrap()["params"], json!({"title": "Tea"}));
    let wishes = ["a fact card: Tea, hot", "remove hot, and add: Coffee"];
    let (outcomes, _) = talk(&layers, &wishes, &[SHOW, filled, removes, renamed]);
    assert_eq!(call(&outcomes[1], "_canvas").unwrap()["action"], json!("update"), "something is to come");
    let changes = (r#"{"change": 1}"#, -0.1);
    let wishes = ["a fact card: Tea, hot", "no, Coffee"];
    let (outcomes, _) = talk(&layers, &wishes, &[SHOW, filled, changes, renamed]);
    let update = call(&outcomes[1], "_canvas").unwrap();
    assert_eq!(update["params"], json!({"title": "Coffee", "note": "hot"}), "what it says nothing of stays");
    let wishes = ["a fact card: Tea, hot", "close the fact card"];
    let (outcomes, _) = talk(&layers, &wishes, &[SHOW, filled, removes]);
    assert_eq!(call(&outcomes[1], "_canvas").unwrap()["action"], json!("remove"));
}

#[test]
fn a_copied_list_says_nothing_twice() {
    let list = "---\nwidget: fact-list\ndescription: A list\nschema: {type: object, required: [items], properties: {items: {type: array, items: {type: string}}}}\n---\n";
    let filled = |params: &'static str| (params, -0.5);
    let changes = (r#"{"change": 1}"#, -0.1);
    let lines = [
        SHOW,
        filled(r#", "params": {"items": ["tea", "milk"]}}"#),
        changes,
        filled(r#", "params": {"items": ["tea", "oats", "oats"]}}"#),
    ];
    let wishes = ["a fact list: tea, milk", "oats for the milk"];
    let (outcomes, _) = talk(&[displaying(&[list])], &wishes, &lines);
    assert_eq!(call(&outcomes[1], "_canvas").unwrap()["params"], json!({"items": ["tea", "oats"]}));
}

#[test]
fn optional_fields_are_offered_where_an_example_or_the_wish_has_them() {
    let schema = json!({
        "type": "object",
        "required": ["rows"],
        "properties": {
            "title": {"type": "string"},
            "isStriped": {"type": "boolean"},
            "kind": {"enum": ["bar", "donut"]},
            "rows": {"type": "array", "items": {
                "type": "object", "required": ["key"], "properties": {"key": {"type": "string"}, "href": {"type": "string"}, "align": {"enum": ["left", "right"]}},
            }},
        },
    });
    let fields = |wish: &str, samples: &[&Value]| {
        let asked = asked_schema(&schema, wish, samples);
        let names = |pointer: &str| -> Vec<String> {
            asked.pointer(pointer).unwrap().as_object().unwrap().keys().cloned().collect()
        };
        (names("/properties"), names("/properties/rows/items/properties"))
    };
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    assert_eq!(fields("tea 3", &[]), (names(&["rows"]), names(&["key"])));
    assert_eq!(
        fields("a donut, tea on the right", &[]),
        (names(&["kind", "rows"]), names(&["key", "align"]))
    );
    assert_eq!(fields("striped", &[]).0, names(&["isStriped", "rows"]));
    let sample = json!({"title": "Tea", "rows": [{"key": "a"}, {"key": "b", "href": "https://a.example"}]});
    assert_eq!(fields("tea 3", &[&sample]), (names(&["title", "rows"]), names(&["key", "href"])));
    // Of free form is what the wish pastes, and what demands it goes with it.
    let form = json!({
        "type": "object",
        "anyOf": [{"required": ["fields"]}, {"required": ["schema"]}],
        "properties": {"fields": {"type": "array"}, "schema": {"type": "object"}},
    });
    let samples = [&json!({"fields": ["a"]}), &json!({"schema": {"type": "object"}})];
    let asked = asked_schema(&form, "a form with name and age", &samples);
    assert_eq!(
        (&asked["properties"], &asked["anyOf"]),
        (&json!({"fields": {"type": "array"}}), &json!([{"required": ["fields"]}]))
    );
    assert_eq!(asked_schema(&form, "a form of {\"type\": \"object\"}", &samples), form);
    for odd in [json!(true), json!({"properties": 3}), json!({"items": [], "anyOf": {}}), json!([1])] {
        assert_eq!(asked_schema(&odd, "tea", &[&json!(null)]), odd);
    }
}

#[test]
fn arguments_have_no_switch_that_nobody_names_and_say_nothing_twice() {
    let schema = json!({
        "type": "object",
        "required": ["owner", "title"],
        "properties": {
            "owner": {"type": "string"}, "title": {"type": "string"}, "body": {"type": "string"},
            "labels": {"type": "array", "items": {"type": "string"}}, "isDraft": {"type": "boolean"},
        },
    });
    let fields = |wish: &str| {
        callable_schema(&schema, wish)["properties"].as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(fields("open an issue"), ["owner", "title", "body", "labels"]);
    assert_eq!(fields("open a draft"), ["owner", "title", "body", "labels", "isDraft"]);
    let written = json!({"owner": "acme", "title": "It fails", "body": "It fails", "labels": ["acme"]});
    assert_eq!(said_once(&written, &schema, ""), json!({"owner": "acme", "title": "It fails"}));
    let empty = json!({"owner": "acme", "title": "", "body": " ", "labels": []});
    assert_eq!(said_once(&empty, &schema, "an issue"), json!({"owner": "acme", "title": ""}));
    let cleared = json!({"owner": "acme", "title": "", "labels": []});
    assert_eq!(said_once(&empty, &schema, "take all labels away"), cleared);
    let apart = json!({"owner": "acme", "title": "It fails", "body": "on Monday", "labels": ["acme", "bug"]});
    assert_eq!(said_once(&apart, &schema, ""), apart);
    for odd in [json!(null), json!([1]), json!({"title": 3})] {
        assert_eq!(said_once(&odd, &json!(true), ""), odd);
    }
}

#[test]
fn what_has_no_title_gets_the_one_that_the_wish_says() {
    let schema = json!({"properties": {"title": {"type": "string"}, "items": {"type": "array"}}});
    for (wish, wanted) in [
        ("Pie chart of what my team wants for lunch: pizza 7, sushi 4", Some("What my team wants for lunch")),
        ("Kuchendiagramm für unser Budget: Miete 850, Essen 320", Some("Unser Budget")),
        ("Gráfico de barras de mis gastos: comida 3, tren 5", Some("Mis gastos")),
        ("Liste de courses pour samedi : œufs, lait", Some("Courses pour samedi")),
        // Nothing says what it is about, or nothing follows.
        ("Pie chart: pizza 7, sushi 4", None),
        ("a pie of bars: pizza 7, sushi 4", None),
        ("cities for a map: Rome, Oslo", None),
        ("a list of eggs and milk", None),
        ("the times of departure:9:30 and 10:15", None),
        ("a list of:  ", None),
        ("eggs for two\nmilk: 1 litre", None),
    ] {
        let wanted = wanted.map(|title| json!({"items": [1], "title": title}));
        assert_eq!(headed(&json!({"items": [1]}), &schema, wish), wanted, "{wish}");
    }
    let wish = "a list of fruit: figs";
    assert_eq!(headed(&json!({"title": "figs"}), &schema, wish), None);
    for odd in [json!(true), json!({"properties": {"title": {"enum": ["a"]}}}), json!({"properties": {}})] {
        assert_eq!(headed(&json!({}), &odd, wish), None, "{odd}");
    }
    assert_eq!(headed(&json!([1]), &schema, wish), None);
    let (outcomes, _) =
        talk(&[display()], &["a chart of rooms: free 12, taken 30"], &[SHOW, CHART, (BARS, -0.1)]);
    assert_eq!(call(&outcomes[0], "widget_display").unwrap()["params"]["title"], "Rooms");
}

#[test]
fn a_question_that_names_nothing_of_the_data_goes_on_from_the_last_one() {
    let layers = [database(), display()];
    let sql = ("SELECT MAX(pages) FROM Books\n```\nstat", -0.1);
    let other = ("SELECT SUM(pages) FROM Books\n```\nstat", -0.1);
    let sure = (r#"{"query": ["Books"]}"#, -0.1);
    for (wish, changes) in [
        ("as a bar chart", true),
        ("now the whole", true),
        ("now I would like the whole", false),
        ("bars of the pages", false),
        ("the whole pages", false),
    ] {
        let lines = [sure, sql, sql, QUERY, other, other];
        let (outcomes, _) = talk(&layers, &["the longest book", wish], &lines);
        let update = call(&outcomes[1], "_canvas").map(|update| &update["params"]["value"]);
        assert_eq!(update, changes.then_some(&json!("99")), "{wish}");
    }
}

#[test]
fn a_wish_for_another_form_alone_asks_the_same_query_and_one_to_take_away_takes_away() {
    let layers = [database(), display()];
    let sql = ("SELECT title, COUNT(*) FROM Books GROUP BY title\n```\nbar", -0.1);
    let lines = [(r#"{"query": ["Books"]}"#, -0.1), sql, sql, SHOW, (r#"{"say": "cannot"}"#, -0.1)];
    let (outcomes, _) = talk(&layers, &["how many of each", "draw it as a pie", "quita esta tabla"], &lines);
    let update = call(&outcomes[1], "_canvas").unwrap();
    assert_eq!((&update["action"], &update["params"]["type"]), (&json!("update"), &json!("pie")));
    assert_eq!(call(&outcomes[2], "_canvas").unwrap()["action"], "remove");
}

#[test]
fn a_value_that_is_to_go_takes_no_widget_away() {
    let layers = [database(), display()];
    let sql = ("SELECT title, COUNT(*) FROM Books GROUP BY title\n```\nbar", -0.1);
    let without = ("SELECT title, COUNT(*) FROM Books WHERE title <> 'Ann' GROUP BY title\n```\nbar", -0.1);
    let lines = [(r#"{"query": ["Books"]}"#, -0.1), sql, sql, (r#"{"remove": 1}"#, -0.1), without, without];
    let (outcomes, _) = talk(&layers, &["how many of each", "leave Ann out"], &lines);
    assert_eq!(call(&outcomes[1], "_canvas").unwrap()["action"], "update", "{}", outcomes[1].text);
}

#[test]
fn a_question_that_the_model_takes_for_something_to_show_is_asked_of_the_data_that_it_names() {
    let layers = [database(), display()];
    let sql = ("SELECT MAX(pages) FROM Books\n```\nstat", -0.1);
    let lines = [(r#"{"show": "widget"}"#, -0.1), (r#"{"query": ["Books"]}"#, -3.0), sql, sql];
    let (outcomes, _) = talk(&layers, &["zeig die pages je title"], &lines);
    let queries = outcomes[0].tool_calls.iter().filter(|call| call.args.to_string().contains("SELECT MAX("));
    assert_eq!(queries.count(), 1, "{}", outcomes[0].text);
    for literal in
        ["a note that pages are missing", "title and pages: Emma 400", "a card: the title, the pages"]
    {
        let tables = library();
        assert!(!asks_of(literal, &tables.iter().collect::<Vec<&Table>>()), "{literal}");
    }
}

#[test]
fn a_reading_that_was_suggested_is_shown_once_the_person_says_it() {
    let layers = [database(), display()];
    let written = |sql: &'static str| (sql, -0.1);
    let pick = written(r#"{"query": ["Books"]}"#);
    let (sum, max) = ("SELECT SUM(pages) FROM Books\n```\nstat", "SELECT MAX(pages) FROM Books\n```\nstat");
    let nothing = [
        written("SELECT title FROM Books WHERE title = 'A'\n```\nlist"),
        written("SELECT title FROM Books WHERE title = 'B'\n```\nlist"),
        written("SELECT title FROM Books WHERE pages = 9\n```\nlist"),
    ];
    let wishes = ["what about the pages", "Highest pages"];
    let lines: Vec<_> = [pick, written(sum), written(max)].into_iter().chain(nothing).collect();
    let (outcomes, script) = talk(&layers, &wishes, &lines);
    assert_eq!(call(&outcomes[0], "widget_display"), None, "{}", outcomes[0].text);
    let shown = call(&outcomes[1], "widget_display").unwrap();
    assert_eq!(
        (&shown["name"], &shown["params"]),
        (&json!("stat"), &json!({"label": "Highest pages", "value": "90"}))
    );
    assert_eq!(script.asked.borrow().len(), 3, "the model is not asked again");

    // Of two that agree the rows are shown, and the reading that was meant comes into their place.
    let lines: Vec<_> = [pick, written(sum), written(max)]
        .into_iter()
        .chain([nothing[0], nothing[1], written(sum)])
        .collect();
    let (outcomes, script) = talk(&layers, &wishes, &lines);
    assert!(outcomes[0].text.ends_with("I am not sure that you mean this."), "{}", outcomes[0].text);
    let update = call(&outcomes[1], "_canvas").unwrap();
    assert_eq!(
        (&update["action"], &update["params"]),
        (&json!("update"), &json!({"label": "Highest pages", "value": "90"}))
    );
    assert_eq!(outcomes[1].text, "Highest pages: 90. From Books.");
    assert_eq!(script.asked.borrow().len(), 3);
}

#[test]
fn a_reading_of_a_conversation_that_anybody_may_have_written_only_reads() {
    for (sql, is_asked) in [
        ("SELECT MAX(pages) FROM Books", true),
        ("DELETE FROM Books", false),
        ("SELECT MAX(pages) FROM Books; DELETE FROM Books", false),
        ("SELECT MAX(days) FROM Loans", true),
    ] {
        let thought = json!({"readings": [["Highest pages", sql, "stat", ["Books"]]]}).to_string();
        let said = |role, content| Rc::new(Message { role, content });
        let text = |text: &str| Block::Text { text: text.into() };
        let before = vec![
            said(Role::User, vec![text("the pages")]),
            said(Role::Assistant, vec![Block::Reasoning { text: thought, opaque: None }, text("Which?")]),
        ];
        let script = Rc::new(Script::of(&[(r#"{"say": "unclear"}"#, -0.1)]));
        let model = Rc::new(Composer::new(script, Form::Chat));
        let options = runs::over(model, vec![database(), display()]);
        let session = RefCell::new(Session::new(before));
        let outcome = pollster::block_on(run(&session, Input::Wish("Highest pages".into()), options));
        let is_it = |own: &str| own.replace('"', "") == sql;
        let asked = outcome.tool_calls.iter().any(|call| call.args["sql"].as_str().is_some_and(is_it));
        assert_eq!(asked, is_asked, "{sql}: {}", outcome.text);
    }
}

#[test]
fn a_whole_question_that_goes_back_to_nothing_changes_nothing_that_is_shown() {
    for wish in [
        "how many loans are overdue by now?",
        "Wie viele Seiten hat das dickste Buch?",
        "¿cuántos libros hay de cada género?",
    ] {
        assert!(asks_anew(wish), "{wish}");
    }
    for wish in [
        "how many of them are from Japan?",
        "and how many pages have the others?",
        "can you show only the ones on loan?",
        "und wie viele sind es im Mai?",
        "lesquels de ceux-ci sont en français ?",
        "how many in 2024?",
        "sort the table by the number of pages",
    ] {
        assert!(!asks_anew(wish), "{wish}");
    }
    let lines = [
        (r#"{"query": ["Books"]}"#, -0.1),
        ("SELECT MAX(pages) FROM Books\n```\nstat", -0.1),
        ("SELECT MAX(pages) FROM Books\n```\nstat", -0.1),
        (r#"{"change": 1}"#, -0.1),
        ("SELECT SUM(pages) FROM Books\n```\nstat", -0.1),
        ("SELECT SUM(pages) FROM Books\n```\nstat", -0.1),
    ];
    let wishes = ["the longest book", "how many pages are there in all?"];
    let (outcomes, script) = talk(&[database(), display()], &wishes, &lines);
    assert_eq!(call(&outcomes[1], "_canvas"), None);
    assert!(call(&outcomes[1], "widget_display").is_some(), "{}", outcomes[1].text);
    let asked = script.asked.borrow();
    let read = asked.last().unwrap().chat.as_ref().unwrap().messages.iter().map(ToString::to_string);
    assert!(
        !read.collect::<String>().contains("the longest book"),
        "what was asked before says nothing of it"
    );
}

#[test]
fn a_question_of_another_table_changes_nothing_that_is_shown() {
    let mut tables = library();
    tables[1].name = "Loans_taken".into();
    tables[1].columns[1].values.push("Cy Long".into());
    tables[1].columns[3].name = "release_date".into();
    let all: Vec<&Table> = tables.iter().collect();
    let books = ["Books".to_owned()];
    for (wish, of_others) in [
        ("how many loans in all?", true),
        ("which reader has most", true),
        ("only Poetry", false),
        ("as bars please", false),
        ("loans of crime", false),
        ("only since 1980", false),
        ("only those of Ada", true),
    ] {
        assert_eq!(speaks_of_others(wish, &books, &all), of_others, "{wish}");
    }
    assert!(
        speaks_of_others("how many books?", &["Loans_taken".into()], &all),
        "a key is called as its table"
    );
    let beside = |wish: &str| named_beside(wish, &books, &all).len();
    assert_eq!(
        [beside("add the reader to each book"), beside("loans of crime"), beside("only crime")],
        [1, 1, 0]
    );
}

#[test]
fn other_rows_of_the_same_keep_their_form_and_what_is_computed_is_headed_in_words() {
    let few = (
        "SELECT title, SUM(pages) FROM Books GROUP BY title ORDER BY SUM(pages) DESC LIMIT 2\n```\ntable",
        -0.1,
    );
    let (layers, lines) =
        ([database(), displaying(&[BARRED, TABLE])], [BOTH, BY_TITLE, BY_TITLE, CHANGE, few, few]);
    let wishes = ["pages by title", "make that the top two"];
    let (outcomes, _) = talk(&layers, &wishes, &lines);
    let update = call(&outcomes[1], "_canvas").unwrap();
    assert_eq!((&update["action"], &update["params"]["type"]), (&json!("update"), &json!("bar")));
    let (outcomes, _) = talk(&layers, &["pages by title", "as a table, the top two"], &lines);
    assert_eq!(call(&outcomes[1], "widget_display").unwrap()["name"], "data-table", "as it says");

    let rows = [json!({"title": "Emma", "AVG(\"net_pages\")": 400, "COUNT(*)": 2})];
    let headed = |widget, params| headed_in_words(Shown { widget, params }, &rows, "").params;
    let columns = json!([
        {"key": "title", "label": "Title"},
        {"key": "AVG(\"net_pages\")", "label": "Average net pages"},
        {"key": "COUNT(*)", "label": "Number"},
    ]);
    assert_eq!(headed("data-table", json!({"rows": rows}))["columns"], columns);
    let facts = json!({"rows": [["title", "Emma"], ["AVG(\"net_pages\")", "400"], ["COUNT(*)", "2"]]});
    assert_eq!(
        headed("kv", facts),
        json!({"rows": [["Title", "Emma"], ["Average net pages", "400"], ["Number", "2"]]})
    );
    let plain = [json!({"title": "Emma", "net_pages": 400})];
    let shown = Shown { widget: "data-table", params: json!({"rows": plain}) };
    assert_eq!(headed_in_words(shown.clone(), &plain, ""), shown, "names of the data stay");
}

const BOTH: (&str, f64) = (r#"{"query": ["Books", "Loans"]}"#, -0.1);
const BY_TITLE: (&str, f64) = ("SELECT title, SUM(pages) FROM Books GROUP BY title\n```\nbar", -0.1);
const BY_READER: (&str, f64) = ("SELECT reader, SUM(days) FROM Loans GROUP BY reader\n```\nbar", -0.1);
const CHANGE: (&str, f64) = (r#"{"change": 1}"#, -0.1);

#[test]
fn a_question_taken_for_a_change_of_what_it_has_nothing_to_do_with_is_answered_beside_it() {
    let most = ("SELECT MAX(days) FROM Loans\n```\nstat", -0.1);
    let lines = [BOTH, BY_TITLE, BY_TITLE, CHANGE, most, most];
    let wishes = ["pages by title", "how many days at most has a reader?"];
    let (outcomes, _) = talk(&[database(), display()], &wishes, &lines);
    assert_eq!(call(&outcomes[1], "widget_display").unwrap()["params"]["value"], json!("90"));
    assert_eq!(call(&outcomes[1], "_canvas"), None, "what was shown stays");
    assert_eq!(outcomes[1].text, "Highest days: 90. From Loans.");
}

#[test]
fn a_change_that_names_none_of_what_is_shown_is_of_the_last() {
    let later = ("SELECT reader, SUM(days) FROM Loans WHERE days > 9 GROUP BY reader\n```\npie", -0.1);
    for (wish, changed) in [("rather that from 9 on", 1), ("the one by title from 9 on", 0)] {
        let lines = [BOTH, BY_TITLE, BY_TITLE, BOTH, BY_READER, BY_READER, CHANGE, later, later];
        let wishes = ["pages by title", "days by reader", wish];
        let (outcomes, script) = talk(&[database(), display()], &wishes, &lines);
        let shown = outcomes[changed].tool_calls.iter().find(|call| call.name.ends_with("widget_display"));
        let result: Value = serde_json::from_str(shown.unwrap().result.as_deref().unwrap()).unwrap();
        assert_eq!(call(&outcomes[2], "_canvas").map(|update| &update["id"]), Some(&result["id"]), "{wish}");
        let schema = script.asked.borrow().last().unwrap().schema.as_ref().unwrap().to_string();
        assert_eq!(
            schema.contains("pages"),
            changed == 0,
            "a change asks the tables that were asked: {schema}"
        );
    }
}

#[test]
fn of_several_widgets_the_one_is_changed_of_which_the_wish_says_most() {
    let filled = (r#", "params": {"title": "Shopping list", "note": "eggs"}}"#, -0.5);
    let without = (r#", "params": {"title": "Shopping list"}}"#, -0.5);
    for (wish, verb) in [
        ("take the eggs off", r#"{"change": 1}"#),
        ("take the eggs off", r#"{"remove": 1}"#),
        ("now the shopping without that", r#"{"change": 1}"#),
    ] {
        let lines = [BOTH, BY_TITLE, BY_TITLE, SHOW, filled, (verb, -0.1), without];
        let wishes = ["pages by title", "a fact card: shopping list, eggs", wish];
        let (outcomes, _) = talk(&[database(), displaying(&[CARD, BARRED])], &wishes, &lines);
        let shown = call(&outcomes[2], "widget_display").map(|shown| &shown["params"]);
        assert_eq!(shown, Some(&json!({"title": "Shopping list"})), "{wish}: {}", outcomes[2].text);
    }
}

#[test]
fn a_wish_for_another_form_of_what_was_shown_last_asks_no_data() {
    let chart = (r#"{"show": "chart"}"#, -0.1);
    let pie = (
        r#", "params": {"title": "spending", "type": "pie", "bars": [["rent", 850], ["food", 320]]}}"#,
        -0.5,
    );
    let bar = (
        r#", "params": {"title": "spending", "type": "bar", "bars": [["rent", 850], ["food", 320]]}}"#,
        -0.5,
    );
    let lines = [BOTH, BY_TITLE, BY_TITLE, SHOW, chart, pie, BOTH, bar];
    let wishes = ["pages by title", "spending as a pie: rent 850, food 320", "Make that a bar chart please"];
    let (outcomes, _) = talk(&[database(), display()], &wishes, &lines);
    let update = call(&outcomes[2], "_canvas").unwrap();
    assert_eq!((&update["action"], &update["params"]["type"]), (&json!("update"), &json!("bar")));
    assert_eq!(update["params"]["bars"], json!([["rent", 850], ["food", 320]]));
}

#[test]
fn a_changed_number_is_told_with_what_was_asked_of_it() {
    let of_all = ("SELECT SUM(days) FROM Loans\n```\nstat", -0.1);
    let of_some = ("SELECT SUM(days) FROM Loans WHERE days > 9\n```\nstat", -0.1);
    let lines = [BOTH, of_all, of_all, CHANGE, of_some, of_some];
    let (outcomes, _) = talk(&[database(), display()], &["days in all", "only those over 9 days"], &lines);
    assert_eq!(outcomes[0].text, "Total days: 99. From Loans.");
    assert_eq!(outcomes[1].text, "Total days, days > 9: 99. From Loans.");
}
