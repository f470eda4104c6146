//! Tables as SQL defines them, with some of their values, and by which columns they belong together.

use super::join::joins;
use super::names::{name_of, text_of};
use super::table::{Column, Kind, Table};
use crate::model::estimate_tokens;

/// Tokens of all definitions, estimated: a model of 1.5B reads them in some 25 seconds on two threads, ahead of the wishes.
const MOST_TOKENS: usize = 2_000;
/// Letters of a value.
const SHOWN_CHARS: usize = 24;
/// Pairs of columns that join tables.
const MOST_PAIRS: usize = 24;

/// How much of a table is told.
#[derive(Clone, Copy)]
struct Told {
    columns: usize,
    /// Values of a column, unless all are few.
    values: usize,
}

/// The definitions of tables. Where they are too long, values of the longest go first, then its last columns; what is queried may still be any of
/// them.
pub fn definitions(tables: &[&Table]) -> String {
    let sized = |table: &Table, told: Told| {
        let text = definition(table, told);
        (estimate_tokens(&text), text)
    };
    let mut told: Vec<(&Table, Told, (usize, String))> = tables
        .iter()
        .map(|table| {
            let all = Told { columns: table.columns.len(), values: usize::MAX };
            (*table, all, sized(table, all))
        })
        .collect();
    while told.iter().map(|(.., (size, _))| size).sum::<usize>() > MOST_TOKENS {
        let Some((table, detail, text)) = told.iter_mut().max_by_key(|(.., (size, _))| *size) else { break };
        match detail {
            Told { values: 0, columns: 0 | 1 } => break,
            Told { values: 0, columns } => *columns -= 1,
            Told { values, .. } => *values = if *values > 2 { 2 } else { *values - 1 },
        }
        *text = sized(table, *detail);
    }
    let pairs = tables.iter().flat_map(|one| tables.iter().map(move |other| (one, other)));
    let pairs = pairs.filter(|(one, other)| one.name != other.name);
    let mut joined: Vec<String> = Vec::new();
    for (one, two) in pairs.filter_map(|(one, other)| joins(one, other).into_iter().next()) {
        let line = |one: &str, two: &str| format!("-- {one} = {two}").replace('`', "\"");
        let (line, turned) = (line(&one, &two), line(&two, &one));
        if joined.len() < MOST_PAIRS && !joined.contains(&turned) {
            joined.push(line);
        }
    }
    told.into_iter().map(|(.., (_, text))| text).chain(joined).collect::<Vec<_>>().join("\n")
}

fn definition(table: &Table, told: Told) -> String {
    let line = |(at, column): (usize, &Column)| {
        let comma = if at + 1 < told.columns { "," } else { "" };
        let kind = match column.kind {
            Kind::Text => "TEXT",
            Kind::Number => "REAL",
            Kind::Date => "DATE",
        };
        format!("  {} {kind}{comma}{}", name_of(&column.name, '"'), values(column, told.values))
    };
    let lines: Vec<String> = table.columns.iter().take(told.columns).enumerate().map(line).collect();
    format!("CREATE TABLE {} (\n{}\n);", name_of(&table.name, '"'), lines.join("\n"))
}

/// The values behind a column, so many at most.
fn values(column: &Column, most: usize) -> String {
    let short = |value: &String| text_of(&value.chars().take(SHOWN_CHARS).collect::<String>());
    let texts = |most: usize| column.values.iter().take(most).map(short).collect::<Vec<_>>().join(", ");
    match column.kind {
        _ if column.values.is_empty() || most == 0 => String::new(),
        Kind::Text if column.shows_all() && most > 2 => format!(" -- one of {}", texts(most)),
        Kind::Text => format!(" -- e.g. {}", texts(most.min(2))),
        _ if column.holds() == "whether" => " -- 0 or 1".to_owned(),
        _ => format!(" -- {}", column.values.join(" to ")),
    }
}
