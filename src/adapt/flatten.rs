//! Nested parameters in one level for small models, `center.lat` as `center__lat`, and the way back.

use crate::json::{FromJson, Read};
use serde::Serialize;
use serde_json::{Map, Value, json};

const JOINT: &str = "__";
/// The most bytes that Anthropic takes as a property's name.
const MAX_NAME: usize = 64;
/// Parts of an unknown name that is taken apart.
const MAX_PARTS: usize = 8;
/// What a record may say and still be taken apart without losing a rule.
const HARMLESS: [&str; 8] = [
    "type",
    "properties",
    "required",
    "additionalProperties",
    "description",
    "title",
    "examples",
    "$comment",
];

/// A schema of one level, and where its names belong.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Flattened {
    /// The schema that the model is given.
    pub schema: Value,
    /// The way back.
    #[serde(rename = "pathMap")]
    pub paths: PathMap,
}

/// Every property of a flattened schema with its path in the original one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct PathMap(Map<String, Value>);

impl FromJson for PathMap {
    fn from_json(value: Value) -> Read<Self> {
        let paths = Map::from_json(value)?;
        for path in paths.values() {
            Vec::<String>::from_json(path.clone())?;
        }
        Ok(PathMap(paths))
    }
}

/// Lifts the properties of each property that is a plain record, one level (`center.lat` → `center__lat`).
///
/// A lifted property is required where it and its record are, and its description starts with the record's. A
/// record stays as it is where lifting would lose a rule or take a name that the schema has already, and so does a
/// whole schema of which a part is referred to by its place, definitions aside.
pub fn flatten(schema: &Value) -> Flattened {
    let unchanged = || Flattened { schema: schema.clone(), paths: PathMap::default() };
    let Some(Value::Object(properties)) = schema.get("properties") else { return unchanged() };
    if refers_to_the_moved(schema) {
        let paths = properties.keys().map(|name| (name.clone(), json!([name]))).collect();
        return Flattened { schema: schema.clone(), paths: PathMap(paths) };
    }
    let required = names(schema);
    let mut flat = Map::new();
    let mut flat_required = Vec::new();
    let mut paths = Map::new();
    for (name, property) in properties {
        let is_required = required.contains(&name.as_str());
        if let Some(inner) = liftable(property, is_required)
            && inner.keys().all(|child| is_free(&joined(name, child), properties, &paths))
        {
            let inner_required = names(property);
            for (child, child_schema) in inner {
                let joined = joined(name, child);
                if is_required && inner_required.contains(&child.as_str()) {
                    flat_required.push(Value::from(joined.as_str()));
                }
                flat.insert(joined.clone(), described(property, child_schema));
                paths.insert(joined, json!([name, child]));
            }
        } else {
            if is_required {
                flat_required.push(Value::from(name.as_str()));
            }
            flat.insert(name.clone(), property.clone());
            paths.insert(name.clone(), json!([name]));
        }
    }
    let mut schema = schema.clone();
    if let Value::Object(map) = &mut schema {
        map.insert("properties".to_owned(), Value::Object(flat));
        if map.contains_key("required") {
            map.insert("required".to_owned(), Value::Array(flat_required));
        }
    }
    Flattened { schema, paths: PathMap(paths) }
}

/// Puts `args` back into the shape of the original schema.
///
/// Names that neither schema has are taken apart at each `__` (`a__b__c` → `{a: {b: {c}}}`). Where a part is taken
/// by something that is no record, the name stays as it is.
pub fn unflatten(args: Value, paths: &PathMap) -> Value {
    let Value::Object(args) = args else { return args };
    let mut out = Map::new();
    // Records that came nested stand first, so that lifted names find them.
    let (whole, lifted): (Vec<_>, Vec<_>) = args
        .into_iter()
        .map(|(key, value)| (paths.path_of(&key), key, value))
        .partition(|(path, ..)| path.len() == 1);
    for (_, key, value) in whole {
        out.insert(key, value);
    }
    for (path, key, value) in lifted {
        if let Err(value) = put(&mut out, &path, value) {
            out.insert(key, value);
        }
    }
    Value::Object(out)
}

