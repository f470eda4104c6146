//! The compact validator: what it says, what it refuses, and that it agrees with the `jsonschema` crate.

mod agreement;
pub mod oracle;
mod partial;
mod pattern;
mod repair;
mod shape;
mod text;

use serde_json::json;
use webmcp_auto_ui::schema::{Fault, Schema};

#[test]
fn a_missing_property_is_named_by_its_own_path() {
    let schema = Schema::compile(&json!({"type": "object", "required": ["va/lue"]})).unwrap();
    let violations = schema.check(&json!({}));
    assert_eq!((violations[0].path.as_str(), violations[0].message.as_str()), ("/va~1lue", "required"));
}

#[test]
fn a_message_never_holds_the_value() {
    let schema = Schema::compile(&json!({"properties": {"a": {"type": "number"}}})).unwrap();
    let violations = schema.check(&json!({"a": "x".repeat(100_000)}));
    assert_eq!(violations[0].path, "/a");
    assert!(violations[0].message.len() < 200);
}

#[test]
fn violations_are_capped() {
    let schema = Schema::compile(&json!({"items": {"type": "number"}})).unwrap();
    assert_eq!(schema.check(&json!(vec!["x"; 5000])).len(), 20);
}

#[test]
fn a_schema_that_does_not_compile_is_an_error() {
    for schema in [
        json!({"type": "nothing"}),
        json!({"pattern": "("}),
        json!(3),
        json!({"$ref": "https://example.com/x"}),
    ] {
        assert_eq!(Schema::compile(&schema).err().map(|e| e.fault), Some(Fault::Schema), "{schema}");
    }
}

#[test]
fn a_pattern_built_to_hang_a_backtracking_engine_does_not_hang() {
    let schema = Schema::compile(&json!({"pattern": "^(a+)+$"})).unwrap();
    assert!(!schema.check(&json!(format!("{}!", "a".repeat(5000)))).is_empty());
}

#[test]
fn equality_ignores_the_order_of_keys_and_own_properties_count() {
    let schema = Schema::compile(&json!({"enum": [{"a": 1, "b": 2}]})).unwrap();
    assert!(schema.check(&json!({"b": 2, "a": 1})).is_empty());
    let schema = Schema::compile(&json!({"required": ["toString"]})).unwrap();
    assert!(!schema.check(&json!({})).is_empty());
}

#[test]
fn messages_are_those_of_the_published_table() {
    let deep = json!({"anyOf": [{"type": "null"}]});
    for (schema, value, message) in [
        (json!(false), json!(1), "Value is not allowed by schema"),
        (json!({"type": ["string", "number"]}), json!(null), "Expected type number | string but got null"),
        (json!({"type": "integer"}), json!(1.5), "Expected type integer but got number"),
        (json!({"enum": ["a", 1]}), json!("b"), "Value must be one of: [\"a\",1]"),
        (json!({"const": {"a": 1}}), json!(1), "Value must equal {\"a\":1}"),
        (json!({"minLength": 2}), json!("é"), "String length 1 is less than minLength 2"),
        (json!({"maxLength": 2}), json!("abc"), "String length 3 exceeds maxLength 2"),
        (json!({"pattern": "^a"}), json!("b"), "String does not match pattern ^a"),
        (json!({"minimum": 2}), json!(1), "Value 1 is less than minimum 2"),
        (json!({"maximum": 2}), json!(3), "Value 3 exceeds maximum 2"),
        (json!({"exclusiveMinimum": 2}), json!(2), "Value 2 must be greater than 2"),
        (json!({"exclusiveMaximum": 2}), json!(2), "Value 2 must be less than 2"),
        (json!({"multipleOf": 2}), json!(3), "Value 3 is not a multiple of 2"),
        (json!({"additionalProperties": false}), json!({"k": 1}), "Additional property \"k\" is not allowed"),
        (json!({"minItems": 1}), json!([]), "Array length 0 is less than minItems 1"),
        (json!({"maxItems": 1}), json!([1, 2]), "Array length 2 exceeds maxItems 1"),
        (json!({"uniqueItems": true}), json!([1, 2, 1.0]), "Duplicate item at index 2"),
        (deep, json!(1), "Value does not match any of the required schemas"),
        (json!({"oneOf": [true, {}]}), json!(1), "Value must match exactly one schema, but matched 2"),
        (json!({"not": {}}), json!(1), "Value must NOT be valid against the \"not\" schema"),
    ] {
        let violations = Schema::compile(&schema).unwrap().check(&value);
        assert_eq!(violations.first().map(|v| v.message.as_str()), Some(message), "{schema}");
        assert_eq!(violations.len(), 1, "{schema}");
    }
}

#[test]
fn paths_are_pointers_or_dotted() {
    let schema = json!({"properties": {"a.b": {"items": {"required": ["c"]}}}});
    let violation = Schema::compile(&schema).unwrap().check(&json!({"a.b": [{}]})).remove(0);
    assert_eq!(violation.path, "/a.b/0/c");
    let dotted = violation.dotted("params");
    assert_eq!(
        (dotted.path.as_str(), dotted.message.as_str()),
        ("params.a.b[0]", "Missing required property \"c\"")
    );
}

