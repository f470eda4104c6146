//! How rows are shown: the form that was asked for where they have it, else the nearest that they have.

use serde_json::{Map, Value, json};

/// A chart with more marks says nothing.
const MOST_BARS: usize = 200;
/// A list with more items is a table.
const MOST_ITEMS: usize = 200;
/// Of a stat's value (`js/widgets/stat/recipe.md`).
const MAX_VALUE_CHARS: usize = 60;
/// Digits behind the point that a person reads.
const PLACES: i32 = 2;

/// A widget and its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The widget's name.
    pub widget: &'static str,
    /// Its parameters.
    pub params: Value,
}

/// The widget for `rows`, which are not empty; `whole` stands for all of them, by reference. `shown` is one of [`super::SHOWN_AS`].
pub fn shown(shown: &str, title: &str, rows: &[Value], whole: &Value) -> Shown {
    let rows: Vec<&Map<String, Value>> = rows.iter().filter_map(Value::as_object).collect();
    let made = match shown {
        "bar" | "line" | "pie" => chart(shown, title, &rows),
        "stat" => stat(title, &rows),
        "list" => list(title, &rows),
        "kv" => facts(title, &rows),
        _ => None,
    };
    made.unwrap_or_else(|| Shown { widget: "data-table", params: json!({"title": title, "rows": whole}) })
}

/// A label and a number from each row: the first column that is not the number, and the last one of numbers.
fn chart(kind: &str, title: &str, rows: &[&Map<String, Value>]) -> Option<Shown> {
    let first = rows.first()?;
    let numeric = |key: &&String| {
        let mut values =
            rows.iter().filter_map(|row| row.get(*key)).filter(|value| !value.is_null()).peekable();
        values.peek().is_some() && values.all(Value::is_number)
    };
    let number = first.keys().rfind(numeric)?;
    let label = first.keys().find(|key| *key != number)?;
    let bars: Vec<Value> = rows
        .iter()
        .filter_map(|row| {
            let value = row.get(number).filter(|value| value.is_number())?;
            Some(json!([told(row.get(label)?), value]))
        })
        .collect();
    let fits = !bars.is_empty() && bars.len() <= MOST_BARS;
    fits.then(|| Shown { widget: "chart", params: json!({"title": title, "type": kind, "bars": bars}) })
}

/// One row's last value, behind what it is of.
fn stat(title: &str, rows: &[&Map<String, Value>]) -> Option<Shown> {
    let [row] = rows else { return None };
    let values: Vec<String> = row.values().map(told).collect();
    let value = match values.as_slice() {
        [only] => only.clone(),
        [of, value] => format!("{of}: {value}"),
        _ => return facts(title, rows),
    };
    let fits = value.chars().count() <= MAX_VALUE_CHARS;
    if fits {
        Some(Shown { widget: "stat", params: json!({"label": title, "value": value}) })
    } else {
        facts(title, rows)
    }
}

fn facts(title: &str, rows: &[&Map<String, Value>]) -> Option<Shown> {
    let [row] = rows else { return None };
    let facts: Vec<Value> = row.iter().map(|(name, value)| json!([name, told(value)])).collect();
    Some(Shown { widget: "kv", params: json!({"title": title, "rows": facts}) })
}

/// The values of the only column.
fn list(title: &str, rows: &[&Map<String, Value>]) -> Option<Shown> {
    let fits = rows.len() <= MOST_ITEMS && rows.iter().all(|row| row.len() == 1);
    let items: Vec<String> = rows.iter().flat_map(|row| row.values()).map(told).collect();
    fits.then(|| Shown { widget: "list", params: json!({"title": title, "items": items}) })
}

/// A value as a person reads it: no quotes, few decimals, a dash for nothing.
fn told(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "–".into(),
        Value::Number(number) if !number.is_i64() && !number.is_u64() => {
            let value = number.as_f64().unwrap_or_default();
            let scale = 10_f64.powi(PLACES);
            // Small numbers would be nothing but zeros.
            let rounded = if value.abs() < 0.1 { value } else { (value * scale).round() / scale };
            Value::from(rounded).to_string().trim_end_matches(".0").to_owned()
        }
        other => other.to_string(),
    }
}

/// A title from a wish: its words, without what ends a sentence, begun with a capital letter.
pub fn title_of(wish: &str) -> String {
    const MAX_TITLE_CHARS: usize = 80;
    let line: Vec<&str> = wish.split_whitespace().collect();
    let line = line.join(" ");
    let text = line.trim_end_matches(['.', '!', '?', ',', ';', ':', ' ']);
    let mut letters = text.chars();
    let begun: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    match begun.char_indices().nth(MAX_TITLE_CHARS) {
        Some((end, _)) => {
            let fits = begun.get(..end).unwrap_or(&begun);
            format!("{} …", fits.rsplit_once(' ').map_or(fits, |(before, _)| before))
        }
        None => begun,
    }
}
