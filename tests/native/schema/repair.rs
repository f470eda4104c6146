//! Repair: the published vectors, done better, and its laws.

use super::agreement::{schema as any_schema, value as any_value};
use proptest::prelude::*;
use serde_json::{Value, json};
use webmcp_auto_ui::schema::{Schema, nearest, repair};

fn mended(schema: Value, value: Value) -> (Value, Vec<String>) {
    let repaired = repair(&Schema::compile(&schema).unwrap(), value);
    (repaired.value, repaired.fixes)
}

#[test]
fn the_published_vectors_are_mended_without_guessing() {
    let schema = json!({"type": "object", "required": ["r", "e"], "properties": {
        "n": {"type": "number"}, "i": {"type": "integer"}, "b": {"type": "boolean"}, "o": {"type": "object"},
        "s": {"type": "string"}, "arr": {"type": "array"}, "r": {"default": 7}, "e": {"enum": ["x"]}}});
    let input = json!({"n": "12abc", "i": "3.9", "b": "yes", "o": "[1]", "s": 5, "arr": "[1,2]"});
    let (value, fixes) = mended(schema.clone(), input);
    let expected =
        json!({"n": "12abc", "i": "3.9", "b": "yes", "o": "[1]", "s": "5", "arr": [1, 2], "r": 7, "e": "x"});
    assert_eq!(value, expected);
    assert_eq!(
        fixes,
        [
            "s: number 5 → string \"5\"",
            "arr: stringified JSON → parsed array",
            "r: missing required → default 7",
            "e: missing required → single enum \"x\"",
        ]
    );
    let (value, fixes) =
        mended(schema, json!({"n": "1.5", "i": "3", "b": "1", "o": "{\"a\":1}", "r": 1, "e": "x"}));
    assert_eq!(value, json!({"n": 1.5, "i": 3, "b": true, "o": {"a": 1}, "r": 1, "e": "x"}));
    assert_eq!(
        fixes,
        [
            "n: string \"1.5\" → number 1.5",
            "i: string \"3\" → integer 3",
            "b: \"1\" → true",
            "o: stringified JSON → parsed object",
        ]
    );
}

#[test]
fn numbers_as_people_write_them_are_read_where_there_is_one_way_to_read_them() {
    let number = |text: &str| mended(json!({"type": "number"}), json!(text)).0;
    for (text, value) in [
        ("1 234,5", json!(1234.5)),
        ("1\u{202f}234\u{202f}567", json!(1_234_567)),
        ("1’234’567.25", json!(1_234_567.25)),
        ("1,234,567", json!(1_234_567)),
        ("1.234.567,5", json!(1_234_567.5)),
        ("12,5", json!(12.5)),
        ("0,125", json!(0.125)),
        ("1234,125", json!(1234.125)),
        ("€ 3.2m", json!(3_200_000)),
        ("$1.5bn", json!(1_500_000_000)),
        ("3,5 Mio.", json!(3_500_000)),
        ("-12,5 EUR", json!(-12.5)),
        ("€ −3", json!(-3)),
        ("(1,200,000)", json!(-1_200_000)),
        ("US 3", json!("US 3")),
        ("1,234", json!("1,234")),
        ("€ 1,234", json!("€ 1,234")),
        ("12 kg", json!("12 kg")),
        ("45 %", json!("45 %")),
        ("3m", json!("3m")),
        ("1,23,456", json!("1,23,456")),
        ("1 23", json!("1 23")),
        ("1.2.3", json!("1.2.3")),
        ("2024-05-06", json!("2024-05-06")),
        ("007,5", json!("007,5")),
        ("", json!("")),
        ("€", json!("€")),
        ("()", json!("()")),
        (",5", json!(",5")),
        ("5,", json!("5,")),
        ("1e5,5", json!("1e5,5")),
        ("--5,5", json!("--5,5")),
    ] {
        assert_eq!(number(text), value, "{text}");
    }
    let whole = |text: &str| mended(json!({"type": "integer"}), json!(text)).0;
    assert_eq!(
        [whole("1 234"), whole("12,5"), whole("€ 3.2m")],
        [json!(1234), json!("12,5"), json!(3_200_000)]
    );
    // Where a text may be, it stays one.
    assert_eq!(mended(json!({"type": ["number", "string"]}), json!("1 234,5")).0, json!("1 234,5"));
}

