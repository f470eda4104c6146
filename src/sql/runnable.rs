//! A query as the model writes it, and as a database takes it.

use super::names::{KEYWORDS, bare_words, quoted, text_end};
use super::table::Table;

/// A query as a database takes it: every name of the tables in double quotes, and of groups in an order none that has no name. Nothing where
/// it is not one `SELECT`.
pub fn runnable(sql: &str, tables: &[&Table]) -> Option<String> {
    let sql = of_named_groups(named(sql, tables), tables);
    is_one_select(&sql).then_some(sql)
}

/// A query for the first of some groups without that of rows which have no such value: whose name is asked for has one.
fn of_named_groups(sql: String, tables: &[&Table]) -> String {
    let Some((before, after)) = sql.split_once(" GROUP BY ").filter(|(_, after)| after.contains(" LIMIT "))
    else {
        return sql;
    };
    let columns = tables.iter().flat_map(|table| &table.columns).filter(|column| !column.filled);
    let found = columns.map(|column| quoted(&column.name)).find_map(|key| {
        let rest = after.strip_prefix(key.as_str())?;
        Some((key, rest))
    });
    let Some((key, rest)) = found else { return sql };
    match rest.strip_prefix(" HAVING ") {
        Some(rest) if rest.starts_with(&format!("{key} IS NOT NULL")) => sql.clone(),
        Some(rest) => format!("{before} GROUP BY {key} HAVING {key} IS NOT NULL AND {rest}"),
        None if rest.starts_with(" ORDER BY ") => {
            format!("{before} GROUP BY {key} HAVING {key} IS NOT NULL{rest}")
        }
        None => sql,
    }
}

/// Whether nothing but one `SELECT` is there, with others only inside it, whatever stands in its texts and names.
fn is_one_select(sql: &str) -> bool {
    let mut bare = String::with_capacity(sql.len());
    let mut rest = sql;
    while let Some(letter) = rest.chars().next() {
        let end = match letter {
            '\'' | '"' => match text_end(rest, letter) {
                Some(end) => end,
                None => return false,
            },
            letter => {
                bare.push(letter);
                letter.len_utf8()
            }
        };
        rest = rest.get(end..).unwrap_or_default();
    }
    bare.starts_with("SELECT ")
        && ![";", "--", "/*", "`", "SELECT"]
            .iter()
            .any(|mark| bare.get(7..).is_some_and(|bare| bare.replace("(SELECT ", "(").contains(mark)))
}

fn named(sql: &str, tables: &[&Table]) -> String {
    let columns = tables.iter().flat_map(|table| &table.columns).map(|column| column.name.as_str());
    let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).chain(columns).collect();
    let is_name = |word: &str| names.contains(&word);
    let bare = |rest: &str| -> Option<usize> {
        let ends = |name: &&str| {
            !rest.get(name.len()..).is_some_and(|rest| {
                rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_')
            })
        };
        let bare = names.iter().filter_map(|name| bare_words(name));
        bare.filter(|name| rest.starts_with(name)).filter(ends).map(str::len).max()
    };
    let mut out = String::with_capacity(sql.len() + 32);
    let mut rest = sql;
    while let Some(letter) = rest.chars().next() {
        let end = match letter {
            '\'' | '"' => text_end(rest, letter).unwrap_or(rest.len()),
            '`' => rest.get(1..).and_then(|inside| inside.find('`')).map_or(rest.len(), |end| end + 2),
            letter if letter.is_alphabetic() && bare(rest).is_some() => bare(rest).unwrap_or_default(),
            letter if letter.is_alphabetic() || letter == '_' => {
                rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len())
            }
            letter => letter.len_utf8(),
        };
        let (part, after) = rest.split_at(end);
        let called = after.starts_with('(');
        match part.strip_prefix('`').and_then(|part| part.strip_suffix('`')) {
            Some(name) => out.push_str(&quoted(name)),
            None if !called && is_name(part) && !KEYWORDS.contains(&part) => out.push_str(&quoted(part)),
            None => out.push_str(part),
        }
        rest = after;
    }
    out
}
