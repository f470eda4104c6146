//! What a query asks, in words by which a person tells it from another one.

use super::clauses::{Clauses, is_sum};

/// The words of a language for it.
#[derive(Clone, Copy, Debug)]
pub struct Spoken {
    /// How many.
    pub count: &'static str,
    /// The sum.
    pub sum: &'static str,
    /// The mean.
    pub average: &'static str,
    /// The largest.
    pub most: &'static str,
    /// The smallest.
    pub least: &'static str,
    /// What groups are made by.
    pub by: &'static str,
    /// A year.
    pub year: &'static str,
    /// A month.
    pub month: &'static str,
    /// So many of them, from the beginning.
    pub first: &'static str,
}

/// A query in words: "average fee by species, 5 first"; nothing for one that is no `SELECT` with its clauses in their order.
pub fn reading(sql: &str, spoken: &Spoken) -> Option<String> {
    let query = Clauses::read(sql)?;
    let shown = query.items.iter().filter(|item| !query.group.contains(item));
    let shown: Vec<String> = shown.map(|item| words(item, spoken)).collect();
    let mut parts = vec![match shown.as_slice() {
        [all] if all == "*" => words(query.from.split(' ').next().unwrap_or_default(), spoken),
        shown => shown.join(", "),
    }];
    if !query.group.is_empty() {
        let groups: Vec<String> = query.group.iter().map(|group| words(group, spoken)).collect();
        parts.push(format!("{} {}", spoken.by, groups.join(", ")));
    }
    let mut said = parts.join(" ");
    let conditions = [query.conditions.as_str(), query.having.as_str()];
    for condition in conditions.into_iter().filter(|condition| !condition.is_empty()) {
        said.extend([", ", &bare(condition)]);
    }
    if let Some(order) = query.order.first().filter(|_| !query.limit.is_empty()) {
        let key = order.trim_end_matches(" DESC").trim_end_matches(" ASC");
        let way = if order.ends_with(" DESC") { spoken.most } else { spoken.least };
        let by = if is_sum(key) { String::new() } else { format!(" {}", words(key, spoken)) };
        said.extend([", ", &query.limit, " ", spoken.first, " ", way, &by]);
    }
    Some(said.trim().to_owned())
}

/// An expression in words.
fn words(expression: &str, spoken: &Spoken) -> String {
    let inside = |name: &str| expression.strip_prefix(name)?.strip_suffix(')');
    let of = |word: &str, inner: &str| {
        format!("{word} {}", words(inner, spoken)).trim_end_matches(" *").to_owned()
    };
    let sums = [
        ("COUNT(", spoken.count),
        ("SUM(", spoken.sum),
        ("AVG(", spoken.average),
        ("MAX(", spoken.most),
        ("MIN(", spoken.least),
    ];
    if let Some((inner, word)) = sums.iter().find_map(|(name, word)| Some((inside(name)?, *word))) {
        return of(word, inner);
    }
    match (inside("strftime('%Y', "), inside("strftime('%Y-%m', ")) {
        (Some(_), _) => spoken.year.to_owned(),
        (_, Some(_)) => spoken.month.to_owned(),
        _ => bare(expression),
    }
}

/// An expression without quotes, and without tables in front of columns.
fn bare(expression: &str) -> String {
    let mut out = String::with_capacity(expression.len());
    for (at, part) in expression.split('"').enumerate() {
        let is_name = at % 2 == 1;
        match part.strip_prefix('.').filter(|_| !is_name && at > 0) {
            Some(rest) => {
                out.truncate(out.rfind([' ', '(', ',']).map_or(0, |space| space + 1));
                out.push_str(rest);
            }
            None if is_name => out.push_str(&part.replace('_', " ")),
            None => out.push_str(part),
        }
    }
    out
}
