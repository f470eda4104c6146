use serde_json::json;
use webmcp_auto_ui::error::Code;
use webmcp_auto_ui::schema::Schema;

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
        assert_eq!(Schema::compile(&schema).err().map(|e| e.code), Some(Code::InvalidSchema), "{schema}");
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