impl PathMap {
    fn path_of(&self, key: &str) -> Vec<String> {
        if let Some(path) = self.0.get(key) {
            return steps(path);
        }
        let parts: Vec<String> = key.split(JOINT).map(str::to_owned).collect();
        let apart = parts.len() <= MAX_PARTS && parts.iter().all(|part| !part.is_empty());
        if apart { parts } else { vec![key.to_owned()] }
    }

    /// The names of the flattened schema, each with its path.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Vec<String>)> {
        self.0.iter().map(|(name, path)| (name.as_str(), steps(path)))
    }

    /// The paths by their names.
    pub fn into_json(self) -> Value {
        Value::Object(self.0)
    }
}

fn steps(path: &Value) -> Vec<String> {
    path.as_array().into_iter().flatten().filter_map(|step| step.as_str().map(str::to_owned)).collect()
}

/// Stores `value` at `path`; gives it back where the way is barred.
fn put(map: &mut Map<String, Value>, path: &[String], value: Value) -> Result<(), Value> {
    match path {
        [] => Err(value),
        [last] => {
            if map.contains_key(last) {
                return Err(value);
            }
            map.insert(last.clone(), value);
            Ok(())
        }
        [first, rest @ ..] => match map.entry(first.clone()).or_insert_with(|| Value::Object(Map::new())) {
            Value::Object(inner) => put(inner, rest, value),
            _ => Err(value),
        },
    }
}

/// The properties of a record that can be lifted without losing a rule.
fn liftable(property: &Value, is_required: bool) -> Option<&Map<String, Value>> {
    let map = property.as_object()?;
    let harmless = map.keys().all(|keyword| HARMLESS.contains(&keyword.as_str()));
    let open = matches!(map.get("additionalProperties"), Some(Value::Bool(true) | Value::Object(_)));
    let inner = map.get("properties")?.as_object().filter(|inner| !inner.is_empty())?;
    // A required record of which nothing is required could come back empty only as a missing one.
    let lost = is_required && names(property).is_empty();
    (map.get("type")? == "object" && harmless && !open && !lost).then_some(inner)
}

fn is_free(name: &str, properties: &Map<String, Value>, paths: &Map<String, Value>) -> bool {
    // A name that a provider refuses for its length refuses the whole request.
    name.len() <= MAX_NAME && !properties.contains_key(name) && !paths.contains_key(name)
}

/// Whether a reference may lead to what lifting moves. Definitions stay where they are.
fn refers_to_the_moved(schema: &Value) -> bool {
    let mut open = vec![schema];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(map) => {
                let leads_elsewhere =
                    |to: &str| !["#/$defs/", "#/definitions/"].iter().any(|place| to.starts_with(place));
                let references = ["$ref", "$dynamicRef", "$recursiveRef"];
                if references.iter().filter_map(|keyword| map.get(*keyword)?.as_str()).any(leads_elsewhere) {
                    return true;
                }
                open.extend(map.values());
            }
            _ => {}
        }
    }
    false
}

fn joined(parent: &str, child: &str) -> String {
    format!("{parent}{JOINT}{child}")
}

fn names(schema: &Value) -> Vec<&str> {
    schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}

fn described(parent: &Value, child: &Value) -> Value {
    let (Some(about), Value::Object(child)) = (parent.get("description").and_then(Value::as_str), child)
    else {
        return child.clone();
    };
    let mut child = child.clone();
    let text = match child.get("description").and_then(Value::as_str) {
        Some(own) => format!("{about}: {own}"),
        None => about.to_owned(),
    };
    child.insert("description".to_owned(), Value::String(text));
    Value::Object(child)
}
