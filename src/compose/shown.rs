//! How rows are shown: the form that was asked for where they have it, else the nearest that they have.

use super::unit::{axis, bare, unit, with_unit};
use crate::languages::heard;
use crate::sql::is_moment;
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// A chart with more marks says nothing, unless they are a line.
const MOST_BARS: usize = 200;
/// So many marks or items are told in words as well.
const MOST_IN_WORDS: usize = 5;
/// A list with more items is a table.
const MOST_ITEMS: usize = 200;
/// As many as a chart with several series takes (`js/widgets/chart-rich/recipe.md`).
const MOST_SERIES: usize = 20;
/// As many as the widgets take (`js/widgets/chart/recipe.md`, `js/widgets/scatter/recipe.md`, `js/widgets/map/recipe.md`).
const MOST_MOMENTS: usize = 1000;
const MOST_POINTS: usize = 5000;
const MOST_PLACES: usize = 2000;
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

/// The same for rows of which only the beginning was told: dots, or a line, of all of them, where they are so many at most; else a table.
pub fn shown_whole(form: &str, title: &str, told: &[Value], whole: &Value, count: Option<usize>) -> Shown {
    let table = || shown("table", title, told, whole);
    let rows: Vec<&Map<String, Value>> = told.iter().filter_map(Value::as_object).collect();
    let (made, most, columns, list) = match form {
        "scatter" => (scatter(title, &rows), MOST_POINTS, two_numbers(&rows), "points"),
        "line" => (chart(form, title, &rows), MOST_MOMENTS, label_and_number(&rows), "bars"),
        _ => return table(),
    };
    let (Some(mut made), Some((one, other)), Some(reference)) = (made, columns, whole.as_object()) else {
        return table();
    };
    // A label is a text, as the widget takes it.
    let fits = list == "points" || rows.iter().all(|row| row.get(one).is_some_and(Value::is_string));
    if !fits || count.is_none_or(|count| count > most) || made.params.get(list).is_none() {
        return table();
    }
    let mut reference = reference.clone();
    reference.insert("columns".into(), json!([one, other]));
    if let Some(params) = made.params.as_object_mut() {
        params.insert(list.into(), reference.into());
    }
    made
}

/// The widget for `rows`, which are not empty; `whole` stands for all of them, by reference. `form` is one of [`super::SHOWN_AS`].
pub fn shown(form: &str, title: &str, rows: &[Value], whole: &Value) -> Shown {
    let rows: Vec<&Map<String, Value>> = rows.iter().filter_map(Value::as_object).collect();
    let made = match form {
        "bar" | "line" | "pie" => chart(form, title, &rows),
        "scatter" => scatter(title, &rows),
        "map" => map(title, &rows),
        "stat" => stat(title, &rows),
        "list" => list(title, &rows),
        "kv" => facts(title, &rows),
        _ => None,
    };
    made.unwrap_or_else(|| Shown { widget: "data-table", params: json!({"title": title, "rows": whole}) })
}

pub(super) fn is_numeric(column: &str, rows: &[&Map<String, Value>]) -> bool {
    let mut values =
        rows.iter().filter_map(|row| row.get(column)).filter(|value| !value.is_null()).peekable();
    values.peek().is_some() && values.all(Value::is_number)
}

/// The columns of a chart: the number is the last one of numbers that are no years, and the label of the others that with the moments, else the first.
pub(super) fn label_and_number<'r>(rows: &[&'r Map<String, Value>]) -> Option<(&'r String, &'r String)> {
    let keys = || rows.first().into_iter().flat_map(|row| row.keys());
    let has_moments =
        |key: &&String| rows.iter().filter_map(|row| row.get(*key)).all(|one| is_moment(&told(one)));
    let number = keys()
        .rfind(|key| is_numeric(key, rows) && !has_moments(key))
        .or_else(|| keys().rfind(|key| is_numeric(key, rows)))?;
    let mut labels = keys().filter(|key| *key != number);
    Some((labels.clone().find(has_moments).or_else(|| labels.next())?, number))
}

