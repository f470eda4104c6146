//! Finds what a `$ref` names: schema resources by `$id`, places by anchor or JSON Pointer.

use super::uri;
use serde_json::Value;

/// Names that are noted; they are searched one by one.
const MAX_NAMES: usize = 2_000;
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
pub struct Index<'a> {
    /// Each with its own address as base.
    resources: Vec<Place<'a>>,
    anchors: Vec<Anchor<'a>>,
}

struct Anchor<'a> {
    name: &'a str,
    is_dynamic: bool,
    place: Place<'a>,
}

impl<'a> Index<'a> {
    /// Takes in `schema` and all that it holds, found at `address`.
    pub fn add(&mut self, address: &str, schema: &'a Value) {
        let address = address.split('#').next().unwrap_or_default();
        self.resources.push(Place { schema, base: address.to_owned() });
        self.walk(schema, address, 0);
    }

    /// Where `reference`, as it stands in a schema below `base`, points.
    pub(super) fn find(&self, base: &str, reference: &str) -> Option<Place<'a>> {
        let whole = uri::resolve(base, reference);
        let (address, fragment) = uri::split(&whole);
        if fragment.is_empty() {
            return self.resource(address).cloned();
        }
        if !fragment.starts_with('/') {
            return self.anchor(address, &fragment, false).cloned();
        }
        let mut place = self.resource(address)?.clone();
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

    /// What `reference` names, from whichever resource it is read.
    pub fn anywhere(&self, reference: &str) -> Vec<&'a Value> {
        let found = self.resources.iter().filter_map(|from| self.find(&from.base, reference));
        found.map(|place| place.schema).collect()
    }

    /// The dynamic anchor `name` of the resource `base`.
    pub(super) fn dynamic(&self, base: &str, name: &str) -> Option<&Place<'a>> {
        self.anchor(base, name, true)
    }

    fn resource(&self, address: &str) -> Option<&Place<'a>> {
        self.resources.iter().rev().find(|place| place.base == address)
    }

    fn anchor(&self, base: &str, name: &str, only_dynamic: bool) -> Option<&Place<'a>> {
        let is = |anchor: &&Anchor| {
            anchor.name == name && anchor.place.base == base && (anchor.is_dynamic || !only_dynamic)
        };
        self.anchors.iter().rev().find(is).map(|anchor| &anchor.place)
    }

    /// Whether there were more names than are noted.
    pub(super) fn is_full(&self) -> bool {
        self.resources.len() + self.anchors.len() > MAX_NAMES
    }

    fn walk(&mut self, schema: &'a Value, base: &str, depth: usize) {
        let Value::Object(map) = schema else { return };
        if depth > MAX_DEPTH || self.is_full() {
            return;
        }
        let own;
        let mut base = base;
        if let Some(id) = id(schema) {
            own = uri::resolve(base, id).split('#').next().unwrap_or_default().to_owned();
            base = &own;
            self.resources.push(Place { schema, base: own.clone() });
        }
        let place = || Place { schema, base: base.to_owned() };
        for keyword in ["$anchor", "$dynamicAnchor"] {
            if let Some(Value::String(name)) = map.get(keyword) {
                self.anchors.push(Anchor { name, is_dynamic: keyword == "$dynamicAnchor", place: place() });
            }
        }
        // Draft 7 and older name a place by an $id that is only a fragment.
        if let Some(name) = map.get("$id").and_then(Value::as_str).and_then(|id| id.strip_prefix('#')) {
            self.anchors.push(Anchor { name, is_dynamic: false, place: place() });
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
