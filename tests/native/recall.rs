//! `recall`: the whole, a part, and what is said where there is neither.

use serde_json::{Value, json};
use webmcp_auto_ui::dispatch::recall;
use webmcp_auto_ui::model::Results;

fn results() -> Results {
    let results = Results::default();
    let rows: Vec<Value> = (0..100).map(|n| json!({"n": n, "name/x": format!("row {n}")})).collect();
    results.insert("rows", &json!({"rows": rows, "total": 100}).to_string());
    results.insert("prose", "Été: the first line.\nThe second.");
    results.insert_value("both", "See the structured part.", Some(json!({"a": {"b": "deep"}})));
    results
}

fn text(args: Value) -> String {
    let outcome = recall(&results(), &args);
    assert!(!outcome.is_error, "{}", outcome.text);
    outcome.text
}

fn error(args: Value) -> String {
    let outcome = recall(&results(), &args);
    assert!(outcome.is_error, "{}", outcome.text);
    outcome.text
}

#[test]
fn without_options_the_whole_text_comes_back() {
    assert_eq!(text(json!({"id": "prose"})), "Été: the first line.\nThe second.");
    assert_eq!(text(json!({"id": "both", "path": null})), "See the structured part.");
    assert_eq!(text(json!({"id": "rows"})), results().get("rows").unwrap().to_string());
}

#[test]
fn a_path_picks_a_value_inside_the_result() {
    assert_eq!(text(json!({"id": "rows", "path": "/rows/7"})), "{\"n\":7,\"name/x\":\"row 7\"}");
    assert_eq!(text(json!({"id": "rows", "path": "/rows/7/name~1x"})), "row 7");
    assert_eq!(text(json!({"id": "both", "path": "/a/b"})), "deep");
    for spelling in ["rows[7].n", "$.rows[7]['n']", "#/rows/7/n", "rows/7/n"] {
        assert_eq!(text(json!({"id": "rows", "path": spelling})), "7", "{spelling}");
    }
}

#[test]
fn a_window_says_how_much_there_is() {
    assert_eq!(
        text(json!({"id": "rows", "path": "/rows", "offset": 98, "limit": 1})),
        "[{\"n\":98,\"name/x\":\"row 98\"}]\n... (1 of 100 items, from offset 98; offset 99 continues)"
    );
    assert!(
        text(json!({"id": "rows", "path": "/rows", "offset": 98}))
            .ends_with("(2 of 100 items, from offset 98)")
    );
    assert_eq!(text(json!({"id": "rows", "offset": 1})), "{\"total\":100}\n... (1 of 2 keys, from offset 1)");
    assert_eq!(
        text(json!({"id": "prose", "limit": " 03 "})),
        "Été\n... (3 of 32 characters, from offset 0; offset 3 continues)"
    );
    assert_eq!(
        text(json!({"id": "both", "path": "/a", "limit": 5})),
        "{\"b\":\"deep\"}",
        "all of it: no count"
    );
}

#[test]
fn an_unknown_id_names_those_there_are_the_newest_first() {
    assert_eq!(error(json!({"id": "X"})), "No result found for id 'X'. There are: both, prose, rows.");
    assert!(recall(&Results::default(), &json!({"id": "X"})).text.ends_with("No result is kept yet."));
    let many = Results::default();
    (0..500).for_each(|n| many.insert(&format!("call_{n}"), "x"));
    assert!(recall(&many, &json!({"id": "X"})).text.ends_with(" and 480 more."));
}

#[test]
fn a_result_that_was_dropped_for_memory_says_so() {
    let results = Results::with_budget(10);
    results.insert("big", &"x".repeat(11));
    let outcome = recall(&results, &json!({"id": "big"}));
    assert!(
        outcome.is_error && outcome.text.contains("dropped to save memory") && outcome.text.contains("again")
    );
}

#[test]
fn an_unknown_path_says_what_is_there() {
    let cases = [
        ("/row", "the result has the keys rows, total."),
        ("/rows/100", "'/rows' is a list of 100 items (0 to 99)."),
        ("/rows/5/n/x", "'/rows/5/n' is 5."),
        ("/rows/-1", "'/rows' is a list"),
        ("/rows/5/name~1x/z", "'/rows/5/name~1x' is a text of 5 characters."),
    ];
    for (path, expected) in cases {
        let said = error(json!({"id": "rows", "path": path}));
        assert!(said.contains(&format!("nothing at '{path}'")) && said.contains(expected), "{said}");
    }
}

#[test]
fn arguments_that_make_no_sense_are_named() {
    for (args, name) in [
        (json!({}), "needs the id"),
        (json!({"id": 7}), "needs the id"),
        (json!(null), "needs the id"),
        (json!({"id": "rows", "path": 3}), "path"),
        (json!({"id": "rows", "offset": -1}), "offset"),
        (json!({"id": "rows", "offset": 1.5}), "offset"),
        (json!({"id": "rows", "offset": "many"}), "offset"),
        (json!({"id": "rows", "limit": 0}), "limit"),
        (json!({"id": "rows", "limit": 1e300}), "limit"),
        (json!({"id": "rows", "path": "/rows", "offset": 100}), "there are 100 items"),
        (json!({"id": "prose", "offset": 32}), "there are 32 characters"),
    ] {
        let said = error(args);
        assert!(said.contains(name), "{said}");
    }
}
