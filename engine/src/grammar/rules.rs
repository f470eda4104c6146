//! Decides the shape of a string whose words are given: `{"type": "string", "x-grammar": rule}`; with `"x-plain": true` in the
//! whole schema of a text that is no JSON, without quotes around it.
//!
//! A rule is a text, which is written as it is; a list, whose rules follow each other; `{"any": [rule, …]}`, one of these;
//! `{"maybe": rule}`, that or nothing; `{"many": rule}`, that any number of times; `{"part": "text"}`, some of that text as it stands there, without blanks around it and without a word cut in two; or `{"rule": "name"}`, one of the schema's `x-rules` by name. None may lead to itself.

use super::builder::Builder;
use super::node::Shape;
use super::part::suffixes;
use crate::error::{EngineError, Result};
use serde_json::{Map, Value};
use std::collections::HashMap;

/// Rules within rules; further down, one that leads to itself is suspected.
const MAX_DEPTH: usize = 32;

/// A string under compilation.
struct Rules<'s> {
    is_plain: bool,
    named: Option<&'s Map<String, Value>>,
    /// The nodes of named rules.
    known: HashMap<&'s str, u32>,
}

impl Builder<'_> {
    /// The node of such a string.
    pub(super) fn worded(&mut self, schema: &Map<String, Value>, rule: &Value) -> Result<u32> {
        if !self.style.is_json() {
            return Err(EngineError::request(
                "x-grammar is for JSON, not for calls in a model's own notation",
            ));
        }
        let named = schema.get("x-rules").and_then(Value::as_object);
        // Inside a value it would be no JSON.
        let is_plain = self.depth == 1 && schema.get("x-plain") == Some(&Value::Bool(true));
        let inside = self.rule(&mut Rules { is_plain, named, known: HashMap::new() }, rule, 0)?;
        if is_plain {
            return Ok(inside);
        }
        let quote = self.push(Shape::Choice(vec![b"\"".to_vec()]));
        Ok(self.push(Shape::Chain(vec![quote, inside, quote])))
    }

    fn rule<'s>(&mut self, rules: &mut Rules<'s>, rule: &'s Value, depth: usize) -> Result<u32> {
        self.check_room(depth <= MAX_DEPTH)?;
        if let Some(text) = rule.as_str() {
            return Ok(self.push(Shape::Choice(vec![rules.bytes(text)])));
        }
        if let Some(parts) = rule.as_array() {
            let parts = parts.iter().map(|part| self.rule(rules, part, depth + 1));
            let parts = parts.collect::<Result<Vec<_>>>()?;
            return Ok(match parts.as_slice() {
                [] => self.nothing(),
                [only] => *only,
                _ => self.push(Shape::Chain(parts)),
            });
        }
        let part = |key: &str| rule.as_object().filter(|rule| rule.len() == 1).and_then(|rule| rule.get(key));
        if let Some(rule) = part("maybe") {
            let nodes = vec![self.rule(rules, rule, depth + 1)?, self.nothing()];
            return Ok(self.push(Shape::Union(nodes)));
        }
        if let Some(rule) = part("many") {
            return self.many(rules, rule, depth);
        }
        if let Some(parts) = part("any").and_then(Value::as_array) {
            return self.any_of(rules, parts, depth);
        }
        if let Some(text) = part("part").and_then(Value::as_str) {
            let suffixes = suffixes(text, |part| rules.bytes(part));
            if suffixes.is_empty() {
                return Err(EngineError::request("an x-grammar part is one of a text with words"));
            }
            return Ok(self.push(Shape::Part(suffixes)));
        }
        let name = part("rule").and_then(Value::as_str);
        let name = name.ok_or_else(|| EngineError::request(format!("{rule} is no rule of x-grammar")))?;
        if let Some(node) = rules.known.get(name) {
            return Ok(*node);
        }
        let found = rules.named.and_then(|named| named.get_key_value(name));
        let (name, rule) =
            found.ok_or_else(|| EngineError::request(format!("x-rules has no rule named {name}")))?;
        let node = self.rule(rules, rule, depth + 1)?;
        rules.known.insert(name, node);
        Ok(node)
    }

    /// One of several: the texts among them as one sorted choice, so that they are told apart byte by byte.
    fn any_of<'s>(&mut self, rules: &mut Rules<'s>, parts: &'s [Value], depth: usize) -> Result<u32> {
        let mut texts: Vec<Vec<u8>> =
            parts.iter().filter_map(Value::as_str).map(|text| rules.bytes(text)).collect();
        texts.sort_unstable();
        texts.dedup();
        let mut nodes = Vec::new();
        if !texts.is_empty() {
            nodes.push(self.push(Shape::Choice(texts)));
        }
        for part in parts.iter().filter(|part| !part.is_string()) {
            nodes.push(self.rule(rules, part, depth + 1)?);
        }
        match nodes.as_slice() {
            [] => Err(EngineError::request("an x-grammar rule has nothing to choose from")),
            [only] => Ok(*only),
            _ => Ok(self.push(Shape::Union(nodes))),
        }
    }

    /// Nothing, or the rule and the same again.
    fn many<'s>(&mut self, rules: &mut Rules<'s>, rule: &'s Value, depth: usize) -> Result<u32> {
        let inner = self.rule(rules, rule, depth + 1)?;
        if self.nodes.get(inner as usize).is_none_or(|node| node.shortest.is_empty()) {
            return Err(EngineError::request("what an x-grammar rule has many times must not be empty"));
        }
        let (nothing, again) = (self.nothing(), self.nothing());
        let once_more = self.push(Shape::Chain(vec![inner, again]));
        if let Some(node) = self.nodes.get_mut(again as usize) {
            node.shape = Shape::Union(vec![once_more, nothing]);
        }
        Ok(again)
    }

    fn nothing(&mut self) -> u32 {
        self.push(Shape::Choice(vec![Vec::new()]))
    }
}

impl Rules<'_> {
    /// A text as it is written.
    fn bytes(&self, text: &str) -> Vec<u8> {
        if self.is_plain { text.as_bytes().to_vec() } else { escaped(text) }
    }
}

/// A text as it stands inside a JSON string.
fn escaped(text: &str) -> Vec<u8> {
    let quoted = Value::from(text).to_string();
    quoted.get(1..quoted.len() - 1).unwrap_or_default().as_bytes().to_vec()
}
