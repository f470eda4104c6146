//! The tables of a query under the names that it gives them: which column is of which, and which table is not needed.

use super::clauses::{Clauses, open_places};
use super::names::{quoted, text_end};
use super::table::Table;

/// What parts joined tables.
const LEFT: &str = " LEFT JOIN ";
const JOINS: [&str; 3] = [LEFT, " INNER JOIN ", " JOIN "];

/// A table of a query.
pub(super) struct Source<'t> {
    pub(super) table: &'t Table,
    /// What the query calls it.
    pub(super) name: String,
    /// What stands in front of it, and by what it is joined.
    join: &'static str,
    on: String,
}

/// The query with each column asked of a table that has it, and without tables of which nothing is asked.
pub(super) fn settled(query: Clauses, tables: &[&Table]) -> Clauses {
    let Some(sources) = sources(&query.from, tables) else { return query };
    let from = query.from.clone();
    let query = query.map(|text| of_own_tables(text, &sources));
    // What joins the tables says of itself which column is whose.
    let query =
        Clauses { from: of_own_tables(&from, &sources), ..query.map(|text| of_first_table(text, &sources)) };
    let Some(sources) = self::sources(&query.from, tables) else { return query };
    pruned(query, sources)
}

/// Whether a query asks its tables for a column that only others have.
pub fn asks_other_tables(sql: &str, tables: &[&Table]) -> bool {
    let Some(query) = Clauses::read(sql) else { return false };
    let Some(sources) = sources(&query.from, tables) else { return false };
    let own = |name: &str| {
        sources.iter().any(|source| source.table.columns.iter().any(|column| column.name == name))
    };
    let is_given = |name: &str| sql.contains(&format!(" AS {}", quoted(name)));
    // A table may be called as a column of another one is.
    let on = sources.iter().map(|source| source.on.as_str()).collect::<Vec<_>>().join(" ");
    let asked = Clauses { from: on, ..query }.to_string();
    let is_asked = |name: &str| {
        let name = quoted(name);
        let behind = |at: usize| asked.get(at + name.len()..).unwrap_or_default();
        asked.match_indices(name.as_str()).any(|(at, _)| !behind(at).starts_with('.'))
    };
    // Of a query inside of it the tables are not known here.
    !sql.contains("(SELECT")
        && tables
            .iter()
            .flat_map(|table| &table.columns)
            .any(|column| !own(&column.name) && !is_given(&column.name) && is_asked(&column.name))
}

/// The tables between `FROM` and the next clause.
pub(super) fn sources<'t>(from: &str, tables: &[&'t Table]) -> Option<Vec<Source<'t>>> {
    let (mut found, mut begin, mut join) = (Vec::new(), 0, "");
    let places = open_places(from).into_iter().filter_map(|at| {
        let rest = from.get(at..)?;
        JOINS.iter().find(|join| rest.starts_with(**join)).map(|join| (at, *join))
    });
    let mut last = 0;
    for (at, next) in places {
        // The longest name of a join counts, of which a shorter one is the end.
        if at < last {
            continue;
        }
        found.push(source(from.get(begin..at)?, join, tables)?);
        (begin, join, last) = (at + next.len(), next, at + next.len());
    }
    found.push(source(from.get(begin..)?, join, tables)?);
    Some(found)
}

fn source<'t>(text: &str, join: &'static str, tables: &[&'t Table]) -> Option<Source<'t>> {
    let (head, on) = text.split_once(" ON ").unwrap_or((text, ""));
    let table = tables.iter().find(|table| {
        head.strip_prefix(quoted(&table.name).as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    })?;
    let rest = head.strip_prefix(quoted(&table.name).as_str())?.trim();
    let name = rest.strip_prefix("AS ").unwrap_or(rest);
    let name = if name.is_empty() { quoted(&table.name) } else { name.to_owned() };
    Some(Source { table, name, join, on: on.to_owned() })
}

/// A part of a query, where `name.column` of a table that has no such column is of the one that has it.
fn of_own_tables(text: &str, sources: &[Source<'_>]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let asked = sources.iter().find_map(|source| {
            let column = rest.strip_prefix(source.name.as_str())?.strip_prefix('.')?;
            let end = if column.starts_with('"') { text_end(column, '"')? } else { return None };
            let is_begun =
                out.chars().next_back().is_none_or(|before| !before.is_alphanumeric() && before != '"');
            is_begun.then_some((source, column.get(..end)?, column.get(end..)?))
        });
        if let Some((source, column, after)) = asked {
            let has =
                |source: &&Source<'_>| source.table.columns.iter().any(|one| quoted(&one.name) == column);
            let of = if has(&source) { source } else { sources.iter().find(has).unwrap_or(source) };
            out.extend([of.name.as_str(), ".", column]);
            rest = after;
            continue;
        }
        let letter = rest.chars().next().unwrap_or_default();
        let end =
            if letter == '\'' { text_end(rest, letter).unwrap_or(rest.len()) } else { letter.len_utf8() };
        out.push_str(rest.get(..end).unwrap_or_default());
        rest = rest.get(end..).unwrap_or_default();
    }
    out
}

