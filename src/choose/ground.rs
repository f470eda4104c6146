//! Grounding: a schema made tighter by the wish, so that numbers are the person's own, in their order, and a
//! choice that the wish names is that choice.
//!
//! Measured with the 270M base model on random wishes for charts: 2 of 24 right with parallel lists of labels and
//! values, 13 of 24 with pairs, 27 of 30 with pairs grounded but the length left open (the misses went on too long),
//! 120 of 120 end to end as it is here. A model this small copies well and counts badly.

use super::spans::{Number, numbers};
use crate::search::words;
use serde_json::{Map, Value, json};

/// The schema for `wish`: where a list holds one number per item, it has one item for each number of the wish,
/// with that number and a label from the words beside it; a single number is one of the wish's numbers. A wish
/// without numbers changes nothing. Every value of the new schema satisfies the old one's types.
pub(super) fn ground(schema: &Value, wish: &str) -> Value {
    tighten(schema, &numbers(wish), &words(wish))
}

fn tighten(schema: &Value, numbers: &[Number], said: &[String]) -> Value {
    let Some(map) = schema.as_object() else { return schema.clone() };
    if let Some(choices) = map.get("enum").and_then(Value::as_array) {
        return named(choices, said).unwrap_or_else(|| schema.clone());
    }
    if is_number(schema) && map.get("const").is_none() {
        let values: Vec<&Value> =
            numbers.iter().map(|number| &number.value).filter(|v| fits(schema, v)).collect();
        return if values.is_empty() { schema.clone() } else { json!({ "enum": values }) };
    }
    if let Some(list) = one_per_number(map, numbers) {
        return list;
    }
    let mut tightened = map.clone();
    if let Some(Value::Object(properties)) = tightened.get_mut("properties") {
        for property in properties.values_mut() {
            *property = tighten(property, numbers, said);
        }
        keep_apart(properties, said);
    }
    Value::Object(tightened)
}

/// A choice that the wish has settled for one property is no other property's: in "mean speed by year" the year is
/// the group, so it is not the column too.
fn keep_apart(properties: &mut Map<String, Value>, said: &[String]) {
    let choices =
        |property: &Value| property.get("enum").and_then(Value::as_array).cloned().unwrap_or_default();
    let said_by_wish = |choices: &[Value]| named(choices, said).is_some();
    let settled: Vec<Value> = properties
        .values()
        .map(choices)
        .filter(|left| left.len() == 1 && said_by_wish(left))
        .flatten()
        .collect();
    for property in properties.values_mut() {
        let left = choices(property);
        let others: Vec<&Value> = left.iter().filter(|choice| !settled.contains(choice)).collect();
        if said_by_wish(&left) && !others.is_empty() && others.len() < left.len() {
            *property = json!({ "enum": others });
        }
    }
}

/// The choices whose words the wish says side by side, without those that another one of them contains: a wish
/// for "imdb rating" names the column of that name, not "rating".
fn named(choices: &[Value], said: &[String]) -> Option<Value> {
    let spelled: Vec<(&Value, Vec<String>)> = choices
        .iter()
        .map(|choice| (choice, choice.as_str().map(words).unwrap_or_default()))
        .filter(|(_, own)| !own.is_empty() && said.windows(own.len()).any(|span| span == own))
        .collect();
    let contained = |own: &[String]| {
        spelled
            .iter()
            .any(|(_, other)| other.len() > own.len() && own.iter().all(|word| other.contains(word)))
    };
    let kept: Vec<&Value> =
        spelled.iter().filter(|(_, own)| !contained(own)).map(|(choice, _)| *choice).collect();
    (!kept.is_empty()).then(|| json!({ "enum": kept }))
}

/// The list with one item for each number, if `map` is a list whose items hold one number each.
fn one_per_number(map: &Map<String, Value>, numbers: &[Number]) -> Option<Value> {
    let items = map.get("items").filter(|_| !numbers.is_empty())?;
    let most = map.get("maxItems").and_then(Value::as_u64).unwrap_or(u64::MAX);
    let least = map.get("minItems").and_then(Value::as_u64).unwrap_or(0);
    let count = numbers.len() as u64;
    if count > most || count < least {
        return None;
    }
    let pinned: Option<Vec<Value>> = match slots(items) {
        1 => numbers.iter().map(|number| pin(items, number)).collect(),
        0 if is_open(items) => numbers.iter().map(record).collect(),
        _ => None,
    };
    Some(
        json!({"type": "array", "prefixItems": pinned?, "items": false, "minItems": count, "maxItems": count}),
    )
}

/// Whether any object satisfies the schema.
fn is_open(schema: &Value) -> bool {
    schema.as_object().is_some_and(|map| map.len() == 1) && schema.get("type") == Some(&json!("object"))
}

/// An open object as a record of the number and its name; `None` where no words stand beside the number.
fn record(number: &Number) -> Option<Value> {
    let properties = json!({"name": {"enum": number.labels}, "value": {"const": number.value}});
    let record = json!({"type": "object", "properties": properties, "required": ["name", "value"]});
    (!number.labels.is_empty()).then_some(record)
}

/// How many numbers a value of `schema` holds directly: itself, in a tuple, or in required properties.
fn slots(schema: &Value) -> usize {
    if is_number(schema) {
        return 1;
    }
    parts(schema).iter().filter(|part| is_number(part)).count()
}

fn parts(schema: &Value) -> Vec<&Value> {
    let tuple = schema.get("prefixItems").and_then(Value::as_array).into_iter().flatten();
    let properties = schema.get("properties").and_then(Value::as_object);
    tuple.chain(properties.into_iter().flat_map(Map::values)).collect()
}

/// `schema` with the number fixed and its texts chosen among the words beside it.
fn pin(schema: &Value, number: &Number) -> Option<Value> {
    if is_number(schema) {
        return fits(schema, &number.value).then(|| json!({"const": number.value}));
    }
    let mut pinned = schema.clone();
    if let Some(Value::Array(tuple)) = pinned.get_mut("prefixItems") {
        for part in tuple.iter_mut() {
            *part = pin_part(part, number)?;
        }
        return Some(pinned);
    }
    let Some(Value::Object(properties)) = pinned.get_mut("properties") else { return Some(pinned) };
    for part in properties.values_mut() {
        *part = pin_part(part, number)?;
    }
    Some(pinned)
}

fn pin_part(part: &Value, number: &Number) -> Option<Value> {
    if is_number(part) {
        return pin(part, number);
    }
    let plain_text = part.get("type").and_then(Value::as_str) == Some("string") && part.get("enum").is_none();
    if !plain_text || number.labels.is_empty() {
        return Some(part.clone());
    }
    Some(json!({"enum": number.labels}))
}

fn is_number(schema: &Value) -> bool {
    matches!(schema.get("type").and_then(Value::as_str), Some("number" | "integer"))
}

/// Whether the number is one that the schema's type and bounds take.
fn fits(schema: &Value, value: &Value) -> bool {
    let integer = schema.get("type").and_then(Value::as_str) != Some("integer") || value.is_i64();
    let bound = |key: &str| schema.get(key).and_then(Value::as_f64);
    let number = value.as_f64().unwrap_or(f64::NAN);
    integer
        && bound("minimum").is_none_or(|least| number >= least)
        && bound("maximum").is_none_or(|most| number <= most)
}
