//! Which values a table's columns have: one question to the database, and what its answer says.

use super::days::Days;
use super::names::quoted;
use super::table::{Column, Kind, Table};
use serde_json::{Map, Value};

/// A text column with more values than this, or with longer ones, is open: what it may hold is not known.
const MOST_VALUES: usize = 100;
const MAX_VALUE_CHARS: usize = 60;
/// Of an open column, so many are told.
const SOME_VALUES: usize = 3;
/// Rows behind these are not read for a look around.
const MOST_ROWS: u64 = 10_000;
/// Parts the values of one column; no text of a person has it.
const BETWEEN: char = '\u{1f}';

/// A `SELECT` of `SQLite` that brings one row: of each column the least and the greatest value and how many there are, and of columns of
/// text the first hundred, of so many rows as may be read for that.
pub fn values_query(table: &Table) -> String {
    let from = format!("(SELECT * FROM {} LIMIT {MOST_ROWS})", quoted(&table.name));
    let asked = table.columns.iter().enumerate().map(|(at, column)| {
        let name = quoted(&column.name);
        let ends = format!("MIN({name}) AS l{at}, MAX({name}) AS m{at}, COUNT({name}) AS c{at}");
        if column.kind != Kind::Text {
            return ends;
        }
        let (chars, most) = (MAX_VALUE_CHARS + 1, MOST_VALUES + 1);
        format!(
            "{ends}, (SELECT group_concat(v, char(31)) FROM (SELECT DISTINCT substr({name}, 1, {chars}) AS v FROM {from} \
             WHERE {name} IS NOT NULL ORDER BY v LIMIT {most})) AS v{at}"
        )
    });
    format!("SELECT {}, COUNT(*) AS n FROM {from}", asked.collect::<Vec<_>>().join(", "))
}

/// The table with what the row of [`values_query`] says of its columns.
pub fn with_values(table: &Table, row: &Map<String, Value>) -> Table {
    let count = row.get("n").and_then(Value::as_u64);
    let all = count.is_some_and(|count| count < MOST_ROWS);
    let most = if all { MOST_VALUES } else { 0 };
    let columns = table.columns.iter().enumerate().map(|(at, column)| {
        let cell = |of: char| row.get(&format!("{of}{at}")).filter(|value| !value.is_null());
        let values = cell('v').and_then(Value::as_str).map(|joined| joined.split(BETWEEN).map(str::to_owned));
        let found = found(column, cell('l'), cell('m'), values.map(Iterator::collect), Some(most));
        Column { filled: all && cell('c').and_then(Value::as_u64) == count, ..found }
    });
    Table { name: table.name.clone(), columns: columns.collect() }
}

/// The table with what some of its rows say of its columns: which values there are is not known from them.
pub fn with_samples(table: &Table, rows: &[&Map<String, Value>]) -> Table {
    let columns = table.columns.iter().map(|column| {
        let cells = || rows.iter().filter_map(|row| row.get(&column.name)).filter(|value| !value.is_null());
        let texts: Option<Vec<String>> = cells().map(|cell| cell.as_str().map(str::to_owned)).collect();
        let values = texts.filter(|texts| !texts.is_empty());
        let (least, most) = ends(cells());
        found(column, least, most, values, None)
    });
    Table { name: table.name.clone(), columns: columns.collect() }
}

fn ends<'v>(cells: impl Iterator<Item = &'v Value> + Clone) -> (Option<&'v Value>, Option<&'v Value>) {
    let order = |one: &&Value, other: &&Value| match (one.as_f64(), other.as_f64()) {
        (Some(one), Some(other)) => one.total_cmp(&other),
        _ => one.as_str().cmp(&other.as_str()),
    };
    (cells.clone().min_by(order), cells.max_by(order))
}

/// A column, of which no more than `most` values are all there are; none is said of a database that does not answer [`values_query`]. It is no
/// `SQLite`, which alone reads numbers as days as we ask it to.
fn found(
    column: &Column,
    least: Option<&Value>,
    greatest: Option<&Value>,
    values: Option<Vec<String>>,
    most: Option<usize>,
) -> Column {
    let reads_numbers = most.is_some();
    let most = most.unwrap_or_default();
    let known = |kind, values, complete| Column { values, complete, ..Column::new(&column.name, kind) };
    let ends: Vec<&Value> = [least, greatest].into_iter().flatten().collect();
    let of_ends = |kind| known(kind, ends.iter().map(|end| told(end)).collect(), most > 0);
    if let (Some(least), Some(greatest)) = (least.and_then(Value::as_f64), greatest.and_then(Value::as_f64)) {
        let days = Days::of_numbers(&column.name, least, greatest).filter(|_| reads_numbers);
        let Some(days) = days else { return of_ends(Kind::Number) };
        let values = ends.iter().filter_map(|end| days.told(end)).collect();
        return Column { days, ..known(Kind::Date, values, most > 0) };
    }
    let of_texts = || ends.iter().map(|end| end.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>();
    let written = values.clone().or_else(of_texts).unwrap_or_default();
    match Days::of_texts(&written).filter(|_| column.kind != Kind::Number) {
        Some(Days::Iso) => return of_ends(Kind::Date),
        // The least and the greatest text are no ends.
        Some(days) => {
            let all = || written.iter().filter_map(|text| days.told(&text.as_str().into()));
            let is_all = values.is_some() && written.len() <= most;
            let values = [all().min(), all().max()].into_iter().flatten().collect();
            return Column { days, ..known(Kind::Date, values, is_all) };
        }
        None => {}
    }
    if column.kind != Kind::Text {
        return of_ends(column.kind);
    }
    let mut values = values.unwrap_or_default();
    values.dedup();
    let complete = !values.is_empty()
        && values.len() <= most
        && values.iter().all(|value| value.chars().count() <= MAX_VALUE_CHARS);
    if !complete {
        values.retain(|value| value.chars().count() <= MAX_VALUE_CHARS);
        values.truncate(SOME_VALUES);
    }
    known(Kind::Text, values, complete)
}

fn told(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
