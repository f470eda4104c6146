//! Which value a path names inside a result, and what there is where it names none.

use crate::json;
use serde_json::Value;

/// How many keys an answer about an unknown path names.
const MAX_KEYS: usize = 20;
/// How much of one key such an answer shows, in characters.
const MAX_KEY_CHARS: usize = 60;

/// The place up to which a path leads, and what is there.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Missing {
    /// A JSON Pointer; empty for the whole value.
    pub at: String,
    /// "has the keys a, b", "is a list of 3 items (0 to 2)", "is a text of 40 characters".
    pub there: String,
}

/// The value at `path`, a JSON Pointer (RFC 6901). Models also write `rows[0].name` and `$.rows`; a path
/// that does not start with `/` is read that way.
pub(super) fn find<'a>(root: &'a Value, path: &str) -> Result<&'a Value, Missing> {
    let mut value = root;
    let mut at = String::new();
    for step in steps(path) {
        let next = match value {
            Value::Array(items) => step.parse().ok().and_then(|index: usize| items.get(index)),
            Value::Object(map) => map.get(&step),
            _ => None,
        };
        match next {
            Some(next) => value = next,
            None => return Err(Missing { there: what_is(value), at }),
        }
        at.push('/');
        at.push_str(&step.replace('~', "~0").replace('/', "~1"));
    }
    Ok(value)
}

fn steps(path: &str) -> Vec<String> {
    if let Some(pointer) = path.strip_prefix('#').unwrap_or(path).strip_prefix('/') {
        if pointer.is_empty() {
            return Vec::new();
        }
        return pointer.split('/').map(|step| step.replace("~1", "/").replace("~0", "~")).collect();
    }
    path.trim_start_matches('$')
        .split(['.', '[', ']', '/'])
        .map(|step| step.trim_matches(['"', '\'']).to_owned())
        .filter(|step| !step.is_empty())
        .collect()
}

fn what_is(value: &Value) -> String {
    match value {
        Value::Array(items) => match items.len() {
            0 => "is an empty list".into(),
            n => format!("is a list of {n} items (0 to {})", n - 1),
        },
        Value::Object(map) if map.is_empty() => "is an empty object".into(),
        Value::Object(map) => {
            let keys: Vec<String> =
                map.keys().take(MAX_KEYS).map(|key| key.chars().take(MAX_KEY_CHARS).collect()).collect();
            let more = map.len().saturating_sub(MAX_KEYS);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("has the keys {}{more}", keys.join(", "))
        }
        Value::String(text) => format!("is a text of {} characters", text.chars().count()),
        scalar => format!("is {}", json::text(scalar)),
    }
}
