//! What is left of a schema that does not compile: everything in it that does.

use super::compile::{self, Problem};
use super::simplify::SchemaPatch;
use super::validator::Options;
use serde_json::{Map, Value, json};

/// Schemas within schemas; what lies deeper goes as a whole.
const MAX_DEPTH: usize = 32;
/// Keywords that hold schemas by name.
const NAMED: [&str; 5] = ["$defs", "definitions", "properties", "patternProperties", "dependentSchemas"];
/// Keywords that hold one schema.
const SINGLE: [&str; 9] = [
    "items",
    "additionalProperties",
    "additionalItems",
    "contains",
    "not",
    "if",
    "then",
    "else",
    "propertyNames",
];
/// Keywords that hold several.
const LISTED: [&str; 5] = ["allOf", "anyOf", "oneOf", "prefixItems", "items"];

/// `schema` without what is no schema in it, and what was taken out; as it is where it compiles.
pub fn salvage(schema: &Value) -> (Value, Vec<SchemaPatch>) {
    let mut patches = Vec::new();
    let mut kept = schema.clone();
    let mut defs = Map::new();
    if !compiles(&kept, &defs) {
        for keyword in ["$defs", "definitions"] {
            if let Some(named) = kept.get_mut(keyword).and_then(Value::as_object_mut) {
                for (name, schema) in named.iter_mut() {
                    part(schema, &Map::new(), &format!("root.{keyword}.{name}"), 1, &mut patches);
                }
                defs.insert(keyword.to_owned(), Value::Object(named.clone()));
            }
        }
        part(&mut kept, &defs, "root", 0, &mut patches);
    }
    (kept, patches)
}

fn part(
    schema: &mut Value,
    defs: &Map<String, Value>,
    path: &str,
    depth: usize,
    patches: &mut Vec<SchemaPatch>,
) {
    if compiles(schema, defs) {
        return;
    }
    let Value::Object(map) = schema else {
        *schema = json!({});
        patches.push(patch(path, "schema", "replaced: a schema is an object or a boolean"));
        return;
    };
    for keyword in map.keys().cloned().collect::<Vec<_>>() {
        let Some(value) = map.get_mut(&keyword) else { continue };
        let inside = format!("{path}.{keyword}");
        if depth < MAX_DEPTH && !compiles(&json!({ keyword.as_str(): value }), defs) {
            match &mut *value {
                Value::Object(named) if NAMED.contains(&keyword.as_str()) => {
                    for (name, schema) in named.iter_mut() {
                        part(schema, defs, &format!("{inside}.{name}"), depth + 1, patches);
                    }
                }
                Value::Array(schemas) if LISTED.contains(&keyword.as_str()) => {
                    for (index, schema) in schemas.iter_mut().enumerate() {
                        part(schema, defs, &format!("{inside}[{index}]"), depth + 1, patches);
                    }
                }
                single if SINGLE.contains(&keyword.as_str()) => {
                    part(single, defs, &inside, depth + 1, patches);
                }
                _ => {}
            }
        }
        if !compiles(&json!({ keyword.as_str(): value }), defs) {
            map.shift_remove(&keyword);
            patches.push(patch(path, &keyword, "removed: it is not valid JSON Schema"));
        }
    }
}

fn compiles(schema: &Value, defs: &Map<String, Value>) -> bool {
    let verdict =
        |schema: &Value| !matches!(compile::compile(schema, &Options::default()), Err(Problem::Invalid(..)));
    match schema {
        Value::Object(map) if !defs.is_empty() && !map.contains_key("$defs") => {
            let mut whole = defs.clone();
            whole.extend(map.clone());
            verdict(&Value::Object(whole))
        }
        _ => verdict(schema),
    }
}

fn patch(path: &str, keyword: &str, reason: &str) -> SchemaPatch {
    SchemaPatch { path: path.to_owned(), keyword: keyword.to_owned(), reason: reason.to_owned() }
}
