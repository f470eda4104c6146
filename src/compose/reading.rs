//! What a query asks, in words by which a person tells it from another one.

use super::clauses::Clauses;

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
    /// What rows are ordered by.
    pub ordered_by: &'static str,
    /// From the largest to the smallest.
    pub descending: &'static str,
}

/// A query in words: "average fee by species, year = '2024'"; nothing for one that is no `SELECT` with its clauses in their order.
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
        said.extend([", ", &plain(condition, spoken)]);
    }
    if let Some(order) = query.order.first().filter(|_| !query.limit.is_empty()) {
        let descends = order.ends_with(" DESC");
        let key = words(order.trim_end_matches(" DESC").trim_end_matches(" ASC"), spoken);
        let (mark, way) = if descends { (", ", spoken.descending) } else { ("", "") };
        said.extend([", ", spoken.first, " ", &query.limit, " ", spoken.ordered_by, " ", &key, mark, way]);
    }
    Some(said.trim().to_owned())
}

/// The names of the tables that a query asks.
pub fn tables_asked(sql: &str) -> Option<Vec<String>> {
    let name = |part: &str| {
        let quoted = part.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"'));
        quoted.map(|(name, _)| name).or_else(|| part.split_whitespace().next()).unwrap_or_default().to_owned()
    };
    let from = Clauses::read(sql)?.from;
    Some(from.split("JOIN ").map(name).collect())
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
    plain(expression, spoken)
}

/// An expression without quotes, in which years and months are called so.
fn plain(expression: &str, spoken: &Spoken) -> String {
    let mut rest = bare(expression);
    for (part, word) in [("strftime('%Y', ", spoken.year), ("strftime('%Y-%m', ", spoken.month)] {
        while let Some((before, behind)) = rest.split_once(part) {
            rest = [before, word, behind.split_once(')').map_or("", |(_, after)| after)].concat();
        }
    }
    rest
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