/// A label and a number from each row.
fn chart(kind: &str, title: &str, rows: &[&Map<String, Value>]) -> Option<Shown> {
    let (label, number) = label_and_number(rows)?;
    let bars: Vec<Value> = rows
        .iter()
        .filter_map(|row| {
            let value = row.get(number).filter(|value| value.is_number())?;
            Some(json!([told(row.get(label)?), value]))
        })
        .collect();
    let most = if kind == "line" { MOST_MOMENTS } else { MOST_BARS };
    let fits = !bars.is_empty() && bars.len() <= most;
    let title = with_unit(title, number);
    // Two marks of one name are of something else besides.
    let is_repeated =
        |(at, bar): (usize, &Value)| bars.iter().skip(at + 1).any(|other| other.get(0) == bar.get(0));
    if fits && bars.iter().enumerate().any(is_repeated) {
        return series(kind, &title, rows, (label, number));
    }
    fits.then(|| Shown { widget: "chart", params: json!({"title": title, "type": kind, "bars": bars}) })
}

/// A line or a colour for each value of a third column.
fn series(
    kind: &str,
    title: &str,
    rows: &[&Map<String, Value>],
    (label, number): (&String, &String),
) -> Option<Shown> {
    let first = rows.first()?;
    let of = first.keys().find(|key| *key != label && *key != number).filter(|_| first.len() == 3)?;
    let (mut labels, mut names) = (Vec::<String>::new(), Vec::<String>::new());
    let mut values: HashMap<(String, String), &Value> = HashMap::new();
    for row in rows {
        let (at, name) = (told(row.get(label)?), told(row.get(of)?));
        for (all, one) in [(&mut labels, &at), (&mut names, &name)] {
            if !all.contains(one) {
                all.push(one.clone());
            }
        }
        let value = row.get(number).filter(|value| value.is_number() || value.is_null())?;
        if values.insert((name, at), value).is_some() {
            return None;
        }
    }
    if is_numeric(label, rows) {
        labels.sort_by(|one, other| one.parse().unwrap_or(0.0_f64).total_cmp(&other.parse().unwrap_or(0.0)));
    } else if labels.iter().all(|label| is_moment(label)) {
        labels.sort_unstable();
    }
    let of_name = |name: &String| {
        let value = |at: &String| values.get(&(name.clone(), at.clone())).copied().unwrap_or(&Value::Null);
        json!({"label": name, "values": labels.iter().map(value).collect::<Vec<_>>()})
    };
    let data: Vec<Value> = names.iter().map(of_name).collect();
    let fits = kind != "pie" && (2..=MOST_SERIES).contains(&data.len());
    let params = json!({"title": title, "type": kind, "labels": labels, "data": data});
    fits.then_some(Shown { widget: "chart-rich", params })
}

/// The first two columns of numbers.
fn two_numbers<'r>(rows: &[&'r Map<String, Value>]) -> Option<(&'r String, &'r String)> {
    let mut numbers = rows.first()?.keys().filter(|key| is_numeric(key, rows));
    Some((numbers.next()?, numbers.next()?))
}

/// A dot for each row, of two numbers.
fn scatter(title: &str, rows: &[&Map<String, Value>]) -> Option<Shown> {
    let (x, y) = two_numbers(rows)?;
    let number =
        |row: &&Map<String, Value>, key: &String| row.get(key).filter(|value| value.is_number()).cloned();
    let points: Vec<Value> =
        rows.iter().filter_map(|row| Some(json!([number(row, x)?, number(row, y)?]))).collect();
    let params = json!({"title": title, "x": axis(x), "y": axis(y), "points": points});
    (!points.is_empty() && points.len() <= MOST_POINTS).then_some(Shown { widget: "scatter", params })
}

/// Places by where they are, or countries by their name, with a number each where there is one.
fn map(title: &str, rows: &[&Map<String, Value>]) -> Option<Shown> {
    let first = rows.first()?;
    let at = position(rows);
    let is_at = |key: &String| at.is_some_and(|(lat, lon)| key == lat || key == lon);
    let name = match at {
        Some(_) => first.keys().find(|key| !is_at(key) && !is_numeric(key, rows)),
        None => Some(first.keys().find(|key| is_called(key, "country"))?),
    };
    let number = first.keys().rfind(|key| !is_at(key) && Some(*key) != name && is_numeric(key, rows));
    let place = |(at_row, row): (usize, &&Map<String, Value>)| {
        let mut place = Map::new();
        let called = name.map_or_else(|| Some((at_row + 1).to_string()), |name| row.get(name).map(told))?;
        place.insert("name".into(), called.into());
        let mut put = |key: &str, column: &String| {
            let value = row.get(column).filter(|value| value.is_number())?;
            place.insert(key.into(), value.clone())
        };
        if let Some(number) = number {
            put("value", number);
        }
        if let Some((lat, lon)) = at {
            let has_position = [lat, lon].iter().all(|key| row.get(*key).is_some_and(Value::is_number));
            if !has_position {
                return None;
            }
            put("lat", lat);
            put("lon", lon);
        }
        Some(Value::Object(place))
    };
    let places: Vec<Value> = rows.iter().enumerate().filter_map(place).collect();
    let fits = !places.is_empty() && places.len() <= MOST_PLACES;
    fits.then(|| Shown { widget: "map", params: json!({"title": title, "places": places}) })
}

