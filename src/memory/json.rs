//! Chunks of JSON: rows and entries as `key: value` lines that name where they stand.

use super::text;
use crate::json;
use serde_json::{Map, Value};

/// How long the entry is at most that names a row in all of its chunks, in characters.
const MAX_NAME_CHARS: usize = 60;
/// A character of UTF-8 has at most so many bytes.
const MAX_CHAR_BYTES: usize = 4;

/// The chunks of `content`, or `None` when it is no JSON list or object.
pub(super) fn chunks(content: &str, max_chars: usize) -> Option<Vec<String>> {
    let trimmed = content.trim_start();
    if !trimmed.starts_with(['[', '{']) {
        return None;
    }
    let value = json::parse(content).ok()?;
    let mut found = Vec::new();
    split(&value, "", max_chars, &mut found);
    Some(found)
}

/// Appends the chunks of `value`, each beginning with `label`. As deep as JSON is parsed: 128 levels.
fn split(value: &Value, label: &str, max_chars: usize, found: &mut Vec<String>) {
    if !holds_rows(value)
        && let Some(whole) = line(label, value, max_chars)
    {
        if !whole.is_empty() {
            found.push(whole);
        }
        return;
    }
    match value {
        Value::Array(items) if items.iter().all(|item| !item.is_array() && !item.is_object()) => {
            let items: Vec<String> = items.iter().map(scalar).collect();
            found.extend(text::pack(&items, ", ", label, max_chars));
        }
        Value::Array(items) => items.iter().for_each(|item| split(item, label, max_chars, found)),
        Value::Object(map) => split_row(map, label, max_chars, found),
        other => found.extend(text::pack(&text::sentences(&scalar(other)), " ", label, max_chars)),
    }
}

/// The short entries of a row together, each long one by itself, all under the row's name.
fn split_row(row: &Map<String, Value>, label: &str, max_chars: usize, found: &mut Vec<String>) {
    let name = name_of(row, max_chars);
    let named = match (&name, label) {
        (Some(name), "") => name.clone(),
        (Some(name), label) => format!("{label}, {name}"),
        (None, label) => label.to_owned(),
    };
    let (prefix, name) =
        if named.chars().count() * 2 > max_chars { (label.to_owned(), None) } else { (named, name) };
    let room = max_chars.saturating_sub(prefix.chars().count() + 2);
    let mut short = Vec::new();
    for (key, value) in row {
        match line(key, value, room).filter(|_| !holds_rows(value)) {
            Some(entry) if Some(&entry) == name.as_ref() => {}
            Some(entry) => short.push(entry),
            None => split(value, &below(&prefix, key, max_chars), max_chars, found),
        }
    }
    match name {
        // Long entries may have shown their key alone; the name must stand somewhere.
        Some(_) if short.is_empty() => found.push(prefix),
        _ => found.extend(text::pack(&short, "; ", &prefix, max_chars)),
    }
}

/// The label of what stands at `key` in the row `prefix`; at most half a chunk long, else only the key's beginning.
fn below(prefix: &str, key: &str, max_chars: usize) -> String {
    let key: String = key.chars().take(max_chars / 2).collect();
    let path = if prefix.is_empty() { key.clone() } else { format!("{prefix}, {key}") };
    if path.chars().count() * 2 > max_chars { key } else { path }
}

/// True for a list of objects: its items are chunks of their own.
fn holds_rows(value: &Value) -> bool {
    matches!(value, Value::Array(items) if items.iter().any(Value::is_object))
}

/// The first short entry of a row: mostly its id or name.
fn name_of(row: &Map<String, Value>, max_chars: usize) -> Option<String> {
    let limit = MAX_NAME_CHARS.min(max_chars / 3);
    row.iter()
        .filter(|(_, value)| value.is_string() || value.is_number())
        .find_map(|(key, value)| line(key, value, limit))
}

/// `label: value` on one line, unless it is longer than `max_chars`; an empty value is an empty line.
fn line(label: &str, value: &Value, max_chars: usize) -> Option<String> {
    let mut out = String::new();
    let whole = write(value, max_chars * MAX_CHAR_BYTES, &mut out);
    let line = if out.is_empty() { out } else { text::labelled(label, &out) };
    (whole && line.chars().count() <= max_chars).then_some(line)
}

/// Appends `value` as `a: 1; b: (c: 2)` or `x, y`. False as soon as there are more than `max_bytes`.
fn write(value: &Value, max_bytes: usize, out: &mut String) -> bool {
    match value {
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                if !write_nested(item, max_bytes, out) {
                    return false;
                }
            }
        }
        Value::Object(map) => {
            for (at, (key, value)) in map.iter().enumerate() {
                out.push_str(if at > 0 { "; " } else { "" });
                out.push_str(key);
                out.push_str(": ");
                if !write_nested(value, max_bytes, out) {
                    return false;
                }
            }
        }
        other => out.push_str(&scalar(other)),
    }
    out.len() <= max_bytes
}

fn write_nested(value: &Value, max_bytes: usize, out: &mut String) -> bool {
    let object = value.is_object();
    out.push_str(if object { "(" } else { "" });
    let whole = write(value, max_bytes, out);
    out.push_str(if object { ")" } else { "" });
    whole
}

fn scalar(value: &Value) -> String {
    match value {
        Value::String(text) => super::html::strip(text),
        other => json::text(&other),
    }
}