#[test]
fn numbers_are_compared_exactly() {
    for (schema, value, fits) in [
        (json!({"multipleOf": 0.1}), json!(0.3), true),
        (json!({"multipleOf": 0.1}), json!(0.35), false),
        (json!({"multipleOf": 1e-8}), json!(12_391_239_123_u64), true),
        (json!({"multipleOf": 3}), json!(1e300), false),
        (json!({"multipleOf": 4}), json!(1e300), true),
        (json!({"maximum": 9_007_199_254_740_992_u64}), json!(9_007_199_254_740_993_u64), false),
        (json!({"const": 9_007_199_254_740_993_u64}), json!(9_007_199_254_740_992_f64), false),
        (json!({"minimum": -0.5}), json!(-1), false),
        (json!({"exclusiveMinimum": 1}), json!(1.0), false),
        (json!({"enum": [1]}), json!("1"), false),
        (json!({"enum": [1]}), json!(1.0), true),
        (json!({"type": "integer"}), json!(1e300), true),
    ] {
        assert_eq!(Schema::compile(&schema).unwrap().fits(&value), fits, "{schema} {value}");
    }
}

#[test]
fn what_would_recurse_or_explode_ends_with_a_violation() {
    for schema in [
        json!({"$ref": "#"}),
        json!({"allOf": [{"$ref": "#"}, {"$ref": "#"}]}),
        json!({"not": {"$ref": "#"}}),
        json!({"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"}),
    ] {
        assert_eq!(Schema::compile(&schema).unwrap().check(&json!(1))[0].keyword, "depth", "{schema}");
    }
    let mut defs = serde_json::Map::new();
    for level in 0..40 {
        let next = format!("#/$defs/d{}", level + 1);
        defs.insert(format!("d{level}"), json!({"allOf": [{"$ref": next}, {"$ref": next}]}));
    }
    defs.insert("d40".into(), json!(true));
    let schema = Schema::compile(&json!({"$defs": defs, "$ref": "#/$defs/d0"})).unwrap();
    assert_eq!(schema.check(&json!(1))[0].keyword, "size");
}

#[test]
fn a_value_or_a_schema_of_a_hundred_thousand_levels_is_an_error_and_no_crash() {
    let mut value = json!(1);
    for _ in 0..100_000 {
        value = serde_json::Value::Array(vec![value]);
    }
    let schema = Schema::compile(&json!({"items": {"$ref": "#"}})).unwrap();
    assert_eq!(schema.check(&value)[0].keyword, "depth");
    std::mem::forget(value); // Dropping it would overflow the stack of the test.
    let mut schema = json!({});
    for _ in 0..100_000 {
        let mut map = serde_json::Map::new();
        map.insert("not".into(), schema);
        schema = serde_json::Value::Object(map);
    }
    assert_eq!(Schema::compile(&schema).err().map(|e| e.fault), Some(Fault::Schema));
    std::mem::forget(schema);
}

#[test]
fn tuples_and_flags_of_older_drafts_are_understood() {
    let tuple = json!({"items": [{"type": "number"}], "additionalItems": false});
    let schema = Schema::compile(&tuple).unwrap();
    assert!(schema.fits(&json!([1])) && !schema.fits(&json!(["x"])) && !schema.fits(&json!([1, 2])));
    let schema = Schema::compile(&json!({"minimum": 3, "exclusiveMinimum": true})).unwrap();
    assert!(!schema.fits(&json!(3)) && schema.fits(&json!(4)));
    let schema = json!({"definitions": {"n": {"$id": "#n", "type": "number"}}, "items": {"$ref": "#n"}});
    assert!(!Schema::compile(&schema).unwrap().fits(&json!(["x"])));
}

#[test]
fn each_keyword_in_the_wrong_form_is_named() {
    for (keyword, value) in [
        ("type", json!(1)),
        ("enum", json!(1)),
        ("minimum", json!("1")),
        ("multipleOf", json!(0)),
        ("minLength", json!(-1)),
        ("pattern", json!(1)),
        ("uniqueItems", json!(1)),
        ("required", json!([1])),
        ("properties", json!([])),
        ("allOf", json!([])),
        ("anyOf", json!({})),
        ("items", json!(1)),
        ("$ref", json!(1)),
    ] {
        let error = Schema::compile(&json!({"properties": {"a": {keyword: value}}})).err().unwrap();
        assert_eq!(error.fault, Fault::Schema);
        assert!(error.message.contains(&format!("/properties/a/{keyword}")), "{}", error.message);
    }
}

#[test]
fn a_schema_with_more_names_than_are_searched_says_so() {
    let mut defs = serde_json::Map::new();
    for name in 0..5_000 {
        defs.insert(format!("d{name}"), json!({"$anchor": format!("a{name}")}));
    }
    let error = Schema::compile(&json!({"$defs": defs, "$ref": "#a4999"})).err().unwrap();
    assert!(error.message.contains("2,000"), "{}", error.message);
}
