//! JSON Schema as Gemini takes it (`parametersJsonSchema`; ai.google.dev/api/generate-content, `responseJsonSchema`).
//!
//! Kept: `$ref`, `$defs`, `$id`, `$anchor`, `type`, `format`, `title`, `description`, `enum`, `items`, `prefixItems`,
//! `minItems`, `maxItems`, `minimum`, `maximum`, `anyOf`, `properties`, `additionalProperties`, `required`,
//! `propertyOrdering`. Changed: `oneOf` to `anyOf`, `const` to `enum`, `definitions` to `$defs`, `nullable` to a type,
//! `exclusiveMinimum` and `exclusiveMaximum` of integers to limits, `allOf` to one schema. A `$ref` stands alone.
//! Other limits are told in the description, and everything else goes: arguments are checked before the call is made.

use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// How deep schemas are read; what is deeper allows anything.
const MAX_DEPTH: usize = 64;

/// Keywords that stay as they are.
const KEPT: [&str; 14] = [
    "$id",
    "$anchor",
    "type",
    "format",
    "title",
    "description",
    "enum",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "required",
    "propertyOrdering",
    "additionalProperties",
];
/// Limits that only the description can tell.
const TOLD: [&str; 8] = [
    "minLength",
    "maxLength",
    "pattern",
    "multipleOf",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "default",
];

/// The schema of a tool's arguments; `None` where there are none to give.
pub fn gemini_schema(schema: &Value) -> Option<Value> {
    let has = |key: &str| match schema.get(key) {
        Some(Value::Object(map)) => !map.is_empty(),
        Some(Value::Array(list)) => !list.is_empty(),
        Some(value) => value.as_bool() == Some(true) || value.is_string(),
        None => false,
    };
    let some = ["properties", "additionalProperties", "anyOf", "oneOf", "allOf", "$ref"];
    some.into_iter().any(has).then(|| convert(schema, 0))
}

fn convert(schema: &Value, depth: usize) -> Value {
    let Value::Object(source) = schema else { return json!({}) };
    if depth >= MAX_DEPTH {
        return json!({});
    }
    let source = merged(source, depth);
    let mut target = Map::new();
    if let Some(reference) = source.get("$ref").and_then(Value::as_str) {
        let reference = reference.replacen("#/definitions/", "#/$defs/", 1);
        target.insert("$ref".into(), reference.into());
        defs(&source, depth, &mut target);
        return Value::Object(target);
    }
    for (key, value) in &*source {
        match key.as_str() {
            "additionalProperties" if value.is_object() => {
                target.insert(key.clone(), convert(value, depth + 1));
            }
            "properties" => {
                target.insert(key.clone(), each(value, depth));
            }
            "items" if !value.is_array() => {
                target.insert(key.clone(), convert(value, depth + 1));
            }
            "prefixItems" | "items" => {
                target.insert("prefixItems".into(), list(value, depth));
            }
            "anyOf" | "oneOf" => {
                target.entry("anyOf").or_insert_with(|| list(value, depth));
            }
            "const" => {
                target.insert("enum".into(), json!([value]));
            }
            "exclusiveMinimum" | "exclusiveMaximum" if is_integer(&source) && value.is_i64() => {
                let step = if key == "exclusiveMinimum" { 1 } else { -1 };
                let limit = value.as_i64().and_then(|limit| limit.checked_add(step));
                target.insert(if step > 0 { "minimum" } else { "maximum" }.into(), limit.into());
            }
            kept if KEPT.contains(&kept) => {
                target.insert(key.clone(), value.clone());
            }
            _ => {}
        }
    }
    defs(&source, depth, &mut target);
    if source.get("nullable").and_then(Value::as_bool) == Some(true)
        && let Some(Value::String(kind)) = target.get("type").cloned()
    {
        target.insert("type".into(), json!([kind, "null"]));
    }
    describe(&source, &mut target);
    Value::Object(target)
}

/// Definitions, under the newer of their two names.
fn defs(source: &Map<String, Value>, depth: usize, target: &mut Map<String, Value>) {
    let mut all = Map::new();
    for key in ["definitions", "$defs"] {
        if let Some(Value::Object(found)) = source.get(key).map(|found| each(found, depth)) {
            all.extend(found);
        }
    }
    if !all.is_empty() {
        target.insert("$defs".into(), Value::Object(all));
    }
}

fn each(schemas: &Value, depth: usize) -> Value {
    let schemas = schemas.as_object().into_iter().flatten();
    Value::Object(schemas.map(|(name, schema)| (name.clone(), convert(schema, depth + 1))).collect())
}

fn list(schemas: &Value, depth: usize) -> Value {
    schemas.as_array().into_iter().flatten().map(|schema| convert(schema, depth + 1)).collect()
}

fn is_integer(schema: &Map<String, Value>) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("integer")
}

/// The schema with the members of `allOf` in it: properties and required names of all of them, and what only one says.
fn merged(source: &Map<String, Value>, depth: usize) -> Cow<'_, Map<String, Value>> {
    let Some(Value::Array(members)) = source.get("allOf") else { return Cow::Borrowed(source) };
    let mut all = source.clone();
    all.shift_remove("allOf");
    for member in members.iter().filter_map(Value::as_object) {
        let member = if depth < MAX_DEPTH { merged(member, depth + 1).into_owned() } else { Map::new() };
        for (key, value) in member {
            match (all.get_mut(&key), value) {
                (Some(Value::Object(known)), Value::Object(more)) if key == "properties" => {
                    for (name, schema) in more {
                        known.entry(name).or_insert(schema);
                    }
                }
                (Some(Value::Array(known)), Value::Array(more)) if key == "required" => {
                    for name in more {
                        if !known.contains(&name) {
                            known.push(name);
                        }
                    }
                }
                (Some(_), _) => {}
                (None, value) => {
                    all.insert(key, value);
                }
            }
        }
    }
    Cow::Owned(all)
}

/// Tells the limits that have no keyword in the description.
fn describe(source: &Map<String, Value>, target: &mut Map<String, Value>) {
    let exclusive = ["exclusiveMinimum", "exclusiveMaximum"].into_iter().filter(|_| !is_integer(source));
    let told: Vec<String> = TOLD
        .into_iter()
        .chain(exclusive)
        .filter_map(|key| Some(format!("{key} {}", crate::json::text(source.get(key)?))))
        .collect();
    if told.is_empty() {
        return;
    }
    let said = target.get("description").and_then(Value::as_str).unwrap_or_default();
    let all = format!("{said} ({})", told.join(", "));
    target.insert("description".into(), all.trim_start().into());
}
