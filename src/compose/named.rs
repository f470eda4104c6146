//! What a wish seems to name: tables, columns and values, by words that are the same but for an ending or a slip. It stands in front of
//! the wish as a hint; `training/prompts.py` gives the same, and a test compares them.

use super::said::brings_text;
use crate::sql::{Kind, Table};
use crate::sql::{parted, quoted, text_of, texts};
use crate::text::lower;

/// How many columns, values, and tables a wish is told to name, at most.
const MOST_NAMED: usize = 5;
const MOST_KNOWN: usize = 4;
const MOST_TABLES: usize = 3;
/// The least part of a name, by letters, that a wish says when it names it.
const LEAST_NAMED: f64 = 0.25;
/// A value of which a wish says less is not told of: "Film" is no "Based on Short Film".
const LEAST_OF_VALUE: f64 = 0.34;
/// Half of a table's name, and that part of a name which is most of it.
const HALF_NAMED: f64 = 0.5;
const MOSTLY_NAMED: f64 = 0.6;
/// So much of a table, itself, columns and values, a question about it names at least.
const LEAST_ASKED: usize = 2;
/// Letters of what is short for something, and of what that leaves out.
const LEAST_SHORT: usize = 3;
const LEAST_CUT: usize = 3;

/// A value that a wish seems to name: of which column, and which.
pub type Known<'t> = (&'t str, &'t str);

/// The hint in front of a wish about these tables: columns and values that it seems to name.
pub fn hints(wish: &str, tables: &[&Table]) -> String {
    let parts = parts(wish, tables, MOST_NAMED + MOST_KNOWN);
    if parts.is_empty() { String::new() } else { format!("\nnamed: {}", parts.join("; ")) }
}

/// The values that a wish names; of those that the definitions of tables show ([`super::definitions`]) the ones that it says letter by letter, for
/// "first" need not be a team of that name.
pub fn values_named(wish: &str, tables: &[&Table]) -> String {
    let is_shown = |name: &str| {
        let mut columns = tables.iter().flat_map(|table| &table.columns);
        columns.any(|column| column.name == name && column.shows_all())
    };
    let parts = |text: &str| -> Vec<String> {
        text.split(|letter: char| !letter.is_alphanumeric()).map(str::to_owned).collect()
    };
    let said = parts(wish);
    let is_said = |value: &str| {
        let value = parts(value);
        said.windows(value.len()).any(|words| words == value)
    };
    let words = words(wish);
    let is_meant = |value: &str| said_part(value, &words, &[]) >= LEAST_OF_VALUE;
    let linked = linked(wish, tables).into_iter().filter(|(_, value)| is_meant(value));
    let known = linked.filter(|(column, value)| !is_shown(column) || is_said(value));
    let told: Vec<String> =
        known.map(|(column, value)| format!("\n-- {column} has {}", text_of(value))).collect();
    told.concat()
}

/// Whether a query compares with one of many values of a column, a name, of which nothing is said: of names no other words mean the same.
pub fn invents_a_name(sql: &str, said: &str, tables: &[&Table]) -> bool {
    let said = words(said);
    texts(sql).iter().any(|text| {
        let columns = tables.iter().flat_map(|table| &table.columns);
        let mut asked = columns.filter(|column| sql.contains(&quoted(&column.name)));
        let is_name = asked.any(|column| !column.shows_all() && column.values.contains(text));
        is_name && !words(text).iter().any(|part| said.iter().any(|word| says(word, part)))
    })
}

/// The hint in front of a wish about anything: the tables that it seems to name, or of which it names something.
pub fn table_hints(wish: &str, tables: &[&Table]) -> String {
    let told: Vec<String> = tables_named(wish, tables)
        .into_iter()
        .take(MOST_TABLES)
        .map(|(_, table)| {
            let parts = parts(wish, &[table], MOST_KNOWN).join("; ");
            if parts.is_empty() { table.name.clone() } else { format!("{} ({parts})", table.name) }
        })
        .collect();
    if told.is_empty() { String::new() } else { format!("\nnamed: {}", told.join(", ")) }
}

/// Tables that the wish seems to name, or of which it names something, those first of which it names most, and how much.
fn tables_named<'t>(wish: &str, tables: &[&'t Table]) -> Vec<(usize, &'t Table)> {
    let said = words(wish);
    let score = |table: &'t Table| {
        let named = columns_named(wish, &[table]).len() + linked(wish, &[table]).len();
        named + if said_part(&table.name, &said, &[]) >= LEAST_NAMED { 2 } else { 0 }
    };
    let mut found: Vec<(usize, &Table)> = tables.iter().map(|table| (score(table), *table)).collect();
    found.retain(|(score, _)| *score > 0);
    found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    found
}

/// Columns that are named without a value, and values with their columns.
fn parts(wish: &str, tables: &[&Table], most: usize) -> Vec<String> {
    let known = linked(wish, tables);
    let columns = columns_named(wish, tables).into_iter();
    let alone = columns.filter(|column| known.iter().all(|(of, _)| of != column)).map(str::to_owned);
    let values = known.iter().map(|(column, value)| format!("{column} = {value}"));
    alone.chain(values).take(most).collect()
}