/// The columns that say where something is, in degrees.
pub(super) fn position<'r>(rows: &[&'r Map<String, Value>]) -> Option<(&'r String, &'r String)> {
    let of = |called: &str, most: f64| {
        let in_degrees = |row: &&Map<String, Value>, key: &String| {
            row.get(key)
                .is_none_or(|value| value.is_null() || value.as_f64().is_some_and(|at| at.abs() <= most))
        };
        let mut keys = rows.first()?.keys();
        keys.find(|key| {
            is_called(key, called) && is_numeric(key, rows) && rows.iter().all(|row| in_degrees(row, key))
        })
    };
    Some((of("latitude", 90.0)?, of("longitude", 180.0)?))
}

/// Whether the last word of a column's name is one for this, in any language.
fn is_called(column: &str, what: &str) -> bool {
    let last = bare(column).split([' ', '_', '-', '.']).next_back();
    last.is_some_and(|last| heard(&format!("column {what}"), &last.to_lowercase()))
}

/// One row's last value with its unit, behind what it is of.
fn stat(title: &str, rows: &[&Map<String, Value>]) -> Option<Shown> {
    let [row] = rows else { return None };
    let values: Vec<String> = row.iter().map(measured).collect();
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

/// A value with the unit that its column's name tells.
fn measured((column, value): (&String, &Value)) -> String {
    let text = if value.is_number() { in_thousands(&told(value)) } else { told(value) };
    match unit(column).filter(|_| value.is_number()) {
        Some("%") => format!("{text}%"),
        Some(unit) => format!("{text} {unit}"),
        None => text,
    }
}

/// A large number with narrow blanks between its thousands, which is read alike in all languages (ISO 80000-1, 7.3.1); one of four digits may be a
/// year.
fn in_thousands(number: &str) -> String {
    let (whole, rest) = number.split_at(number.find(['.', 'e']).unwrap_or(number.len()));
    let digits = whole.trim_start_matches('-');
    if digits.len() < 5 {
        return number.to_owned();
    }
    let mut out = whole.strip_suffix(digits).unwrap_or_default().to_owned();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out + rest
}

fn facts(title: &str, rows: &[&Map<String, Value>]) -> Option<Shown> {
    let [row] = rows else { return None };
    let facts: Vec<Value> = row.iter().map(|(name, value)| json!([name, told(value)])).collect();
    Some(Shown { widget: "kv", params: json!({"title": title, "rows": facts}) })
}

/// What a chart of few marks or a list of few items shows, in words: "Drama 789, Comedy 675". More are looked at.
pub fn few_in_words(params: &Value) -> Option<String> {
    let all = ["bars", "items"].iter().find_map(|key| params.get(*key)?.as_array())?;
    let one = |entry: &Value| match entry.as_array().map(Vec::as_slice) {
        Some([label, number]) => Some(format!("{} {}", told(label), in_thousands(&told(number)))),
        Some(_) => None,
        None => entry.as_str().map(str::to_owned),
    };
    let words = all.iter().take(MOST_IN_WORDS + 1).map(one).collect::<Option<Vec<_>>>()?;
    (1..=MOST_IN_WORDS).contains(&words.len()).then(|| words.join(", "))
}

/// The values of the only column.
fn list(title: &str, rows: &[&Map<String, Value>]) -> Option<Shown> {
    let fits = rows.len() <= MOST_ITEMS && rows.iter().all(|row| row.len() == 1);
    let items: Vec<String> = rows.iter().flat_map(|row| row.values()).map(told).collect();
    fits.then(|| Shown { widget: "list", params: json!({"title": title, "items": items}) })
}

/// A value as a person reads it: no quotes, few decimals, a dash for nothing.
pub(super) fn told(value: &Value) -> String {
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
