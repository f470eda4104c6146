//! Result references: `{"$result": "<call>", "path": "/rows"}` in a tool's arguments stands for what an
//! earlier call returned, so that a table reaches a widget without passing through the model again. With
//! `"columns": ["day", "price"]` beside it, each row is the list of these values, as charts take them.

use super::pointer::{self, Missing};
use crate::model::Results;
use serde_json::Value;
use std::borrow::Cow;
use std::fmt::Write;

/// The most text that the references of one call may bring in, bytes.
const MAX_BYTES: usize = 64 * 1024 * 1024;
/// How many names an error lists.
const MAX_LISTED: usize = 20;

/// `args` with every reference replaced. `name_of` knows the last result of a tool, so that a model may also
/// name the tool that it called. What a result brings in is not looked at again.
///
/// The error is for the model: it lists what exists.
pub(super) fn resolve(
    args: Value,
    results: &Results,
    last_of: &dyn Fn(&str) -> Option<String>,
) -> Result<Value, String> {
    let mut left = MAX_BYTES;
    replace(args, results, last_of, &mut left)
}

/// The calls, or tools, that the references in `value` name.
pub(super) fn ids_in(value: &Value) -> Vec<&str> {
    match value {
        Value::Object(fields) => match fields.get("$result").and_then(Value::as_str) {
            Some(id) => vec![id],
            None => fields.values().flat_map(ids_in).collect(),
        },
        Value::Array(items) => items.iter().flat_map(ids_in).collect(),
        _ => Vec::new(),
    }
}

fn replace(
    value: Value,
    results: &Results,
    last_of: &dyn Fn(&str) -> Option<String>,
    left: &mut usize,
) -> Result<Value, String> {
    match value {
        Value::Object(fields) => {
            if let Some(reference) = Reference::read(&fields) {
                return reference.fetch(results, last_of, left);
            }
            let fields = fields
                .into_iter()
                .map(|(key, value)| Ok((key, replace(value, results, last_of, left)?)))
                .collect::<Result<_, String>>()?;
            Ok(Value::Object(fields))
        }
        Value::Array(items) => {
            let items = items.into_iter().map(|item| replace(item, results, last_of, left));
            Ok(Value::Array(items.collect::<Result<_, String>>()?))
        }
        plain => Ok(plain),
    }
}

struct Reference {
    id: String,
    path: String,
    columns: Option<Vec<Value>>,
}

impl Reference {
    /// `fields` as a reference: `$result`, and at most `path` and `columns` beside it.
    fn read(fields: &serde_json::Map<String, Value>) -> Option<Self> {
        let id = fields.get("$result")?.as_str()?.to_owned();
        let path = match fields.get("path") {
            Some(path) => path.as_str()?.trim().to_owned(),
            None => String::new(),
        };
        let columns = match fields.get("columns") {
            Some(columns) => Some(columns.as_array().filter(|all| all.iter().all(Value::is_string))?.clone()),
            None => None,
        };
        let only = fields.keys().all(|key| matches!(key.as_str(), "$result" | "path" | "columns"));
        only.then_some(Reference { id, path, columns })
    }

    fn fetch(
        self,
        results: &Results,
        last_of: &dyn Fn(&str) -> Option<String>,
        left: &mut usize,
    ) -> Result<Value, String> {
        let Reference { id, path, columns } = self;
        let known = if results.get(&id).is_some() { Some(id.clone()) } else { last_of(&id) };
        let Some(value) = known.and_then(|id| results.value(&id)) else {
            if results.was_evicted(&id) {
                return Err(format!(
                    "The result '{id}' was dropped to save memory. Call the tool again and refer to that call."
                ));
            }
            let ids = results.ids();
            let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
            return Err(format!("There is no result '{id}'. There are: {}.", listed(&ids)));
        };
        let found = pointer::find(&value, &path).map_err(|Missing { at, there }| {
            let place = if at.is_empty() { "It".to_owned() } else { format!("'{at}'") };
            format!("The result '{id}' has nothing at '{path}'. {place} {there}.")
        })?;
        let chosen = match columns {
            Some(columns) => Cow::Owned(
                cells(found, &columns)
                    .map_err(|problem| format!("The result '{id}' at '{path}' {problem}."))?,
            ),
            None => Cow::Borrowed(found),
        };
        *left = left.checked_sub(size_of(&chosen)).ok_or_else(|| {
            format!("The references bring in more than {} MB; refer to less with 'path'.", MAX_BYTES >> 20)
        })?;
        Ok(chosen.into_owned())
    }
}

/// These columns of each row, in this order; a row that lacks one of them is left out, as no chart has a place for it.
fn cells(rows: &Value, columns: &[Value]) -> Result<Value, String> {
    let rows = rows.as_array().ok_or("is no list of rows, so it has no columns")?;
    let mut chosen: Vec<Value> = Vec::new();
    for row in rows {
        let cell = |name: &Value| row.get(name.as_str()?).filter(|cell| !cell.is_null());
        let cells: Vec<Value> = columns.iter().filter_map(cell).cloned().collect();
        if cells.len() == columns.len() {
            chosen.push(cells.into());
        }
    }
    match rows.first() {
        Some(first) if chosen.is_empty() => {
            let names: Vec<&str> = columns.iter().filter_map(Value::as_str).collect();
            let there = first.as_object().into_iter().flat_map(|row| row.keys());
            let there: Vec<&str> = there.map(String::as_str).collect();
            Err(["has no row with all of: ", &listed(&names), ". Its first row has: ", &listed(&there)]
                .concat())
        }
        _ => Ok(chosen.into()),
    }
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() {
        return "none yet".into();
    }
    let mut text = names.get(..MAX_LISTED).unwrap_or(names).join(", ");
    if names.len() > MAX_LISTED {
        // Writing to a String cannot fail.
        let _ = write!(text, " and {} more", names.len() - MAX_LISTED);
    }
    text
}

/// About how many bytes `value` takes as text.
fn size_of(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len() + 2,
        Value::Array(items) => items.iter().map(|item| size_of(item) + 1).sum::<usize>() + 2,
        Value::Object(fields) => {
            fields.iter().map(|(key, value)| key.len() + 4 + size_of(value)).sum::<usize>() + 2
        }
        _ => 8,
    }
}
