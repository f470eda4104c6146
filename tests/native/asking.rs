//! Queries that a model writes which knows SQL: what it may write, what is added to it, and which of several is shown.

use crate::composer::display;
use crate::support::{answering, layer, runs, tool};
use futures_util::future::{FutureExt, LocalBoxFuture, ready};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use webmcp_auto_ui::agent::Outcome;
use webmcp_auto_ui::choose::{Composer, Form};
use webmcp_auto_ui::compose::{
    asks_for_several, form_alone, linked, queries_like, query_text, sums_for_a_count, values_named,
};
use webmcp_auto_ui::dispatch::{Layer, Protocol};
use webmcp_auto_ui::error::Result;
use webmcp_auto_ui::languages::Language;
use webmcp_auto_ui::local::{Engine, GenerateRequest, Generated};
use webmcp_auto_ui::sql::{Column, Days, Kind, Table, definitions, first_few, reading, tables_asked};
use webmcp_engine::grammar::{Grammar, State};

fn column(name: &str, kind: Kind, values: &[&str]) -> Column {
    let values = values.iter().map(|value| (*value).to_owned()).collect();
    Column { name: name.into(), kind, values, complete: true, filled: true, days: Days::Iso }
}

/// Of a library: books, and who has borrowed them.
pub fn library() -> [Table; 2] {
    let titles: Vec<String> = (0..20).map(|at| format!("Volume {at}")).collect();
    let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
    let books = vec![
        column("Book Id", Kind::Number, &["1", "900"]),
        column("title", Kind::Text, &titles),
        column("genre", Kind::Text, &["Crime", "Poetry"]),
        column("pages", Kind::Number, &["12", "1400"]),
        column("bought", Kind::Date, &["2019-02-01", "2024-12-30"]),
    ];
    let loans = vec![
        column("Book Id", Kind::Number, &["1", "900"]),
        column("reader", Kind::Text, &["Ada", "Bo"]),
        column("days", Kind::Number, &["1", "90"]),
        column("returned", Kind::Date, &[]),
    ];
    [Table { name: "Books".into(), columns: books }, Table { name: "Loans".into(), columns: loans }]
}

fn takes(wish: &str, sql: &str) -> bool {
    let tables = library();
    let tables: Vec<&Table> = tables.iter().collect();
    let schema = query_text("```sql\n", &tables, (wish, None), &linked(wish, &tables));
    let mut state = State::new(&Rc::new(Grammar::from_schema(&schema).unwrap()));
    state.feed(format!("```sql\n{sql}\n```\ntable").as_bytes()) && state.is_complete()
}

#[test]
fn a_query_has_words_of_sql_names_that_there_are_and_values_that_there_are() {
    let wish = "crime books over 300 pages lent since 2021";
    for sql in [
        "SELECT * FROM Books",
        "SELECT title, pages FROM Books WHERE genre = 'Crime' AND pages > 300 ORDER BY pages DESC LIMIT 10",
        "SELECT Books.title, COUNT(*) FROM Books JOIN Loans ON Books.\"Book Id\" = Loans.\"Book Id\" GROUP BY Books.title",
        "SELECT T1.title FROM Books AS T1 LEFT JOIN Loans T2 ON T1.\"Book Id\" = T2.\"Book Id\" WHERE T2.reader IS NULL",
        "SELECT strftime('%Y-%m', bought), COUNT(*) FROM Books WHERE bought >= '2021-01-01' GROUP BY strftime('%Y-%m', bought)",
        "SELECT title FROM Books WHERE pages = (SELECT MAX(pages) FROM Books)",
        "SELECT AVG(CASE WHEN genre = 'Crime' THEN pages ELSE 0 END) FROM Books",
        "SELECT COUNT(*) FROM Books WHERE title LIKE '%crime books%'",
        "SELECT ROUND(100.0 * SUM(days) / COUNT(*), 1) FROM Loans WHERE reader NOT IN ('Ada', 'Bo')",
        "SELECT SUM(genre = 'Crime'), AVG(T1.pages), SUM(DISTINCT pages) FROM Books AS T1",
        "SELECT AVG(JULIANDAY(returned) - JULIANDAY(bought)) FROM Loans JOIN Books ON Loans.\"Book Id\" = Books.\"Book Id\"",
        "SELECT AVG(pages * 1.0 / days), SUM(COALESCE(days, 0)) FROM Loans",
        "SELECT Books.Book Id FROM Books WHERE Book Id > 300",
    ] {
        assert!(takes(wish, sql), "{sql}");
    }
    for sql in [
        "SELECT author FROM Books",
        "SELECT SUM(title) FROM Books",
        "SELECT AVG(Loans.reader) FROM Loans",
        "SELECT SUM(returned) FROM Loans",
        "SELECT * FROM Readers",
        "SELECT * FROM Books WHERE genre = 'Horror'",
        "SELECT * FROM Books WHERE reader = 'Crime'",
        "SELECT * FROM Books WHERE pages > 301",
        "SELECT * FROM Books WHERE title LIKE '%horror%'",
        "SELECT * FROM Books; DROP TABLE Books",
        "DELETE FROM Books",
        "SELECT Book FROM Books",
        "SELECT * FROM Books WHERE bought >= '1999-01-01'",
    ] {
        assert!(!takes(wish, sql), "{sql}");
    }
}

