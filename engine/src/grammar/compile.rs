//! Decides which shape a schema stands for, keyword by keyword.

use super::literal::bytes_of;
use super::node::{Node, Shape};
use super::style::Style;
use super::{any, reference, shapes};
use crate::error::{EngineError, Result};
use serde_json::{Map, Value};
use std::collections::HashMap;

/// Nodes and nesting beyond this are refused: a hostile schema must not eat the memory or the stack.
const MAX_NODES: usize = 50_000;
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

/// A compilation under way. Compiling gives `None` for a schema that no value satisfies.
pub(super) struct Compiler<'s> {
    pub(super) root: &'s Value,
    pub(super) style: &'s Style,
    pub(super) nodes: Vec<Node>,
    pub(super) warnings: Vec<String>,
    /// References being resolved, to unroll recursion only so far.
    pub(super) open: Vec<String>,
    pub(super) any: HashMap<u32, u32>,
    depth: usize,
}

pub(super) type Schema = Map<String, Value>;

impl<'s> Compiler<'s> {
    pub(super) fn new(root: &'s Value, style: &'s Style) -> Self {
        Self {
            root,
            style,
            nodes: Vec::new(),
            warnings: Vec::new(),
            open: Vec::new(),
            any: HashMap::new(),
            depth: 0,
        }
    }

    pub(super) fn compile(&mut self, schema: &Value) -> Result<Option<u32>> {
        self.depth += 1;
        self.check_room(self.depth <= MAX_DEPTH)?;
        let node = match schema {
            Value::Bool(true) => any::value(self, any::DEPTH).map(Some),
            Value::Bool(false) => Ok(None),
            Value::Object(schema) => self.object_schema(schema),
            _ => Err(EngineError::request("a schema must be an object, true or false")),
        };
        self.depth -= 1;
        node
    }

    pub(super) fn check_room(&self, shallow: bool) -> Result<()> {
        if shallow && self.nodes.len() <= MAX_NODES {
            return Ok(());
        }
        Err(EngineError::request("the schema is too large or too deep"))
    }

    /// Compiles one of several schemas, with references into itself; a refused one leaves nothing behind.
    pub(super) fn attempt(&mut self, root: &'s Value) -> Result<Option<u32>> {
        let before = self.nodes.len();
        (self.root, self.depth) = (root, 0);
        self.open.clear();
        let node = self.compile(root).map(|node| node.and_then(|node| self.object_only(node)));
        if !matches!(node, Ok(Some(_))) {
            self.nodes.truncate(before);
            self.any.retain(|_, node| (*node as usize) < before);
        }
        node
    }

    pub(super) fn push(&mut self, shape: Shape) -> u32 {
        let shortest = shapes::shortest(&self.nodes, &shape, self.style);
        self.nodes.push(Node { shape, shortest });
        self.nodes.len() as u32 - 1
    }

    fn object_schema(&mut self, schema: &Schema) -> Result<Option<u32>> {
        let is_ignored = |keyword: &&&str| {
            schema
                .get(**keyword)
                .is_some_and(|value| *value != Value::Bool(false) && value.get("x-grammar").is_none())
        };
        for keyword in NOT_ENFORCED.iter().filter(is_ignored) {
            self.warn(keyword);
        }
        if schema.contains_key("$ref") {
            return reference::follow(self, schema);
        }
        if let Some(parts) = schema.get("allOf").and_then(Value::as_array) {
            return self.compile(&Value::Object(reference::merged(schema, "allOf", parts)));
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(parts) = schema.get(keyword).and_then(Value::as_array) {
                let parts = parts.iter().map(|part| reference::alternative(schema, keyword, part)).collect();
                let node = self.union(parts)?;
                if keyword == "oneOf" && node.is_some_and(|node| self.may_overlap(node)) {
                    self.warn("oneOf (as anyOf: the alternatives overlap)");
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
            let style = self.style;
            let texts = values.into_iter().filter(fits).filter_map(|value| bytes_of(value, style));
            return Ok(self.choice(texts));
        }
        if let Some(rule) = schema.get("x-grammar") {
            return self.worded(schema, rule).map(Some);
        }
        match types.as_slice() {
            [] => {
                let has = |keys: &[&str]| keys.iter().any(|key| schema.contains_key(*key));
                if has(&["properties", "required", "additionalProperties"]) {
                    self.object(schema)
                } else if has(&["items", "prefixItems", "minItems", "maxItems"]) {
                    self.array(schema)
                } else if has(&["minLength", "maxLength", "pattern"]) {
                    self.text(schema)
                } else if has(&["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]) {
                    Ok(self.number(schema, false))
                } else {
                    any::value(self, any::DEPTH).map(Some)
                }
            }
            [name] => self.typed(schema, name),
            names => {
                let one = |name: &&str| {
                    let mut part = schema.clone();
                    part.insert("type".into(), Value::from(*name));
                    Value::Object(part)
                };
                self.union(names.iter().map(one).collect())
            }
        }
    }

    fn typed(&mut self, schema: &Schema, name: &str) -> Result<Option<u32>> {
        match name {
            "object" => self.object(schema),
            "array" => self.array(schema),
            "string" => self.text(schema),
            "number" => Ok(self.number(schema, false)),
            "integer" => Ok(self.number(schema, true)),
            "boolean" => Ok(self.choice(["false", "true"].map(Vec::from).into_iter())),
            "null" => Ok(self.choice(std::iter::once(Vec::from("null")))),
            _ => Err(EngineError::request(format!("the schema names the unknown type {name}"))),
        }
    }

    fn union(&mut self, parts: Vec<Value>) -> Result<Option<u32>> {
        let mut nodes = Vec::new();
        for part in &parts {
            nodes.extend(self.compile(part)?);
        }
        Ok(match nodes.as_slice() {
            [] => None,
            [only] => Some(*only),
            _ => Some(self.push(Shape::Union(nodes))),
        })
    }

    /// Whether one text may satisfy two parts: their first bytes tell, except between two of a kind.
    fn may_overlap(&self, node: u32) -> bool {
        let Some(Node { shape: Shape::Union(parts), .. }) = self.nodes.get(node as usize) else {
            return false;
        };
        let first = |part: &u32| {
            self.nodes.get(*part as usize).and_then(|node| node.shortest.first()).map(|byte| match byte {
                b'-' | b'0'..=b'9' => b'0',
                byte => *byte,
            })
        };
        let mut firsts: Vec<_> = parts.iter().map(first).collect();
        firsts.sort_unstable();
        firsts.windows(2).any(|pair| pair.first() == pair.last())
    }

    fn choice(&mut self, texts: impl Iterator<Item = Vec<u8>>) -> Option<u32> {
        let mut texts: Vec<Vec<u8>> = texts.collect();
        texts.sort_unstable();
        texts.dedup();
        (!texts.is_empty()).then(|| self.push(Shape::Choice(texts)))
    }

    pub(super) fn warn(&mut self, keyword: &str) {
        if !self.warnings.iter().any(|known| known == keyword) {
            self.warnings.push(keyword.to_owned());
        }
    }
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