#[test]
fn flat_parameters_are_nested_and_then_mended_below() {
    let schema = json!({"type": "object", "required": ["name", "params"], "properties": {
        "name": {"type": "string"},
        "params": {"type": "object", "properties": {"value": {"type": "string"}}, "required": ["value"]}}});
    let (value, fixes) = mended(schema, json!({"name": "stat", "value": 5}));
    assert_eq!(value, json!({"name": "stat", "params": {"value": "5"}}));
    assert_eq!(fixes, ["flat params → nested {name, params:{...}}", "params/value: number 5 → string \"5\""]);
}

#[test]
fn mending_goes_to_any_depth_and_through_references_and_alternatives() {
    let schema = json!({"$defs": {"row": {"type": "object", "properties": {"price": {"type": "number"}}}},
        "properties": {"rows": {"type": "array", "items": {"$ref": "#/$defs/row"}}, "tags": {"type": "array", "items": {"type": "string"}},
            "size": {"anyOf": [{"type": "integer"}, {"type": "null"}]}, "kind": {"enum": ["bar", "line"]}}});
    let (value, fixes) =
        mended(schema, json!({"rows": "[{\"price\":\"3.5\"}]", "tags": 7, "size": "4", "kind": "Bar"}));
    assert_eq!(value, json!({"rows": [{"price": 3.5}], "tags": ["7"], "size": 4, "kind": "bar"}));
    assert_eq!(
        fixes,
        [
            "rows: stringified JSON → parsed array",
            "rows/0/price: string \"3.5\" → number 3.5",
            "tags: single value → array",
            "tags/0: number 7 → string \"7\"",
            "size: string \"4\" → integer 4",
            "kind: \"Bar\" → \"bar\"",
        ]
    );
}

#[test]
fn a_misspelt_property_takes_its_name_when_only_one_can_be_meant() {
    let schema = json!({"type": "object", "additionalProperties": false, "required": ["title"],
        "properties": {"title": {"type": "string"}, "map_type": {}, "lat": {}, "lng": {}}});
    let (value, fixes) = mended(schema.clone(), json!({"titel": 1, "mapType": "x"}));
    assert_eq!(value, json!({"title": "1", "map_type": "x"}));
    assert_eq!(fixes[0], "titel: unknown property → \"title\"");
    for kept in [
        json!({"title": "a", "lxx": 1}),
        json!({"title": "a", "titel": "b"}),
        json!({"tilte": "a", "titel": "b"}),
    ] {
        assert_eq!(mended(schema.clone(), kept.clone()), (kept, vec![]));
    }
    let open = json!({"properties": {"title": {}}, "required": ["other"]});
    assert_eq!(
        mended(open, json!({"titel": 1})).1,
        Vec::<String>::new(),
        "an open record may hold what it likes"
    );
}

#[test]
fn null_for_what_may_be_left_out_is_left_out_where_the_schema_has_no_null() {
    let schema = |q: Value| json!({"type": "object", "properties": {"query": {"type": "string"}, "q": q, "in": {"type": "object", "properties": {"n": {"type": "integer"}}}}, "required": ["query"]});
    for q in [
        json!({"type": "string"}),
        json!({"type": "string", "default": null}),
        json!({"type": "string", "nullable": true}),
        json!({"enum": ["a", "b"]}),
        json!({"type": "array", "items": {"type": "string"}}),
        json!({"anyOf": [{"type": "string"}, {"type": "number"}]}),
    ] {
        let (value, fixes) = mended(schema(q.clone()), json!({"query": "tea", "q": null, "in": {"n": null}}));
        assert_eq!(value, json!({"query": "tea", "in": {}}), "{q}");
        assert_eq!(fixes, ["q: null → left out", "in/n: null → left out"], "{q}");
    }
    for q in [
        json!({"type": ["string", "null"]}),
        json!({}),
        json!({"anyOf": [{"type": "string"}, {"type": "null"}]}),
    ] {
        let given = json!({"query": "tea", "q": null, "in": {"n": null}});
        assert_eq!(mended(schema(q.clone()), given).0, json!({"query": "tea", "q": null, "in": {}}), "{q}");
    }
    let needed = json!({"query": null});
    assert_eq!(mended(schema(json!({})), needed.clone()).0, needed, "what must be there is not left out");
    let list =
        json!({"type": "object", "properties": {"rows": {"type": "array", "items": {"type": "number"}}}});
    let rows = json!({"rows": [1, null]});
    assert_eq!(mended(list, rows.clone()).0, rows, "nor is an entry of a list");
}

