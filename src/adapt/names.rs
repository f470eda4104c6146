//! Properties whose names a provider refuses, under names that all take, and the way back.

use serde_json::{Map, Value};
use std::collections::HashSet;

/// Anthropic takes keys of `^[a-zA-Z0-9_.-]{1,64}$` and refuses the whole request over another one; the others take these too.
const MAX_NAME: usize = 64;

/// The names that were changed, each with the property's own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renamed(Vec<(String, String)>);

/// Whether every provider takes a property of this name.
pub fn is_plain_name(name: &str) -> bool {
    (1..=MAX_NAME).contains(&name.len()) && name.bytes().all(is_plain)
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_.-".contains(&byte)
}

impl Renamed {
    /// Finds other names for those of `schema`, at any depth, that not every provider takes. One name stands for one property's name
    /// wherever that occurs, and for nothing that the schema names itself.
    pub fn of(schema: &Value) -> Self {
        let mut names = Vec::new();
        properties(schema, &mut |map| names.extend(map.keys().cloned()));
        let mut taken: HashSet<String> = names.iter().cloned().collect();
        let mut renamed: Vec<(String, String)> = Vec::new();
        for name in names.into_iter().filter(|name| !is_plain_name(name)) {
            if renamed.iter().all(|(_, own)| *own != name) {
                let plain = free(&name, &taken);
                taken.insert(plain.clone());
                renamed.push((plain, name));
            }
        }
        Renamed(renamed)
    }

    /// Whether none was changed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The names that the model is given, each with the property's own.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(plain, own)| (plain.as_str(), own.as_str()))
    }

    /// The schema with the names that the model is given. A property that nothing describes is described by its own.
    pub fn apply(&self, schema: &Value) -> Value {
        let mut schema = schema.clone();
        if !self.is_empty() {
            self.rename(&mut schema);
        }
        schema
    }

    fn rename(&self, schema: &mut Value) {
        match schema {
            Value::Array(items) => items.iter_mut().for_each(|item| self.rename(item)),
            Value::Object(map) => {
                for (keyword, value) in map.iter_mut() {
                    match (keyword.as_str(), value) {
                        ("properties", Value::Object(properties)) => self.rename_keys(properties),
                        ("required", Value::Array(names)) => {
                            for name in names {
                                if let Some(plain) = name.as_str().and_then(|own| self.plain(own)) {
                                    *name = plain.into();
                                }
                            }
                        }
                        ("enum" | "const" | "default" | "examples", _) => {}
                        (_, value) => self.rename(value),
                    }
                }
            }
            _ => {}
        }
    }

    fn rename_keys(&self, properties: &mut Map<String, Value>) {
        *properties = std::mem::take(properties)
            .into_iter()
            .map(|(own, mut schema)| {
                self.rename(&mut schema);
                let Some(plain) = self.plain(&own) else { return (own, schema) };
                if let Value::Object(map) = &mut schema {
                    map.entry("description").or_insert_with(|| own.into());
                }
                (plain.to_owned(), schema)
            })
            .collect();
    }

    fn plain(&self, own: &str) -> Option<&str> {
        self.iter().find(|(_, known)| *known == own).map(|(plain, _)| plain)
    }

    /// Gives the properties of `args` their own names back.
    pub fn restore(&self, args: Value) -> Value {
        if self.is_empty() {
            return args;
        }
        match args {
            Value::Array(items) => items.into_iter().map(|item| self.restore(item)).collect(),
            Value::Object(map) => {
                let own = |key: String| match self.iter().find(|(plain, _)| *plain == key) {
                    Some((_, own)) => own.to_owned(),
                    None => key,
                };
                map.into_iter().map(|(key, value)| (own(key), self.restore(value))).collect()
            }
            plain => plain,
        }
    }
}

/// Shows each record's properties, at any depth.
fn properties(schema: &Value, see: &mut impl FnMut(&Map<String, Value>)) {
    match schema {
        Value::Array(items) => items.iter().for_each(|item| properties(item, see)),
        Value::Object(map) => {
            for (keyword, value) in map {
                match (keyword.as_str(), value) {
                    ("properties", Value::Object(named)) => {
                        see(named);
                        named.values().for_each(|one| properties(one, see));
                    }
                    ("enum" | "const" | "default" | "examples", _) => {}
                    (_, value) => properties(value, see),
                }
            }
        }
        _ => {}
    }
}

/// A name like `own` that is plain and not taken.
fn free(own: &str, taken: &HashSet<String>) -> String {
    let spelt: String = own
        .chars()
        .map(|letter| if u8::try_from(letter).is_ok_and(is_plain) { letter } else { '_' })
        .collect();
    let words: Vec<&str> = spelt.split('_').filter(|word| !word.is_empty()).collect();
    let joined = if words.is_empty() { "property".to_owned() } else { words.join("_") };
    let whole = joined.get(..joined.len().min(MAX_NAME)).unwrap_or("property").to_owned();
    if !taken.contains(&whole) {
        return whole;
    }
    // Letters are single bytes here, so that any end is one of a letter.
    let stem = whole.get(..whole.len().min(MAX_NAME - 6)).unwrap_or("property");
    (2..=100_000_u32)
        .map(|place| format!("{stem}_{place}"))
        .find(|name| !taken.contains(name))
        .unwrap_or(whole)
}
