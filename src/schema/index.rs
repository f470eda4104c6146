//! Finds what a `$ref` names: schema resources by `$id`, places by anchor or JSON Pointer.

use super::uri;
use serde_json::Value;
use std::collections::HashMap;

/// Schemas within schemas; deeper ones are not searched for names.
const MAX_DEPTH: usize = 200;

/// The keywords whose value is a schema, a list of schemas or a record of schemas.
const ONE: [&str; 12] = [
    "items",
    "additionalItems",
    "additionalProperties",
    "contains",
    "propertyNames",
    "not",
    "if",
    "then",
    "else",
    "unevaluatedItems",
    "unevaluatedProperties",
    "contentSchema",
];
const MANY: [&str; 4] = ["allOf", "anyOf", "oneOf", "items"];
const NAMED: [&str; 6] =
    ["$defs", "definitions", "properties", "patternProperties", "dependentSchemas", "dependencies"];

/// A schema in a document, with the base address that holds inside it.
#[derive(Clone)]
pub(super) struct Place<'a> {
    pub(super) schema: &'a Value,
    pub(super) base: String,
}

/// Every name in the documents.
#[derive(Default)]
pub(super) struct Index<'a> {
    resources: HashMap<String, Place<'a>>,
    anchors: HashMap<(String, String), Place<'a>>,
    /// (base, name) of dynamic anchors.
    dynamic: HashMap<(String, String), Place<'a>>,
}

impl<'a> Index<'a> {
    pub(super) fn add(&mut self, address: &str, schema: &'a Value) {
        let address = address.split('#').next().unwrap_or_default();
        self.resources.insert(address.to_owned(), Place { schema, base: address.to_owned() });
        self.walk(schema, address, 0);
    }

    /// Where `reference`, as it stands in a schema below `base`, points.
    pub(super) fn find(&self, base: &str, reference: &str) -> Option<Place<'a>> {
        let whole = uri::resolve(base, reference);
        let (address, fragment) = uri::split(&whole);
        if fragment.is_empty() {
            return self.resources.get(address).cloned();
        }
        if !fragment.starts_with('/') {
            return self.anchors.get(&(address.to_owned(), fragment)).cloned();
        }
        let mut place = self.resources.get(address)?.clone();
        for token in fragment.split('/').skip(1) {
            let token = token.replace("~1", "/").replace("~0", "~");
            let next = match place.schema {
                Value::Array(items) => items.get(token.parse::<usize>().ok()?)?,
                other => other.get(&token)?,
            };
            place.schema = next;
            if let Some(id) = id(next) {
                place.base = uri::resolve(&place.base, id);
            }
        }
        Some(place)
    }

    /// The dynamic anchor `name` of the resource `base`.
    pub(super) fn dynamic(&self, base: &str, name: &str) -> Option<&Place<'a>> {
        self.dynamic.get(&(base.to_owned(), name.to_owned()))
    }

    fn walk(&mut self, schema: &'a Value, base: &str, depth: usize) {
        let Value::Object(map) = schema else { return };
        if depth > MAX_DEPTH {
            return;
        }
        let own;
        let mut base = base;
        if let Some(id) = id(schema) {
            own = uri::resolve(base, id).split('#').next().unwrap_or_default().to_owned();
            base = &own;
            self.resources.insert(own.clone(), Place { schema, base: own.clone() });
        }
        let place = || Place { schema, base: base.to_owned() };
        for keyword in ["$anchor", "$dynamicAnchor"] {
            if let Some(Value::String(name)) = map.get(keyword) {
                self.anchors.insert((base.to_owned(), name.clone()), place());
                if keyword == "$dynamicAnchor" {
                    self.dynamic.insert((base.to_owned(), name.clone()), place());
                }
            }
        }
        // Draft 7 and older name a place by an $id that is only a fragment.
        if let Some(name) = map.get("$id").and_then(Value::as_str).and_then(|id| id.strip_prefix('#')) {
            self.anchors.insert((base.to_owned(), name.to_owned()), place());
        }
        for (keyword, value) in map {
            let keyword = keyword.as_str();
            match value {
                Value::Object(_) if ONE.contains(&keyword) => self.walk(value, base, depth + 1),
                Value::Array(items) if MANY.contains(&keyword) || keyword == "prefixItems" => {
                    for item in items {
                        self.walk(item, base, depth + 1);
                    }
                }
                Value::Object(named) if NAMED.contains(&keyword) => {
                    for item in named.values() {
                        self.walk(item, base, depth + 1);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The `$id` of a schema resource; one that is only a fragment names no resource.
pub(super) fn id(schema: &Value) -> Option<&str> {
    schema.get("$id").and_then(Value::as_str).filter(|id| !id.starts_with('#'))
}
