//! Schemas for models: strict mode and one level of parameters.

use super::agreement::schema as any_schema;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use webmcp_auto_ui::adapt::{PathMap, flatten, is_strict, simplify, unflatten};
use webmcp_auto_ui::json::FromJson;
use webmcp_auto_ui::schema::Schema;

fn strict(schema: Value) -> (Value, Vec<String>) {
    let simplified = simplify(&schema);
    let patches =
        simplified.patches.iter().map(|patch| format!("{} {}: {}", patch.path, patch.keyword, patch.reason));
    (simplified.schema, patches.collect())
}

#[test]
fn every_record_is_closed_and_every_change_told() {
    let schema = json!({"type": "object", "properties": {
        "x": {"type": "array", "items": {"type": "object", "properties": {"n": {"minimum": 1}}}},
        "open": {"type": "object", "additionalProperties": true},
        "map": {"type": "object", "additionalProperties": {"type": "object"}},
        "not": {"type": "string", "not": {"const": "a"}}}});
    let (simple, patches) = strict(schema);
    assert_eq!(simple["properties"]["x"]["items"]["additionalProperties"], json!(false));
    assert_eq!(simple["properties"]["x"]["items"]["properties"]["n"]["minimum"], json!(1));
    assert_eq!(simple["properties"]["open"]["additionalProperties"], json!(true));
    assert_eq!(simple["properties"]["map"]["additionalProperties"]["additionalProperties"], json!(false));
    assert_eq!(
        simple["properties"]["not"],
        json!({"type": "string"}),
        "a property may be called like a keyword"
    );
    assert_eq!(
        patches,
        [
            "root.properties.x.items additionalProperties: set to false",
            "root.properties.map.additionalProperties additionalProperties: set to false",
            "root.properties.not not: removed: strict mode does not have it",
            "root additionalProperties: set to false",
        ]
    );
    assert!(!is_strict(&simple));
    assert!(is_strict(&simple["properties"]["x"]));
    assert!(is_strict(
        &json!({"properties": {"additionalProperties": {"type": "object"}}, "default": {"additionalProperties": true}})
    ));
}

#[test]
fn alternatives_keep_what_can_be_kept() {
    for (schema, simple, reason) in [
        (
            json!({"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "null"}]}),
            json!({"type": ["string", "null"], "enum": ["a", null]}),
            "kept as a type that may be null",
        ),
        (json!({"oneOf": [{"const": 1}, {"enum": [2, 3]}]}), json!({"enum": [1, 2, 3]}), "kept as one enum"),
        (
            json!({"anyOf": [{"type": "string"}, {"type": "number"}]}),
            json!({"type": ["string", "number"]}),
            "kept as a list of types",
        ),
        (
            json!({"anyOf": [{"type": "array", "items": {}}, {"type": "string", "minLength": 1}]}),
            json!({}),
            "removed: strict mode has no alternatives",
        ),
        (
            json!({"type": "string", "anyOf": [{"type": "number"}, {"type": "null"}]}),
            json!({"type": "string"}),
            "removed: strict mode has no alternatives",
        ),
    ] {
        let (result, patches) = strict(schema);
        assert_eq!(result, simple);
        assert!(patches[0].ends_with(reason), "{patches:?}");
    }
    let (merged, _) = strict(json!({"oneOf": [
        {"type": "object", "properties": {"kind": {"const": "a"}, "x": {"type": "number"}}, "required": ["kind", "x"]},
        {"type": "object", "properties": {"kind": {"const": "b"}, "y": {"type": "number"}}, "required": ["kind"]}]}));
    let expected = json!({"type": "object", "required": ["kind"], "additionalProperties": false, "properties": {
        "kind": {"enum": ["a", "b"]}, "x": {"type": "number"}, "y": {"type": "number"}}});
    assert_eq!(merged, expected);
}

#[test]
fn references_are_copied_in_and_circles_cut() {
    let schema = json!({"$defs": {"p": {"type": "object", "properties": {"n": {"$ref": "#/$defs/n"}, "next": {"$ref": "#/$defs/p"}}},
        "n": {"type": "number"}}, "type": "object", "properties": {"a": {"$ref": "#/$defs/p"}, "b": {"$ref": "#/$defs/n", "description": "B"}}});
    let (simple, patches) = strict(schema);
    let expected = json!({"type": "object", "additionalProperties": false, "properties": {
        "a": {"type": "object", "additionalProperties": false, "properties": {"n": {"type": "number"}, "next": {}}},
        "b": {"type": "number", "description": "B"}}});
    assert_eq!(simple, expected);
    assert!(
        patches
            .iter()
            .any(|patch| patch
                == "root.properties.a.properties.next $ref: removed: #/$defs/p refers to itself")
    );
    let twice = json!({"$defs": {"q": {"type": "object", "properties": {"n": {"anyOf": [{"$ref": "#/$defs/q"}, {"type": "null"}]}}}},
        "properties": {"a": {"oneOf": [{"$ref": "#/$defs/q"}, {"$ref": "#/$defs/q"}]}}});
    let (simple, _) = strict(twice);
    assert_eq!(simple["properties"]["a"]["properties"]["n"], json!({}));
    let (lost, patches) = strict(json!({"$ref": "https://example.com/x"}));
    assert_eq!((lost, patches.len()), (json!({}), 1));
}

#[test]
fn parts_of_all_of_are_merged() {
    let (simple, patches) = strict(json!({"allOf": [
        {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
        {"properties": {"b": {"minimum": 2}}, "required": ["a", "b"], "allOf": [{"properties": {"b": {"minimum": 3}}}]}]}));
    let expected = json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"minimum": 3}},
        "required": ["a", "b"], "additionalProperties": false});
    assert_eq!(simple, expected);
    assert_eq!(patches[0], "root allOf: merged");
    let (_, patches) = strict(json!({"type": "string", "allOf": [{"type": "number"}]}));
    assert_eq!(patches, ["root allOf: merged; left out, for it stands there already: type"]);
}