#[test]
fn a_question_is_told_with_those_that_are_like_it_in_its_language() {
    let told = queries_like("älteste Keramik");
    assert!(told.ends_with("-- like the question \"die älteste Stadt\": SELECT city, opened FROM cities ORDER BY opened LIMIT 1"), "{told}");
    let told = queries_like("which artists begin with an S?");
    assert!(told.contains("LIKE 'T%'") && told.lines().count() <= 3, "{told}");
    assert_eq!(queries_like("xyzzy"), "");
}

#[test]
fn what_is_told_of_other_questions_is_what_the_model_may_write() {
    let sales = vec![
        column("Order Date", Kind::Date, &["2021-03-02", "2024-11-30"]),
        column("city", Kind::Text, &["Lyon", "Porto", "Turin"]),
        column("product", Kind::Text, &["mugs", "tea"]),
        column("Net Price", Kind::Number, &["2.5", "410"]),
        column("units", Kind::Number, &["1", "12"]),
    ];
    let cities = vec![
        column("city", Kind::Text, &["Lyon", "Porto", "Turin"]),
        column("country", Kind::Text, &["France", "Italy", "Portugal"]),
        column("opened", Kind::Date, &["2019-01-15", "2023-06-02"]),
    ];
    let [sales, cities] =
        [("sales", sales), ("cities", cities)].map(|(name, columns)| Table { name: name.into(), columns });
    let text = std::fs::read_to_string("src/compose/worked/queries.txt").unwrap();
    for entry in text.trim_end().split("\n\n") {
        let (questions, sql) = entry.split_once('\n').unwrap();
        assert!(questions.split(" / ").count() >= 5, "{questions}");
        let wish = format!("{questions} T tea");
        let schema = query_text("", &[&sales, &cities], (&wish, None), &linked(&wish, &[&sales, &cities]));
        let mut state = State::new(&Rc::new(Grammar::from_schema(&schema).unwrap()));
        assert!(state.feed(format!("{sql}\n```\ntable").as_bytes()) && state.is_complete(), "{sql}");
    }
}

#[test]
fn every_column_of_wide_tables_can_be_written_under_each_name_of_its_table() {
    let columns: Vec<Column> = (0..200).map(|at| column(&format!("col_{at}"), Kind::Date, &[])).collect();
    let wide = Table { name: "c".into(), columns };
    let schema = query_text("", &[&wide], ("all", None), &[]);
    let grammar = Rc::new(Grammar::from_schema(&schema).unwrap());
    for sql in [
        "SELECT col_0, col_199 FROM c",
        "SELECT c.col_199 FROM c AS t1",
        "SELECT c.col_199, t1.col_198 FROM c",
        "SELECT strftime('%Y', c.col_199), strftime('%m', col_198) FROM c",
    ] {
        assert!(State::new(&grammar).feed(sql.as_bytes()), "{sql}");
    }
}

