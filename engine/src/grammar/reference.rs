//! Decides how schemas combine: local references, `allOf`, and alternatives with siblings.

use super::builder::{Builder, Schema};
use crate::error::{EngineError, Result};
use serde_json::{Map, Value};

/// How often a schema may contain itself before the inner one counts as unsatisfiable.
const MAX_UNROLLED: usize = 3;

/// Follows `$ref`; its siblings apply too.
pub(super) fn follow(builder: &mut Builder<'_>, schema: &Schema) -> Result<Option<u32>> {
    let pointer = schema.get("$ref").and_then(Value::as_str).unwrap_or_default();
    let path = pointer.strip_prefix('#').ok_or_else(|| {
        EngineError::request(format!(
            "the schema refers to {pointer}; only references within the schema work"
        ))
    })?;
    let target = builder.root.pointer(path);
    let target = target
        .ok_or_else(|| EngineError::request(format!("the schema refers to {pointer}, which is not in it")))?;
    if builder.open.iter().filter(|open| *open == pointer).count() >= MAX_UNROLLED {
        return Ok(None);
    }
    builder.open.push(pointer.to_owned());
    let node = builder.compile(&alternative(schema, "$ref", target));
    builder.open.pop();
    node
}

/// The schema without `keyword`, together with every part.
pub(super) fn merged(schema: &Schema, keyword: &str, parts: &[Value]) -> Schema {
    let mut whole = schema.clone();
    whole.remove(keyword);
    for part in parts {
        match part {
            Value::Object(part) => merge(&mut whole, part),
            Value::Bool(false) => {
                whole.insert("enum".into(), Value::Array(Vec::new()));
            }
            _ => {}
        }
    }
    whole
}

/// One part, with what stands beside the keyword it came from.
pub(super) fn alternative(schema: &Schema, keyword: &str, part: &Value) -> Value {
    let siblings = schema.keys().any(|key| {
        key != keyword
            && !matches!(
                key.as_str(),
                "title"
                    | "description"
                    | "default"
                    | "$defs"
                    | "definitions"
                    | "examples"
                    | "$schema"
                    | "$id"
                    | "$comment"
            )
    });
    match part {
        part if !siblings => part.clone(),
        Value::Bool(false) => Value::Bool(false),
        part => Value::Object(merged(schema, keyword, std::slice::from_ref(part))),
    }
}

/// Lists of names and maps of schemas join; bounds take the stricter side where both have one; else the part decides.
fn merge(whole: &mut Schema, part: &Schema) {
    for (key, value) in part {
        let joined = match (whole.get(key), value) {
            (Some(Value::Object(one)), Value::Object(other)) if key == "properties" => {
                let mut properties = one.clone();
                for (name, schema) in other {
                    let both = properties.get(name).filter(|known| *known != schema);
                    let both = both.map(|known| {
                        Value::Object(Map::from_iter([(
                            "allOf".into(),
                            Value::from(vec![known.clone(), schema.clone()]),
                        )]))
                    });
                    properties.insert(name.clone(), both.unwrap_or_else(|| schema.clone()));
                }
                Value::Object(properties)
            }
            (Some(Value::Array(one)), Value::Array(other)) if key == "required" => {
                let fresh = other.iter().filter(|name| !one.contains(name));
                one.iter().chain(fresh).cloned().collect()
            }
            (Some(Value::Array(one)), Value::Array(other)) if key == "enum" => {
                one.iter().filter(|value| other.contains(value)).cloned().collect()
            }
            (Some(one), other) if stricter(key, one, other) => one.clone(),
            _ => value.clone(),
        };
        whole.insert(key.clone(), joined);
    }
}

fn stricter(key: &str, one: &Value, other: &Value) -> bool {
    let (Some(one), Some(other)) = (one.as_f64(), other.as_f64()) else { return false };
    let is_least = key.starts_with("min") || key == "exclusiveMinimum";
    let is_most = key.starts_with("max") || key == "exclusiveMaximum";
    (is_least && one > other) || (is_most && one < other)
}
