//! Decides which shape a schema stands for, keyword by keyword.

use super::literal::{key_of, text_of};
use super::node::{Field, Node, Shape};
use super::number::Range;
use super::{any, decimal, reference, shapes};
use crate::error::{EngineError, Result};
use serde_json::{Map, Value};
use std::collections::HashMap;

/// Nodes and nesting beyond this are refused: a hostile schema must not eat the memory or the stack.
const MAX_NODES: usize = 50_000;
const MAX_DEPTH: usize = 48;
const MOST_CHARACTERS: u32 = 1000;
const MOST_ITEMS: u32 = 64;
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
    pub(super) nodes: Vec<Node>,
    pub(super) warnings: Vec<String>,
    /// References being resolved, to unroll recursion only so far.
    pub(super) open: Vec<String>,
    pub(super) any: HashMap<u32, u32>,
    depth: usize,
}

type Schema = Map<String, Value>;

impl<'s> Compiler<'s> {
    pub(super) fn new(root: &'s Value) -> Self {
        Self {
            root,
            nodes: Vec::new(),
            warnings: Vec::new(),
            open: Vec::new(),
            any: HashMap::new(),
            depth: 0,
        }
    }

    pub(super) fn compile(&mut self, schema: &Value) -> Result<Option<u32>> {
        self.depth += 1;
        if self.depth > MAX_DEPTH || self.nodes.len() > MAX_NODES {
            return Err(EngineError::request("the schema is too large or too deep"));
        }
        let node = match schema {
            Value::Bool(true) => any::value(self, any::DEPTH).map(Some),
            Value::Bool(false) => Ok(None),
            Value::Object(schema) => self.object_schema(schema),
            _ => Err(EngineError::request("a schema must be an object, true or false")),
        };
        self.depth -= 1;
        node
    }

    pub(super) fn push(&mut self, shape: Shape) -> u32 {
        let shortest = shapes::shortest(&self.nodes, &shape);
        self.nodes.push(Node { shape, shortest });
        self.nodes.len() as u32 - 1
    }

