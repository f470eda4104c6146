//! `recall`: which part of an earlier result a model gets to read again.

use super::name::excerpt;
use super::outcome::Outcome;
use super::pointer::{self, Missing};
use crate::json;
use crate::model::Results;
use serde_json::Value;

/// How many ids an answer about an unknown id names.
const MAX_IDS: usize = 20;

/// Answers a call of `recall` with `{id, path?, offset?, limit?}`.
///
/// Without options the whole text that the tool gave. `path` is a JSON Pointer into the result; `offset` and
/// `limit` count the items of a list, the keys of an object, or the characters of a text, from 0. What is not
/// the whole says how much there is. Mistakes come back as failed outcomes that say what there is instead.
pub fn recall(results: &Results, args: &Value) -> Outcome {
    answer(results, args).unwrap_or_else(Outcome::failed)
}

fn answer(results: &Results, args: &Value) -> Result<Outcome, String> {
    let id = args
        .get("id")
        .and_then(Value::as_str)
        .filter(|id| !id.is_empty())
        .ok_or_else(|| format!("recall needs the id of an earlier result. {}", known(results)))?;
    let path = match args.get("path") {
        None | Some(Value::Null) => "",
        Some(Value::String(path)) => path.as_str(),
        Some(_) => return Err("path must be a JSON Pointer, such as \"/rows/0/name\".".into()),
    };
    let (offset, limit) = (count(args, "offset", 0)?, count(args, "limit", 1)?);
    let Some(text) = results.get(id) else {
        return Err(missing(results, id));
    };
    if path.is_empty() && offset.is_none() && limit.is_none() {
        return Ok(given(text.to_string()));
    }
    let root = results.value(id).ok_or_else(|| missing(results, id))?;
    let value = pointer::find(&root, path).map_err(|Missing { at, there }| {
        format!("Result '{}' has nothing at '{}': {} {there}.", excerpt(id), excerpt(path), place(&at))
    })?;
    if offset.is_none() && limit.is_none() {
        return Ok(given(whole(value)));
    }
    window(value, offset.unwrap_or(0), limit.unwrap_or(usize::MAX)).map(given)
}

fn given(text: String) -> Outcome {
    Outcome { text, ..Outcome::default() }
}

fn missing(results: &Results, id: &str) -> String {
    if results.was_evicted(id) {
        return format!(
            "The result for id '{}' was dropped to save memory. Call the tool again, and ask for less if you can.",
            excerpt(id)
        );
    }
    format!("No result found for id '{}'. {}", excerpt(id), known(results))
}

fn known(results: &Results) -> String {
    let mut ids = results.ids();
    if ids.is_empty() {
        return "No result is kept yet.".into();
    }
    ids.reverse();
    let more = ids.len().saturating_sub(MAX_IDS);
    ids.truncate(MAX_IDS);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("There are: {}{more}.", ids.join(", "))
}

fn place(at: &str) -> String {
    if at.is_empty() { "the result".into() } else { format!("'{at}'") }
}

/// A count that a model wrote as a number or as digits.
fn count(args: &Value, name: &str, least: usize) -> Result<Option<usize>, String> {
    let number = match args.get(name) {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::String(digits)) => json::loose_number(digits),
        Some(other) => other.as_f64(),
    };
    match number {
        Some(n) if n >= least as f64 && n.fract() == 0.0 && n <= 1e15 => Ok(Some(n as usize)),
        _ => Err(format!("{name} must be a whole number from {least}.")),
    }
}

fn whole(value: &Value) -> String {
    super::content::as_text(value)
}

/// The part of `value` from `offset`, at most `limit` long, with a line on what it is a part of.
fn window(value: &Value, offset: usize, limit: usize) -> Result<String, String> {
    let (part, taken, total, unit) = match value {
        Value::Array(items) => {
            let part: Vec<Value> = items.iter().skip(offset).take(limit).cloned().collect();
            let taken = part.len();
            (json::text(&part), taken, items.len(), "items")
        }
        Value::Object(map) => {
            let part: serde_json::Map<String, Value> = map
                .iter()
                .skip(offset)
                .take(limit)
                .map(|(key, value)| (key.clone(), value.clone()))
                .collect();
            let taken = part.len();
            (json::text(&part), taken, map.len(), "keys")
        }
        Value::String(text) => {
            let part: String = text.chars().skip(offset).take(limit).collect();
            let taken = part.chars().count();
            (part, taken, text.chars().count(), "characters")
        }
        scalar => (whole(scalar), 1, 1, "values"),
    };
    if taken == 0 && total > 0 {
        return Err(format!("offset {offset} is past the end: there are {total} {unit}, counted from 0."));
    }
    if taken == total {
        return Ok(part);
    }
    let end = offset + taken;
    let next = if end < total { format!("; offset {end} continues") } else { String::new() };
    Ok(format!("{part}\n... ({taken} of {total} {unit}, from offset {offset}{next})"))
}
