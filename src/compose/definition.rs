//! Tables as SQL defines them, with some of their values.

use super::sql::{name_of, text_of};
use super::table::{Column, Kind, Table};
use crate::model::estimate_tokens;

/// Tokens of all definitions, estimated.
const MOST_TOKENS: usize = 1_200;
/// Letters of a value.
const SHOWN_CHARS: usize = 24;

/// The definitions of tables. Of what is too long the last columns go; what is queried may still be any of them.
pub fn definitions(tables: &[&Table]) -> String {
    let most = MOST_TOKENS / tables.len().max(1);
    let defined = |table: &&Table| {
        let mut columns = table.columns.len();
        let mut text = definition(table, columns);
        while estimate_tokens(&text) > most && columns > 1 {
            columns -= 1;
            text = definition(table, columns);
        }
        text
    };
    tables.iter().map(defined).collect::<Vec<_>>().join("\n")
}

fn definition(table: &Table, columns: usize) -> String {
    let line = |(at, column): (usize, &Column)| {
        let comma = if at + 1 < columns { "," } else { "" };
        let kind = match column.kind {
            Kind::Text => "TEXT",
            Kind::Number => "REAL",
            Kind::Date => "DATE",
        };
        format!("  {} {kind}{comma}{}", name_of(&column.name, '"'), told(column))
    };
    let lines: Vec<String> = table.columns.iter().take(columns).enumerate().map(line).collect();
    format!("CREATE TABLE {} (\n{}\n);", name_of(&table.name, '"'), lines.join("\n"))
}

/// The values behind a column.
fn told(column: &Column) -> String {
    let short = |value: &String| text_of(&value.chars().take(SHOWN_CHARS).collect::<String>());
    let texts = || column.values.iter().map(short);
    match column.kind {
        _ if column.values.is_empty() => String::new(),
        Kind::Text if column.shows_all() => format!(" -- one of {}", texts().collect::<Vec<_>>().join(", ")),
        Kind::Text => format!(" -- e.g. {}", texts().take(2).collect::<Vec<_>>().join(", ")),
        _ if column.holds() == "whether" => " -- 0 or 1".to_owned(),
        _ => format!(" -- {}", column.values.join(" to ")),
    }
}
