//! `allOf` in strict mode: its parts become one schema, as far as they do not contradict each other.

use super::Simplifier;
use serde_json::{Map, Value};

impl Simplifier<'_> {
    pub(super) fn merge_all(&mut self, map: &mut Map<String, Value>, path: &str) {
        // A part may bring an `allOf` of its own; each round takes one level away.
        for _ in 0..super::MAX_DEPTH {
            let Some(all) = map.shift_remove("allOf") else { return };
            let mut lost = Vec::new();
            let mut copied = Vec::new();
            for part in all.as_array().into_iter().flatten() {
                if let Value::Object(part) = part {
                    let mut part = part.clone();
                    let opened = self.copy_in(&mut part, path);
                    copied.extend(self.open.drain(opened..));
                    merge(map, part, &mut lost);
                }
            }
            self.open.append(&mut copied);
            lost.sort();
            lost.dedup();
            let reason = if lost.is_empty() {
                "merged".to_owned()
            } else {
                format!("merged; left out, for it stands there already: {}", lost.join(", "))
            };
            self.patch(path, "allOf", reason);
        }
        map.shift_remove("allOf");
    }
}

/// Adds `part` to `map`; the keywords that both have and that cannot both hold come into `lost`.
fn merge(map: &mut Map<String, Value>, part: Map<String, Value>, lost: &mut Vec<String>) {
    for (keyword, value) in part {
        let Some(present) = map.get_mut(&keyword) else {
            map.insert(keyword, value);
            continue;
        };
        if *present == value {
            continue;
        }
        match (keyword.as_str(), present, value) {
            ("properties", Value::Object(present), Value::Object(more)) => {
                for (name, schema) in more {
                    match (present.get_mut(&name), schema) {
                        (None, schema) => drop(present.insert(name, schema)),
                        (Some(Value::Object(first)), Value::Object(second)) => merge(first, second, lost),
                        (Some(first), second) if *first != second => lost.push(format!("properties.{name}")),
                        _ => {}
                    }
                }
            }
            ("required", Value::Array(present), Value::Array(more)) => {
                for name in more {
                    if !present.contains(&name) {
                        present.push(name);
                    }
                }
            }
            ("enum", Value::Array(present), Value::Array(more)) => {
                present.retain(|value| more.contains(value));
            }
            ("allOf", Value::Array(present), Value::Array(more)) => present.extend(more),
            ("minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties", present, value) => {
                if value.as_f64() > present.as_f64() {
                    *present = value;
                }
            }
            ("maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties", present, value) => {
                if value.as_f64() < present.as_f64() {
                    *present = value;
                }
            }
            ("description" | "title" | "$comment" | "examples" | "default" | "$id" | "$schema", ..) => {}
            _ => lost.push(keyword),
        }
    }
}
