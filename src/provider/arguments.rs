//! The arguments of a call as servers write them: in pieces, twice, encoded twice, or behind an empty object.

use crate::json;
use serde_json::{Map, Value, json};

/// What a piece is to the arguments that are there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// It goes on with them.
    Continues,
    /// It is all of them once more.
    Repeats,
    /// It begins others.
    Differs,
}

/// What `piece` is to what was written before.
pub(super) fn next(written: &str, piece: &str) -> Next {
    // Nearly every piece is told by its first byte, and where an object goes on with another, the byte before it ends none.
    if !piece.trim_start().starts_with('{') || !written.trim_end().ends_with('}') {
        return Next::Continues;
    }
    match object(written) {
        None => Next::Continues,
        Some(all) if object(piece).is_some_and(|again| again == all) => Next::Repeats,
        Some(_) => Next::Differs,
    }
}

/// Whether it is an object of no fields.
pub(super) fn is_blank(text: &str) -> bool {
    let inner = text.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    inner.is_some_and(|inner| inner.trim_start().is_empty())
}

/// The fields of arguments. Some servers write `null` for none, some encode their JSON once more.
pub(super) fn object(text: &str) -> Option<Map<String, Value>> {
    match json::parse(text).ok()? {
        Value::Object(fields) => Some(fields),
        Value::Null => Some(Map::new()),
        Value::String(inner) => match json::parse(&inner).ok()? {
            Value::Object(fields) => Some(fields),
            _ => None,
        },
        _ => None,
    }
}

/// A call's arguments. Text that is no JSON object is kept under `_raw`: the dispatcher shows it to the
/// model, and the history stays valid for every provider.
pub(super) fn arguments(text: &str) -> Value {
    if text.trim().is_empty() {
        return Value::Object(Map::new());
    }
    object(text).map_or_else(|| json!({ "_raw": text }), Value::Object)
}
