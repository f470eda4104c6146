//! What a query lacks to answer as a person would: the join by which its columns are there, what tells its rows apart, and what they are
//! ordered, grouped or chosen by. A query's names are quoted as [`super::runnable`] has them.

use super::clauses::{Clauses, is_sum};
use super::join::path;
use super::names::{name_of, quoted};
use super::several::compare;
use super::sources::{settled, sources};
use super::table::{Kind, Table};

/// By what follows a column whose value may differ from row to row.
const DIFFERS: [&str; 8] = [" IS NOT NULL", " > ", " >= ", " < ", " <= ", " BETWEEN ", " LIKE ", " IN ("];

/// So many are some, where nobody says how many.
const FEW: &str = "5";

/// The query with what it lacks.
pub fn complete(sql: &str, tables: &[&Table]) -> String {
    let Some(mut query) = Clauses::read(sql) else { return sql.to_owned() };
    join(&mut query, sql, tables);
    query = settled(query, tables).map(divided);
    compare(&mut query);
    show_groups(&mut query);
    count_groups(&mut query);
    show_conditions(&mut query, tables);
    show_order(&mut query);
    show_names(&mut query, tables);
    query.distinct |= lists_words(&query, tables);
    query.to_string()
}

/// A query that follows on another one and selects all of its rows, with what that has selected, chosen and grouped: "only those of 2024" and
/// "longest first" say no more than what is to change. Others stay as they are.
pub fn going_on(sql: &str, before: &str) -> String {
    let (Some(mut query), Some(before)) = (Clauses::read(sql), Clauses::read(before)) else {
        return sql.to_owned();
    };
    if query.items != ["*"] || query.from != before.from || !query.group.is_empty() {
        return sql.to_owned();
    }
    let is_same = query.conditions.is_empty() || query.conditions == before.conditions;
    // "Which ones are they" is about the rows of a sum.
    if is_same && query.order.is_empty() && query.limit.is_empty() && before.sums() {
        return sql.to_owned();
    }
    // The first ten of all are the first ten of some.
    if !is_same && query.order.is_empty() && query.limit.is_empty() {
        query.limit = before.limit;
    }
    query.conditions = both(&before.conditions, &query.conditions);
    if let Some(sum) = before.items.iter().rfind(|item| is_sum(item)) {
        // Groups are ordered by what is shown of them.
        let sum = sum.split(" AS ").next().unwrap_or(sum);
        for key in &mut query.order {
            let (column, direction) = key.split_at(key.rfind(" DESC").unwrap_or(key.len()));
            if !before.group.iter().any(|group| group == column) {
                *key = format!("{sum}{direction}");
            }
        }
    }
    if query.order.is_empty() {
        query.order = before.order;
    }
    Clauses {
        distinct: before.distinct,
        items: before.items,
        group: before.group,
        having: before.having,
        ..query
    }
    .to_string()
}

/// The query for the first few where it is for the first one.
pub fn first_few(sql: &str) -> String {
    match Clauses::read(sql) {
        Some(query) if query.limit == "1" && !query.order.is_empty() => {
            Clauses { limit: FEW.into(), ..query }.to_string()
        }
        _ => sql.to_owned(),
    }
}

/// Whether two queries select the same, of whichever rows.
pub fn select_the_same(one: &str, other: &str) -> bool {
    let items = |sql: &str| Clauses::read(sql).map(|query| query.items);
    items(one).is_some_and(|own| items(other) == Some(own))
}

/// The conditions of both, without those of the first about a column that the second is about: that is asked anew.
fn both(first: &str, second: &str) -> String {
    let columns =
        |text: &str| -> Vec<String> { text.split('"').skip(1).step_by(2).map(str::to_owned).collect() };
    let anew = columns(second);
    let is_other = |part: &str| columns(part).iter().all(|column| !anew.contains(column));
    let is_whole = [" OR ", " BETWEEN "].iter().any(|word| first.contains(word));
    let parts = if is_whole { vec![first] } else { first.split(" AND ").collect() };
    let kept = parts.into_iter().filter(|part| is_other(part)).chain([second]);
    let all: Vec<&str> = kept.filter(|part| !part.is_empty()).collect();
    let bracketed = |part: &&str| {
        if all.len() > 1 && part.contains(" OR ") { format!("({part})") } else { (*part).to_owned() }
    };
    all.iter().map(bracketed).collect::<Vec<_>>().join(" AND ")
}

