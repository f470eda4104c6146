//! Equality and order of JSON values as JSON Schema has them: 1 is 1.0, and keys have no order.

use super::number;
use serde_json::{Map, Value};
use std::cmp::Ordering;

/// Whether two values are the same to JSON Schema.
pub(super) fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => number::order(a, b) == Ordering::Equal,
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| equal(a, b)))
        }
        _ => a == b,
    }
}

/// A total order that agrees with [`equal`]: hostile lists cannot make sorting by it slow.
pub(super) fn order(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::Number(a), Value::Number(b)) => number::order(a, b),
        (Value::String(a), Value::String(b)) => a.cmp(b),
        (Value::Array(a), Value::Array(b)) => a.len().cmp(&b.len()).then_with(|| {
            a.iter().zip(b).map(|(a, b)| order(a, b)).find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
        }),
        (Value::Object(a), Value::Object(b)) => a.len().cmp(&b.len()).then_with(|| {
            let (a, b) = (sorted(a), sorted(b));
            a.iter()
                .zip(&b)
                .map(|(a, b)| a.0.cmp(b.0).then_with(|| order(a.1, b.1)))
                .find(|o| o.is_ne())
                .unwrap_or(Ordering::Equal)
        }),
        _ => rank(a).cmp(&rank(b)),
    }
}

/// The position of the first item that stands in the list already.
pub(super) fn duplicate(items: &[Value]) -> Option<usize> {
    const FEW: usize = 8;
    if items.len() <= FEW {
        return (1..items.len()).find(|&at| {
            items.get(at).is_some_and(|item| items.iter().take(at).any(|earlier| equal(earlier, item)))
        });
    }
    let mut sorted: Vec<(usize, &Value)> = items.iter().enumerate().collect();
    sorted.sort_by(|a, b| order(a.1, b.1).then(a.0.cmp(&b.0)));
    sorted
        .iter()
        .zip(sorted.iter().skip(1))
        .filter(|(a, b)| order(a.1, b.1).is_eq())
        .map(|(_, later)| later.0)
        .min()
}

fn sorted(map: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut entries: Vec<_> = map.iter().collect();
    entries.sort_by(|a, b| a.0.cmp(b.0));
    entries
}

fn rank(value: &Value) -> u8 {
    match value {
        Value::Null => 0,
        Value::Bool(_) => 1,
        Value::Number(_) => 2,
        Value::String(_) => 3,
        Value::Array(_) => 4,
        Value::Object(_) => 5,
    }
}
