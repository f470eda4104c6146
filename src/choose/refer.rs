//! Result references in what a model fills in: wherever a list or an object is expected, the grammar also takes
//! `{"$result": "<call>", "path": "/…"}`, so that a large result need not be written again.

use serde_json::{Value, json};

/// The longest path that a model may write.
const MAX_PATH_CHARS: u32 = 60;
/// How deep a schema is looked into.
const MAX_DEPTH: usize = 16;

/// `schema` where each list and object below its root may also be a reference to one of the results `ids`. Without
/// results it stays as it is.
pub(super) fn with_references(schema: &Value, ids: &[&str]) -> Value {
    if ids.is_empty() {
        return schema.clone();
    }
    let reference = json!({
        "type": "object",
        "required": ["$result"],
        "properties": {"$result": {"enum": ids}, "path": {"type": "string", "maxLength": MAX_PATH_CHARS}},
        "additionalProperties": false,
    });
    below(schema, &reference, 0)
}

/// `schema` with its parts, but not itself, open to references.
fn below(schema: &Value, reference: &Value, depth: usize) -> Value {
    let Value::Object(fields) = schema else { return schema.clone() };
    if depth > MAX_DEPTH {
        return schema.clone();
    }
    let open = |part: &Value| either(part, reference, depth + 1);
    let fields = fields.iter().map(|(keyword, value)| {
        let value = match (keyword.as_str(), value) {
            ("properties" | "$defs", Value::Object(parts)) => {
                Value::Object(parts.iter().map(|(name, part)| (name.clone(), open(part))).collect())
            }
            ("items", Value::Object(_)) => open(value),
            ("prefixItems" | "anyOf" | "oneOf", Value::Array(parts)) => parts.iter().map(open).collect(),
            _ => value.clone(),
        };
        (keyword.clone(), value)
    });
    Value::Object(fields.collect())
}

fn either(schema: &Value, reference: &Value, depth: usize) -> Value {
    let inner = below(schema, reference, depth);
    let expects = |kind: &str| match schema.get("type") {
        Some(Value::String(own)) => own == kind,
        Some(Value::Array(own)) => own.iter().any(|own| own == kind),
        _ => false,
    };
    if expects("array") || expects("object") { json!({"anyOf": [inner, reference]}) } else { inner }
}
