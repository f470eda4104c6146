//! What a query asks, in words by which a person tells it from another one.

use super::clauses::{Clauses, parts};
use crate::languages::Language;

/// Signs of SQL, and how people write them.
const SIGNS: [(&str, &str); 7] =
    [(" <> ", "≠"), (" != ", "≠"), (" >= ", "≥"), (" <= ", "≤"), (" > ", ">"), (" < ", "<"), (" = ", "=")];

/// A query in words: "average fee by species, year: 2024"; nothing for one that is no `SELECT` with its clauses in their order.
pub fn reading(sql: &str, language: &Language) -> Option<String> {
    let query = Clauses::read(&sql.replace('`', "\"")).filter(|query| !query.from.starts_with('('))?;
    let shown = query.items.iter().filter(|item| !query.group.contains(item));
    let shown: Vec<String> = shown.map(|item| in_words(item, language)).collect();
    let mut parts = vec![match shown.as_slice() {
        [all] if all == "*" => in_words(query.from.split(' ').next().unwrap_or_default(), language),
        shown => shown.join(", "),
    }];
    if !query.group.is_empty() {
        let groups: Vec<String> = query.group.iter().map(|group| in_words(group, language)).collect();
        parts.push(format!("{} {}", language.say("query by"), groups.join(", ")));
    }
    let mut said = parts.join(" ");
    let conditions = [query.conditions.as_str(), query.having.as_str()];
    for condition in conditions.into_iter().filter(|condition| !condition.is_empty()) {
        said.extend([", ", &chosen(condition, language)]);
    }
    if !query.limit.is_empty() {
        said.extend([", ", language.say("query first"), " ", &query.limit]);
    }
    if let Some(order) = query.order.first() {
        let key = order.trim_end_matches(" DESC").trim_end_matches(" ASC");
        // By its number an item of those that are shown.
        let numbered = key.parse::<usize>().ok().and_then(|number| query.items.get(number.checked_sub(1)?));
        let key = in_words(numbered.map_or(key, String::as_str), language);
        let (mark, way) =
            if order.ends_with(" DESC") { (", ", language.say("query descending")) } else { ("", "") };
        let before = if query.limit.is_empty() { ", " } else { " " };
        said.extend([before, language.say("query ordered by"), " ", &key, mark, way]);
    }
    Some(said.trim().to_owned())
}

/// By what rows are chosen, in words: "genre: Crime, pages > 300". What is not a plain comparison stays as it is.
fn chosen(conditions: &str, language: &Language) -> String {
    if [" OR ", " BETWEEN ", "NOT ", "(SELECT "].iter().any(|word| conditions.contains(word)) {
        return plain(conditions, language);
    }
    let said = |part: &String| is_one_of(part, language).unwrap_or_else(|| compared(part, language));
    parts(conditions, " AND ").iter().map(said).collect::<Vec<_>>().join(", ")
}

/// What a column is, where that is one text or one of several.
fn is_one_of(condition: &str, language: &Language) -> Option<String> {
    let several = || condition.strip_suffix(')')?.split_once(" IN (");
    let (column, values) = several().or_else(|| condition.split_once(" = "))?;
    let values: Option<Vec<String>> = parts(values, ",").iter().map(|value| text_in(value)).collect();
    Some(language.pair(&in_words(column, language), &values?.join(", ")))
}

/// A comparison with the sign that people write.
fn compared(condition: &str, language: &Language) -> String {
    let sides = |(sign, read)| Some((condition.split_once(sign)?, read));
    let Some(((column, value), sign)) = SIGNS.into_iter().find_map(sides) else {
        return plain(condition, language);
    };
    let value = text_in(value).unwrap_or_else(|| plain(value, language));
    format!("{} {sign} {value}", in_words(column, language))
}

/// What a text of SQL says.
fn text_in(value: &str) -> Option<String> {
    let parts: Vec<&str> = value.strip_prefix('\'')?.strip_suffix('\'')?.split("''").collect();
    parts.iter().all(|part| !part.contains('\'')).then(|| parts.join("'"))
}

/// The names of the tables that a query asks, also of those inside of it.
pub fn tables_asked(sql: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let without_texts = sql.split('\'').step_by(2).collect::<Vec<_>>().join("''");
    for rest in without_texts.split(" FROM ").skip(1).flat_map(|rest| rest.split(" JOIN ")) {
        let name = match rest.strip_prefix(['"', '`']) {
            Some(quoted) => quoted.split(['"', '`']).next(),
            None => rest.split([' ', ')']).next().filter(|name| !name.starts_with('(')),
        };
        names.extend(name.filter(|name| names.iter().all(|known| known != name)).map(str::to_owned));
    }
    names
}

/// An expression in words: "average fee" for `AVG("fee")`.
pub fn in_words(expression: &str, language: &Language) -> String {
    // Of "SUM(a) / SUM(b)" the last bracket is not that of the first.
    let is_whole = |inner: &&str| inner.split_once(')').is_none_or(|(before, _)| before.contains('('));
    let inside = |name: &str| expression.strip_prefix(name)?.strip_suffix(')').filter(is_whole);
    let of = |word: &str, inner: &str| {
        format!("{word} {}", in_words(inner, language)).trim_end_matches(" *").to_owned()
    };
    let sums = [
        ("COUNT(", language.say("query count")),
        ("SUM(", language.say("query sum")),
        ("AVG(", language.say("query average")),
        ("MAX(", language.say("query most")),
        ("MIN(", language.say("query least")),
    ];
    if let Some((inner, word)) = sums.iter().find_map(|(name, word)| Some((inside(name)?, *word))) {
        return of(word, inner);
    }
    plain(expression, language)
}

/// An expression without quotes, in which years and months are called so.
fn plain(expression: &str, language: &Language) -> String {
    let mut rest = bare(expression);
    for (part, word) in
        [("strftime('%Y', ", language.say("query year")), ("strftime('%Y-%m', ", language.say("query month"))]
    {
        while let Some((before, behind)) = rest.split_once(part) {
            rest = [before, word, behind.split_once(')').map_or("", |(_, after)| after)].concat();
        }
    }
    rest
}

/// An expression without quotes, and without tables in front of columns.
fn bare(expression: &str) -> String {
    let mut out = String::with_capacity(expression.len());
    let mut begin = 0;
    for (at, part) in expression.split('"').enumerate() {
        if at % 2 == 1 {
            begin = out.len();
            out.push_str(&part.replace('_', " "));
            continue;
        }
        let rest = part.strip_prefix('.').filter(|_| at > 0);
        if rest.is_some() {
            out.truncate(begin);
        }
        out.push_str(rest.unwrap_or(part));
        // A short name in front of a column, `T1."fee"`.
        if out.ends_with('.') && !part.is_empty() {
            out.truncate(out.rfind([' ', '(', ',']).map_or(0, |space| space + 1));
        }
    }
    out
}