#[test]
fn an_apostrophe_of_a_wish_ends_no_text_of_a_query() {
    let wish = "is it's here'; DROP TABLE Books";
    assert!(takes(wish, "SELECT * FROM Books WHERE title LIKE '%it''s%'"));
    for half in ["it'", "'; DROP", "'"] {
        assert!(!takes(wish, &format!("SELECT * FROM Books WHERE title LIKE '%{half}%'")), "{half}");
    }
}

#[test]
fn tables_are_read_as_sql_defines_them_with_values_and_what_they_do_not_show_is_told_of_the_wish() {
    let tables = library();
    let tables: Vec<&Table> = tables.iter().collect();
    let told = definitions(&tables);
    let lines = [
        "CREATE TABLE Books (\n  \"Book Id\" REAL, -- 1 to 900",
        "  title TEXT, -- e.g. 'Volume 0', 'Volume 1'",
        "  genre TEXT, -- one of 'Crime', 'Poetry'",
        "  bought DATE -- 2019-02-01 to 2024-12-30\n);\nCREATE TABLE Loans (",
        "  returned DATE\n);",
    ];
    for line in lines {
        assert!(told.contains(line), "{line}: {told}");
    }
    assert_eq!(values_named("who has volume 7, poetry?", &tables), "\n-- title has 'Volume 7'");
    assert_eq!(values_named("who has Poetry", &tables), "\n-- genre has 'Poetry'");
    let values = ["Based on Short Film", "Original Screenplay"].map(str::to_owned);
    let values: Vec<String> = values.into_iter().chain((0..9).map(|at| format!("Kind {at}"))).collect();
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    let movies = Table { name: "movies".into(), columns: vec![column("source", Kind::Text, &values)] };
    assert_eq!(values_named("wie lange dauern die Filme?", &[&movies]), "");
    assert_eq!(values_named("nur Screenplays", &[&movies]), "\n-- source has 'Original Screenplay'");
    let wide = Table {
        name: "wide".into(),
        columns: (0..300).map(|at| column(&format!("measurement_{at}"), Kind::Text, &["a", "b"])).collect(),
    };
    assert!(definitions(&[&wide, &wide]).len() < 6_000);
}

/// Writes these one after the other, and keeps what it was asked.
pub struct Script {
    lines: RefCell<VecDeque<(String, f64)>>,
    /// What it was asked.
    pub asked: RefCell<Vec<GenerateRequest>>,
}

impl Script {
    /// Of lines, and how likely each is, as a natural logarithm.
    pub fn of(lines: &[(&str, f64)]) -> Self {
        let lines = lines.iter().map(|(line, likely)| ((*line).to_owned(), *likely)).collect();
        Script { lines: RefCell::new(lines), asked: RefCell::default() }
    }
}

impl Engine for Script {
    fn generate(
        &self,
        request: GenerateRequest,
        _: Rc<dyn Fn(&str)>,
    ) -> LocalBoxFuture<'static, Result<Generated>> {
        let mut lines = self.lines.borrow_mut();
        let (text, log_prob) = lines.pop_front().unwrap();
        let others = (1..request.n.unwrap_or(1)).map(|_| lines.pop_front().unwrap().0).collect();
        self.asked.borrow_mut().push(request);
        ready(Ok(Generated { text, output_tokens: 1, log_prob, others, ..Generated::default() }))
            .boxed_local()
    }
}

