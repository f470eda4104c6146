//! What a schema is in strict mode: closed records, no alternatives, no references; every change is told.

mod alternatives;
mod merge;

use serde::Serialize;
use serde_json::{Map, Value};

/// Schemas within schemas.
const MAX_DEPTH: usize = 64;
/// References copied in; a schema of references to references would grow without end.
const MAX_COPIES: usize = 2_000;

/// Keywords that strict mode has no place for, beyond those that are merged or copied in.
const REMOVED: [&str; 15] = [
    "not",
    "if",
    "then",
    "else",
    "$dynamicRef",
    "$recursiveRef",
    "$dynamicAnchor",
    "$anchor",
    "patternProperties",
    "propertyNames",
    "unevaluatedProperties",
    "unevaluatedItems",
    "dependentSchemas",
    "dependentRequired",
    "dependencies",
];

/// A schema for strict mode, and what was done to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Simplified {
    /// The schema that the model is given.
    pub schema: Value,
    /// What differs from the schema that went in.
    pub patches: Vec<SchemaPatch>,
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SchemaPatch {
    /// Where, such as `root.properties.size.items`.
    pub path: String,
    /// The keyword that was changed.
    pub keyword: String,
    /// What happened to it.
    pub reason: String,
}

/// Makes `schema` fit strict mode (Tool Layers: alternatives are removed, records closed), losing as little as can be:
/// local references are copied in, `allOf` is merged, a nullable stays nullable, records with alternatives keep
/// the properties of all. Limits such as `enum` and `minimum` stay. The schema that goes in is not changed.
pub fn simplify(schema: &Value) -> Simplified {
    let mut simplifier = Simplifier { root: schema, patches: Vec::new(), copies: 0, open: Vec::new() };
    let mut out = schema.clone();
    simplifier.schema(&mut out, "root", 0);
    if let Value::Object(map) = &mut out {
        for keyword in ["$defs", "definitions"] {
            if map.shift_remove(keyword).is_some() {
                simplifier.patch("root", keyword, "removed: what refers to it was copied in");
            }
        }
    }
    Simplified { schema: out, patches: simplifier.patches }
}

/// Whether strict mode can take `schema`: no record in it is declared open, by `true` or by a schema.
pub fn is_strict(schema: &Value) -> bool {
    let mut open = vec![schema];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(map) => {
                let additional = map.get("additionalProperties");
                if matches!(additional, Some(Value::Bool(true) | Value::Object(_))) {
                    return false;
                }
                for (keyword, value) in map {
                    match (keyword.as_str(), value) {
                        // Data and names are no schemas.
                        ("enum" | "const" | "default" | "examples" | "required", _) => {}
                        (
                            "properties" | "$defs" | "definitions" | "patternProperties",
                            Value::Object(named),
                        ) => {
                            open.extend(named.values());
                        }
                        _ => open.push(value),
                    }
                }
            }
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
    true
}

struct Simplifier<'s> {
    root: &'s Value,
    patches: Vec<SchemaPatch>,
    copies: usize,
    /// The references that are being copied in: one that stands here already is a circle.
    open: Vec<String>,
}

impl Simplifier<'_> {
    fn patch(&mut self, path: &str, keyword: &str, reason: impl Into<String>) {
        self.patches.push(SchemaPatch {
            path: path.to_owned(),
            keyword: keyword.to_owned(),
            reason: reason.into(),
        });
    }

    fn schema(&mut self, schema: &mut Value, path: &str, depth: usize) {
        let Value::Object(map) = schema else { return };
        if depth > MAX_DEPTH {
            map.clear();
            self.patch(path, "properties", format!("removed: nested deeper than {MAX_DEPTH} levels"));
            return;
        }
        let opened = self.copy_in(map, path);
        self.merge_all(map, path);
        self.alternatives(map, path);
        for keyword in REMOVED {
            if map.shift_remove(keyword).is_some() {
                self.patch(path, keyword, "removed: strict mode does not have it");
            }
        }
        self.parts(map, path, depth);
        if is_record(map) && !map.contains_key("additionalProperties") {
            map.insert("additionalProperties".to_owned(), Value::Bool(false));
            self.patch(path, "additionalProperties", "set to false");
        }
        self.open.truncate(opened);
    }

    fn parts(&mut self, map: &mut Map<String, Value>, path: &str, depth: usize) {
        if let Some(Value::Object(properties)) = map.get_mut("properties") {
            for (name, schema) in properties {
                self.schema(schema, &format!("{path}.properties.{name}"), depth + 1);
            }
        }
        for keyword in ["items", "additionalProperties", "additionalItems", "contains"] {
            if let Some(schema @ Value::Object(_)) = map.get_mut(keyword) {
                self.schema(schema, &format!("{path}.{keyword}"), depth + 1);
            }
        }
        for keyword in ["prefixItems", "items"] {
            if let Some(Value::Array(schemas)) = map.get_mut(keyword) {
                for (index, schema) in schemas.iter_mut().enumerate() {
                    self.schema(schema, &format!("{path}.{keyword}[{index}]"), depth + 1);
                }
            }
        }
    }

    /// Replaces `$ref` by what it names, until there is none; how many references were open before.
    fn copy_in(&mut self, map: &mut Map<String, Value>, path: &str) -> usize {
        let opened = self.open.len();
        while let Some(reference) = map.shift_remove("$ref") {
            let name = reference.as_str().unwrap_or_default().to_owned();
            let shown = crate::schema::quote(&name);
            let target = name.strip_prefix('#').and_then(|pointer| self.root.pointer(pointer));
            if self.open.contains(&name) || name == "#" {
                self.patch(path, "$ref", format!("removed: {shown} refers to itself"));
                break;
            }
            self.copies += 1;
            match target {
                Some(Value::Object(target)) if self.copies <= MAX_COPIES && self.open.len() < MAX_DEPTH => {
                    self.patch(path, "$ref", format!("{shown} copied in"));
                    for (keyword, value) in target {
                        // What stands beside the reference says more than what it names.
                        if !map.contains_key(keyword)
                            && !matches!(keyword.as_str(), "$defs" | "definitions" | "$id")
                        {
                            map.insert(keyword.clone(), value.clone());
                        }
                    }
                    self.open.push(name);
                }
                Some(_) => self.patch(
                    path,
                    "$ref",
                    format!("removed: {shown} asks nothing, or copies grow too many"),
                ),
                None => self.patch(path, "$ref", format!("removed: {shown} is not in this schema")),
            }
        }
        opened
    }
}

fn is_record(map: &Map<String, Value>) -> bool {
    match map.get("type") {
        Some(Value::String(name)) => name == "object",
        Some(Value::Array(names)) => names.iter().any(|name| name == "object"),
        _ => map.contains_key("properties"),
    }
}
