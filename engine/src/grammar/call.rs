//! Decides what a call is: a head with the tool's name, the object of its arguments, and in JSON a closing brace.

use super::builder::Builder;
use super::node::{Head, Shape};
use crate::error::{EngineError, Result};
use serde_json::{Map, Value, json};

/// The parameters with the type that arguments have, where theirs leaves it open; no parameters are any object.
pub(super) fn of_objects(parameters: &Value) -> Value {
    let mut schema = match parameters {
        Value::Object(schema) => schema.clone(),
        Value::Null | Value::Bool(true) => Map::new(),
        other => return other.clone(),
    };
    let is_open = match schema.get("type") {
        None => true,
        Some(Value::Array(types)) => types.iter().any(|name| name == "object"),
        Some(_) => false,
    };
    if is_open {
        schema.insert("type".into(), json!("object"));
    }
    Value::Object(schema)
}

/// The node of a call of any of these tools; each refers to definitions of its own. A tool whose arguments cannot be
/// written is left out with a warning: one server's mistake must not take the others' tools away.
pub(super) fn calls<'s>(builder: &mut Builder<'s>, tools: &'s [(String, Value)]) -> Result<u32> {
    let mut heads: Vec<Head> = Vec::new();
    let mut problem = "there is no tool to call".to_owned();
    for (name, parameters) in tools {
        let head = builder.style.head(name);
        let head = head.ok_or_else(|| EngineError::request("a name has letters, digits, _, - and . only"));
        match head.and_then(|head| Ok((head, attempt(builder, parameters)?))) {
            Ok((head, Some(arguments))) => {
                heads.push(Head { text: head.into_bytes(), arguments });
                continue;
            }
            Ok((_, None)) => problem = format!("no arguments can satisfy the schema of {name}"),
            Err(error) => problem = format!("the tool {name} cannot be called: {}", error.message),
        }
        builder.warn(&problem);
    }
    heads.sort_by(|one, other| one.text.cmp(&other.text));
    heads.dedup_by(|one, other| one.text == other.text);
    if heads.is_empty() {
        return Err(EngineError::request(problem));
    }
    let tail = builder.style.is_json().then(|| builder.push(Shape::Choice(vec![b"}".to_vec()])));
    Ok(builder.push(Shape::Calls { heads, tail }))
}

/// Compiles one of several schemas, with references into itself; a refused one leaves nothing behind.
fn attempt<'s>(builder: &mut Builder<'s>, root: &'s Value) -> Result<Option<u32>> {
    let before = builder.nodes.len();
    (builder.root, builder.depth) = (root, 0);
    builder.open.clear();
    let node = builder.compile(root).map(|node| node.and_then(|node| object_only(builder, node)));
    if !matches!(node, Ok(Some(_))) {
        builder.nodes.truncate(before);
        builder.any.retain(|_, node| (*node as usize) < before);
    }
    node
}

/// The part of a node that writes objects: alternatives may name other types in spite of the whole's.
fn object_only(builder: &mut Builder<'_>, node: u32) -> Option<u32> {
    let begins = |text: &Vec<u8>| text.first() == Some(&b'{');
    match &builder.nodes.get(node as usize)?.shape {
        Shape::Fields { .. } | Shape::Map { .. } => Some(node),
        Shape::Choice(texts) => {
            let texts: Vec<_> = texts.iter().filter(|text| begins(text)).cloned().collect();
            (!texts.is_empty()).then(|| builder.push(Shape::Choice(texts)))
        }
        Shape::Union(parts) => {
            let parts = parts.clone();
            let parts: Vec<u32> = parts.into_iter().filter_map(|part| object_only(builder, part)).collect();
            (!parts.is_empty()).then(|| builder.push(Shape::Union(parts)))
        }
        _ => None,
    }
}
