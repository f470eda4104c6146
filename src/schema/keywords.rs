//! Reads the keywords that ask something of a value itself, each in the form that the specification gives it.

use super::builder::{Builder, Read, Step};
use super::node::{
    ArrayRules, Contains, Node, NodeId, NumberRules, ObjectRules, Property, StringRules, Unevaluated, Values,
    types,
};
use super::value::sorted;
use super::violation::quote;
use serde_json::{Map, Number, Value};

type Keywords = Map<String, Value>;

/// A keyword's value. Written out at each of its many callers, the search would weigh kilobytes.
#[inline(never)]
pub(super) fn get<'a>(map: &'a Keywords, keyword: &str) -> Option<&'a Value> {
    map.get(keyword)
}

impl<'a> Builder<'a> {
    #[inline(never)]
    pub(super) fn values(&self, map: &Keywords, node: &mut Node) -> Read<()> {
        match get(map, "type") {
            None => {}
            Some(Value::String(name)) => node.types = self.type_bits(name)?,
            Some(Value::Array(names)) => {
                node.types = 0;
                for name in names {
                    node.types |= self.type_bits(name.as_str().unwrap_or_default())?;
                }
            }
            Some(_) => return self.invalid_at("type", "it must be a type's name or a list of them"),
        }
        let one_of = match get(map, "enum") {
            None => None,
            Some(Value::Array(values)) => Some(values.clone()),
            Some(_) => return self.invalid_at("enum", "it must be a list"),
        };
        let constant = get(map, "const").cloned();
        node.default = get(map, "default").cloned().map(Box::new);
        if one_of.is_some() || constant.is_some() {
            node.values = Some(Box::new(Values { one_of, constant }));
        }
        Ok(())
    }

    fn type_bits(&self, name: &str) -> Read<u8> {
        match types::NAMES.iter().position(|known| *known == name) {
            Some(3) => Ok(types::NUMBER | types::INTEGER),
            Some(bit) => Ok(1 << bit),
            None => self.invalid_at("type", &format!("'{}' is no type", quote(name))),
        }
    }

    #[inline(never)]
    pub(super) fn number(&self, map: &Keywords, node: &mut Node) -> Read<()> {
        let mut rules = NumberRules {
            minimum: self.limit(map, "minimum")?,
            maximum: self.limit(map, "maximum")?,
            above: self.limit(map, "exclusiveMinimum")?,
            below: self.limit(map, "exclusiveMaximum")?,
            multiple_of: self.limit(map, "multipleOf")?,
        };
        // Draft 4 wrote the exclusive limits as flags beside the others.
        if get(map, "exclusiveMinimum") == Some(&Value::Bool(true)) {
            rules.above = rules.minimum.take();
        }
        if get(map, "exclusiveMaximum") == Some(&Value::Bool(true)) {
            rules.below = rules.maximum.take();
        }
        if rules.multiple_of.as_ref().is_some_and(|step| step.as_f64().unwrap_or(0.0) <= 0.0) {
            return self.invalid_at("multipleOf", "it must be greater than 0");
        }
        let empty = rules.minimum.is_none()
            && rules.maximum.is_none()
            && rules.above.is_none()
            && rules.below.is_none()
            && rules.multiple_of.is_none();
        if !empty {
            node.number = Some(Box::new(rules));
        }
        Ok(())
    }

    fn limit(&self, map: &Keywords, keyword: &'static str) -> Read<Option<Number>> {
        match get(map, keyword) {
            None => Ok(None),
            Some(Value::Number(number)) => Ok(Some(number.clone())),
            Some(Value::Bool(_)) if keyword.starts_with("exclusive") => Ok(None),
            Some(_) => self.invalid_at(keyword, "it must be a number"),
        }
    }

    #[inline(never)]
    pub(super) fn string(&mut self, map: &'a Keywords, node: &mut Node) -> Read<()> {
        let min = self.count(map, "minLength")?.unwrap_or(0);
        let max = self.count(map, "maxLength")?;
        let pattern = match get(map, "pattern") {
            None => None,
            Some(Value::String(text)) => Some(self.pattern(text)?),
            Some(_) => return self.invalid_at("pattern", "it must be a string"),
        };
        let format = get(map, "format").and_then(Value::as_str).and_then(|name| self.format(name));
        if min > 0 || max.is_some() || pattern.is_some() || format.is_some() {
            node.string = Some(Box::new(StringRules { min, max, pattern, format }));
        }
        Ok(())
    }

    #[inline(never)]
    pub(super) fn array(&mut self, map: &'a Keywords, base: usize, node: &mut Node) -> Read<()> {
        // Draft 2019-09 and older write a tuple as a list in `items`, and the rest in `additionalItems`.
        let (tuple, rest) = match get(map, "items") {
            Some(Value::Array(_)) => ("items", "additionalItems"),
            _ => ("prefixItems", "items"),
        };
        let contains = match self.one(map, "contains", base)? {
            Some(node) => Some(Contains {
                node,
                min: self.count(map, "minContains")?.unwrap_or(1),
                max: self.count(map, "maxContains")?,
            }),
            None => None,
        };
        let unique = match get(map, "uniqueItems") {
            None => false,
            Some(Value::Bool(unique)) => *unique,
            Some(_) => return self.invalid_at("uniqueItems", "it must be true or false"),
        };
        let rules = ArrayRules {
            min: self.count(map, "minItems")?.unwrap_or(0),
            max: self.count(map, "maxItems")?,
            unique,
            prefix: self.list(map, tuple, base)?,
            items: self.one(map, rest, base)?,
            contains,
        };
        let empty = rules.min == 0
            && rules.max.is_none()
            && !rules.unique
            && rules.prefix.is_empty()
            && rules.items.is_none()
            && rules.contains.is_none();
        if !empty {
            node.array = Some(Box::new(rules));
        }
        Ok(())
    }