#[test]
fn a_schema_that_doubles_with_every_reference_stays_small() {
    let mut defs = Map::new();
    for level in 0..40 {
        let next = json!({"$ref": format!("#/$defs/d{}", level + 1)});
        defs.insert(format!("d{level}"), json!({"properties": {"a": next, "b": next}}));
    }
    let (simple, _) = strict(json!({"$defs": defs, "$ref": "#/$defs/d0"}));
    assert!(simple.to_string().len() < 500_000);
    let mut defs = Map::new();
    for level in 0..20_000 {
        defs.insert(format!("d{level}"), json!({"anyOf": [{"$ref": format!("#/$defs/d{}", level + 1)}]}));
    }
    assert!(strict(json!({"$defs": defs, "$ref": "#/$defs/d0"})).1.len() < 1_000);
}

#[test]
fn the_published_vector_is_flattened_and_put_back() {
    let schema = json!({"type": "object", "required": ["center", "q"], "properties": {
        "center": {"type": "object", "required": ["lat"], "description": "Middle", "properties": {
            "lat": {"type": "number", "description": "Latitude"}, "deep": {"type": "object", "properties": {"z": {}}}}},
        "q": {"type": "string"}}});
    let flat = flatten(&schema);
    assert_eq!(flat.schema["required"], json!(["center__lat", "q"]));
    let expected = json!({"center__lat": {"type": "number", "description": "Middle: Latitude"},
        "center__deep": {"type": "object", "properties": {"z": {}}, "description": "Middle"}, "q": {"type": "string"}});
    assert_eq!(flat.schema["properties"], expected);
    let args = json!({"center__lat": 1, "q": "x", "a__b__c": 2});
    assert_eq!(unflatten(args, &flat.paths), json!({"center": {"lat": 1}, "q": "x", "a": {"b": {"c": 2}}}));
    let map = serde_json::to_value(&flat).unwrap()["pathMap"].clone();
    assert_eq!(map["center__lat"], json!(["center", "lat"]));
    assert_eq!(PathMap::from_json(map).unwrap(), flat.paths);
}

