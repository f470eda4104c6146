//! Forms of earlier drafts, of `OpenAPI`, and of schemas that were written by hand, as JSON Schema 2020-12 has them: providers refuse a whole
//! request over one of them.

use serde_json::{Map, Value, json};

/// Schemas within schemas.
const MAX_DEPTH: usize = 64;

/// Where names stand for schemas, and what holds one schema or a list of them.
const NAMED: [&str; 5] = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const SCHEMAS: [&str; 16] = [
    "items",
    "prefixItems",
    "additionalProperties",
    "additionalItems",
    "contains",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "contentSchema",
];

/// The schema in today's words; what it takes stays the same.
pub fn modern(schema: &Value) -> Value {
    let mut schema = schema.clone();
    mend(&mut schema, 0);
    schema
}

fn mend(schema: &mut Value, depth: usize) {
    let Value::Object(map) = schema else { return };
    if depth > MAX_DEPTH {
        return;
    }
    require_where_declared(map);
    drop_nothings(map);
    exclusive_limits(map);
    tuple(map);
    types(map);
    for keyword in NAMED {
        if let Some(Value::Object(named)) = map.get_mut(keyword) {
            named.values_mut().for_each(|one| mend(one, depth + 1));
        }
    }
    for keyword in SCHEMAS {
        match map.get_mut(keyword) {
            Some(Value::Array(list)) => list.iter_mut().for_each(|one| mend(one, depth + 1)),
            Some(one) => mend(one, depth + 1),
            None => {}
        }
    }
}

/// Draft 3: `required: true` within the property.
fn require_where_declared(map: &mut Map<String, Value>) {
    let mut required = Vec::new();
    if let Some(Value::Object(properties)) = map.get_mut("properties") {
        for (name, property) in properties {
            let Value::Object(property) = property else { continue };
            if property.get("required").is_some_and(|said| said.is_boolean() || said.is_string()) {
                let said = property.shift_remove("required");
                if matches!(said.as_ref(), Some(Value::Bool(true)))
                    || said.as_ref().and_then(Value::as_str) == Some("true")
                {
                    required.push(Value::from(name.as_str()));
                }
            }
        }
    }
    match map.get_mut("required") {
        Some(Value::Array(names)) => {
            names.retain(Value::is_string);
            for name in required {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        Some(_) | None => {
            map.shift_remove("required");
            if !required.is_empty() {
                map.insert("required".to_owned(), Value::Array(required));
            }
        }
    }
}

/// What is written where nothing is meant.
fn drop_nothings(map: &mut Map<String, Value>) {
    // The address of a draft is checked by some, and says nothing any more.
    map.retain(|keyword, value| match keyword.as_str() {
        "$schema" => false,
        "enum" => value.as_array().is_some_and(|values| !values.is_empty()),
        "default" | "const" => true,
        "description" | "title" | "pattern" | "format" | "$ref" | "$id" | "$comment" => value.is_string(),
        "properties" | "$defs" | "definitions" | "patternProperties" => value.is_object(),
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => value.as_array().is_some_and(|list| !list.is_empty()),
        "examples" => value.is_array(),
        _ => !value.is_null(),
    });
    if let Some(Value::Array(values)) = map.get_mut("enum") {
        let mut seen: Vec<Value> = Vec::new();
        values.retain(|value| {
            let is_new = !seen.contains(value);
            if is_new {
                seen.push(value.clone());
            }
            is_new
        });
    }
}

/// Draft 4: `exclusiveMinimum: true` beside `minimum`.
fn exclusive_limits(map: &mut Map<String, Value>) {
    for (exclusive, limit) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
        let Some(Value::Bool(is_exclusive)) = map.get(exclusive) else { continue };
        let is_exclusive = *is_exclusive;
        map.shift_remove(exclusive);
        if let Some(value) = map.get(limit).filter(|_| is_exclusive).cloned() {
            map.shift_remove(limit);
            map.insert(exclusive.to_owned(), value);
        }
    }
    if let Some(step) = map.shift_remove("divisibleBy") {
        map.entry("multipleOf").or_insert(step);
    }
}

/// Draft 7: `items` as a list, with `additionalItems` for the rest.
fn tuple(map: &mut Map<String, Value>) {
    let rest = map.shift_remove("additionalItems");
    if let Some(Value::Array(schemas)) = map.get("items") {
        let schemas = schemas.clone();
        map.shift_remove("items");
        if !schemas.is_empty() {
            map.insert("prefixItems".to_owned(), Value::Array(schemas));
        }
        if let Some(rest) = rest {
            map.insert("items".to_owned(), rest);
        }
    }
}

/// `OpenAPI`: `nullable`. Draft 3: the type `any`.
fn types(map: &mut Map<String, Value>) {
    let mut names: Vec<Value> = match map.get("type") {
        Some(Value::Array(names)) => names.clone(),
        Some(name) => vec![name.clone()],
        None => Vec::new(),
    };
    let is_nullable = map.shift_remove("nullable") == Some(Value::Bool(true));
    if names.iter().any(|name| name == "any") {
        map.shift_remove("type");
        return;
    }
    if is_nullable && !names.is_empty() && !names.contains(&json!("null")) {
        names.push(json!("null"));
        map.insert("type".to_owned(), Value::Array(names));
        if let Some(Value::Array(values)) = map.get_mut("enum")
            && !values.contains(&Value::Null)
        {
            values.push(Value::Null);
        }
    }
}
