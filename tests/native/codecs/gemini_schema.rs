use proptest::prelude::*;
use serde_json::{Value, json};
use webmcp_auto_ui::provider::gemini_schema;

/// What the API's documentation lists (ai.google.dev/api/generate-content, `responseJsonSchema`).
const LISTED: [&str; 19] = [
    "$id",
    "$defs",
    "$ref",
    "$anchor",
    "type",
    "format",
    "title",
    "description",
    "enum",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "anyOf",
    "properties",
    "additionalProperties",
    "required",
];

fn converted(schema: Value) -> Value {
    gemini_schema(&schema).unwrap()
}

/// Fails where a schema uses what is not listed.
fn only_listed(schema: &Value) -> Result<(), String> {
    let Some(map) = schema.as_object() else { return Ok(()) };
    if map.contains_key("$ref") && map.keys().any(|key| !key.starts_with('$')) {
        return Err(format!("a reference with company: {schema}"));
    }
    for (key, value) in map {
        if !LISTED.contains(&key.as_str()) {
            return Err(format!("{key} in {schema}"));
        }
        match key.as_str() {
            "properties" | "$defs" => {
                value.as_object().into_iter().flatten().try_for_each(|(_, inner)| only_listed(inner))?;
            }
            "anyOf" | "prefixItems" => {
                value.as_array().into_iter().flatten().try_for_each(only_listed)?;
            }
            "items" | "additionalProperties" => only_listed(value)?,
            _ => {}
        }
    }
    Ok(())
}

#[test]
fn what_gemini_knows_stays_as_it_is() {
    let schema = json!({
        "type": "object", "title": "t", "description": "d", "required": ["a"], "additionalProperties": false,
        "properties": {"a": {"type": ["string", "null"], "enum": ["x", null], "format": "date-time"},
            "b": {"type": "array", "items": {"type": "number", "minimum": 0, "maximum": 9}, "minItems": 1}},
    });
    assert_eq!(converted(schema.clone()), schema);
}

#[test]
fn what_it_does_not_know_is_said_otherwise() {
    for (schema, expected) in [
        (json!({"const": 3}), json!({"enum": [3]})),
        (json!({"oneOf": [{"type": "string"}, true]}), json!({"anyOf": [{"type": "string"}, {}]})),
        (json!({"type": "integer", "exclusiveMinimum": 0}), json!({"type": "integer", "minimum": 1})),
        (
            json!({"type": "number", "exclusiveMinimum": 0}),
            json!({"type": "number", "description": "(exclusiveMinimum 0)"}),
        ),
        (json!({"type": "string", "nullable": true}), json!({"type": ["string", "null"]})),
        (
            json!({"type": "string", "description": "A name", "minLength": 2, "pattern": "^a"}),
            json!({"type": "string", "description": "A name (minLength 2, pattern \"^a\")"}),
        ),
        (json!({"$ref": "#/definitions/A", "description": "d"}), json!({"$ref": "#/$defs/A"})),
        (json!({"items": [{"type": "string"}]}), json!({"prefixItems": [{"type": "string"}]})),
        (
            json!({"allOf": [{"type": "object", "properties": {"x": {}}, "required": ["x"]},
                {"properties": {"y": {"not": {}}}, "required": ["x", "y"]}]}),
            json!({"type": "object", "properties": {"x": {}, "y": {}}, "required": ["x", "y"]}),
        ),
        (json!({"if": {}, "then": {}, "patternProperties": {}, "$comment": "c"}), json!({})),
    ] {
        let whole = converted(json!({"type": "object", "properties": {"a": schema}}));
        assert_eq!(whole["properties"]["a"], expected);
    }
    let defined = converted(json!({"properties": {"a": {}}, "definitions": {"A": {"const": 1}}}));
    assert_eq!(defined["$defs"], json!({"A": {"enum": [1]}}));
}

#[test]
fn a_tool_without_arguments_has_no_schema() {
    for schema in
        [json!({}), json!({"type": "object"}), json!({"type": "object", "properties": {}}), json!(true)]
    {
        assert_eq!(gemini_schema(&schema), None);
    }
    assert!(gemini_schema(&json!({"type": "object", "additionalProperties": true})).is_some());
}

#[test]
fn a_schema_of_any_depth_is_read() {
    let mut deep = json!({"type": "string"});
    // Twice as deep as JSON can be here.
    for _ in 0..128 {
        deep = json!({"type": "object", "properties": {"a": deep}, "allOf": [{"required": ["a"]}]});
    }
    assert!(gemini_schema(&deep).is_some());
}

fn any_schema() -> impl Strategy<Value = Value> {
    let key = proptest::sample::select(vec![
        "type",
        "const",
        "enum",
        "minLength",
        "pattern",
        "not",
        "$ref",
        "default",
        "exclusiveMaximum",
        "nullable",
        "title",
        "examples",
        "if",
        "definitions",
    ]);
    let leaf =
        prop_oneof![Just(json!("object")), Just(json!(3)), Just(json!([1, "a"])), Just(json!({"a": {}}))];
    let flat = proptest::collection::hash_map(key, leaf, 0..4).prop_map(|map| json!(map));
    flat.prop_recursive(4, 24, 4, |inner| {
        let keys = vec!["allOf", "anyOf", "oneOf", "prefixItems", "items", "additionalProperties", "$defs"];
        (proptest::sample::select(keys), proptest::collection::vec(inner, 0..3)).prop_map(|(key, inner)| {
            let single = inner.first().cloned().unwrap_or(json!({}));
            match key {
                "items" | "additionalProperties" => json!({key: single, "minLength": 1}),
                "$defs" => json!({key: {"A": single}, "properties": {"p": inner.last()}}),
                _ => json!({key: inner, "description": "d"}),
            }
        })
    })
}

proptest! {
    #[test]
    fn nothing_but_the_listed_keywords_is_left(schema in any_schema()) {
        let whole = converted(json!({"type": "object", "properties": {"a": schema}}));
        prop_assert_eq!(only_listed(&whole), Ok(()));
        prop_assert_eq!(gemini_schema(&whole).unwrap(), whole, "converting twice is converting once");
    }
}
