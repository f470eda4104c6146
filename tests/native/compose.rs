//! What a taught model reads and may write: the same lines as it was taught with, and a grammar that takes every answer which
//! it was taught. The fixtures are written by `training/fixtures.py`.

use serde_json::{Value, json};
use std::collections::HashMap;
use std::collections::HashSet;
use std::rc::Rc;
use webmcp_auto_ui::compose::{
    Compared, Fits, Offer, Shown, filled_schema, first_schema, fitting_form, form_of, has_no_names, hints,
    leaves_out_a_number, linked, names_numbers, numbers, query_lines, query_schema, schema_lines, shown,
    shown_whole, table_hints, there_is, title_of, wish_line,
};
use webmcp_auto_ui::sql::{Column, Days, Kind, Table, runnable, tables_in, with_values};
use webmcp_engine::grammar::{Grammar, State};

fn fixture(name: &str) -> Value {
    let path = format!("{}/tests/fixtures/compose/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().unwrap().clone()
}

fn table(value: &Value) -> Table {
    let column = |value: &Value| Column {
        name: text(&value["name"]),
        kind: match value["kind"].as_str().unwrap() {
            "text" => Kind::Text,
            "date" => Kind::Date,
            _ => Kind::Number,
        },
        values: list(&value["values"]).iter().map(text).collect(),
        complete: value["complete"] != false,
        filled: value["filled"] == true,
        days: Days::Iso,
    };
    Table { name: text(&value["name"]), columns: list(&value["columns"]).iter().map(column).collect() }
}

/// A likeness that needs no model, as `training/fixtures.py` has it: how many letters two words share, of all that they have.
fn letters_shared(compared: &Compared) -> Vec<Vec<f64>> {
    let letters = |word: &String| word.chars().collect::<HashSet<char>>();
    let share = |word: &String, other: &String| {
        let (word, other) = (letters(word), letters(other));
        word.intersection(&other).count() as f64 / word.union(&other).count() as f64
    };
    compared
        .words
        .iter()
        .map(|word| compared.names.iter().map(|other| share(word, other)).collect())
        .collect()
}

#[test]
fn the_page_writes_the_lines_that_the_model_was_taught_with() {
    let fixture = fixture("prompts");
    let tables: Vec<Table> = list(&fixture["tables"]).iter().map(table).collect();
    for (table, wanted) in tables.iter().zip(list(&fixture["tables"])) {
        assert_eq!(query_lines(&[table]), format!("query {}", text(&wanted["line"])));
    }
    for case in list(&fixture["linked"]) {
        let table = tables.iter().find(|table| table.name == case["table"]).unwrap();
        let known = linked(case["wish"].as_str().unwrap(), &[table]);
        assert_eq!(json!(known), case["known"], "{case}");
        assert_eq!(hints(case["wish"].as_str().unwrap(), &[table]), text(&case["hints"]), "{case}");
    }
    let all: Vec<&Table> = tables.iter().collect();
    for case in list(&fixture["hinted"]) {
        assert_eq!(table_hints(case["wish"].as_str().unwrap(), &all), text(&case["hints"]), "{case}");
    }
    let texts = |one: &Value| (text(&one["name"]), text(&one["description"]));
    let widgets: Vec<(String, String)> = list(&fixture["schemas"]).iter().map(texts).collect();
    let offers: Vec<Offer<'_>> =
        widgets.iter().map(|(name, description)| Offer { verb: "show", name, description }).collect();
    for case in list(&fixture["fits"]) {
        let compared = Fits::compared(&text(&case["wish"]), &offers);
        let fits = Fits::new(&compared, &letters_shared(&compared), &offers);
        assert_eq!(fits.hint(&offers), text(&case["fits"]), "{case}");
    }
    for case in list(&fixture["schemas"]) {
        let (name, description) = (text(&case["name"]), text(&case["description"]));
        let offer = Offer { verb: "show", name: &name, description: &description };
        assert_eq!(schema_lines(&offer, &case["schema"]), text(&case["lines"]));
    }
    for case in list(&fixture["wishes"]) {
        assert_eq!(wish_line(case["wish"].as_str().unwrap()), text(&case["line"]));
    }
    let schemas = list(&fixture["schemas"]);
    let of = |at: usize| (text(&schemas[at]["name"]), text(&schemas[at]["description"]));
    let shown = [of(0), of(1), of(2)];
    let mut offers: Vec<Offer> =
        shown.iter().map(|(name, description)| Offer { verb: "show", name, description }).collect();
    offers.push(Offer { verb: "call", name: "add_errand", description: "Adds an errand. Nothing else." });
    let how = "How to compare the fee of each species. Read the schema first.";
    offers.push(Offer { verb: "recipe", name: "compare-species", description: how });
    let tables: Vec<&Table> = tables.iter().collect();
    assert_eq!(there_is(&offers, &tables), text(&fixture["there_is"]));
}

#[test]
fn a_word_of_four_letters_is_no_other_one_that_begins_like_it() {
    let values = ["Short Film", "City Tale"].map(str::to_owned).to_vec();
    let source = Column {
        name: "source".into(),
        kind: Kind::Text,
        values,
        complete: true,
        filled: false,
        days: Days::Iso,
    };
    let table = Table { name: "works".into(), columns: vec![source] };
    assert_eq!(hints("show a chart", &[&table]), "");
    assert_eq!(hints("shorts", &[&table]), "\nnamed: source = Short Film");
    assert_eq!(hints("cities", &[&table]), "\nnamed: source = City Tale");
}

#[test]
fn the_grammar_takes_every_query_that_is_taught() {
    let mut refused = Vec::new();
    let cases = list(&fixture("queries"));
    for case in &cases {
        let tables: Vec<Table> = list(&case["tables"]).iter().map(table).collect();
        let tables: Vec<&Table> = tables.iter().collect();
        let wish = text(&case["wish"]);
        let known = linked(&wish, &tables);
        let schema = query_schema(&tables, (&wish, None), &known);
        let grammar =
            Rc::new(Grammar::from_schema(&schema).unwrap_or_else(|error| panic!("{error}: {schema}")));
        refused.extend(refusal(&grammar, &wish, &text(&case["answer"])));
    }
    assert!(refused.is_empty(), "{} of {} are refused:\n{}", refused.len(), cases.len(), refused.join("\n"));
}

/// Where a grammar does not take an answer.
fn refusal(grammar: &Rc<Grammar>, wish: &str, answer: &str) -> Option<String> {
    let mut state = State::new(grammar);
    if state.feed(answer.as_bytes()) && state.is_complete() {
        return None;
    }
    let bytes = (0..=answer.len()).rev().find(|end| State::new(grammar).feed(&answer.as_bytes()[..*end]));
    Some(format!("{wish}\n  {answer}\n  as far as byte {bytes:?}"))
}

#[test]
fn the_grammar_takes_every_change_that_is_taught() {
    let fixture = fixture("changes");
    let before = |case: &Value| format!("{}\n{}", text(&case["earlier"]), text(&case["line"]));
    let mut refused = Vec::new();
    let queries = list(&fixture["queries"]);
    for case in &queries {
        let tables: Vec<Table> = list(&case["tables"]).iter().map(table).collect();
        let tables: Vec<&Table> = tables.iter().collect();
        let (wish, earlier) = (text(&case["wish"]), before(case));
        let known = [linked(&wish, &tables), linked(&earlier, &tables)].concat();
        let schema = query_schema(&tables, (&wish, Some(&earlier)), &known);
        let grammar = Rc::new(Grammar::from_schema(&schema).unwrap());
        refused.extend(refusal(&grammar, &format!("{earlier} | {wish}"), &text(&case["answer"])));
    }
    let widgets = own();
    let params = list(&fixture["params"]);
    for case in &params {
        let (wish, earlier) = (text(&case["wish"]), before(case));
        let name = text(&case["widget"]);
        let schema =
            filled_schema("show", &name, "params", &widgets[&name], &format!("{earlier}\n{wish}")).unwrap();
        let grammar = Rc::new(Grammar::from_schema(&schema).unwrap());
        refused.extend(refusal(&grammar, &format!("{earlier} | {wish}"), &text(&case["answer"])));
    }
    let all = queries.len() + params.len();
    assert!(refused.is_empty(), "{} of {all} are refused:\n{}", refused.len(), refused.join("\n"));
}

#[test]
fn a_query_that_was_not_asked_for_is_refused() {
    let case = table(&fixture("prompts")["tables"][0]);
    let schema = query_schema(&[&case], ("visits over 50 euros of Rex", None), &[]);
    let grammar = Rc::new(Grammar::from_schema(&schema).unwrap());
    let takes = |sql: &str| {
        let mut state = State::new(&grammar);
        state.feed(json_line(sql).as_bytes()) && state.is_complete()
    };
    assert!(takes("SELECT * FROM visits WHERE fee > 50"));
    assert!(takes("SELECT AVG(fee) FROM visits WHERE pet LIKE '%Rex%'"));
    for sql in [
        "SELECT * FROM owners",
        "SELECT * FROM visits WHERE fee > 60",
        "SELECT price FROM visits",
        "SELECT * FROM visits WHERE species = 'bird'",
        "DELETE FROM visits",
        "SELECT * FROM visits; DROP TABLE visits",
        "SELECT AVG(species) FROM visits",
        "SELECT * FROM visits WHERE pet LIKE '%Bella%'",
    ] {
        assert!(!takes(sql), "{sql}");
    }
}

fn json_line(sql: &str) -> String {
    format!(r#"{{"query": ["visits"], "sql": {}, "as": "table"}}"#, json!(sql))
}

#[test]
fn names_are_quoted_for_the_database_and_texts_left_alone() {
    let mut one = table(&fixture("prompts")["tables"][0]);
    one.columns[4].name = "Unit \"Price\"".into();
    let sql = r#"SELECT species, AVG(`Unit "Price"`) FROM visits WHERE pet = 'visits of O''Hara' AND fee > 3 GROUP BY species"#;
    let wanted = r#"SELECT "species", AVG("Unit ""Price""") FROM "visits" WHERE "pet" = 'visits of O''Hara' AND fee > 3 GROUP BY "species""#;
    assert_eq!(runnable(sql, &[&one]).as_deref(), Some(wanted));
    for odd in ["'", "`", "`a", "SELECT 'x", "", "é`ü'"] {
        assert_eq!(runnable(odd, &[&one]), None, "{odd}");
    }
}

#[test]
fn the_first_of_groups_has_a_name() {
    let mut one = table(&fixture("prompts")["tables"][0]);
    let (name, end) = (one.columns[1].name.clone(), "ORDER BY COUNT(*) DESC LIMIT 1");
    let asked = |one: &Table, middle: &str, end: &str| {
        runnable(&format!("SELECT {name}, COUNT(*) FROM visits GROUP BY {name} {middle}{end}"), &[one])
    };
    let having = |sql: Option<String>| sql.unwrap().contains(&format!("HAVING \"{name}\" IS NOT NULL"));
    assert!(having(asked(&one, "", end)));
    let both = asked(&one, "HAVING COUNT(*) > 3 ", end).unwrap();
    assert!(both.contains(&format!("HAVING \"{name}\" IS NOT NULL AND COUNT(*) > 3 ORDER BY")), "{both}");
    assert!(!having(asked(&one, "", "ORDER BY COUNT(*)")), "all groups are all groups");
    one.columns[1].filled = true;
    assert!(!having(asked(&one, "", end)), "each row has one");
}

#[test]
fn names_are_meant_by_what_they_are_short_for_and_by_their_initials() {
    let column = |name: &str| Column {
        name: name.into(),
        kind: Kind::Number,
        values: Vec::new(),
        complete: false,
        filled: true,
        days: Days::Iso,
    };
    let named = ["Miles_per_Gallon", "pop", "temp_max", "Acceleration", "person", "format"];
    let cars = Table { name: "things".into(), columns: named.map(column).to_vec() };
    for (wish, hint) in [
        ("average mpg by origin", "\nnamed: Miles_per_Gallon"),
        ("l'évolution de la population", "\nnamed: pop"),
        ("the highest temperature", "\nnamed: temp_max"),
        ("weight per year for all", ""),
    ] {
        assert_eq!(hints(wish, &[&cars]), hint, "{wish}");
    }
}

#[test]
fn nothing_runs_but_one_select() {
    let one = table(&fixture("prompts")["tables"][0]);
    for sql in [
        "SELECT * FROM visits; DROP TABLE visits",
        "SELECT * FROM visits -- WHERE",
        "SELECT * FROM visits /* all",
        "SELECT * FROM visits WHERE pet LIKE '%'; DROP TABLE visits; --%'",
        "SELECT * FROM visits WHERE pet LIKE '%it'%'",
        "SELECT `a` FROM t; DROP TABLE t; --` FROM visits",
        "SELECT * FROM visits UNION SELECT 1",
        "DELETE FROM visits",
    ] {
        assert_eq!(runnable(sql, &[&one]), None, "{sql}");
    }
    let within = "SELECT * FROM visits WHERE fee = (SELECT MAX(fee) FROM visits)";
    for fine in ["SELECT * FROM visits WHERE pet = 'a; -- /* SELECT ` ''b'", within] {
        assert!(runnable(fine, &[&one]).is_some(), "{fine}");
    }
}

#[test]
fn an_apostrophe_of_the_wish_ends_no_text() {
    let one = table(&fixture("prompts")["tables"][0]);
    let schema = query_schema(&[&one], ("is it's here; or '; DROP", None), &[]);
    let grammar = Rc::new(Grammar::from_schema(&schema).unwrap());
    let takes = |text: &str| {
        let line = json_line(&format!("SELECT * FROM visits WHERE pet LIKE '%{text}%'"));
        refusal(&grammar, "", &line).is_none()
    };
    assert!(takes("it''s") && takes("here") && takes("it"));
    for half in ["it'", "'; DROP", "'"] {
        assert!(!takes(half), "{half}");
    }
}

#[test]
fn odd_descriptions_name_no_table_that_is_not_there() {
    let names = |answer: &str, of: Option<&str>| -> Vec<(String, Vec<String>)> {
        let tables = tables_in(answer, of).into_iter();
        tables
            .map(|table| (table.name, table.columns.into_iter().map(|column| column.name).collect()))
            .collect()
    };
    let visits = vec![("visits".to_owned(), vec!["id".to_owned(), "fee".to_owned()])];
    let rows = r#"{"rows": [{"table_name": "visits", "column_name": "id", "data_type": "int"}, {"table_name": "visits", "column_name": "fee", "data_type": "int"}]}"#;
    assert_eq!(names(rows, None), visits);
    let one = r#"{"result": [{"column_name": "id", "data_type": "int"}, {"column_name": "fee", "data_type": "int"}]}"#;
    assert_eq!(names(one, Some("visits")), visits);
    assert_eq!(names(r#"{"tables": [{"name": "visits", "type": "table"}]}"#, None), []);
    let statement = "CREATE TABLE visits (\n id INTEGER, -- the key, unique\n fee REAL DEFAULT 'a, (b'\n)";
    assert_eq!(names(statement, None), visits);
    let hostile =
        json!([{"name": "visits", "columns": ["id", "fee", "a\nWish: b", "a` FROM t", "x".repeat(101)]}]);
    assert_eq!(names(&hostile.to_string(), None), visits);
    assert_eq!(names(&json!([{"name": "a\nb", "columns": ["id"]}]).to_string(), None), []);
    let wide: Vec<String> = (0..1000).map(|at| format!("c{at}")).collect();
    assert_eq!(names(&json!([{"name": "wide", "columns": wide}]).to_string(), None)[0].1.len(), 40);
}

#[test]
fn of_more_rows_than_are_read_not_all_values_are_known() {
    let one = &tables_in("CREATE TABLE visits (species TEXT)", None)[0];
    for (count, complete) in [(9_999, true), (10_000, false)] {
        let row = json!({"l0": "cat", "m0": "dog", "v0": "cat\u{1f}dog", "n": count});
        assert_eq!(with_values(one, row.as_object().unwrap()).columns[0].complete, complete, "{count}");
    }
}

#[test]
fn what_a_schema_demands_a_thousand_times_is_looked_at_once() {
    let mut schema = json!({"type": "string"});
    for _ in 0..10 {
        schema = json!({"type": "object", "properties": {"a": schema}, "required": vec!["a"; 1000]});
    }
    assert!(filled_schema("call", "t", "args", &schema, "words").is_some());
}

#[test]
fn numbers_are_there_in_every_reading() {
    let said =
        |wish: &str| numbers(wish).into_iter().filter(|number| !number.starts_with('-')).collect::<Vec<_>>();
    assert_eq!(said("over 1,234 and 1.5 or 2 000"), ["0", "1", "1.234", "1.5", "1234", "2", "2000", "234"]);
    assert_eq!(said("1.234,50 EUR"), ["1.234", "1234", "1234.50", "50"]);
    assert_eq!(said("the three best, zwölf"), ["12", "3"]);
    assert_eq!(said("more than a dozen, deux douzaines"), ["1", "12", "2"]);
    assert_eq!(said("12 500 and 12 50"), ["12", "12500", "50", "500"]);
    assert_eq!(said("ten thousand or 5k"), ["10", "10000", "5", "5000"]);
    assert_eq!(said("más de mil, 1,1 millones"), ["1", "1.1", "1000", "1000000", "1100000"]);
    assert_eq!(said("fünftausend, zwei Mio, deux cents"), ["2", "200", "2000000", "5000"]);
    assert_eq!(said(&"k".repeat(100_000)), Vec::<String>::new());
    assert_eq!(said(&"million ".repeat(1_000)).last().unwrap(), "1000000000000");
    assert_eq!(said(&format!("{} billion", "9".repeat(305))).len(), 1);
    assert_eq!(said(""), Vec::<String>::new());
}

#[test]
fn rows_are_shown_as_asked_where_they_have_that_form_and_as_a_table_where_not() {
    let whole = json!({"$result": "1", "path": "/rows"});
    let show = |form: &str, rows: Value| {
        let Shown { widget, params } = shown(form, "T", rows.as_array().unwrap(), &whole);
        (widget, params)
    };
    let groups = json!([{"species": "dog", "AVG(fee)": 12.345}, {"species": null, "AVG(fee)": 7}]);
    assert_eq!(
        show("pie", groups.clone()),
        ("chart", json!({"title": "T", "type": "pie", "bars": [["dog", 12.345], ["–", 7]]}))
    );
    let years = json!([{"year": 2020, "n": 3}, {"year": 2021, "n": 5}]);
    assert_eq!(show("line", years).1["bars"], json!([["2020", 3], ["2021", 5]]));
    assert_eq!(
        show("stat", json!([{"AVG(fee)": 12.345}])),
        ("stat", json!({"label": "T", "value": "12.35"}))
    );
    assert_eq!(
        show("stat", json!([{"pet": "Rex", "fee": 480.0}])),
        ("stat", json!({"label": "T", "value": "Rex: 480"}))
    );
    assert_eq!(show("stat", json!([{"n": 0.000_123}])).1["value"], "0.000123");
    assert_eq!(
        show("kv", json!([{"pet": "Rex", "fee": 4}])),
        ("kv", json!({"title": "T", "rows": [["pet", "Rex"], ["fee", "4"]]}))
    );
    assert_eq!(
        show("list", json!([{"town": "Weston"}, {"town": "Ashford"}])),
        ("list", json!({"title": "T", "items": ["Weston", "Ashford"]}))
    );
    let table = ("data-table", json!({"title": "T", "rows": whole}));
    // No number, too many rows for the form, too many columns, a form that no widget has.
    assert_eq!(show("bar", json!([{"pet": "Rex", "town": "Weston"}])), table);
    assert_eq!(show("stat", groups.clone()), table);
    assert_eq!(show("list", groups.clone()), table);
    assert_eq!(show("kv", groups.clone()), table);
    assert_eq!(show("scatter", groups), table);
    assert_eq!(show("map", json!([{"pet": "Rex", "fee": 4}])), table);
    let many: Vec<Value> = (0..500).map(|n| json!({"a": n.to_string(), "b": n})).collect();
    assert_eq!(show("bar", json!(many)), table);
    assert_eq!(show("bar", json!([3, "x"])), table);
}

#[test]
fn two_numbers_are_points_and_what_has_a_position_or_a_country_is_on_the_map() {
    let show = |form: &str, rows: Value| {
        let Shown { widget, params } = shown(form, "T", rows.as_array().unwrap(), &Value::Null);
        (widget, params)
    };
    let sizes =
        json!([{"pet": "Rex", "weight_kg": 12.5, "fee": 40}, {"pet": "Tom", "weight_kg": 4, "fee": null}]);
    assert_eq!(
        show("scatter", sizes),
        ("scatter", json!({"title": "T", "x": "weight (kg)", "y": "fee", "points": [[12.5, 40]]}))
    );
    let huts = json!([
        {"hut": "Alm", "Latitude": 46.5, "lng": 7.9, "beds": 30},
        {"hut": "See", "Latitude": null, "lng": 8, "beds": 12},
    ]);
    assert_eq!(
        show("map", huts),
        ("map", json!({"title": "T", "places": [{"name": "Alm", "value": 30, "lat": 46.5, "lon": 7.9}]}))
    );
    let lands = json!([{"country": "Japan", "AVG(fee)": 3}, {"country": "France", "AVG(fee)": null}]);
    let named = json!([{"name": "Japan", "value": 3}, {"name": "France"}]);
    assert_eq!(show("map", lands), ("map", json!({"title": "T", "places": named})));
    // Degrees that there are not are something else.
    assert_eq!(show("map", json!([{"lat": 460, "lon": 7}])).0, "data-table");
}

#[test]
fn numbers_keep_the_unit_that_their_column_tells() {
    let show = |form: &str, rows: Value| shown(form, "Fee", rows.as_array().unwrap(), &Value::Null).params;
    assert_eq!(show("stat", json!([{"AVG(\"fee_eur\")": 12.345}]))["value"], "12.35 €");
    assert_eq!(show("stat", json!([{"pet": "Rex", "share_pct": 40}]))["value"], "Rex: 40%");
    assert_eq!(show("stat", json!([{"COUNT(*)": 40}]))["value"], "40");
    assert_eq!(show("stat", json!([{"COUNT(DISTINCT \"fee_eur\")": 4}]))["value"], "4");
    assert_eq!(show("bar", json!([{"pet": "Rex", "MAX(weight_kg)": 4}]))["title"], "Fee (kg)");
    assert_eq!(show("bar", json!([{"pet": "Rex", "members": 4}]))["title"], "Fee");
}

#[test]
fn rows_have_the_form_that_shows_them_where_nobody_has_said_one() {
    for (rows, form) in [
        (json!([{"n": 4}]), "stat"),
        (json!([{"pet": "Rex", "fee": 4}]), "kv"),
        (json!([{"pet": "Rex"}, {"pet": "Tom"}]), "list"),
        (json!([{"pet": "Rex", "fee": 4}, {"pet": "Tom", "fee": 5}]), "bar"),
        (json!([{"y": 2020, "n": 4}, {"y": 2021, "n": 5}, {"y": 2022, "n": 1}]), "line"),
        (json!([{"m": "2020-01", "n": 4}, {"m": "2020-03", "n": 5}, {"m": "2020-04", "n": 1}]), "line"),
        (json!([{"kg": 3, "fee": 4}, {"kg": 7, "fee": 5}, {"kg": 1, "fee": 5}]), "scatter"),
        (json!([{"hut": "Alm", "lat": 46.5, "lon": 7.9}]), "map"),
        (
            json!([{"pet": "Rex", "fee": 4, "town": "Weston"}, {"pet": "Tom", "fee": 4, "town": "Weston"}]),
            "table",
        ),
        (json!([3, "x"]), "table"),
    ] {
        assert_eq!(form_of(rows.as_array().unwrap()), form, "{rows}");
    }
}

#[test]
fn bars_of_moments_in_their_order_are_a_line_and_a_line_over_names_is_bars_unless_asked_for_by_name() {
    let rather_than = |form: &str, labels: [&str; 3], wish: &str| {
        let rows = labels.map(|label| json!({"of": label, "n": 1}));
        fitting_form(form, &rows, wish).to_owned()
    };
    let of = |labels| rather_than("bar", labels, "fee by year");
    assert_eq!(of(["2020", "2021", "2022"]), "line");
    assert_eq!(of(["2020-01-03", "2020-01-09 08:00", "2020-02-01"]), "line");
    // The best years, one under the other, are ranked; so are names.
    for ranked in [["2022", "2020", "2021"], ["Ann", "Bob", "Cid"], ["2020", "2021", "–"]] {
        assert_eq!(of(ranked), "bar");
    }
    assert_eq!(rather_than("bar", ["2020", "2021", "2022"], "Gebühr je Jahr als Balken"), "bar");
    assert_eq!(rather_than("line", ["rain", "sun", "fog"], "fee by kind"), "bar");
    assert_eq!(rather_than("line", ["rain", "sun", "fog"], "frais par genre, en ligne"), "line");
    assert_eq!(rather_than("pie", ["2020", "2021", "2022"], "fee by year"), "pie");
    let of_two = |year| ["sun", "rain"].map(|of| json!({"year": year, "of": of, "n": 1}));
    let series = ["2020", "2021", "2022"].map(of_two).concat();
    assert_eq!(
        (fitting_form("bar", &series, "by year"), fitting_form("table", &series, "by year")),
        ("line", "table")
    );
    let by_name: Vec<Value> = ["sun", "rain"]
        .iter()
        .flat_map(|of| ["2020", "2021", "2022"].map(|year| json!({"of": of, "year": year, "n": 1})))
        .collect();
    assert_eq!(fitting_form("bar", &by_name, "by year"), "line");
}

#[test]
fn of_rows_that_were_not_all_told_dots_and_lines_are_shown_by_reference() {
    let whole = json!({"$result": "1", "path": "/rows"});
    let show = |form: &str, rows: &[Value], count: Option<usize>| {
        let Shown { widget, params } = shown_whole(form, "T", rows, &whole, count);
        (widget, params)
    };
    let cars =
        [json!({"name": "a", "power": 90, "use": 8.5}), json!({"name": "b", "power": 70, "use": null})];
    let refers = |columns: [&str; 2]| json!({"$result": "1", "path": "/rows", "columns": columns});
    let (widget, params) = show("scatter", &cars, Some(406));
    assert_eq!(
        (widget, &params["points"], &params["x"]),
        ("scatter", &refers(["power", "use"]), &json!("power"))
    );
    let days = [json!({"day": "2012-01-01", "high": 9}), json!({"day": "2012-01-02", "high": 8})];
    let (widget, params) = show("line", &days, Some(366));
    assert_eq!(
        (widget, &params["bars"], &params["type"]),
        ("chart", &refers(["day", "high"]), &json!("line"))
    );
    let table = ("data-table", json!({"title": "T", "rows": whole}));
    // Too many, or nobody knows how many; bars, which would be too many to see; labels that are no texts.
    assert_eq!(show("scatter", &cars, Some(5001)), table);
    assert_eq!(show("scatter", &cars, None), table);
    assert_eq!(show("line", &days, Some(1001)), table);
    assert_eq!(show("bar", &days, Some(366)), table);
    assert_eq!(show("line", &[json!({"n": 1, "high": 9}), json!({"n": 2, "high": 9})], Some(366)), table);
    // Two lines would be one.
    let towns = [
        json!({"day": "2012-01-01", "town": "A", "high": 9}),
        json!({"day": "2012-01-01", "town": "B", "high": 8}),
    ];
    assert_eq!(show("line", &towns, Some(366)), table);
}

#[test]
fn a_title_is_the_wish_in_one_line_and_not_too_long() {
    assert_eq!(title_of("what's  the average\nfee?! "), "What's the average fee");
    assert_eq!(title_of("über alle Maßen"), "Über alle Maßen");
    assert_eq!(title_of(""), "");
    let long = title_of(&"word ".repeat(40));
    assert!(long.chars().count() <= 82 && long.ends_with("word …"), "{long}");
}

#[test]
fn a_line_begins_with_what_there_is() {
    let schema = first_schema(&["chart", "list"], &[], &[vec!["visits"], vec!["visits", "owners"]], 2);
    let grammar = Rc::new(Grammar::from_schema(&schema).unwrap());
    let takes = |line: &str| {
        let mut state = State::new(&grammar);
        state.feed(line.as_bytes()) && state.is_complete()
    };
    for line in [
        r#"{"show": "chart"}"#,
        r#"{"query": ["visits", "owners"]}"#,
        r#"{"say": "cannot"}"#,
        r#"{"change": 2}"#,
        r#"{"remove": 1}"#,
    ] {
        assert!(takes(line), "{line}");
    }
    for line in [
        r#"{"show": "map"}"#,
        r#"{"call": "x"}"#,
        r#"{"query": ["owners"]}"#,
        r#"{"say": "hello"}"#,
        r#"{"change": 3}"#,
        "{}",
    ] {
        assert!(!takes(line), "{line}");
    }
}

/// The schemas of the project's widgets.
fn own() -> HashMap<String, Value> {
    list(&fixture("prompts")["schemas"])
        .iter()
        .map(|one| (text(&one["name"]), one["schema"].clone()))
        .collect()
}

fn files(folder: &str) -> Vec<String> {
    let folder = format!("{}/training/data/{folder}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect()
}

/// A line that was written by hand: its verb, the name and schema of what it fills, the wish, and what it is filled with.
struct Written {
    verb: &'static str,
    name: String,
    schema: Value,
    wish: String,
    filled: Value,
}

/// Every wish that was written for a widget of the project, an invented one, or an invented tool.
fn written() -> Vec<Written> {
    let mut found = Vec::new();
    let mut add = |verb: &'static str, thing: &Value, name: &str, inside: &str| {
        for wish in list(&thing["wishes"]) {
            let (name, schema) = (text(&thing[name]), thing["schema"].clone());
            found.push(Written {
                verb,
                name,
                schema,
                wish: text(&wish["wish"]),
                filled: wish[inside].clone(),
            });
        }
    };
    for widget in files("widgets") {
        add("show", &serde_json::from_str(&widget).unwrap(), "widget", "params");
    }
    for server in files("tools") {
        for tool in list(&serde_json::from_str::<Value>(&server).unwrap()["tools"]) {
            add("call", &tool, "name", "args");
        }
    }
    let own = own();
    for line in files("written").iter().flat_map(|file| file.lines()).filter(|line| line.contains("\"show\""))
    {
        let line: Value = serde_json::from_str(line).unwrap();
        let Some((name, schema)) = line["show"].as_str().and_then(|name| own.get_key_value(name)) else {
            continue;
        };
        let (name, schema) = (name.clone(), schema.clone());
        found.push(Written {
            verb: "show",
            name,
            schema,
            wish: text(&line["wish"]),
            filled: line["params"].clone(),
        });
    }
    found
}

/// Parameters in the order of their schema, in which the grammar has them written.
fn ordered(schema: &Value, value: &Value) -> Value {
    match value {
        Value::Object(given) if schema["properties"].is_object() => {
            let fields = schema["properties"].as_object().unwrap().iter();
            fields.filter_map(|(name, part)| Some((name.clone(), ordered(part, given.get(name)?)))).collect()
        }
        Value::Array(parts) => {
            let of = |at: usize| schema["prefixItems"].get(at).unwrap_or(&schema["items"]);
            parts.iter().enumerate().map(|(at, part)| ordered(of(at), part)).collect()
        }
        other => other.clone(),
    }
}

/// JSON with a blank after `,` and `:`, as the grammar writes it.
fn spaced(value: &Value) -> String {
    match value {
        Value::Array(parts) => format!("[{}]", parts.iter().map(spaced).collect::<Vec<_>>().join(", ")),
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| format!("{}: {}", json!(name), spaced(value));
            format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

#[test]
fn parameters_are_made_of_what_the_wish_says() {
    let mut refused = Vec::new();
    let cases = written();
    assert!(cases.len() > 1200, "{} wishes", cases.len());
    // Each takes a grammar of its own; all of them are checked where property tests have many cases.
    let step = if std::env::var("PROPTEST_CASES").is_ok() { 1 } else { 3 };
    for Written { verb, name, schema, wish, filled } in cases.iter().step_by(step) {
        let inside = if *verb == "show" { "params" } else { "args" };
        let held = filled_schema(verb, name, inside, schema, wish).unwrap();
        let grammar = Grammar::from_schema(&held).unwrap_or_else(|error| panic!("{name}: {error}: {held}"));
        let line =
            format!("{{\"{verb}\": {}, \"{inside}\": {}}}", json!(name), spaced(&ordered(schema, filled)));
        refused.extend(refusal(&Rc::new(grammar), wish, &line));
    }
    assert!(refused.is_empty(), "{} of {} are refused:\n{}", refused.len(), cases.len(), refused.join("\n"));
}

#[test]
fn what_needs_more_than_the_wish_says_is_not_filled() {
    let chart = &own()["chart"];
    assert!(filled_schema("show", "chart", "params", chart, "win / draw / loss split").is_none());
    assert!(filled_schema("show", "chart", "params", chart, "win 3, draw 2").is_some());
    let nested = |part: Value| json!({"type": "object", "required": ["a"], "properties": {"a": {"type": "array", "minItems": 2, "prefixItems": [{"type": "string"}], "items": {"anyOf": [part, {"type": "number", "minimum": 9}]}}}});
    assert!(filled_schema("call", "x", "args", &nested(json!({"type": "number"})), "tea 3").is_some());
    assert!(
        filled_schema("call", "x", "args", &nested(json!({"type": "integer", "minimum": 4})), "tea 3")
            .is_none()
    );
}

#[test]
fn of_several_types_and_of_none_a_value_is_still_what_the_wish_says() {
    let schema = json!({"type": "object", "properties": {"value": {"type": ["number", "string"]}, "data": {"description": "Anything"}, "spec": {"type": "object"}}});
    let takes = |wish: &str, params: &str| {
        let held = filled_schema("show", "x", "params", &schema, wish).unwrap();
        let mut state = State::new(&Rc::new(Grammar::from_schema(&held).unwrap()));
        state.feed(format!("{{\"show\": \"x\", \"params\": {params}}}").as_bytes()) && state.is_complete()
    };
    for params in
        [r#"{"value": 3}"#, r#"{"value": "tea"}"#, r#"{"data": "tea"}"#, r#"{"data": {"count": 3}}"#]
    {
        assert!(takes("tea 3", params), "{params}");
    }
    for params in [r#"{"value": 4}"#, r#"{"value": "figs"}"#, r#"{"data": "figs"}"#, r#"{"data": [1]}"#] {
        assert!(!takes("tea 3", params), "{params}");
    }
    // What is pasted is taken as it is.
    let pasted = r#"look {at} this {"mark":"bar","data":{"values":[{"a":3}]}} and [1, 2] or [] {"#;
    let spec = r#"{"mark": "bar", "data": {"values": [{"a": 3}]}}"#;
    for (params, is_taken) in [
        (format!(r#"{{"spec": {spec}}}"#), true),
        (format!(r#"{{"data": {spec}}}"#), true),
        (r#"{"data": [1, 2]}"#.to_owned(), true),
        (r#"{"spec": [1, 2]}"#.to_owned(), false),
        (r#"{"spec": {"mark": {"values": 3}}}"#.to_owned(), false),
        (r#"{"data": []}"#.to_owned(), false),
    ] {
        assert_eq!(takes(pasted, &params), is_taken, "{params}");
    }
}

#[test]
fn a_text_or_number_that_the_wish_does_not_say_is_refused() {
    let schema = json!({"type": "object", "properties": {"label": {"type": "string"}, "value": {"type": "number"}, "rows": {"type": "array", "items": {"type": "object"}}}});
    let held = filled_schema("show", "x", "params", &schema, "tea 3, pears 7").unwrap();
    let grammar = Rc::new(Grammar::from_schema(&held).unwrap());
    let takes = |params: &str| {
        let mut state = State::new(&grammar);
        state.feed(format!("{{\"show\": \"x\", \"params\": {params}}}").as_bytes()) && state.is_complete()
    };
    for params in
        [r#"{"label": "tea", "value": 3}"#, r#"{"rows": [{"name": "tea", "count": 3}, {"pears": 7}]}"#, "{}"]
    {
        assert!(takes(params), "{params}");
    }
    for params in [
        r#"{"label": "coffee"}"#,
        r#"{"value": 4}"#,
        r#"{"rows": [{"fruit": "pears"}]}"#,
        r#"{"rows": [{"name": "figs"}]}"#,
        r#"{"rows": [{}]}"#,
    ] {
        assert!(!takes(params), "{params}");
    }
    assert!(
        Grammar::from_schema(&filled_schema("show", "x", "params", &schema, "?!").unwrap()).is_ok(),
        "nothing is said, and nothing needed"
    );
}

#[test]
fn a_long_wish_is_compared_by_its_first_words_and_none_that_is_longer_than_words_are() {
    let word = |at: usize| {
        at.to_string().chars().map(|digit| (digit as u8 + b'a' - b'0') as char).collect::<String>()
    };
    let both = |at: usize| format!("{} {}", word(at), word(at).repeat(30));
    let wish = (10..200_000).map(both).collect::<Vec<_>>().join(" ");
    let offers = [Offer { verb: "show", name: "tree-map", description: "Areas" }];
    let compared = Fits::compared(&wish, &offers);
    assert_eq!(compared.words.len(), 48);
    assert_eq!(compared.names, ["tree", "map", "areas"]);
    assert!(compared.words.iter().all(|word| word.len() <= 40));
    assert_eq!(Fits::new(&compared, &[], &offers).hint(&offers), "", "the engine cannot tell");
}

#[test]
fn a_tool_may_take_no_arguments() {
    for schema in [json!({"type": "object"}), json!({"type": "object", "additionalProperties": false})] {
        let held = filled_schema("call", "t", "args", &schema, "words").unwrap();
        let grammar = Rc::new(Grammar::from_schema(&held).unwrap());
        let mut state = State::new(&grammar);
        assert!(state.feed(br#"{"call": "t", "args": {}}"#) && state.is_complete(), "{held}");
    }
}

#[test]
fn a_number_of_the_wish_is_left_out_where_no_value_has_it_however_it_is_written() {
    for (wish, answer, is_left_out) in [
        ("rent 1150, food 420", r#"[["rent",1150],["food",420]]"#, false),
        ("rent 1150, food 420", r#"{"label":"rent","value":"1150"}"#, true),
        ("1,284 visitors, up 2,10 %", r#"{"value":1284,"trend":2.1}"#, false),
        ("007 agents", r#"{"value":7}"#, false),
        ("KB7QX2 top 5", r#"{"id":"KB7QX2"}"#, true),
        ("list:\n1. socks\n2) 3 apples", r#"["socks","3 apples"]"#, false),
        ("list:\n1. socks\n2) 3 apples", r#"["socks","apples"]"#, true),
        ("6.5 %", r#"{"value":"6.5 %"}"#, false),
        ("no number", "{}", false),
        ("", "", false),
    ] {
        assert_eq!(leaves_out_a_number(wish, answer), is_left_out, "{wish} {answer}");
    }
}

#[test]
fn numbers_that_have_names_are_told_from_points() {
    for (wish, is_named) in [
        ("plot the kiln temperature, Xenia = 219; Yolanda = 83", true),
        ("bar chart of loans: January 742, February 589.5, June 613", true),
        ("Umsatz nach Stadt: Köln 1,2 Mio; Bonn 800", true),
        ("scatter plot of age and pay: 20 1500, 35 2600, 50 3100", false),
        ("plot the points (1, 4), (2, 7) and (3, 5)", false),
        ("x against y as dots: 0.5/10, 1.5/20, 2.5/18", false),
        ("big number: 42 visitors", false),
        ("what is the average of 3 and 4", false),
    ] {
        assert_eq!(names_numbers(wish), is_named, "{wish}");
    }
    let pairs = json!({"type": "array", "items": {"type": "array", "items": {"type": "number"}}});
    let points = json!({"required": ["points"], "properties": {"points": pairs}});
    let bars =
        json!({"required": ["bars"], "properties": {"bars": {"type": "array", "items": {"type": "array"}}}});
    assert!(has_no_names(&points) && !has_no_names(&bars) && !has_no_names(&json!({"required": ["x"]})));
}
