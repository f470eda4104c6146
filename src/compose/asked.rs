//! The part of a schema that a wish may fill: what is required, what worked examples fill, and what the wish names. A model that follows
//! instructions fills whatever else it is offered, with words that were meant for something else (`tests/eval/composer/`).

use super::named::words;
use crate::sql::parted;
use serde_json::{Map, Value, json};

/// The schema without optional fields that neither the wish names nor any of `samples`, values of that schema, has. Of free form is only what
/// the wish gives as JSON.
pub fn asked_schema(schema: &Value, wish: &str, samples: &[&Value]) -> Value {
    let has_json = wish.contains('{');
    let samples: Vec<Value> = samples
        .iter()
        .map(|sample| if has_json { (*sample).clone() } else { without_free(schema, sample) })
        .collect();
    let samples: Vec<&Value> = samples.iter().collect();
    let samples = samples.as_slice();
    narrowed(schema, &words(wish), samples)
}

/// The schema without optional switches that the wish does not name, for what has no examples that would say when they are set: the arguments
/// of a tool, a widget whose recipe gives none.
pub fn callable_schema(schema: &Value, wish: &str) -> Value {
    let said = words(wish);
    let mut schema = schema.clone();
    let required = schema.get("required").cloned().unwrap_or_default();
    let is_required = |name: &String| required.as_array().is_some_and(|names| names.contains(&json!(name)));
    if let Some(parts) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        parts.retain(|name, part| {
            let is_switch = part.get("type").is_some_and(|kind| kind == "boolean");
            !is_switch || is_required(name) || is_named(name, part, &said)
        });
    }
    schema
}

/// The values without optional ones that are empty though the wish does not name them, or only repeat what a required one says: each part of a
/// wish is meant once.
pub fn said_once(values: &Value, schema: &Value, wish: &str) -> Value {
    let wished = words(wish);
    let Some(fields) = values.as_object() else { return values.clone() };
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let is_required = |name: &str| required.contains(&name);
    let mut said: Vec<String> = Vec::new();
    for (_, value) in fields.iter().filter(|(name, _)| is_required(name)) {
        texts(value, &mut said);
    }
    let repeats = |value: &Value| {
        let mut own = Vec::new();
        texts(value, &mut own);
        !own.is_empty() && own.iter().all(|text| said.iter().any(|one| one == text))
    };
    let is_empty = |value: &Value| {
        value.as_str().is_some_and(|text| text.trim().is_empty())
            || value.as_array().is_some_and(Vec::is_empty)
            || value.as_object().is_some_and(Map::is_empty)
    };
    let is_void = |name: &str, value: &Value| is_empty(value) && !is_named(name, &Value::Null, &wished);
    let kept =
        fields.iter().filter(|(name, value)| is_required(name) || !repeats(value) && !is_void(name, value));
    Value::Object(kept.map(|(name, value)| (name.clone(), value.clone())).collect())
}

/// Whether two fields of an object hold the same text of several words, or a list nothing but one text again and again: a wish that has
/// nothing to show is said twice.
pub fn says_the_same_twice(values: &Value) -> bool {
    let Some(fields) = values.as_object() else { return false };
    let repeats = |value: &Value| match value.as_array().map(Vec::as_slice) {
        Some([first, others @ ..]) => !others.is_empty() && others.iter().all(|other| other == first),
        _ => false,
    };
    if fields.values().any(repeats) {
        return true;
    }
    let is_long = |text: &&str| words(text).len() > 1;
    let texts: Vec<&str> = fields.values().filter_map(Value::as_str).filter(is_long).collect();
    texts.iter().enumerate().any(|(at, text)| texts.iter().skip(at + 1).any(|other| other == text))
}

fn texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(parts) => parts.iter().for_each(|part| texts(part, found)),
        Value::Object(fields) => fields.values().for_each(|part| texts(part, found)),
        _ => {}
    }
}

/// A sample without the fields that may hold any object.
fn without_free(schema: &Value, sample: &Value) -> Value {
    let Some(fields) = sample.as_object() else { return sample.clone() };
    let is_free = |name: &str| {
        let part = schema.get("properties").and_then(|parts| parts.get(name));
        part.is_some_and(|part| {
            part.get("type").is_some_and(|kind| kind == "object") && part.get("properties").is_none()
        })
    };
    let kept = fields.iter().filter(|(name, _)| !is_free(name));
    Value::Object(kept.map(|(name, value)| (name.clone(), value.clone())).collect())
}

fn narrowed(schema: &Value, said: &[String], samples: &[&Value]) -> Value {
    let Some(fields) = schema.as_object() else { return schema.clone() };
    let declared = fields.get("properties").and_then(Value::as_object);
    let kept = declared.map(|parts| properties(parts, fields, said, samples));
    let is_gone = |name: &str| {
        declared.is_some_and(|parts| parts.contains_key(name))
            && kept.as_ref().is_some_and(|kept| !kept.contains_key(name))
    };
    // An alternative that demands what is not offered is none.
    let demands_gone = |part: &&Value| {
        let names = part.get("required").and_then(Value::as_array);
        names.is_some_and(|names| names.iter().filter_map(Value::as_str).any(is_gone))
    };
    let inside = |(key, value): (&String, &Value)| {
        let value = match (key.as_str(), value, &kept) {
            ("properties", Value::Object(_), Some(kept)) => Value::Object(kept.clone()),
            ("items", ..) => {
                let inner: Vec<&Value> =
                    samples.iter().filter_map(|sample| sample.as_array()).flatten().collect();
                narrowed(value, said, &inner)
            }
            ("anyOf" | "oneOf" | "allOf", Value::Array(parts), _) => {
                let is_choice = key != "allOf" && !parts.iter().all(|part| demands_gone(&part));
                let parts = parts.iter().filter(|part| !is_choice || !demands_gone(part));
                parts.map(|part| narrowed(part, said, samples)).collect()
            }
            _ => value.clone(),
        };
        (key.clone(), value)
    };
    Value::Object(fields.iter().map(inside).collect())
}

fn properties(
    parts: &Map<String, Value>,
    of: &Map<String, Value>,
    said: &[String],
    samples: &[&Value],
) -> Map<String, Value> {
    let is_required = |name: &String| {
        of.get("required").and_then(Value::as_array).is_some_and(|names| names.contains(&json!(name)))
    };
    let kept = parts.iter().filter_map(|(name, part)| {
        let inner: Vec<&Value> = samples.iter().filter_map(|sample| sample.get(name)).collect();
        let keep = is_required(name) || !inner.is_empty() || is_named(name, part, said);
        keep.then(|| (name.clone(), narrowed(part, said, &inner)))
    });
    kept.collect()
}

/// Whether the wish has a word of the field's name, or one of the values it is limited to.
fn is_named(name: &str, part: &Value, said: &[String]) -> bool {
    let values = part.get("enum").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    std::iter::once(name).chain(values).flat_map(|name| words(&parted(name))).any(|word| said.contains(&word))
}
