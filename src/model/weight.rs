//! How much memory a JSON value takes, about.

use serde_json::Value;
use std::mem::size_of;

/// What an object spends on one entry beside key and value, in bytes: the hash and the index of an ordered map.
const ENTRY_BYTES: usize = 48;

/// The bytes that `value` holds on to, within a factor of two. Takes values of any depth.
pub(crate) fn weight(value: &Value) -> usize {
    let mut bytes = 0;
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        bytes += size_of::<Value>();
        match value {
            Value::String(text) => bytes += text.len(),
            Value::Array(items) => open.extend(items),
            Value::Object(map) => {
                bytes += map.keys().map(|key| key.len() + ENTRY_BYTES).sum::<usize>();
                open.extend(map.values());
            }
            _ => {}
        }
    }
    bytes
}
