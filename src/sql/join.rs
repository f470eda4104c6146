//! By which columns two tables belong together, told by their names.

use super::names::name_of;
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

/// A table that is joined, and the columns of it and of the one before it that are equal.
pub(super) struct Hop<'t> {
    pub(super) table: &'t Table,
    pub(super) own: String,
    pub(super) of_before: String,
    /// The place of the one before it among the hops, where that is one.
    before: Option<usize>,
}

/// So many tables are reached in search of a column.
const MOST_REACHED: usize = 32;

/// The fewest tables by which one that has a column comes to one of those that are there; none where there is no way.
pub(super) fn path<'t>(
    there: &[&'t Table],
    has: &dyn Fn(&Table) -> bool,
    tables: &[&'t Table],
) -> Vec<Hop<'t>> {
    let mut hops: Vec<Hop<'t>> = Vec::new();
    let mut at = 0;
    while let Some(last) = there.get(at).copied().or_else(|| Some(hops.get(at - there.len())?.table)) {
        let before = at.checked_sub(there.len());
        at += 1;
        for table in tables {
            let is_known = there.iter().any(|one| one.name == table.name)
                || hops.iter().any(|hop| hop.table.name == table.name);
            if is_known || hops.len() == MOST_REACHED {
                continue;
            }
            let turned = || joins(table, last).into_iter().next().map(|(own, of_before)| (of_before, own));
            let Some((of_before, own)) = joins(last, table).into_iter().next().or_else(turned) else {
                continue;
            };
            hops.push(Hop { table, own, of_before, before });
            if has(table) {
                return way(hops);
            }
        }
    }
    Vec::new()
}

/// The hops by which the last one is reached, in their order.
fn way(mut hops: Vec<Hop<'_>>) -> Vec<Hop<'_>> {
    let mut found = Vec::new();
    while let Some(last) = hops.pop() {
        hops.truncate(last.before.map_or(0, |before| before + 1));
        found.push(last);
    }
    found.reverse();
    found
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