/// A part of a query, where a column that several of its tables have is of the first that has it. Those of a query inside of it are its own.
fn of_first_table(text: &str, sources: &[Source<'_>]) -> String {
    let has =
        |source: &Source<'_>, name: &str| source.table.columns.iter().any(|one| quoted(&one.name) == name);
    let mut out = String::with_capacity(text.len());
    let (mut rest, mut depth, mut inside) = (text, 0_usize, None);
    while let Some(letter) = rest.chars().next() {
        let end = match letter {
            '\'' | '"' => text_end(rest, letter).unwrap_or(rest.len()),
            letter => letter.len_utf8(),
        };
        let (part, after) = rest.split_at(end);
        match letter {
            '(' => {
                depth += 1;
                if inside.is_none() && after.starts_with("SELECT ") {
                    inside = Some(depth);
                }
            }
            ')' => {
                inside = inside.filter(|at| *at != depth);
                depth = depth.saturating_sub(1);
            }
            '"' if inside.is_none() && !out.ends_with('.') && !after.starts_with('.') => {
                let mut having = sources.iter().filter(|source| has(source, part));
                if let (Some(first), Some(_)) = (having.next(), having.next()) {
                    out.extend([first.name.as_str(), "."]);
                }
            }
            _ => {}
        }
        out.push_str(part);
        rest = after;
    }
    out
}

/// The query without tables of a `LEFT JOIN` of which no column is asked: they only repeat rows. Any other join also says which rows there are.
/// Where rows are counted all tables are needed.
fn pruned(mut query: Clauses, mut sources: Vec<Source<'_>>) -> Clauses {
    let asked = |query: &Clauses| Clauses { from: String::new(), ..query.clone() }.to_string();
    let text = asked(&query);
    if text.contains("COUNT(*)")
        || query.items.iter().any(|item| item == "*")
        || query.from.contains("(SELECT")
    {
        return query;
    }
    let is_asked = |source: &Source<'_>, others: &[&Source<'_>]| {
        let own =
            |name: &str| others.iter().all(|other| other.table.columns.iter().all(|one| one.name != name));
        let bare = source.table.columns.iter().filter(|one| own(&one.name)).any(|one| {
            let name = quoted(&one.name);
            text.match_indices(name.as_str())
                .any(|(at, _)| !text.get(..at).unwrap_or_default().ends_with('.'))
        });
        let full = format!("{}.", source.name);
        bare || text.contains(&full)
            || others
                .iter()
                .any(|other| !other.join.is_empty() && other.on.contains(&full) && others.len() > 1)
    };
    while sources.len() > 1 {
        let idle = sources.iter().enumerate().position(|(at, source)| {
            let others: Vec<&Source<'_>> =
                sources.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, one)| one).collect();
            source.join == LEFT && !is_asked(source, &others)
        });
        let Some(idle) = idle else { break };
        sources.remove(idle);
    }
    let written = |source: &Source<'_>| {
        let table = quoted(&source.table.name);
        let name = if source.name == table { String::new() } else { format!(" AS {}", source.name) };
        let on = if source.on.is_empty() { String::new() } else { format!(" ON {}", source.on) };
        format!("{}{table}{name}{on}", source.join)
    };
    match sources.as_slice() {
        // Alone it needs no name in front of its columns.
        [only] => {
            let full = format!("{}.", only.name);
            let bare = query.map(|text| without(text, &full));
            Clauses { from: quoted(&only.table.name), ..bare }
        }
        _ => {
            query.from = sources.iter().map(written).collect();
            query
        }
    }
}

/// A text without a name in front of columns.
fn without(text: &str, name: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let is_begun = out
            .chars()
            .next_back()
            .is_none_or(|before| !before.is_alphanumeric() && before != '"' && before != '_');
        if let Some(after) = rest.strip_prefix(name).filter(|_| is_begun) {
            rest = after;
            continue;
        }
        let end =
            if letter == '\'' { text_end(rest, letter).unwrap_or(rest.len()) } else { letter.len_utf8() };
        out.push_str(rest.get(..end).unwrap_or_default());
        rest = rest.get(end..).unwrap_or_default();
    }
    out
}
