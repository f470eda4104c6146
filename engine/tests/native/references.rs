//! Lists and objects that may also be a reference to an earlier result: both are taken, nothing else is.

use crate::grammar::{check, schema, write};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::rc::Rc;
use webmcp_engine::grammar::{Grammar, State};

fn reference() -> Value {
    json!({
        "type": "object",
        "required": ["$result"],
        "properties": {"$result": {"enum": ["local_4", "call \"é\" 17"]}, "path": {"type": "string", "maxLength": 60}},
        "additionalProperties": false,
    })
}

/// `schema` with each list and object in it open to a reference.
fn open(schema: &Value) -> Value {
    let Value::Object(fields) = schema else { return schema.clone() };
    let fields = fields.iter().map(|(keyword, value)| {
        let value = match (keyword.as_str(), value) {
            ("properties", Value::Object(parts)) => {
                parts.iter().map(|(name, part)| (name.clone(), open(part))).collect()
            }
            ("items" | "additionalProperties", part) => open(part),
            ("prefixItems" | "anyOf", Value::Array(parts)) => parts.iter().map(open).collect(),
            _ => value.clone(),
        };
        (keyword.clone(), value)
    });
    let inner = Value::Object(fields.collect());
    if inner["type"] == "array" || inner["type"] == "object" {
        json!({"anyOf": [inner, reference()]})
    } else {
        inner
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn whatever_the_logits_it_is_the_value_or_the_reference(schema in schema(), seed in any::<u64>(), budget in 60usize..400) {
        check(&open(&schema), seed, budget);
    }
}

fn table() -> Value {
    let rows = json!({"type": "array", "maxItems": 9, "items": {"type": "object", "additionalProperties": {"type": "integer"}}});
    json!({"type": "object", "required": ["rows"], "additionalProperties": false, "properties": {
        "title": {"type": "string", "maxLength": 20}, "rows": open(&rows),
    }})
}

fn takes(schema: &Value, text: &str) -> bool {
    let mut state = State::new(&Rc::new(Grammar::from_schema(schema).unwrap()));
    state.feed(text.as_bytes()) && (state.is_complete() || state.can_end())
}

#[test]
fn a_list_is_taken_as_itself_and_as_a_reference_and_so_are_its_items() {
    for text in [
        r#"{"rows": [{"a": 1}, {"b": 2}]}"#,
        r#"{"rows": []}"#,
        r#"{"title": "All", "rows": {"$result": "local_4", "path": "/rows"}}"#,
        r#"{"rows": {"$result": "local_4"}}"#,
        r#"{"rows": [{"a": 1}, {"$result": "local_4", "path": "/rows/0"}]}"#,
    ] {
        assert!(takes(&table(), text), "{text}");
    }
    for text in [
        r#"{"rows": {"$result": "local_5"}}"#,
        r#"{"rows": {"path": "/rows"}}"#,
        r#"{"rows": {"$result": "local_4", "path": 3}}"#,
        r#"{"rows": {"$result": "local_4", "rows": []}}"#,
        r#"{"rows": {"a": 1}}"#,
        r#"{"title": {"$result": "local_4"}, "rows": []}"#,
    ] {
        assert!(!takes(&table(), text), "{text}");
    }
}

#[test]
fn chance_writes_lists_and_references_alike() {
    let written: Vec<Value> = (0..200)
        .filter_map(|seed| write(&table(), seed, 200))
        .map(|text| serde_json::from_str(&text).unwrap())
        .collect();
    let lists = written.iter().filter(|value| value["rows"].is_array()).count();
    let references = written.iter().filter(|value| value["rows"]["$result"].is_string()).count();
    assert_eq!(lists + references, written.len());
    assert!(lists > 20 && references > 20, "{lists} lists, {references} references");
}