/// Whether the wish seems to name a table or a column, and not only values.
pub fn names_columns(wish: &str, tables: &[&Table]) -> bool {
    let said = words(wish);
    let is_named = |table: &&Table| said_part(&table.name, &said, &[]) >= LEAST_NAMED;
    tables.iter().any(|table| is_named(table) || !columns_named(wish, &[table]).is_empty())
}

/// Whether the wish speaks of other tables than these: of others it names something, and of these nothing.
pub fn speaks_of_others(wish: &str, these: &[String], tables: &[&Table]) -> bool {
    let said = words(wish);
    let (own, others): (Vec<&Table>, Vec<&Table>) =
        tables.iter().partition(|table| these.contains(&table.name));
    let is_of_own = beyond(&said, &own, &others).len() < said.len() || !linked(wish, &own).is_empty();
    !is_of_own && !named_beside(wish, these, tables).is_empty()
}

/// The tables beside these of which the wish says what these do not have: half of a table's name, most of a column's, or a
/// whole value.
pub fn named_beside<'t>(wish: &str, these: &[String], tables: &[&'t Table]) -> Vec<&'t Table> {
    let (own, others): (Vec<&Table>, Vec<&'t Table>) =
        tables.iter().partition(|table| these.contains(&table.name));
    let said = beyond(&words(wish), &own, &others);
    let may_be_value = linked(wish, &own).is_empty();
    let is_value = |(_, value): &Known<'_>| said_part(value, &said, &[]) >= 1.0;
    // What only differs little, as "please" from "release", is no other thing to speak of.
    let is_said = |name: &String, least: f64| {
        let all = words(&parted(name));
        let letters = |parts: &[&String]| parts.iter().map(|part| part.chars().count()).sum::<usize>() as f64;
        let found: Vec<&String> =
            all.iter().filter(|part| said.iter().any(|word| alike(part, word))).collect();
        !found.is_empty() && letters(&found) >= least * letters(&all.iter().collect::<Vec<_>>())
    };
    let is_named = |table: &&Table| {
        let mut columns = table.columns.iter();
        is_said(&table.name, HALF_NAMED)
            || columns.any(|column| is_said(&column.name, MOSTLY_NAMED))
            || may_be_value && linked(wish, &[table]).iter().any(is_value)
    };
    others.into_iter().filter(is_named).collect()
}

/// The words that are of no name of these tables. A key to another table is called as that one.
fn beyond(said: &[String], own: &[&Table], others: &[&Table]) -> Vec<String> {
    let parts =
        |name: &String| words(&parted(name)).into_iter().filter(|part| part.chars().count() >= LEAST_SHORT);
    let of_others: Vec<String> = others.iter().flat_map(|table| parts(&table.name)).collect();
    let columns = own.iter().flat_map(|table| &table.columns).flat_map(|column| parts(&column.name));
    let columns = columns.filter(|part| !of_others.iter().any(|other| alike(other, part)));
    let own: Vec<String> = own.iter().flat_map(|table| parts(&table.name)).chain(columns).collect();
    said.iter().filter(|word| !own.iter().any(|part| says(word, part))).cloned().collect()
}

/// Whether a wish that says no numbers is a question of one of these tables: it names two of its columns, values and itself, and brings along no
/// text that they may be words of.
pub fn asks_of(wish: &str, tables: &[&Table]) -> bool {
    let said = words(wish);
    let is_said = |name: &str| said_part(name, &said, &[]) >= MOSTLY_NAMED;
    let named = |table: &&Table| {
        let columns = table.columns.iter().filter(|column| is_said(&column.name)).count();
        let values =
            linked(wish, &[table]).into_iter().filter(|(_, value)| said_part(value, &said, &[]) >= 1.0);
        usize::from(is_said(&table.name)) + columns + values.count()
    };
    let brings = brings_text(wish) && !wish.trim_end().ends_with('?');
    !brings && !wish.contains(char::is_numeric) && tables.iter().any(|table| named(table) >= LEAST_ASKED)
}

/// Columns that the wish seems to name, those first of whose names it says most. Words of the tables' names count where a column
/// has no others.
pub(super) fn columns_named<'t>(wish: &str, tables: &[&'t Table]) -> Vec<&'t str> {
    let said = words(wish);
    let own: Vec<String> = tables.iter().flat_map(|table| words(&parted(&table.name))).collect();
    let mut scored: Vec<(f64, &str)> = Vec::new();
    for column in tables.iter().flat_map(|table| &table.columns) {
        let score = said_part(&column.name, &said, &own);
        if score >= LEAST_NAMED && !scored.iter().any(|(_, name)| *name == column.name) {
            scored.push((score, &column.name));
        }
    }
    scored.sort_by(|one, other| other.0.total_cmp(&one.0));
    scored.into_iter().take(MOST_NAMED).map(|(_, name)| name).collect()
}