#[test]
fn json_in_a_fence_is_what_stands_in_it() {
    let schema = json!({"type": "object", "properties": {"p": {"type": ["object", "array"]}, "s": {"type": "string"}}});
    for fenced in ["```json\n{\"a\": 1}\n```", "```\n{\"a\": 1}```", " ```{\"a\": 1}``` "] {
        let (value, _) = mended(schema.clone(), json!({"p": fenced, "s": fenced}));
        assert_eq!(value, json!({"p": {"a": 1}, "s": fenced}), "{fenced}");
    }
    let schema = json!({"type": "object", "properties": {"p": {"type": "object"}}});
    for none in ["```json\n```", "```", "``````", "```json {\"a\": 1}"] {
        let given = json!({"p": none});
        assert_eq!(mended(schema.clone(), given.clone()).0, given, "{none}");
    }
}

#[test]
fn numbers_keep_every_digit_or_stay_text() {
    for (text, expected) in [
        ("9007199254740993", json!(9_007_199_254_740_993_u64)),
        ("0.10000000000000000555111512312", json!("0.10000000000000000555111512312")),
        ("1e400", json!("1e400")),
        (" 1", json!(" 1")),
        ("007", json!("007")),
        ("NaN", json!("NaN")),
        ("-2.5", json!(-2.5)),
    ] {
        assert_eq!(mended(json!({"type": "number"}), json!(text)).0, expected, "{text}");
    }
}

#[test]
fn the_nearest_name_is_the_only_one_that_can_be_meant() {
    let known = ["data-table", "chart", "stat", "list", "text"];
    let near = |name: &str| nearest(name, known.into_iter());
    assert_eq!(near("data_table"), Some("data-table"));
    assert_eq!(near("DataTable"), Some("data-table"));
    assert_eq!(near("chrat"), Some("chart"));
    assert_eq!(near("tex"), Some("text"));
    assert_eq!(near("chart"), None);
    assert_eq!(near("map"), None);
    assert_eq!(near(""), None);
    assert_eq!(nearest("bat", ["cat", "hat"].into_iter()), None);
}

#[test]
fn alternatives_within_alternatives_end() {
    let mut defs = serde_json::Map::new();
    for level in 0..30 {
        let next = format!("#/$defs/d{}", level + 1);
        defs.insert(format!("d{level}"), json!({"anyOf": [{"$ref": next}, {"$ref": next}]}));
    }
    defs.insert("d30".into(), json!({"type": "integer", "minimum": 5}));
    let wide = Schema::compile(&json!({"$defs": defs, "$ref": "#/$defs/d0"})).unwrap();
    assert_eq!(repair(&wide, json!("x")).value, json!("x"));
    let circle = Schema::compile(&json!({"$ref": "#"})).unwrap();
    assert_eq!(repair(&circle, json!("x")).fixes, Vec::<String>::new());
    let circle =
        json!({"properties": {"a": {"$ref": "#"}}, "required": ["a"], "default": {}, "type": "object"});
    assert_eq!(repair(&Schema::compile(&circle).unwrap(), json!({})).fixes, Vec::<String>::new());
}

#[test]
fn what_is_done_is_told_also_where_a_schema_makes_it_give_up() {
    let circles = json!({"type": "string", "minProperties": 4, "default": null, "$ref": "#", "anyOf": [
        {"$ref": "#", "else": {"type": "object", "oneOf": [{"format": "email"}], "patternProperties": {}}},
    ]});
    let value = json!(i64::MIN);
    let repaired = repair(&Schema::compile(&circles).unwrap(), value.clone());
    assert_eq!(repaired.value == value, repaired.fixes.is_empty(), "{:?}", repaired.fixes);
}

proptest! {
    #[test]
    fn a_fitting_value_is_left_alone_and_nothing_is_done_twice(schema in any_schema(), value in any_value()) {
        let Ok(schema) = Schema::compile(&schema) else { return Ok(()) };
        let fitting = schema.fits(&value);
        let once = repair(&schema, value.clone());
        if fitting {
            prop_assert_eq!(&once.value, &value);
            prop_assert!(once.fixes.is_empty());
        }
        let twice = repair(&schema, once.value.clone());
        prop_assert_eq!(&twice.value, &once.value);
        prop_assert!(twice.fixes.is_empty());
    }
}
