//! The part of a schema that a wish may fill: what is required, what worked examples fill, and what the wish names. A model that follows
//! instructions fills whatever else it is offered, with words that were meant for something else (`tests/eval/composer/`).

use super::named::{parted, words};
use serde_json::{Map, Value, json};

/// The schema without optional fields that neither the wish names nor any of `samples`, values of that schema, has.
pub fn asked_schema(schema: &Value, wish: &str, samples: &[&Value]) -> Value {
    narrowed(schema, &words(wish), samples)
}

fn narrowed(schema: &Value, said: &[String], samples: &[&Value]) -> Value {
    let Some(fields) = schema.as_object() else { return schema.clone() };
    let inside = |(key, value): (&String, &Value)| {
        let narrow = |part: &Value| narrowed(part, said, samples);
        let value = match (key.as_str(), value) {
            ("properties", Value::Object(parts)) => properties(parts, fields, said, samples),
            ("items", _) => {
                let inner: Vec<&Value> =
                    samples.iter().filter_map(|sample| sample.as_array()).flatten().collect();
                narrowed(value, said, &inner)
            }
            ("anyOf" | "oneOf" | "allOf", Value::Array(parts)) => parts.iter().map(narrow).collect(),
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
) -> Value {
    let is_required = |name: &String| {
        of.get("required").and_then(Value::as_array).is_some_and(|names| names.contains(&json!(name)))
    };
    let kept = parts.iter().filter_map(|(name, part)| {
        let inner: Vec<&Value> = samples.iter().filter_map(|sample| sample.get(name)).collect();
        let keep = is_required(name) || !inner.is_empty() || is_named(name, part, said);
        keep.then(|| (name.clone(), narrowed(part, said, &inner)))
    });
    Value::Object(kept.collect())
}

/// Whether the wish has a word of the field's name, or one of the values it is limited to.
fn is_named(name: &str, part: &Value, said: &[String]) -> bool {
    let values = part.get("enum").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    std::iter::once(name).chain(values).flat_map(|name| words(&parted(name))).any(|word| said.contains(&word))
}