/// How much of a name the wish says, by letters: 0 to 1. Words of `own` count where there are no others.
pub(super) fn said_part(name: &str, said: &[String], own: &[String]) -> f64 {
    let all = words(&parted(name));
    let others: Vec<&String> = all.iter().filter(|part| !own.iter().any(|word| alike(part, word))).collect();
    let parts = if others.is_empty() { all.iter().collect() } else { others };
    let letters = |part: &&&String| part.chars().count();
    let whole: usize = parts.iter().map(|part| letters(&part)).sum();
    if initials(&all).is_some_and(|initials| said.contains(&initials)) {
        return 1.0;
    }
    let is_said = |part: &&&String| letters(part) >= 2 && said.iter().any(|word| says(word, part));
    let found: usize = parts.iter().filter(is_said).map(|part| letters(&part)).sum();
    if whole == 0 { 0.0 } else { found as f64 / whole as f64 }
}

/// Values of text columns that the wish seems to name, whole ones before parts, long before short. A word that names a table
/// or a column names no value.
pub fn linked<'t>(wish: &str, tables: &[&'t Table]) -> Vec<Known<'t>> {
    let names = tables.iter().flat_map(|table| {
        std::iter::once(&table.name).chain(table.columns.iter().map(|column| &column.name))
    });
    let own: Vec<String> = names.flat_map(|name| words(&parted(name))).collect();
    let said: Vec<String> =
        words(wish).into_iter().filter(|word| !own.iter().any(|name| alike(name, word))).collect();
    let mut found: Vec<(bool, usize, Known<'t>)> = Vec::new();
    let columns = tables.iter().flat_map(|table| &table.columns);
    for column in columns.filter(|column| column.kind == Kind::Text && column.complete) {
        for value in &column.values {
            let parts = words(value);
            let is_said = |part: &String| said.iter().any(|word| alike(part, word));
            let score = parts.iter().filter(|part| is_said(part)).map(|part| part.chars().count()).max();
            let whole = !parts.is_empty() && parts.iter().all(is_said);
            if score.is_some_and(|score| score >= 4 || (whole && score >= 2)) {
                found.push((whole, score.unwrap_or(0), (&column.name, value)));
            }
        }
    }
    let any_whole = found.iter().any(|(whole, ..)| *whole);
    found.retain(|(whole, ..)| *whole || !any_whole);
    found.sort_by_key(|(_, score, _)| std::cmp::Reverse(*score));
    found.into_iter().take(MOST_KNOWN).map(|(.., known)| known).collect()
}

/// The words of letters and digits, lower-case.
pub(super) fn words(text: &str) -> Vec<String> {
    let parts = text.split(|letter: char| !letter.is_alphanumeric());
    parts.filter(|word| !word.is_empty()).map(|word| lower(word).collect()).collect()
}

/// Whether a word of a wish is a part of a name: the same but for an ending or a slip, or what the name has shortened.
pub(super) fn says(word: &str, part: &str) -> bool {
    alike(part, word) || is_close(part, word) || shortens(part, word)
}

/// Whether a part of a name is the beginning of a longer word: "pop" of "population". Not the other way round: "per" is not "person".
fn shortens(part: &str, word: &str) -> bool {
    let rest = word.strip_prefix(part).map_or(0, |rest| rest.chars().count());
    rest >= LEAST_CUT && part.chars().count() >= LEAST_SHORT
}

/// The first letters of a name of three words or more, as people say it: "vat" of `value_added_tax`.
fn initials(parts: &[String]) -> Option<String> {
    (parts.len() >= LEAST_SHORT).then(|| parts.iter().filter_map(|part| part.chars().next()).collect())
}

/// Whether two words are the same but for an ending: "dogs" and "dog", "Japanese" and "Japan".
pub(super) fn alike(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let (first, second) = (one.chars().count(), other.chars().count());
    let (least, longest) = (first.min(second), first.max(second));
    let same = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    // Of four letters all count, but for "city" and "cities": "show" is not "short".
    let shorter = if first < second { one } else { other };
    let needed = if least > 4 || shorter.ends_with('y') { least - 1 } else { least };
    same >= needed.max(3) && longest - same <= if least > 3 { 3 } else { 1 }
}

/// Whether two long words differ in few letters: "Zylinder" and "cylinders".
fn is_close(one: &str, other: &str) -> bool {
    let (first, second) = (one.chars().count(), other.chars().count());
    let least = first.min(second);
    least >= 6 && first.abs_diff(second) <= 2 && distance(one, other) <= if least >= 9 { 3 } else { 2 }
}

/// How many letters are to be put in, taken out or changed.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut left = at + 1;
        let mut corner = at;
        let mut next = vec![left];
        for (wanted, above) in other.iter().zip(row.iter().skip(1)) {
            left = (above + 1).min(left + 1).min(corner + usize::from(letter != *wanted));
            corner = *above;
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}
