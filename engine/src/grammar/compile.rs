//! Decides which shape a schema stands for, keyword by keyword.

use super::builder::{Builder, Schema};
use super::literal::bytes_of;
use super::node::{Node, Shape};
use super::{any, reference};
use crate::error::{EngineError, Result};
use serde_json::Value;

/// Deeper nesting is refused: a hostile schema must not eat the stack.
const MAX_DEPTH: usize = 48;
/// Understood elsewhere, or without a say in what is valid.
const NOT_ENFORCED: [&str; 12] = [
    "pattern",
    "not",
    "if",
    "dependentRequired",
    "dependentSchemas",
    "uniqueItems",
    "contains",
    "propertyNames",
    "patternProperties",
    "unevaluatedProperties",
    "unevaluatedItems",
    "$dynamicRef",
];

/// `None` for a schema that no value satisfies.
pub(super) fn compile(builder: &mut Builder<'_>, schema: &Value) -> Result<Option<u32>> {
    builder.depth += 1;
    builder.check_room(builder.depth <= MAX_DEPTH)?;
    let node = match schema {
        Value::Bool(true) => any::value(builder, any::DEPTH).map(Some),
        Value::Bool(false) => Ok(None),
        Value::Object(schema) => object_schema(builder, schema),
        _ => Err(EngineError::request("a schema must be an object, true or false")),
    };
    builder.depth -= 1;
    node
}

fn object_schema(builder: &mut Builder<'_>, schema: &Schema) -> Result<Option<u32>> {
    let is_ignored = |keyword: &&&str| {
        schema
            .get(**keyword)
            .is_some_and(|value| *value != Value::Bool(false) && value.get("x-grammar").is_none())
    };
    for keyword in NOT_ENFORCED.iter().filter(is_ignored) {
        builder.warn(keyword);
    }
    if schema.contains_key("$ref") {
        return reference::follow(builder, schema);
    }
    if let Some(parts) = schema.get("allOf").and_then(Value::as_array) {
        return compile(builder, &Value::Object(reference::merged(schema, "allOf", parts)));
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(parts) = schema.get(keyword).and_then(Value::as_array) {
            let parts = parts.iter().map(|part| reference::alternative(schema, keyword, part)).collect();
            let node = union(builder, parts)?;
            if keyword == "oneOf" && node.is_some_and(|node| may_overlap(builder, node)) {
                builder.warn("oneOf (as anyOf: the alternatives overlap)");
            }
            return Ok(node);
        }
    }
    let types: Vec<&str> = match schema.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        Some(_) => return Err(EngineError::request("a schema's type must be a name or a list of names")),
        None => Vec::new(),
    };
    if let Some(values) = fixed_values(schema)? {
        let fits = |value: &&Value| types.is_empty() || types.iter().any(|name| is_of_type(value, name));
        let style = builder.style;
        let texts = values.into_iter().filter(fits).filter_map(|value| bytes_of(value, style));
        return Ok(choice(builder, texts));
    }
    if let Some(rule) = schema.get("x-grammar") {
        return builder.worded(schema, rule).map(Some);
    }
    match types.as_slice() {
        [] => {
            let has = |keys: &[&str]| keys.iter().any(|key| schema.contains_key(*key));
            if has(&["properties", "required", "additionalProperties"]) {
                builder.object(schema)
            } else if has(&["items", "prefixItems", "minItems", "maxItems"]) {
                builder.array(schema)
            } else if has(&["minLength", "maxLength", "pattern"]) {
                builder.text(schema)
            } else if has(&["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]) {
                Ok(builder.number(schema, false))
            } else {
                any::value(builder, any::DEPTH).map(Some)
            }
        }
        [name] => typed(builder, schema, name),
        names => {
            let one = |name: &&str| {
                let mut part = schema.clone();
                part.insert("type".into(), Value::from(*name));
                Value::Object(part)
            };
            union(builder, names.iter().map(one).collect())
        }
    }
}

fn typed(builder: &mut Builder<'_>, schema: &Schema, name: &str) -> Result<Option<u32>> {
    match name {
        "object" => builder.object(schema),
        "array" => builder.array(schema),
        "string" => builder.text(schema),
        "number" => Ok(builder.number(schema, false)),
        "integer" => Ok(builder.number(schema, true)),
        "boolean" => Ok(choice(builder, ["false", "true"].map(Vec::from).into_iter())),
        "null" => Ok(choice(builder, std::iter::once(Vec::from("null")))),
        _ => Err(EngineError::request(format!("the schema names the unknown type {name}"))),
    }
}

fn union(builder: &mut Builder<'_>, parts: Vec<Value>) -> Result<Option<u32>> {
    let mut nodes = Vec::new();
    for part in &parts {
        nodes.extend(compile(builder, part)?);
    }
    Ok(match nodes.as_slice() {
        [] => None,
        [only] => Some(*only),
        _ => Some(builder.push(Shape::Union(nodes))),
    })
}

/// Whether one text may satisfy two parts: their first bytes tell, except between two of a kind.
fn may_overlap(builder: &Builder<'_>, node: u32) -> bool {
    let Some(Node { shape: Shape::Union(parts), .. }) = builder.nodes.get(node as usize) else {
        return false;
    };
    let first = |part: &u32| {
        builder.nodes.get(*part as usize).and_then(|node| node.shortest.first()).map(|byte| match byte {
            b'-' | b'0'..=b'9' => b'0',
            byte => *byte,
        })
    };
    let mut firsts: Vec<_> = parts.iter().map(first).collect();
    firsts.sort_unstable();
    firsts.windows(2).any(|pair| pair.first() == pair.last())
}

fn choice(builder: &mut Builder<'_>, texts: impl Iterator<Item = Vec<u8>>) -> Option<u32> {
    let mut texts: Vec<Vec<u8>> = texts.collect();
    texts.sort_unstable();
    texts.dedup();
    (!texts.is_empty()).then(|| builder.push(Shape::Choice(texts)))
}

/// The values that `const` and `enum` leave.
fn fixed_values(schema: &Schema) -> Result<Option<Vec<&Value>>> {
    match (schema.get("const"), schema.get("enum")) {
        (Some(value), None) => Ok(Some(vec![value])),
        (constant, Some(Value::Array(values))) => Ok(Some(
            values.iter().filter(|value| constant.is_none_or(|constant| constant == *value)).collect(),
        )),
        (None, None) => Ok(None),
        _ => Err(EngineError::request("a schema's enum must be a list")),
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match value {
        Value::Null => name == "null",
        Value::Bool(_) => name == "boolean",
        Value::Number(number) => {
            name == "number"
                || (name == "integer" && number.as_f64().is_some_and(|value| value.fract() == 0.0))
        }
        Value::String(_) => name == "string",
        Value::Array(_) => name == "array",
        Value::Object(_) => name == "object",
    }
}
