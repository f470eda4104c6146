//! The rows of a result, as servers write them: a list, a list inside an object, or columns beside lists of cells.

use super::call::Done;
use serde_json::{Map, Value, json};

/// What the list of rows is called inside an object, and what their columns are.
const LISTS: [&str; 5] = ["rows", "data", "results", "result", "items"];
const COLUMNS: [&str; 2] = ["columns", "fields"];

/// Rows, as far as they were told.
pub(super) struct Rows {
    pub(super) told: Vec<Value>,
    /// All of them for a widget: by reference, so that they need not pass through the conversation, where a reference can be followed.
    pub(super) whole: Value,
    /// Whether there are more than were told.
    pub(super) is_cut: bool,
    /// How many there are, where `whole` refers to more than were told.
    pub(super) count: Option<usize>,
}

/// The rows of a result; nothing where it is none, or no list.
pub(super) fn rows(done: &Done) -> Option<Rows> {
    if done.is_error {
        return None;
    }
    let value = done.json()?;
    let (list, path) = match &value {
        Value::Array(list) => (list, String::new()),
        Value::Object(fields) => {
            let (key, list) = list_in(fields)?;
            (list, format!("/{key}"))
        }
        _ => return None,
    };
    let server_cut = value.get("truncated").and_then(Value::as_bool).unwrap_or(false);
    let objects = named(list, &value);
    let by_reference = objects.is_none() && done.is_json();
    let mut told = objects.unwrap_or_else(|| list.clone());
    // A sum of no rows is one row of nulls: nothing was found.
    if matches!(told.as_slice(), [only] if is_nothing(only)) {
        told.clear();
    }
    let whole = if by_reference { json!({"$result": done.id, "path": path}) } else { json!(told) };
    let count = done.count(&path).filter(|_| by_reference && !server_cut);
    Some(Rows { told, whole, is_cut: done.is_cut() || server_cut, count })
}

/// The records of a result: its rows, or the facts that it is.
pub(super) fn records(done: &Done) -> Option<Rows> {
    rows(done).filter(|rows| rows.told.iter().any(Value::is_object)).or_else(|| {
        let facts = done.json().filter(|value| value.is_object() && !done.is_error)?;
        Some(Rows { told: vec![facts.clone()], whole: json!([facts]), is_cut: done.is_cut(), count: None })
    })
}

fn is_nothing(row: &Value) -> bool {
    row.as_object().is_some_and(|row| !row.is_empty() && row.values().all(Value::is_null))
}

/// The list of rows inside an object: under a name that says so, or the only one.
fn list_in(fields: &Map<String, Value>) -> Option<(&str, &Vec<Value>)> {
    let mut lists = fields.iter().filter_map(|(key, value)| Some((key.as_str(), value.as_array()?)));
    let known = |key: &&&str| fields.get(**key).is_some_and(Value::is_array);
    match LISTS.iter().find(known) {
        Some(key) => lists.find(|(name, _)| name == key),
        None => lists.next().filter(|_| lists.next().is_none()),
    }
}

/// Rows that are lists of cells as objects, where the columns stand beside them.
fn named(list: &[Value], beside: &Value) -> Option<Vec<Value>> {
    let columns = COLUMNS.iter().find_map(|key| beside.get(*key)?.as_array())?;
    let name = |column: &Value| Some(column.as_str().or_else(|| column.get("name")?.as_str())?.to_owned());
    let names: Vec<String> = columns.iter().map(name).collect::<Option<_>>()?;
    let row = |row: &Value| {
        let cells = row.as_array().filter(|cells| cells.len() == names.len())?;
        Some(names.iter().cloned().zip(cells.iter().cloned()).collect::<Map<_, _>>().into())
    };
    if list.is_empty() { None } else { list.iter().map(row).collect() }
}