    fn object_schema(&mut self, schema: &Schema) -> Result<Option<u32>> {
        for keyword in NOT_ENFORCED
            .iter()
            .filter(|keyword| schema.get(**keyword).is_some_and(|value| *value != Value::Bool(false)))
        {
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
            return Ok(self.choice(values.into_iter().filter(fits).map(text_of)));
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
                    self.number(schema, false)
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
            "number" => self.number(schema, false),
            "integer" => self.number(schema, true),
            "boolean" => Ok(self.choice(["false".to_owned(), "true".to_owned()].into_iter())),
            "null" => Ok(self.choice(["null".to_owned()].into_iter())),
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

    fn choice(&mut self, texts: impl Iterator<Item = String>) -> Option<u32> {
        let mut texts: Vec<Vec<u8>> = texts.map(String::into_bytes).collect();
        texts.sort_unstable();
        texts.dedup();
        (!texts.is_empty()).then(|| self.push(Shape::Choice(texts)))
    }

    fn text(&mut self, schema: &Schema) -> Result<Option<u32>> {
        let least = count(schema, "minLength")?.unwrap_or(0);
        let most = count(schema, "maxLength")?.unwrap_or(MOST_CHARACTERS.max(least));
        Ok((least <= most && least <= 100_000).then(|| self.push(Shape::Text { least, most })))
    }

    fn number(&mut self, schema: &Schema, whole: bool) -> Result<Option<u32>> {
        let places = if whole { 0 } else { 6 };
        let bound = |key: &str| {
            schema
                .get(key)
                .and_then(Value::as_number)
                .and_then(|number| decimal::scaled(&number.to_string(), places))
        };
        let mut low = -decimal::LARGEST;
        let mut high = decimal::LARGEST;
        if let Some((value, exact)) = bound("minimum") {
            low = low.max(value + i128::from(!exact));
        }
        if let Some((value, _)) = bound("exclusiveMinimum") {
            low = low.max(value + 1);
        }
        if let Some((value, _)) = bound("maximum") {
            high = high.min(value);
        }
        if let Some((value, exact)) = bound("exclusiveMaximum") {
            high = high.min(value - i128::from(exact));
        }
        let step = match (schema.get("multipleOf"), bound("multipleOf")) {
            (None, _) => 1,
            (_, Some((step, true))) if step > 0 => step,
            _ => {
                self.warn("multipleOf");
                1
            }
        };
        let range = Range { low, high, step, places };
        Ok(range.shortest().map(|_| self.push(Shape::Number(range))))
    }

    fn array(&mut self, schema: &Schema) -> Result<Option<u32>> {
        let least = count(schema, "minItems")?.unwrap_or(0);
        let most = count(schema, "maxItems")?.unwrap_or(MOST_ITEMS.max(least));
        let mut first = Vec::new();
        for part in schema.get("prefixItems").and_then(Value::as_array).into_iter().flatten() {
            first.push(self.compile(part)?);
        }
        let item = match schema.get("items") {
            Some(items) => self.compile(items)?,
            None => Some(any::value(self, any::DEPTH - 1)?),
        };
        // A member that no value satisfies ends the array before it.
        let known = first.iter().take_while(|part| part.is_some()).count();
        let room = if known < first.len() || item.is_none() { known as u32 } else { u32::MAX };
        let (item, most) = (item.unwrap_or_default(), most.min(room));
        if least > most || least > 10_000 {
            return Ok(None);
        }
        let first = first.into_iter().map_while(|part| part).collect();
        Ok(Some(self.push(Shape::List { first, item, least, most })))
    }

    fn object(&mut self, schema: &Schema) -> Result<Option<u32>> {
        let none = Schema::new();
        let properties = match schema.get("properties") {
            Some(Value::Object(properties)) => properties,
            Some(_) => return Err(EngineError::request("a schema's properties must be an object")),
            None => &none,
        };
        let required: Vec<&str> = schema
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let others = schema.get("additionalProperties").unwrap_or(&Value::Bool(true));
        let least = count(schema, "minProperties")?.unwrap_or(0);
        let most = count(schema, "maxProperties")?.unwrap_or(u32::MAX);
        if properties.is_empty() && required.is_empty() && *others != Value::Bool(false) {
            return self.map(others, least, most);
        }
        let undeclared = required.iter().filter(|name| !properties.contains_key(**name));
        let all = properties
            .iter()
            .map(|(name, value)| (name.as_str(), value))
            .chain(undeclared.map(|name| (*name, others)));
        let mut fields: Vec<Field> = Vec::new();
        for (name, value) in all {
            let required = required.contains(&name);
            match self.compile(value)? {
                Some(value) => fields.push(Field { key: key_of(name).into_bytes(), value, required }),
                None if required => return Ok(None),
                None => {}
            }
        }
        let needed = fields.iter().filter(|field| field.required).count() as u32;
        if needed > most || least > fields.len() as u32 || least > most {
            return Ok(None);
        }
        Ok(Some(self.push(Shape::Fields { fields, least, most })))
    }

    fn map(&mut self, values: &Value, least: u32, most: u32) -> Result<Option<u32>> {
        if least > 1 {
            // Two equal keys would count as one property.
            self.warn("minProperties");
        }
        let Some(value) = self.compile(values)? else {
            return Ok(
                (least == 0).then(|| self.push(Shape::Fields { fields: Vec::new(), least: 0, most: 0 }))
            );
        };
        if least > most || least > 1000 {
            return Ok(None);
        }
        let key = self.push(Shape::Text { least: 1, most: 40 });
        Ok(Some(self.push(Shape::Map { key, value, least, most: most.min(MOST_ITEMS.max(least)) })))
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

fn count(schema: &Schema, key: &str) -> Result<Option<u32>> {
    let Some(value) = schema.get(key) else { return Ok(None) };
    let number = value.as_f64().filter(|number| *number >= 0.0 && number.fract() == 0.0);
    number
        .map(|number| Some(number as u32))
        .ok_or_else(|| EngineError::request(format!("{key} must be a non-negative integer")))
}
