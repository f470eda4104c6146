//! Decides the course of a call: a tool's name, and right behind it the object of its arguments.

use super::compile::Compiler;
use super::frame::{Frame, Move, agreeing};
use super::node::{Head, Shape};
use super::style::is_bare;
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
pub(super) fn calls<'s>(compiler: &mut Compiler<'s>, tools: &'s [(String, Value)]) -> Result<u32> {
    let mut heads: Vec<Head> = Vec::new();
    let mut problem = "there is no tool to call".to_owned();
    for (name, parameters) in tools {
        let arguments = if is_bare(name) {
            compiler.attempt(parameters)
        } else {
            Err(EngineError::request("a name has letters, digits, _, - and . only"))
        };
        match arguments {
            Ok(Some(arguments)) => heads.push(Head { name: name.clone().into_bytes(), arguments }),
            Ok(None) => problem = format!("no arguments can satisfy the schema of {name}"),
            Err(error) => problem = format!("the tool {name} cannot be called: {}", error.message),
        }
        if !matches!(heads.last(), Some(head) if head.name == name.as_bytes()) {
            compiler.warn(&problem);
        }
    }
    heads.sort_by(|one, other| one.name.cmp(&other.name));
    heads.dedup_by(|one, other| one.name == other.name);
    if heads.is_empty() {
        return Err(EngineError::request(problem));
    }
    Ok(compiler.push(Shape::Calls(heads)))
}

/// One more byte; `at` is how many of the name are written, in which the tools `range` agree.
pub(super) fn step(heads: &[Head], node: u32, range: std::ops::Range<u32>, at: u32, byte: u8) -> Move {
    let open = heads.get(range.start as usize..range.end as usize).unwrap_or_default();
    let next = agreeing(open, |head| head.name.as_slice(), at, byte);
    if !next.is_empty() {
        let (low, high) = (range.start + next.start as u32, range.start + next.end as u32);
        return Move::Stay(Frame::Calls { node, low, high, at: at + 1 });
    }
    match open.first() {
        Some(head) if head.name.len() == at as usize => Move::Fork(vec![Frame::Value(head.arguments)]),
        _ => Move::Refuse,
    }
}

impl Compiler<'_> {
    /// The part of a node that writes objects: alternatives may name other types in spite of the whole's.
    pub(super) fn object_only(&mut self, node: u32) -> Option<u32> {
        let begins = |text: &Vec<u8>| text.first() == Some(&b'{');
        match &self.nodes.get(node as usize)?.shape {
            Shape::Fields { .. } | Shape::Map { .. } => Some(node),
            Shape::Choice(texts) => {
                let texts: Vec<_> = texts.iter().filter(|text| begins(text)).cloned().collect();
                (!texts.is_empty()).then(|| self.push(Shape::Choice(texts)))
            }
            Shape::Union(parts) => {
                let parts = parts.clone();
                let parts: Vec<u32> = parts.into_iter().filter_map(|part| self.object_only(part)).collect();
                (!parts.is_empty()).then(|| self.push(Shape::Union(parts)))
            }
            _ => None,
        }
    }
}