#[test]
fn a_record_stays_whole_where_lifting_would_lose_something() {
    let schema = json!({"type": "object", "required": ["e"], "properties": {
        "a": {"type": "object", "properties": {"b": {}}}, "a__b": {},
        "c": {"type": "object", "properties": {"d": {}}, "additionalProperties": true},
        "e": {"type": "object", "properties": {"f": {}}},
        "g": {"type": "object", "properties": {"h": {}}, "minProperties": 1},
        "i": {"type": ["object", "null"], "properties": {"j": {}}}}});
    let flat = flatten(&schema);
    assert_eq!(flat.schema["properties"], schema["properties"]);
    let args = json!({"a__b": 1, "a": {"b": 2}});
    assert_eq!(unflatten(args.clone(), &flat.paths), args);
    for args in
        [json!({"x__y": 1, "x": 5}), json!({"__proto__": 1, "a____b": 1}), json!([1]), json!({"p__q": 1})]
    {
        let expected = if args.get("p__q").is_some() { json!({"p": {"q": 1}}) } else { args.clone() };
        assert_eq!(unflatten(args, &flat.paths), expected);
    }
}

/// What a model that was given the flattened schema would send.
fn lifted(args: &Map<String, Value>, flat: &webmcp_auto_ui::adapt::Flattened) -> Value {
    let mut out = Map::new();
    for (name, path) in flat.paths.iter() {
        let mut value = args.get(&path[0]);
        if let Some(child) = path.get(1) {
            value = value.and_then(|value| value.get(child));
        }
        if let Some(value) = value {
            out.insert(name.to_owned(), value.clone());
        }
    }
    Value::Object(out)
}

proptest! {
    #[test]
    fn arguments_come_back_as_they_were(
        outer in prop::collection::btree_map("[abc_]{1,4}", prop::collection::btree_map("[xy_]{1,4}", 0_u8..3, 0..3), 1..4),
        dropped in any::<u64>(),
    ) {
        let mut properties = Map::new();
        let mut args = Map::new();
        for (name, inner) in &outer {
            let children: Map<String, Value> = inner.keys().map(|child| (child.clone(), json!({"type": "integer"}))).collect();
            properties.insert(name.clone(), if inner.is_empty() { json!({}) } else { json!({"type": "object", "properties": children}) });
            let values: Map<String, Value> = inner.iter().enumerate()
                .filter(|(index, _)| dropped >> index & 1 == 0)
                .map(|(_, (child, value))| (child.clone(), json!(value))).collect();
            if inner.is_empty() || !values.is_empty() {
                args.insert(name.clone(), if inner.is_empty() { json!(1) } else { Value::Object(values) });
            }
        }
        let schema = json!({"type": "object", "properties": properties});
        let flat = flatten(&schema);
        let sent = lifted(&args, &flat);
        prop_assert!(Schema::compile(&flat.schema).unwrap().fits(&sent));
        prop_assert_eq!(unflatten(sent, &flat.paths), Value::Object(args));
    }

    #[test]
    fn strict_schemas_compile_have_no_choice_and_stay_as_they_are(schema in any_schema()) {
        let Ok(_) = Schema::compile(&schema) else { return Ok(()) };
        let once = simplify(&schema);
        prop_assert!(Schema::compile(&once.schema).is_ok(), "{}", once.schema);
        let twice = simplify(&once.schema);
        prop_assert_eq!(&twice.schema, &once.schema);
        prop_assert!(twice.patches.is_empty(), "{:?}", twice.patches);
        if once.patches.is_empty() {
            prop_assert_eq!(&once.schema, &schema);
        }
    }
}

#[test]
fn a_schema_whose_parts_are_referred_to_by_their_place_is_not_flattened() {
    let center = json!({"type": "object", "properties": {"lat": {"type": "number"}}});
    for to in ["#", "#/properties/center/properties/lat", "#anchor"] {
        let schema = json!({"type": "object", "properties": {"center": center, "again": {"$ref": to}}});
        assert_eq!(flatten(&schema).schema, schema, "{to}");
    }
    let joint = json!({"type": "object", "properties": {"a__b": {}, "again": {"$ref": "#"}}});
    let args = json!({"a__b": 1});
    assert_eq!(unflatten(args.clone(), &flatten(&joint).paths), args, "its own names are not taken apart");
    let defined = json!({"type": "object", "properties": {"center": center, "again": {"$ref": "#/$defs/x"}}, "$defs": {"x": true}});
    assert!(flatten(&defined).schema["properties"]["center__lat"].is_object());
}
