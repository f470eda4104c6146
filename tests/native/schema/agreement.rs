//! Random schemas and values: the compact validator says what the `jsonschema` crate says.

use super::oracle;
use proptest::prelude::*;
use serde_json::{Value, json};
use webmcp_auto_ui::schema::{Options, Schema};

/// Small values of few names and numbers, so that schemas and values meet.
pub fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3_i64..6).prop_map(Value::from),
        prop_oneof![Just(0.5), Just(1.0), Just(2.5), Just(0.3)].prop_map(Value::from),
        "[ab]{0,3}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[abc]", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

fn keyword(inner: BoxedStrategy<Value>) -> impl Strategy<Value = (String, Value)> {
    let schemas = || prop::collection::vec(inner.clone(), 1..3).prop_map(Value::from);
    let named = || {
        prop::collection::btree_map("[abc]", inner.clone(), 0..3)
            .prop_map(|map| Value::Object(map.into_iter().collect()))
    };
    let names = || prop::collection::btree_set("[abc]", 0..3).prop_map(|names| json!(names));
    let one_type =
        prop::sample::select(vec!["null", "boolean", "integer", "number", "string", "array", "object"]);
    let count = || (0_u64..4).prop_map(Value::from);
    let number = || prop_oneof![(-2_i64..5).prop_map(Value::from), Just(json!(0.5)), Just(json!(1.5))];
    let with = |keyword: &'static str, value: BoxedStrategy<Value>| {
        value.prop_map(move |value| (keyword.to_owned(), value)).boxed()
    };
    let mut all = vec![
        with("type", one_type.prop_map(Value::from).boxed()),
        with("enum", prop::collection::vec(value(), 1..4).prop_map(Value::from).boxed()),
        with("const", value().boxed()),
        with("multipleOf", prop_oneof![Just(json!(2)), Just(json!(0.5)), Just(json!(0.1))].boxed()),
        with(
            "pattern",
            prop::sample::select(vec!["^a", "b$", "^[ab]{2}$", "a|b"]).prop_map(Value::from).boxed(),
        ),
        with("uniqueItems", any::<bool>().prop_map(Value::from).boxed()),
        with("required", names().boxed()),
        with("dependentRequired", names().prop_map(|names| json!({"a": names})).boxed()),
        with("$ref", Just(json!("#/$defs/x")).boxed()),
        with("patternProperties", inner.clone().prop_map(|schema| json!({"^[ab]": schema})).boxed()),
    ];
    for name in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
        all.push(with(name, number().boxed()));
    }
    for name in [
        "minLength",
        "maxLength",
        "minItems",
        "maxItems",
        "minProperties",
        "maxProperties",
        "minContains",
        "maxContains",
    ] {
        all.push(with(name, count().boxed()));
    }
    for name in ["allOf", "anyOf", "oneOf", "prefixItems"] {
        all.push(with(name, schemas().boxed()));
    }
    for name in ["properties", "dependentSchemas"] {
        all.push(with(name, named().boxed()));
    }
    for name in [
        "items",
        "contains",
        "not",
        "if",
        "then",
        "else",
        "additionalProperties",
        "propertyNames",
        "unevaluatedProperties",
        "unevaluatedItems",
    ] {
        all.push(with(name, inner.clone()));
    }
    proptest::strategy::Union::new(all)
}

/// Schemas of all keywords; `$ref` names the one definition, which holds none.
pub fn schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        Just(json!({"type": "string"})),
        Just(json!({"type": "number"})),
    ];
    let inner = leaf.clone().prop_recursive(3, 24, 3, |inner| {
        prop::collection::vec(keyword(inner.boxed()), 1..4)
            .prop_map(|keywords| Value::Object(keywords.into_iter().collect()))
    });
    (inner, leaf).prop_map(|(schema, definition)| match schema {
        Value::Object(mut map) => {
            map.insert("$defs".into(), json!({"x": definition}));
            Value::Object(map)
        }
        other => json!({"$defs": {"x": definition}, "allOf": [other]}),
    })
}

proptest! {
    #[test]
    fn the_compact_validator_agrees_with_the_jsonschema_crate(
        schema in schema(),
        values in prop::collection::vec(value(), 1..8),
    ) {
        let compiled = Schema::compile(&schema);
        for value in &values {
            match (oracle::fits(&schema, value), &compiled) {
                (Some(expected), Ok(compiled)) => {
                    prop_assert_eq!(compiled.fits(value), expected, "{} on {}", &schema, value);
                    prop_assert_eq!(compiled.check(value).is_empty(), expected, "{} on {}", &schema, value);
                }
                (None, Err(_)) => {}
                (judged, _) => prop_assert!(false, "only one compiles {}: {:?}", schema, judged),
            }
        }
    }
}

proptest! {
    #[test]
    fn addresses_of_version_six_are_those_that_the_standard_library_reads(text in ":{0,2}([0-9a-f]{0,5}:{1,2}){0,9}(([0-9]{1,3}\\.){3}[0-9]{1,3}|[0-9a-g]{0,4})") {
        let options = Options { assert_formats: true, ..Options::default() };
        let schema = Schema::compile_with(&json!({"format": "ipv6"}), &options).unwrap();
        prop_assert_eq!(schema.fits(&json!(text)), text.parse::<std::net::Ipv6Addr>().is_ok());
    }
}

proptest! {
    #[test]
    fn the_first_repeated_item_of_a_long_list_is_found(items in prop::collection::vec(value(), 0..40)) {
        let schema = Schema::compile(&json!({"uniqueItems": true})).unwrap();
        let same = |a: &Value, b: &Value| Schema::compile(&json!({"const": a})).unwrap().fits(b);
        let repeated = (0..items.len()).find(|&at| items[..at].iter().any(|earlier| same(earlier, &items[at])));
        let told = schema.check(&json!(items)).first().map(|violation| violation.path.clone());
        prop_assert_eq!(told, repeated.map(|at| format!("/{at}")));
    }
}