/// Joins the tables by which columns that are used and not there are had. What a query inside of it uses is its own.
fn join(query: &mut Clauses, sql: &str, tables: &[&Table]) {
    let is_nested = sql.contains("(SELECT ");
    let mut missing: Vec<&str> = Vec::new();
    let Some(first) = sources(&query.from, tables).filter(|_| !is_nested) else { return };
    let there =
        |name: &str| first.iter().any(|source| source.table.columns.iter().any(|own| own.name == name));
    for column in tables.iter().flat_map(|table| &table.columns) {
        let is_used = || sql.contains(&quoted(&column.name));
        if !missing.contains(&column.name.as_str()) && !there(&column.name) && is_used() {
            missing.push(&column.name);
        }
    }
    for name in missing {
        let Some(present) = sources(&query.from, tables) else { return };
        let own: Vec<&Table> = present.iter().map(|source| source.table).collect();
        let has = |table: &Table| {
            let full = format!("{}.{}", quoted(&table.name), quoted(name));
            let is_named =
                tables.iter().any(|other| sql.contains(&format!("{}.{}", quoted(&other.name), quoted(name))));
            table.columns.iter().any(|column| column.name == name) && (!is_named || sql.contains(&full))
        };
        if own.iter().any(|table| has(table)) {
            continue;
        }
        for hop in path(&own, &has, tables) {
            // What is there may be called otherwise.
            let called = present.iter().find_map(|source| {
                let column = hop.of_before.strip_prefix(name_of(&source.table.name, '`').as_str())?;
                Some([source.name.as_str(), column.strip_prefix('.').map(|_| column)?].concat())
            });
            let before = called.as_ref().unwrap_or(&hop.of_before);
            query.from.extend([" JOIN ", &quoted(&hop.table.name), " ON ", before, " = ", &hop.own]);
        }
    }
}

/// Whole numbers are divided with what is left.
fn divided(text: &str) -> String {
    if text.contains(".0") || text.contains('\'') {
        text.to_owned()
    } else {
        text.replace(" / ", " * 1.0 / ")
    }
}

fn shows(query: &Clauses, expression: &str) -> bool {
    query.items.iter().any(|item| {
        item == "*"
            || item == expression
            || item.ends_with(&format!(".{expression}"))
            || item.starts_with(&format!("{expression} AS "))
            || item.ends_with(&format!(" AS {expression}"))
    })
}

/// What rows are grouped by stands in front.
fn show_groups(query: &mut Clauses) {
    let missing: Vec<String> =
        query.group.iter().filter(|key| !shows(query, key) && key.parse::<u8>().is_err()).cloned().collect();
    query.items.splice(0..0, missing);
}

/// How many there are of each group that is computed, such as a month, where nothing else is asked of it.
fn count_groups(query: &mut Clauses) {
    let is_group = |item: &String| query.group.contains(item);
    let is_computed = query.group.iter().any(|key| key.contains('('));
    if is_computed && query.items.iter().all(is_group) && !query.order.iter().any(|key| is_sum(key)) {
        query.items.push("COUNT(*)".into());
    }
}

/// What rows are chosen by, where it may differ from row to row.
fn show_conditions(query: &mut Clauses, tables: &[&Table]) {
    if query.sums() {
        return;
    }
    for column in tables.iter().flat_map(|table| &table.columns) {
        let name = quoted(&column.name);
        // Of different values of a column, another one beside it would make more.
        let differs: &[&str] = if query.distinct { &[" IS NOT NULL"] } else { &DIFFERS };
        if !shows(query, &name)
            && differs.iter().any(|follows| query.conditions.contains(&format!("{name}{follows}")))
        {
            query.items.push(name);
        }
    }
}

/// What rows are ordered by stands behind.
fn show_order(query: &mut Clauses) {
    if query.distinct {
        return;
    }
    for key in query.order.clone() {
        let key = key.trim_end_matches(" ASC").trim_end_matches(" DESC");
        let counts_all = is_sum(key) && query.group.is_empty();
        let is_number = key.parse::<u8>().is_ok();
        if !shows(query, key) && !counts_all && !is_number {
            query.items.push(key.to_owned());
        }
    }
}

/// The name of each row's thing, where only numbers and keys are shown of it, or what is the same in all rows.
fn show_names(query: &mut Clauses, tables: &[&Table]) {
    let Some(own) = tables.iter().find(|table| quoted(&table.name) == query.from) else { return };
    let column = |item: &String| own.columns.iter().find(|column| quoted(&column.name) == *item);
    let is_same = |item: &String| query.conditions.contains(&format!("{item} = "));
    let tells =
        |item: &String| !is_same(item) && column(item).is_none_or(|column| column.kind != Kind::Number);
    if query.sums() || query.distinct || query.limit.is_empty() || query.items.iter().any(tells) {
        return;
    }
    let name = own.columns.iter().find(|column| column.kind == Kind::Text && column.holds() == "name");
    query.items.splice(0..0, name.map(|column| quoted(&column.name)));
}

/// Whether only words are listed: the same ones twice say no more.
fn lists_words(query: &Clauses, tables: &[&Table]) -> bool {
    let is_word = |item: &String| {
        let mut columns = tables.iter().flat_map(|table| &table.columns);
        columns.any(|column| column.kind == Kind::Text && item.ends_with(&quoted(&column.name)))
    };
    let is_ordered =
        !query.order.iter().all(|key| shows(query, key.trim_end_matches(" DESC").trim_end_matches(" ASC")));
    !query.sums() && !is_ordered && !query.items.is_empty() && query.items.iter().all(is_word)
}
