//! Decides the course of a call: a head with the tool's name, the object of its arguments, and in JSON a closing brace.

use super::compile::Compiler;
use super::frame::{Frame, Move, agreeing};
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
pub(super) fn calls<'s>(compiler: &mut Compiler<'s>, tools: &'s [(String, Value)]) -> Result<u32> {
    let mut heads: Vec<Head> = Vec::new();
    let mut problem = "there is no tool to call".to_owned();
    for (name, parameters) in tools {
        let head = compiler.style.head(name);
        let head = head.ok_or_else(|| EngineError::request("a name has letters, digits, _, - and . only"));
        match head.and_then(|head| Ok((head, compiler.attempt(parameters)?))) {
            Ok((head, Some(arguments))) => {
                heads.push(Head { text: head.into_bytes(), arguments });
                continue;
            }
            Ok((_, None)) => problem = format!("no arguments can satisfy the schema of {name}"),
            Err(error) => problem = format!("the tool {name} cannot be called: {}", error.message),
        }
        compiler.warn(&problem);
    }
    heads.sort_by(|one, other| one.text.cmp(&other.text));
    heads.dedup_by(|one, other| one.text == other.text);
    if heads.is_empty() {
        return Err(EngineError::request(problem));
    }
    let tail = compiler.style.is_json().then(|| compiler.push(Shape::Choice(vec![b"}".to_vec()])));
    Ok(compiler.push(Shape::Calls { heads, tail }))
}

/// One more byte; `at` is how many of the head are written, in which the tools `range` agree.
pub(super) fn step(
    (heads, tail): (&[Head], Option<u32>),
    node: u32,
    range: std::ops::Range<u32>,
    at: u32,
    byte: u8,
) -> Move {
    let open = heads.get(range.start as usize..range.end as usize).unwrap_or_default();
    let next = agreeing(open, |head| head.text.as_slice(), at, byte);
    if !next.is_empty() {
        let (low, high) = (range.start + next.start as u32, range.start + next.end as u32);
        return Move::Stay(Frame::Calls { node, low, high, at: at + 1 });
    }
    let Some(head) = open.first().filter(|head| head.text.len() == at as usize) else { return Move::Refuse };
    let arguments = Frame::Value(head.arguments);
    tail.map_or_else(|| Move::Fork(vec![arguments]), |tail| Move::PushAgain(Frame::Value(tail), arguments))
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
