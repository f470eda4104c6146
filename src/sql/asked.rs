//! A query as it is asked, so that its database reads days which SQL does not.

use super::days::Days;
use super::names::{quoted, text_end};
use super::table::{Column, Kind, Table};

/// What may follow a table that has no other name in a query.
const FOLLOWS: [&str; 9] =
    [" WHERE ", " GROUP ", " HAVING ", " ORDER ", " LIMIT ", " JOIN ", " LEFT ", " INNER ", " ON "];

/// A query as it is asked: in the place of a table whose days SQL does not read, one in which it does, where it asks for them.
pub fn asked(sql: &str, tables: &[Table]) -> String {
    let is_asked = |column: &Column| {
        column.kind == Kind::Date
            && column.days != Days::Iso
            && (sql.contains(&quoted(&column.name)) || sql.starts_with("SELECT *"))
    };
    let read: Vec<(String, String)> = tables
        .iter()
        .filter(|table| table.columns.iter().any(is_asked))
        .map(|table| (quoted(&table.name), with_read_days(table)))
        .collect();
    if read.is_empty() {
        return sql.to_owned();
    }
    let mut out = String::with_capacity(sql.len() * 2);
    let mut rest = sql;
    while let Some(letter) = rest.chars().next() {
        let end = match letter {
            '\'' => text_end(rest, '\'').unwrap_or(rest.len()),
            '"' if out.ends_with(" FROM ") || out.ends_with(" JOIN ") => {
                let end = text_end(rest, '"').unwrap_or(rest.len());
                let (name, after) = rest.split_at(end);
                if let Some((_, inner)) = read.iter().find(|(table, _)| table == name) {
                    let is_alone = after.is_empty()
                        || after.starts_with(')')
                        || FOLLOWS.iter().any(|follows| after.starts_with(follows));
                    out.push_str(inner);
                    if is_alone {
                        out.extend([" AS ", name]);
                    }
                    rest = after;
                    continue;
                }
                end
            }
            letter => letter.len_utf8(),
        };
        out.push_str(rest.get(..end).unwrap_or_default());
        rest = rest.get(end..).unwrap_or_default();
    }
    out
}

/// A query of all of a table's columns in which SQL reads all days.
fn with_read_days(table: &Table) -> String {
    let column = |column: &Column| {
        let name = quoted(&column.name);
        let read = Some(column.days).filter(|_| column.kind == Kind::Date).and_then(|days| days.read(&name));
        read.map_or_else(|| name.clone(), |read| format!("{read} AS {name}"))
    };
    let columns: Vec<String> = table.columns.iter().map(column).collect();
    format!("(SELECT {} FROM {})", columns.join(", "), quoted(&table.name))
}