/// A database whose rows are what the query begins with.
pub fn database() -> Layer {
    let handler = answering(|_, args| {
        let sql = args["sql"].as_str().unwrap_or_default();
        let rows = match () {
            () if sql.contains("sqlite_master") => {
                json!([
                    {"sql": "CREATE TABLE Books (title TEXT, pages INT)"},
                    {"sql": "CREATE TABLE Loans (reader TEXT, days INT)"},
                ])
            }
            () if sql.contains("AS n FROM") => {
                json!([{"n": 2, "l0": "A", "m0": "B", "v0": "A\u{1f}Ann\u{1f}B", "l1": 9, "m1": 90}])
            }
            () if sql.contains("ABS(") => json!([{"title": "A", "n": 0}, {"title": "B", "n": 0.0}]),
            () if sql.contains("MIN(") => {
                json!([{"title": "A", "n": 2.0, "least": 9}, {"title": "B", "n": 1, "least": 5}])
            }
            () if sql.contains("GROUP BY") => json!([{"title": "A", "n": 2}, {"title": "B", "n": 1}]),
            () if sql.contains("SUM") => json!([{"SUM": 99}]),
            () if sql.contains("MAX") || sql.contains("LIMIT 1") => json!([{"pages": 90}]),
            () => json!([]),
        };
        Ok(json!({"content": [{"type": "text", "text": rows.to_string()}]}))
    });
    let sql = json!({"type": "object", "properties": {"sql": {"type": "string"}}, "required": ["sql"]});
    let query = webmcp_auto_ui::model::ToolDef { description: "Runs a SELECT".into(), ..tool("query", sql) };
    layer(Protocol::MCP, "shelf", vec![query], handler)
}

fn ask(queries: &[&str]) -> (Outcome, Rc<Script>) {
    ask_as("stat", queries)
}

