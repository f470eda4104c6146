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
            let (a, b) = (entries(a), entries(b));
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
    let compare = |a: usize, b: usize| match (items.get(a), items.get(b)) {
        (Some(a), Some(b)) => order(a, b),
        _ => Ordering::Equal,
    };
    let sorted = sorted(items.len(), &|a, b| compare(a, b).then(a.cmp(&b)));
    let neighbours = sorted.iter().zip(sorted.iter().skip(1));
    neighbours.filter(|(a, b)| compare(**a, **b).is_eq()).map(|(_, later)| *later).min()
}

/// The numbers below `count` in the order that `compare` gives them. A heap sort: the library's weighs 8 kB a use.
pub(super) fn sorted(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut out: Vec<usize> = (0..count).collect();
    for root in (0..count / 2).rev() {
        sift(&mut out, root, compare);
    }
    for end in (1..count).rev() {
        out.swap(0, end);
        sift(out.get_mut(..end).unwrap_or_default(), 0, compare);
    }
    out
}

/// Lets the item at `root` sink below those that come after it.
fn sift(heap: &mut [usize], mut root: usize, compare: &dyn Fn(usize, usize) -> Ordering) {
    let less = |heap: &[usize], a: usize, b: usize| match (heap.get(a), heap.get(b)) {
        (Some(a), Some(b)) => compare(*a, *b).is_lt(),
        _ => false,
    };
    loop {
        let mut child = 2 * root + 1;
        if less(heap, child, child + 1) {
            child += 1;
        }
        if !less(heap, root, child) {
            return;
        }
        heap.swap(root, child);
        root = child;
    }
}

fn entries(map: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let entries: Vec<_> = map.iter().collect();
    let key = |index: usize| entries.get(index).map(|entry| entry.0);
    let order = sorted(entries.len(), &|a, b| key(a).cmp(&key(b)));
    order.into_iter().filter_map(|index| entries.get(index).copied()).collect()
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
