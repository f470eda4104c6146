//! By which columns two tables belong together, told by their names.

use super::sql::name_of;
use super::table::Table;

/// Pairs of columns, written in full (`visits.owner_id`, `owners.id`): a column of `one` that names a key of `other`, by having its
/// name or that of the table in front of it. Nothing where there are none.
pub fn joins(one: &Table, other: &Table) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for column in &one.columns {
        for key in &other.columns {
            if names(&column.name, &other.name, &key.name) {
                let full = |table: &Table, column: &str| {
                    format!("{}.{}", name_of(&table.name, '`'), name_of(column, '`'))
                };
                found.push((full(one, &column.name), full(other, &key.name)));
            }
        }
    }
    found
}

/// A table that is joined, and the columns of it and of one before it that are equal.
pub(super) type Hop<'t> = (&'t Table, String, String);

/// So many tables are joined for a column.
const MOST_HOPS: usize = 3;

/// The fewest tables by which one that has a column comes to one of those that are there; nothing where none does.
pub(super) fn path<'t>(
    there: &[&'t Table],
    has: &dyn Fn(&Table) -> bool,
    tables: &[&'t Table],
) -> Option<Vec<Hop<'t>>> {
    let mut ways: Vec<(&'t Table, Vec<Hop<'t>>)> = there.iter().map(|table| (*table, Vec::new())).collect();
    let mut seen: Vec<&str> = there.iter().map(|table| table.name.as_str()).collect();
    for _ in 0..MOST_HOPS {
        let mut next = Vec::new();
        for (last, way) in &ways {
            for other in tables {
                let mut pairs = joins(last, other);
                pairs.extend(joins(other, last).into_iter().map(|(one, two)| (two, one)));
                let Some((one, two)) =
                    pairs.into_iter().next().filter(|_| !seen.contains(&other.name.as_str()))
                else {
                    continue;
                };
                seen.push(&other.name);
                next.push((*other, [way.as_slice(), &[(*other, two, one)]].concat()));
            }
        }
        if let Some((_, way)) = next.iter().find(|(table, _)| has(table)) {
            return Some(way.clone());
        }
        ways = next;
    }
    None
}

/// Whether `column` names the row of `table` whose `key` is equal.
fn names(column: &str, table: &str, key: &str) -> bool {
    let (column, table, key) = (bare(column), bare(table), bare(key));
    let is_key =
        |name: &str| ["id", "key", "code", "no", "nr", "number"].iter().any(|end| name.ends_with(end));
    if key == "name" {
        return column.chars().count() >= 3 && table.starts_with(&column);
    }
    if !is_key(&key) || column == "id" {
        return false;
    }
    let of_table = |name: &str| {
        let word: String = name.strip_suffix(key.as_str()).unwrap_or_default().to_owned();
        word.chars().count() >= 2 && table.starts_with(word.trim_end_matches(['s', 'y']))
    };
    column == key || of_table(&column)
}

/// Letters and digits alone, lower-case.
fn bare(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
