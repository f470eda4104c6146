//! Sums over the rows of several values of a column, which are asked for to be compared: each value becomes a group.

use super::clauses::{Clauses, parts};

/// Groups by the values that a query compares.
pub(super) fn compare(query: &mut Clauses) {
    either(query);
    each_of_several(query);
    differences(query);
}

/// Sums of rows that are to be two values of a column at once, which no row is, compare the rows of both.
fn either(query: &mut Clauses) {
    if !query.sums() || query.conditions.contains(" OR ") {
        return;
    }
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for part in parts(&query.conditions, " AND ") {
        let is_plain = !part.starts_with(['(', 'N']);
        let equal = part.split_once(" = '").filter(|_| is_plain && part.ends_with('\''));
        let (column, value) =
            equal.map_or((part.as_str(), None), |(column, value)| (column, Some(format!("'{value}"))));
        match found.iter_mut().find(|(of, values)| of == column && !values.is_empty()) {
            Some((_, values)) => values.extend(value.filter(|value| !values.contains(value))),
            None => found.push((column.to_owned(), value.into_iter().collect())),
        }
    }
    let written = |(column, values): &(String, Vec<String>)| match values.as_slice() {
        [] => column.clone(),
        [one] => format!("{column} = {one}"),
        more => format!("{column} IN ({})", more.join(", ")),
    };
    let compared = found.iter().find(|(_, values)| values.len() > 1);
    if let Some((column, _)) = compared {
        query.conditions = found.iter().map(written).collect::<Vec<_>>().join(" AND ");
        if query.group.is_empty() {
            query.group.push(column.clone());
            query.limit.clear();
        }
    }
}

/// A mean of the rows of several named values is asked for to compare these: "are American cars heavier than Japanese ones". How many they are is
/// asked of all of them together as well.
fn each_of_several(query: &mut Clauses) {
    let is_mean = !query.items.is_empty() && query.items.iter().all(|item| item.starts_with("AVG("));
    if !is_mean || !query.group.is_empty() || query.conditions.contains(" OR ") {
        return;
    }
    let conditions = parts(&query.conditions, " AND ");
    let named = conditions.iter().filter_map(|part| part.split_once(" IN ("));
    let are_several = |values: &str| values.contains(", ") && !values.starts_with("SELECT ");
    let mut several = named.filter(|(column, values)| !column.ends_with(" NOT") && are_several(values));
    if let Some((column, _)) = several.next() {
        query.group.push(column.to_owned());
    }
}

/// A difference of one sum over the rows of several values says nothing of these: "are American cars heavier than Japanese ones" as
/// `AVG(CASE WHEN origin = 'USA' THEN weight END) - AVG(CASE WHEN origin = 'Japan' THEN weight END)`.
fn differences(query: &mut Clauses) {
    let terms: Vec<String> = query.items.iter().flat_map(|item| parts(item, " - ")).collect();
    let sums: Option<Vec<SumOf>> = terms.iter().map(|term| SumOf::read(term)).collect();
    let Some([first, others @ ..]) = sums.as_deref() else { return };
    let is_alike =
        |other: &SumOf| (other.sum, other.column, other.measure) == (first.sum, first.column, first.measure);
    if others.is_empty() || !others.iter().all(is_alike) || !query.group.is_empty() {
        return;
    }
    let mut values = vec![first.value];
    values.extend(others.iter().map(|other| other.value).filter(|value| *value != first.value));
    let either = format!("{} IN ({})", first.column, values.join(", "));
    let sum = match first.measure {
        "1" => "COUNT(*)".to_owned(),
        measure => format!("{}({measure})", first.sum),
    };
    query.group.push(first.column.to_owned());
    query.conditions = match query.conditions.as_str() {
        "" => either,
        before if before.contains(" OR ") => format!("({before}) AND {either}"),
        before => format!("{before} AND {either}"),
    };
    query.items = vec![sum];
    query.limit.clear();
}

/// A sum over the rows that have one value: `AVG(CASE WHEN origin = 'USA' THEN weight END)`.
struct SumOf<'q> {
    sum: &'q str,
    column: &'q str,
    value: &'q str,
    measure: &'q str,
}

impl<'q> SumOf<'q> {
    fn read(term: &'q str) -> Option<Self> {
        let (sum, inside) = term.split(" AS ").next()?.strip_suffix(')')?.split_once("(CASE WHEN ")?;
        let (condition, measure) = inside.strip_suffix(" END")?.split_once(" THEN ")?;
        let (column, value) = condition.split_once(" = ")?;
        let (measure, other) = measure.split_once(" ELSE ").unwrap_or((measure, "NULL"));
        let is_plain =
            |text: &str| !text.contains(['(', ')']) && !text.contains(" AND ") && !text.contains(" OR ");
        // A mean of ones and zeros is a part, and a count of zeros counts them.
        let is_sum = match (sum, measure, other) {
            ("COUNT", _, "NULL") | ("SUM", _, "NULL" | "0") => true,
            ("AVG" | "MIN" | "MAX", measure, "NULL" | "0") => measure.starts_with('"'),
            _ => false,
        };
        (is_sum && is_plain(condition) && is_plain(measure)).then_some(SumOf { sum, column, value, measure })
    }
}
