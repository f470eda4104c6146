//! Decides the shapes of the JSON types: which bounds they take, and what stands in where the schema gives none.

use super::builder::{Builder, Schema};
use super::literal::key_of;
use super::node::{Field, Shape};
use super::number::Range;
use super::{any, decimal};
use crate::error::{EngineError, Result};
use serde_json::Value;

const MOST_CHARACTERS: u32 = 1000;
const MOST_ITEMS: u32 = 64;
/// No answer is longer, so a schema whose smallest value is cannot be met; nested minima must not eat the memory either.
const MOST_BYTES: usize = 1 << 16;

impl Builder<'_> {
    pub(super) fn text(&mut self, schema: &Schema) -> Result<Option<u32>> {
        let least = count(schema, "minLength")?.unwrap_or(0);
        let most = count(schema, "maxLength")?.unwrap_or(MOST_CHARACTERS.max(least));
        if least as usize > MOST_BYTES {
            return Err(too_large());
        }
        Ok((least <= most).then(|| self.push(Shape::Text { least, most })))
    }

    pub(super) fn number(&mut self, schema: &Schema, whole: bool) -> Option<u32> {
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
        range.shortest().map(|_| self.push(Shape::Number(range)))
    }

    pub(super) fn array(&mut self, schema: &Schema) -> Result<Option<u32>> {
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
        if least > most {
            return Ok(None);
        }
        let first: Vec<u32> = first.into_iter().map_while(|part| part).collect();
        for node in &first {
            self.check_size(*node, u32::from(least > 0))?;
        }
        self.check_size(item, least.saturating_sub(first.len() as u32))?;
        Ok(Some(self.push(Shape::List { first, item, least, most })))
    }

    pub(super) fn object(&mut self, schema: &Schema) -> Result<Option<u32>> {
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
            return self.map(schema.get("propertyNames"), others, least, most);
        }
        let mut all: Vec<_> = properties.iter().map(|(name, value)| (name.as_str(), value)).collect();
        for name in &required {
            if !all.iter().any(|(known, _)| known == name) {
                all.push((*name, others));
            }
        }
        let mut fields: Vec<Field> = Vec::new();
        for (name, value) in all {
            let required = required.contains(&name);
            match self.compile(value)? {
                Some(value) => match key_of(name, self.style) {
                    Some(key) => fields.push(Field { key, value, required }),
                    None if required => return Ok(None),
                    None => {}
                },
                None if required => return Ok(None),
                None => {}
            }
        }
        let needed = fields.iter().filter(|field| field.required).count() as u32;
        if needed > most || least > fields.len() as u32 || least > most {
            return Ok(None);
        }
        let size = |field: &Field| {
            field.key.len() + self.nodes.get(field.value as usize).map_or(0, |node| node.shortest.len())
        };
        if fields.iter().map(size).sum::<usize>() > MOST_BYTES {
            return Err(too_large());
        }
        Ok(Some(self.push(Shape::Fields { fields, least, most })))
    }

    fn map(&mut self, names: Option<&Value>, values: &Value, least: u32, most: u32) -> Result<Option<u32>> {
        if least > 1 {
            // Two equal keys would count as one property.
            self.warn("minProperties");
        }
        let value = if self.style.is_json() { self.compile(values)? } else { None };
        let Some(value) = value else {
            return Ok((least == 0).then(|| self.push(Shape::EMPTY)));
        };
        if least > most {
            return Ok(None);
        }
        self.check_size(value, least)?;
        // Only names given by rules are held to them.
        let rule = names.and_then(Value::as_object).and_then(|names| Some((names, names.get("x-grammar")?)));
        let key = match rule {
            Some((names, rule)) => self.worded(names, rule)?,
            None => self.push(Shape::Text { least: 1, most: 40 }),
        };
        Ok(Some(self.push(Shape::Map { key, value, least, most: most.min(MOST_ITEMS.max(least)) })))
    }

    /// Refuses what would take more than [`MOST_BYTES`] at least: `count` values of this node.
    fn check_size(&self, node: u32, count: u32) -> Result<()> {
        let each = self.nodes.get(node as usize).map_or(0, |node| node.shortest.len() + 2);
        if each.saturating_mul(count as usize) > MOST_BYTES { Err(too_large()) } else { Ok(()) }
    }
}

fn too_large() -> EngineError {
    EngineError::request("the smallest value of the schema is longer than 64 KiB")
}

fn count(schema: &Schema, key: &str) -> Result<Option<u32>> {
    let Some(value) = schema.get(key) else { return Ok(None) };
    let number = value.as_f64().filter(|number| *number >= 0.0 && number.fract() == 0.0);
    number
        .map(|number| Some(number as u32))
        .ok_or_else(|| EngineError::request(format!("{key} must be a non-negative integer")))
}
