//! `anyOf` and `oneOf` in strict mode: what the alternatives share is kept, the choice itself is not.

use super::{Simplifier, is_record};
use serde_json::{Map, Value, json};

type Keywords = Map<String, Value>;

impl Simplifier<'_> {
    pub(super) fn alternatives(&mut self, map: &mut Keywords, path: &str) {
        for keyword in ["oneOf", "anyOf"] {
            let Some(branches) = map.shift_remove(keyword) else { continue };
            let mut plain: Vec<Keywords> = Vec::new();
            let mut all_plain = true;
            let mut copied = Vec::new();
            for branch in branches.as_array().into_iter().flatten() {
                match branch {
                    Value::Object(branch) => {
                        let mut branch = branch.clone();
                        // What one branch copies in is no circle in the next.
                        let opened = self.copy_in(&mut branch, path);
                        self.merge_all(&mut branch, path);
                        self.alternatives(&mut branch, path);
                        plain.push(branch);
                        copied.extend(self.open.drain(opened..));
                    }
                    _ => all_plain = false,
                }
            }
            self.open.append(&mut copied);
            let kept = if all_plain && !plain.is_empty() { together(&plain) } else { None };
            match kept {
                Some((kept, reason)) if fits_beside(map, &kept) => {
                    for (keyword, value) in kept {
                        map.entry(keyword).or_insert(value);
                    }
                    self.patch(path, keyword, reason);
                }
                _ => self.patch(path, keyword, "removed: strict mode has no alternatives"),
            }
        }
    }
}

/// What stands there already must not contradict what is added.
fn fits_beside(map: &Keywords, kept: &Keywords) -> bool {
    kept.iter().all(|(keyword, value)| map.get(keyword).is_none_or(|present| present == value))
}

/// One schema that takes what any of the `branches` takes.
fn together(branches: &[Keywords]) -> Option<(Keywords, &'static str)> {
    if let [only] = branches {
        return Some((only.clone(), "the only alternative was kept"));
    }
    nullable(branches).or_else(|| values(branches)).or_else(|| types(branches)).or_else(|| records(branches))
}

/// A schema or null.
fn nullable(branches: &[Keywords]) -> Option<(Keywords, &'static str)> {
    let is_null = |branch: &&Keywords| branch.get("type") == Some(&json!("null"));
    let [one] = branches.iter().filter(|branch| !is_null(branch)).collect::<Vec<_>>()[..] else {
        return None;
    };
    let mut kept = one.clone();
    let mut names = type_names(&kept)?;
    names.push(json!("null"));
    kept.insert("type".to_owned(), Value::Array(names));
    if let Some(Value::Array(values)) = kept.get_mut("enum") {
        values.push(Value::Null);
    }
    if let Some(constant) = kept.shift_remove("const") {
        kept.insert("enum".to_owned(), json!([constant, null]));
    }
    Some((kept, "kept as a type that may be null"))
}

/// Values only: one list of them.
fn values(branches: &[Keywords]) -> Option<(Keywords, &'static str)> {
    let mut all = Vec::new();
    for branch in branches {
        match (branch.get("const"), branch.get("enum")) {
            (Some(constant), _) => all.push(constant.clone()),
            (None, Some(Value::Array(values))) => all.extend(values.iter().cloned()),
            _ => return None,
        }
    }
    let mut kept = Keywords::new();
    if let Some(kind) = branches.first().and_then(|branch| branch.get("type"))
        && branches.iter().all(|branch| branch.get("type") == Some(kind))
    {
        kept.insert("type".to_owned(), kind.clone());
    }
    kept.insert("enum".to_owned(), Value::Array(all));
    Some((kept, "kept as one enum"))
}

/// Types with nothing more to them: one list of them.
fn types(branches: &[Keywords]) -> Option<(Keywords, &'static str)> {
    let mut all: Vec<Value> = Vec::new();
    for branch in branches {
        let bare = branch.keys().all(|key| matches!(key.as_str(), "type" | "description" | "title"));
        let names = type_names(branch)?;
        if !bare || names.iter().any(|name| name == "object" || name == "array") {
            return None;
        }
        all.extend(names);
    }
    let mut kept: Vec<Value> = Vec::new();
    for name in all {
        if !kept.contains(&name) {
            kept.push(name);
        }
    }
    Some((Keywords::from_iter([("type".to_owned(), Value::Array(kept))]), "kept as a list of types"))
}

/// Records: the properties of all, those required that all require.
fn records(branches: &[Keywords]) -> Option<(Keywords, &'static str)> {
    let closed =
        branches.iter().all(|branch| branch.get("additionalProperties") == Some(&Value::Bool(false)));
    let mut properties = Keywords::new();
    for branch in branches {
        if !is_record(branch) {
            return None;
        }
        for (name, schema) in branch.get("properties").and_then(Value::as_object)? {
            match properties.get(name) {
                None => drop(properties.insert(name.clone(), schema.clone())),
                Some(first) if first == schema => {}
                Some(first) => {
                    let both = [first, schema].map(|schema| schema.as_object().cloned());
                    let [Some(first), Some(second)] = both else { return None };
                    let merged = together(&[first, second]).map_or_else(Keywords::new, |(kept, _)| kept);
                    properties.insert(name.clone(), Value::Object(merged));
                }
            }
        }
    }
    let names =
        |branch: &Keywords| branch.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut required = branches.first().map(names).unwrap_or_default();
    required.retain(|name| branches.iter().all(|branch| names(branch).contains(name)));
    let mut kept = Keywords::from_iter([
        ("type".to_owned(), json!("object")),
        ("properties".to_owned(), properties.into()),
    ]);
    if !required.is_empty() {
        kept.insert("required".to_owned(), required.into());
    }
    if closed {
        kept.insert("additionalProperties".to_owned(), Value::Bool(false));
    }
    Some((kept, "merged: the properties of all, required what all require"))
}

fn type_names(branch: &Keywords) -> Option<Vec<Value>> {
    match branch.get("type")? {
        Value::Array(names) => Some(names.clone()),
        name => Some(vec![name.clone()]),
    }
}