    #[inline(never)]
    pub(super) fn object(&mut self, map: &'a Keywords, base: usize, node: &mut Node) -> Read<()> {
        let mut rules = ObjectRules::default();
        for (name, schema) in self.record(map, "properties")? {
            let child = self.child("properties", Some(Step::Key(name)), schema, base)?;
            rules.properties.push(Property::new(name.as_str().into(), false, Some(child)));
        }
        rules.sort();
        // Draft 3 wrote `required` as a flag of the property itself; as such it asks nothing of this record.
        if !matches!(get(map, "required"), Some(Value::Bool(_))) {
            let mut others = Vec::new();
            for name in self.names("required", get(map, "required"))? {
                match rules.position(&name) {
                    Some(index) => rules.require(index),
                    None => others.push(name),
                }
            }
            let order = sorted(others.len(), &|a, b| others.get(a).cmp(&others.get(b)));
            let mut others: Vec<_> = order.into_iter().filter_map(|at| others.get(at).cloned()).collect();
            others.dedup();
            let property = |name| Property::new(name, true, None);
            rules.properties.extend(others.into_iter().map(property));
        }
        rules.sort();
        for (pattern, schema) in self.record(map, "patternProperties")? {
            let regex = self.pattern(pattern)?;
            let child = self.child("patternProperties", Some(Step::Key(pattern)), schema, base)?;
            rules.patterns.push((regex, child));
        }
        rules.additional = self.one(map, "additionalProperties", base)?;
        rules.names = self.one(map, "propertyNames", base)?;
        rules.min = self.count(map, "minProperties")?.unwrap_or(0);
        rules.max = self.count(map, "maxProperties")?;
        for keyword in ["dependentRequired", "dependencies"] {
            for (name, needed) in self.record(map, keyword)? {
                if keyword == "dependentRequired" || needed.is_array() {
                    rules.dependent.push((name.as_str().into(), self.names(keyword, Some(needed))?));
                }
            }
        }
        if !rules.is_empty() {
            node.object = Some(Box::new(rules));
        }
        Ok(())
    }

    #[inline(never)]
    pub(super) fn unevaluated(&mut self, map: &'a Keywords, base: usize, node: &mut Node) -> Read<()> {
        let properties = self.one(map, "unevaluatedProperties", base)?;
        let items = self.one(map, "unevaluatedItems", base)?;
        if properties.is_some() || items.is_some() {
            node.unevaluated = Some(Box::new(Unevaluated { properties, items }));
        }
        Ok(())
    }

    fn names(&self, keyword: &'static str, value: Option<&Value>) -> Read<Vec<Box<str>>> {
        let Some(value) = value else { return Ok(Vec::new()) };
        let names = value.as_array().and_then(|names| {
            names.iter().map(|name| name.as_str().map(Box::from)).collect::<Option<Vec<Box<str>>>>()
        });
        names.map_or_else(|| self.invalid_at(keyword, "it must be a list of names"), Ok)
    }

    /// A count such as `minLength`; 2.0 is a count too.
    fn count(&self, map: &Keywords, keyword: &'static str) -> Read<Option<u64>> {
        let Some(value) = get(map, keyword) else { return Ok(None) };
        let whole = |float: &f64| *float >= 0.0 && float.fract() == 0.0;
        let count = value.as_u64().or_else(|| value.as_f64().filter(whole).map(|float| float as u64));
        count.map_or_else(
            || self.invalid_at(keyword, "it must be a whole number, 0 or more"),
            |count| Ok(Some(count)),
        )
    }

    /// The schema that `keyword` holds.
    pub(super) fn one(
        &mut self,
        map: &'a Keywords,
        keyword: &'static str,
        base: usize,
    ) -> Read<Option<NodeId>> {
        match get(map, keyword) {
            None => Ok(None),
            Some(schema) => self.child(keyword, None, schema, base).map(Some),
        }
    }

    /// The schemas that `keyword` lists.
    pub(super) fn list(
        &mut self,
        map: &'a Keywords,
        keyword: &'static str,
        base: usize,
    ) -> Read<Vec<NodeId>> {
        match get(map, keyword) {
            None => Ok(Vec::new()),
            Some(Value::Array(items)) if !items.is_empty() || keyword == "items" => items
                .iter()
                .enumerate()
                .map(|(index, item)| self.child(keyword, Some(Step::Index(index)), item, base))
                .collect(),
            Some(_) => self.invalid_at(keyword, "it must be a list of schemas, and not an empty one"),
        }
    }

    /// The named parts of `keyword`.
    pub(super) fn record(
        &self,
        map: &'a Keywords,
        keyword: &'static str,
    ) -> Read<impl Iterator<Item = (&'a String, &'a Value)> + use<'a>> {
        match get(map, keyword) {
            None => Ok(None.into_iter().flatten()),
            Some(Value::Object(parts)) => Ok(Some(parts).into_iter().flatten()),
            Some(_) => self.invalid_at(keyword, "it must be an object"),
        }
    }
}