/// Queries whose rows are to be shown in such a form.
fn ask_as(form: &str, queries: &[&str]) -> (Outcome, Rc<Script>) {
    let written: Vec<String> = queries.iter().map(|sql| format!("{sql}\n```\n{form}")).collect();
    let written = written.iter().map(|line| (line.as_str(), 0.0));
    let lines: Vec<(&str, f64)> = [(r#"{"query": ["Books"]}"#, 0.0)].into_iter().chain(written).collect();
    let script = Rc::new(Script::of(&lines));
    let model = Rc::new(Composer::new(script.clone(), Form::Chat));
    (runs::go("the longest book", runs::over(model, vec![database(), display()])), script)
}

fn shown(outcome: &Outcome) -> Option<&Value> {
    outcome.tool_calls.iter().find(|call| call.name.ends_with("widget_display")).map(|call| &call.args)
}

const MAX: &str = "SELECT MAX(pages) FROM Books";
const SUM: &str = "SELECT SUM(pages) FROM Books";
/// They bring no rows.
const NONE: [&str; 3] = [
    "SELECT title FROM Books WHERE title = 'A'",
    "SELECT title FROM Books WHERE title = 'B'",
    "SELECT title, pages FROM Books WHERE pages > 90",
];
const FIRST: &str = "SELECT pages FROM Books WHERE pages = 90 LIMIT 1";

#[test]
fn two_that_are_alike_are_enough_and_one_query_is_asked() {
    let (outcome, script) = ask(&[MAX, MAX]);
    assert_eq!(shown(&outcome).unwrap()["params"]["value"], json!("90"), "{}", outcome.text);
    assert_eq!(outcome.text, "Highest pages: 90. From Books.", "what was asked is told");
    let asked = script.asked.borrow();
    assert_eq!(asked.len(), 2);
    let chat = asked[1].chat.as_ref().unwrap();
    assert!(
        chat.messages.last().unwrap()["content"]
            .as_str()
            .unwrap()
            .ends_with("\n\nQuestion: the longest book")
    );
    assert_eq!(asked[1].begun, "```sql\n");
    assert_eq!((asked[1].n, asked[1].greedy_first, asked[1].temperature), (Some(2), true, Some(0.7)));
}

#[test]
fn the_rows_that_most_queries_bring_are_shown_though_the_queries_differ() {
    let (outcome, _) = ask(&[SUM, MAX, FIRST, NONE[0], NONE[1]]);
    assert_eq!(shown(&outcome).unwrap()["params"]["value"], json!("90"), "{}", outcome.text);
    assert!(outcome.text.ends_with(" I am not sure that you mean this."), "two of five: {}", outcome.text);
    let (outcome, _) = ask(&[SUM, MAX, MAX, MAX, MAX]);
    assert_eq!(outcome.text, "Highest pages: 90. From Books.", "four of five are sure");
    let groups = [
        "SELECT title, COUNT(*) FROM Books GROUP BY title",
        "SELECT title, COUNT(*), MIN(pages) FROM Books GROUP BY title",
    ];
    let (outcome, _) = ask_as("bar", &[groups[0], groups[1], SUM, groups[0], groups[1]]);
    assert!(!outcome.text.contains("not sure"), "what one shows beside is no other answer: {}", outcome.text);
}

#[test]
fn where_no_two_queries_bring_the_same_the_person_is_asked_which_one_is_meant() {
    let written = [SUM, MAX, NONE[0], NONE[1], NONE[2]].map(|sql| format!("{sql}\n```\nstat"));
    let lines = written.iter().map(|line| (line.as_str(), 0.0));
    let lines: Vec<(&str, f64)> = [(r#"{"query": ["Books"]}"#, 0.0)].into_iter().chain(lines).collect();
    let model = Rc::new(Composer::new(Rc::new(Script::of(&lines)), Form::Chat));
    let mut options = runs::over(model, vec![database(), display()]);
    let suggested = runs::suggestions(&mut options);
    let outcome = runs::go("the longest book", options);
    assert_eq!(shown(&outcome), None);
    assert_eq!(outcome.text, "Which one do you mean?");
    assert_eq!(suggested.take(), ["Total pages", "Highest pages"]);
}

#[test]
fn where_one_query_alone_brings_something_and_no_other_agrees_nothing_is_shown() {
    let (outcome, _) = ask(&[SUM, NONE[0], NONE[1], NONE[2], NONE[0]]);
    assert_eq!(shown(&outcome), None);
    assert!(outcome.text.starts_with("I am not sure what you mean."), "{}", outcome.text);
}

#[test]
fn of_queries_those_that_bring_nothing_but_zeros_are_shown_last() {
    let groups = "SELECT title, COUNT(*) FROM Books GROUP BY title";
    let zeros = [
        "SELECT title, SUM(ABS(pages)) FROM Books GROUP BY title",
        "SELECT title, AVG(ABS(pages)) FROM Books GROUP BY title",
    ];
    let (outcome, _) = ask(&[groups, zeros[0], zeros[1], NONE[0], NONE[1]]);
    assert_eq!(shown(&outcome), None, "one alone is a guess, and the zeros are no better: {}", outcome.text);
    let (outcome, _) = ask_as(
        "bar",
        &[zeros[0], groups, zeros[1], "SELECT title, COUNT(*) FROM Books GROUP BY title LIMIT 9", NONE[0]],
    );
    assert!(outcome.text.contains("number by title"), "{}", outcome.text);
}

#[test]
fn a_question_of_how_many_that_a_sum_answers_is_doubted_and_one_of_several_is_answered_by_a_few() {
    let sums = "SELECT SUM(\"days\") FROM \"Loans\"";
    let tables = library();
    let tables: Vec<&Table> = tables.iter().collect();
    for wish in
        ["how many readers were there", "wie viele Leser gab es", "combien de lecteurs", "quantos leitores"]
    {
        assert!(sums_for_a_count(wish, sums, &tables), "{wish}");
        assert!(!sums_for_a_count(wish, "SELECT COUNT(*) FROM \"Loans\"", &tables), "{wish}");
    }
    assert!(!sums_for_a_count("how many days were books out", sums, &tables), "that is its name");
    assert!(!sums_for_a_count("all days together", sums, &tables));
    for wish in [
        "which movies earned most",
        "What cities are there?",
        "quels films …",
        "quali film …",
        "qué ciudades venden más",
        "were there more sunny or more rainy days?",
        "gibt es mehr Komödien oder Dramen?",
        "plus de pluie ou de soleil ?",
    ] {
        assert!(asks_for_several(wish), "{wish}");
    }
    for wish in [
        "which movie earned most",
        "what is the longest",
        "what does it cost",
        "which class is best",
        "quel film …",
        "the movies",
        "the movies of Pixar or Disney",
        "who is o'Hara?",
    ] {
        assert!(!asks_for_several(wish), "{wish}");
    }
    let one = "SELECT \"title\" FROM \"Books\" ORDER BY \"pages\" DESC LIMIT 1";
    assert_eq!(first_few(one), one.replace("LIMIT 1", "LIMIT 5"));
    for other in ["SELECT \"title\" FROM \"Books\" LIMIT 1", &one.replace("LIMIT 1", "LIMIT 3"), "SELECT 1"] {
        assert_eq!(first_few(other), other);
    }
}

#[test]
fn a_query_is_told_in_words() {
    let english = Language::of("");
    for (sql, words) in [
        ("SELECT \"genre\", COUNT(*) FROM \"Books\" GROUP BY \"genre\"", "number by genre"),
        (
            "SELECT strftime('%Y-%m', \"bought\"), AVG(\"Books\".\"net_pages\") FROM \"Books\" GROUP BY strftime('%Y-%m', \"bought\")",
            "average net pages by month",
        ),
        ("SELECT * FROM \"Books\" WHERE \"genre\" = 'Crime'", "Books, genre: Crime"),
        (
            "SELECT * FROM \"Books\" WHERE \"genre\" IN ('Crime', 'Poets'' own') AND \"title\" <> 'a, b' AND \"pages\" <= 9 AND \"lent\" = 1",
            "Books, genre: Crime, Poets' own, title ≠ a, b, pages ≤ 9, lent = 1",
        ),
        (
            "SELECT * FROM \"Books\" WHERE \"genre\" = 'Crime' OR \"pages\" BETWEEN 3 AND 4",
            "Books, genre = 'Crime' OR pages BETWEEN 3 AND 4",
        ),
        (
            "SELECT * FROM \"Books\" WHERE \"title\" LIKE 'T > 1%' AND \"genre\" IS NULL",
            "Books, title LIKE 'T > 1%', genre IS NULL",
        ),
        (
            "SELECT COUNT(*) FROM \"Books\" WHERE strftime('%Y', \"Books\".\"bought\") = '2024' AND \"pages\" > 9",
            "number, year: 2024, pages > 9",
        ),
        ("SELECT SUM(\"a_b\") * 1.0 / SUM(\"c\") FROM \"t\"", "SUM(a b) * 1.0 / SUM(c)"),
        ("SELECT T1.\"net_fee\", \"order_items\".\"price\" FROM \"t\" AS T1", "net fee, price"),
        ("SELECT \"a\", \"b\" FROM \"t\" ORDER BY 2 DESC LIMIT 5", "a, b, first 5 by b, descending"),
        ("SELECT \"a\" FROM \"t\" ORDER BY \"a\"", "a, by a"),
        ("SELECT \"a\" FROM \"t\" LIMIT 5", "a, first 5"),
        (
            "SELECT \"title\", \"pages\" FROM \"Books\" ORDER BY \"pages\" DESC LIMIT 5",
            "title, pages, first 5 by pages, descending",
        ),
        (
            "SELECT \"genre\", SUM(\"pages\") FROM \"Books\" GROUP BY \"genre\" HAVING SUM(\"pages\") > 9 ORDER BY SUM(\"pages\") LIMIT 1",
            "total pages by genre, total pages > 9, first 1 by total pages",
        ),
    ] {
        assert_eq!(reading(sql, english).unwrap(), words);
    }
    assert_eq!(reading("no query", english), None);
    let joined = "SELECT \"a\" FROM \"Big Books\" AS T1 LEFT JOIN \"owners\" ON \"T1\".\"o\" = \"owners\".\"id\" WHERE \"a\" = ' JOIN x'";
    assert_eq!(tables_asked(joined), ["Big Books", "owners"]);
    let inside = "SELECT AVG(fee) FROM `a visit` WHERE id IN (SELECT id FROM bills) AND id IN (SELECT id FROM \"a visit\")";
    assert_eq!(tables_asked(inside), ["a visit", "bills"]);
}

#[test]
fn a_chart_or_a_table_of_one_row_is_a_number() {
    for form in ["bar", "pie", "table"] {
        let (outcome, _) = ask_as(form, &[MAX, MAX]);
        let shown = shown(&outcome).unwrap();
        assert_eq!((&shown["name"], &shown["params"]["value"]), (&json!("stat"), &json!("90")), "{form}");
    }
}

#[test]
fn a_form_alone_is_a_short_wish_that_names_one_form_and_nothing_of_the_data() {
    let tables = library();
    let tables: Vec<&Table> = tables.iter().collect();
    for (wish, form) in [
        ("draw it as a line", Some("line")),
        ("plutôt des barres", Some("bar")),
        ("en barras", Some("bar")),
        ("bitte als Tabelle", Some("table")),
        ("zeig das auf einer Landkarte", Some("map")),
        ("die meisten Punkte", None),
        ("als Karten", None),
        ("only crime, as a pie", None),
        ("the pages as bars", None),
        ("a table of the first 5", None),
        ("list the cheapest", None),
        ("a pie or bars", None),
        ("a list: milk, eggs", None),
        ("the same thing once more but drawn as a line", None),
        ("hello", None),
    ] {
        assert_eq!(form_alone(wish, &tables), form, "{wish}");
    }
}

#[test]
fn where_all_queries_bring_nothing_two_more_are_written_once() {
    let (outcome, script) = ask(&[
        NONE[0],
        NONE[0],
        "SELECT title FROM Books WHERE title = 'C'",
        "SELECT pages FROM Books WHERE pages = 9",
    ]);
    let asked = script.asked.borrow();
    let together: Vec<Option<u32>> = asked.iter().map(|request| request.n).collect();
    assert_eq!(together, [None, Some(2), Some(2)], "the choice, two alike, two more");
    let again = asked[2].chat.clone().unwrap();
    let wish = again.messages.last().unwrap()["content"].as_str().unwrap().to_owned();
    assert!(wish.contains("That query failed: it brings no rows."), "{wish}");
    assert_eq!(outcome.text, "I found nothing in the data that fits.");
}

#[test]
fn all_tables_of_a_source_are_read_ahead_as_they_are_asked() {
    let script = Rc::new(Script::of(&[("{\"", 0.0); 4]));
    let model = Rc::new(Composer::new(script.clone(), Form::Chat));
    let mut options = runs::over(model.clone(), vec![database(), display()]);
    options.chat.max_tokens = Some(0);
    runs::go("", options);
    let told = |request: &GenerateRequest| -> String {
        request.chat.as_ref().unwrap().messages.last().unwrap()["content"].as_str().unwrap().to_owned()
    };
    let ahead: Vec<String> = script.asked.take().iter().map(told).collect();
    let definitions: Vec<&String> = ahead.iter().filter(|text| text.contains("CREATE TABLE")).collect();
    assert!(
        matches!(definitions.as_slice(), [only] if only.contains("Books") && only.contains("Loans")),
        "{ahead:?}"
    );
    let queries = Script::of(&[
        (r#"{"query": ["Books", "Loans"]}"#, 0.0),
        ("SELECT MAX(pages) FROM Books\n```\nstat", 0.0),
        ("SELECT MAX(pages) FROM Books\n```\nstat", 0.0),
    ]);
    let model = Composer::new(Rc::new(queries), Form::Chat);
    let outcome = runs::go("the longest book", runs::over(Rc::new(model), vec![database(), display()]));
    assert!(shown(&outcome).is_some(), "{}", outcome.text);
}

#[test]
fn where_no_query_can_be_asked_nothing_is_said_of_the_data() {
    let (choice, query) = (r#"{"query": ["Books", "Loans"]}"#, "SELECT days FROM Books\n```\nstat");
    let lines: Vec<(&str, f64)> = std::iter::once(choice).chain([query; 5]).map(|line| (line, 0.0)).collect();
    let script = Rc::new(Script::of(&lines));
    let model = Rc::new(Composer::new(script.clone(), Form::Chat));
    let outcome = runs::go("how long?", runs::over(model, vec![database(), display()]));
    assert!(outcome.text.starts_with("I am not sure what you mean."), "{}", outcome.text);
    let asked = script.asked.borrow();
    let together: Vec<Option<u32>> = asked.iter().map(|request| request.n).collect();
    assert_eq!(together, [None, Some(2), Some(3)]);
    assert_eq!((asked[1].greedy_first, asked[2].greedy_first), (true, false));
    assert_ne!(asked[1].seed, asked[2].seed);
}
