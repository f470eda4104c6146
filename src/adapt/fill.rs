//! What providers want to see although it says nothing: the type of the arguments, the properties of a record, the items of a list.

use serde_json::{Map, Value, json};

/// Schemas within schemas.
const MAX_DEPTH: usize = 64;

/// Adds what is wanted, at any depth. `OpenAI` refuses a request over an object without `properties` and over an array without `items`,
/// and boolean schemas; Anthropic one whose arguments are not of type `object`.
pub fn fill(mut schema: Value) -> Value {
    if let Value::Object(map) = &mut schema {
        map.insert("type".to_owned(), "object".into());
    }
    walk(&mut schema, 0);
    schema
}

fn walk(schema: &mut Value, depth: usize) {
    if depth > MAX_DEPTH {
        return;
    }
    match schema {
        // A schema that takes everything.
        Value::Bool(true) => *schema = json!({}),
        Value::Object(map) => {
            if has_type(map, "object") {
                map.entry("properties").or_insert_with(|| json!({}));
            }
            if has_type(map, "array") && !matches!(map.get("items"), Some(Value::Object(_))) {
                // No more than the tuple has.
                if map.get("items") == Some(&Value::Bool(false))
                    && let Some(Value::Array(tuple)) = map.get("prefixItems")
                {
                    let most = tuple.len();
                    map.entry("maxItems").or_insert_with(|| most.into());
                }
                map.insert("items".to_owned(), json!({}));
            }
            parts(map, depth);
        }
        _ => {}
    }
}

fn parts(map: &mut Map<String, Value>, depth: usize) {
    for keyword in ["properties", "$defs", "definitions"] {
        if let Some(Value::Object(named)) = map.get_mut(keyword) {
            // What may have no value need not be named.
            named.retain(|_, one| *one != Value::Bool(false));
            named.values_mut().for_each(|one| walk(one, depth + 1));
        }
    }
    for keyword in ["items", "prefixItems", "contains", "anyOf", "oneOf", "allOf"] {
        match map.get_mut(keyword) {
            Some(Value::Array(list)) => list.iter_mut().for_each(|one| walk(one, depth + 1)),
            Some(one) => walk(one, depth + 1),
            None => {}
        }
    }
    if let Some(rest @ Value::Object(_)) = map.get_mut("additionalProperties") {
        walk(rest, depth + 1);
    }
}

fn has_type(map: &Map<String, Value>, wanted: &str) -> bool {
    match map.get("type") {
        Some(Value::Array(names)) => names.iter().any(|name| name == wanted),
        Some(name) => name == wanted,
        None => false,
    }
}
