//! What is left of a schema that does not compile: everything in it that does.

use super::simplify::SchemaPatch;
use crate::schema::{Index, is_valid};
use serde_json::{Value, json};

/// Schemas within schemas; what lies deeper goes as a whole.
const MAX_DEPTH: usize = 32;
/// How much is judged in all, in values: a part is judged again for each schema around it. What is left then goes.
const MAX_NODES: usize = 200_000;
/// Keywords that hold schemas by name.
const NAMED: [&str; 5] = ["$defs", "definitions", "properties", "patternProperties", "dependentSchemas"];
/// Keywords that hold one schema.
const SINGLE: [&str; 9] = [
    "items",
    "additionalProperties",
    "additionalItems",
    "contains",
    "not",
    "if",
    "then",
    "else",
    "propertyNames",
];
/// Keywords that hold several.
const LISTED: [&str; 5] = ["allOf", "anyOf", "oneOf", "prefixItems", "items"];

/// `schema` without what is no schema in it, and what was taken out; as it is where it compiles.
pub fn salvage(schema: &Value) -> (Value, Vec<SchemaPatch>) {
    let mut kept = schema.clone();
    if is_valid(&kept) {
        return (kept, Vec::new());
    }
    let mut names = Index::default();
    names.add("", schema);
    let mut salvage = Salvage { names, left: MAX_NODES, patches: Vec::new() };
    salvage.part(&mut kept, "root", 0);
    if !is_valid(&kept) {
        kept = json!({});
        salvage.patches.push(patch("root", "schema", "replaced: its parts do not fit together"));
    }
    (kept, salvage.patches)
}

struct Salvage<'s> {
    /// What references may name.
    names: Index<'s>,
    /// How much may still be judged, in values.
    left: usize,
    patches: Vec<SchemaPatch>,
}

impl Salvage<'_> {
    fn part(&mut self, schema: &mut Value, path: &str, depth: usize) {
        if self.compiles(schema) {
            return;
        }
        let Value::Object(map) = schema else {
            *schema = json!({});
            self.patches.push(patch(path, "schema", "replaced: a schema is an object or a boolean"));
            return;
        };
        for keyword in map.keys().cloned().collect::<Vec<_>>() {
            let Some(value) = map.get_mut(&keyword) else { continue };
            let inside = format!("{path}.{keyword}");
            // What only references lead to is judged by itself.
            let apart = keyword == "$defs" || keyword == "definitions";
            if depth < MAX_DEPTH && (apart || !self.compiles(&json!({ keyword.as_str(): value }))) {
                match &mut *value {
                    Value::Object(named) if NAMED.contains(&keyword.as_str()) => {
                        for (name, schema) in named.iter_mut() {
                            self.part(schema, &format!("{inside}.{name}"), depth + 1);
                        }
                    }
                    Value::Array(schemas) if LISTED.contains(&keyword.as_str()) => {
                        for (index, schema) in schemas.iter_mut().enumerate() {
                            self.part(schema, &format!("{inside}[{index}]"), depth + 1);
                        }
                    }
                    single if SINGLE.contains(&keyword.as_str()) => self.part(single, &inside, depth + 1),
                    _ => {}
                }
            }
            if !self.compiles(&json!({ keyword.as_str(): value })) {
                map.shift_remove(&keyword);
                self.patches.push(patch(path, &keyword, "removed: it is not valid JSON Schema"));
            }
        }
    }

    /// Whether this part is valid where it stands: references that lead somewhere in the whole are no fault of it.
    fn compiles(&mut self, schema: &Value) -> bool {
        let mut alone = schema.clone();
        let Some(left) = self.left.checked_sub(self.without_references(&mut alone)) else { return false };
        self.left = left;
        is_valid(&alone)
    }

    /// Takes the references that lead somewhere out of `schema`, and says how many values it has.
    fn without_references(&self, schema: &mut Value) -> usize {
        match schema {
            Value::Object(map) => {
                map.retain(|keyword, value| {
                    let reference = value.as_str().filter(|_| keyword == "$ref");
                    reference.is_none_or(|reference| self.names.anywhere(reference).is_empty())
                });
                1 + map.values_mut().map(|value| self.without_references(value)).sum::<usize>()
            }
            Value::Array(items) => {
                1 + items.iter_mut().map(|item| self.without_references(item)).sum::<usize>()
            }
            _ => 1,
        }
    }
}

fn patch(path: &str, keyword: &str, reason: &str) -> SchemaPatch {
    SchemaPatch { path: path.to_owned(), keyword: keyword.to_owned(), reason: reason.to_owned() }
}
