//! What a query may be made of: the words of SQL, and the names, values and numbers that there are. The order of them is the
//! model's matter and the database's to judge; a name that there is not, or a text that no row of a column has, cannot be written.

use super::named::Known;
use super::said::numbers;
use crate::sql::{Column, Kind, Table};
use crate::sql::{bare_words, name_of, text_of};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// How the rows may be shown.
pub const SHOWN_AS: [&str; 9] = ["bar", "line", "pie", "scatter", "table", "stat", "kv", "list", "map"];
/// Words of SQL.
const WORDS: [&str; 36] = [
    "SELECT",
    "DISTINCT",
    "FROM (SELECT",
    "ON",
    "WHERE",
    "AND",
    "OR",
    "NOT",
    "BETWEEN",
    "IN",
    "IS NULL",
    "IS NOT NULL",
    "NULL",
    "GROUP BY",
    "HAVING",
    "ORDER BY",
    "ASC",
    "DESC",
    "LIMIT",
    "CASE WHEN",
    "WHEN",
    "THEN",
    "ELSE",
    "END",
    "EXISTS",
    "MIN",
    "MAX",
    "COUNT",
    "ROUND",
    "ABS",
    "LENGTH",
    "LOWER",
    "UPPER",
    "COALESCE",
    "NULLIF",
    "JULIANDAY",
];
/// What a sum may begin with, beside a column of numbers and a number.
const SUMMED: [&str; 8] =
    ["ABS", "CASE WHEN", "COALESCE", "JULIANDAY", "LENGTH", "NULLIF", "ROUND", "DISTINCT"];
/// What stands between words.
const BETWEEN: [&str; 13] = [" ", ",", "(", ")", "*", "+", "-", "/", "=", "<", ">", "!", "||"];
/// Numbers of which no wish speaks.
const NUMBERS: [&str; 8] = ["0", "1", "2", "5", "10", "100", "1.0", "100.0"];
/// Short names of tables.
const SHORT: [&str; 8] = ["T1", "T2", "T3", "T4", "t1", "t2", "t3", "t4"];
/// The parts of a moment.
const MOMENTS: [&str; 6] = ["%Y", "%Y-%m", "%Y-%m-%d", "%m", "%w", "%H"];
const COMPARED: [&str; 7] = [" = ", " <> ", " != ", " > ", " >= ", " < ", " <= "];
/// Years before the first and behind the last of a column that may be asked about.
const YEARS_AROUND: i32 = 1;
/// Of so many years each may be asked about though the wish says none.
const MOST_YEARS: i32 = 12;

/// The schema of a text: behind `open` a query of these tables, and behind it in a line of its own how its rows are shown. `earlier` is the wish whose answer
/// this one changes, and that answer: their words and numbers count as well.
pub fn query_text(
    open: &str,
    tables: &[&Table],
    (wish, earlier): (&str, Option<&str>),
    known: &[Known<'_>],
) -> Value {
    let query = query_rules(tables, (wish, earlier), known, '"');
    json!({
        "type": "string",
        "x-plain": true,
        "x-rules": query,
        "x-grammar": [open, {"rule": "query"}, "\n```\n", {"any": SHOWN_AS}],
    })
}

/// The schema of a line, `{"query": [tables], "sql": "…", "as": "…"}`; of a change also with a `title`.
pub fn query_schema(tables: &[&Table], said: (&str, Option<&str>), known: &[Known<'_>]) -> Value {
    let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
    let rules = query_rules(tables, said, known, '`');
    let mut fields = Map::from_iter([
        ("query".to_owned(), json!({"const": names})),
        ("sql".into(), json!({"type": "string", "x-rules": rules, "x-grammar": {"rule": "query"}})),
        ("as".into(), json!({"enum": SHOWN_AS})),
    ]);
    if said.1.is_some() {
        fields.extend(title_of_wish(said.0).map(|title| ("title".into(), title)));
    }
    json!({
        "type": "object",
        "properties": fields,
        "required": ["query", "sql", "as"],
        "additionalProperties": false,
    })
}

/// The schema of a title that a wish gives.
pub fn title_of_wish(wish: &str) -> Option<Value> {
    wish.contains(char::is_alphanumeric).then(|| json!({"type": "string", "x-grammar": {"part": wish}}))
}

/// The rules of a query, `query`, whose names stand between these marks where they need some.
fn query_rules(
    tables: &[&Table],
    (wish, earlier): (&str, Option<&str>),
    known: &[Known<'_>],
    mark: char,
) -> Value {
    let said = earlier.map_or_else(|| wish.to_owned(), |earlier| format!("{earlier}\n{wish}"));
    let numbers: Vec<String> = numbers(&said);
    let mut words: Vec<Value> = WORDS.iter().chain(&NUMBERS).map(|word| json!(word)).collect();
    words.extend(numbers.iter().filter(|number| !number.starts_with('-')).map(|number| json!(number)));
    let names: Vec<String> = tables.iter().map(|table| name_of(&table.name, mark)).collect();
    let short: Vec<String> =
        SHORT.map(str::to_owned).into_iter().chain(('a'..='z').map(String::from)).collect();
    words.push(json!([
        {"any": ["FROM ", "JOIN ", "LEFT JOIN ", "INNER JOIN "]},
        {"any": names},
        {"maybe": [{"any": [" ", " AS "]}, {"any": short}]},
    ]));
    words.push(json!([{"rule": "of"}, ".*"]));
    let mut same: BTreeMap<&str, Vec<&Column>> = BTreeMap::new();
    for column in tables.iter().flat_map(|table| &table.columns) {
        same.entry(&column.name).or_default().push(column);
    }
    // The table is said once before all columns, not once before each: what a short name may begin is followed in every reading.
    let of = json!({"maybe": [{"rule": "of"}, "."]});
    let follows = |name: &str, same: &[&Column]| followed(name, same, (&said, &numbers), known);
    let columns = same.iter().map(|(name, same)| {
        let mut follows = follows(name, same);
        follows.insert(0, json!(""));
        json!([written_as(name, mark), {"any": follows}])
    });
    words.push(json!([of, {"any": columns.collect::<Vec<_>>()}]));
    // A sum of words is 0 in SQLite, and looks like an answer; how many are alike can be summed.
    let mut summed: Vec<Value> = SUMMED.iter().chain(&NUMBERS).map(|one| json!(one)).collect();
    summed.extend(same.iter().filter_map(|(name, same)| {
        let follows = if is(same, Kind::Number) { vec![json!("")] } else { follows(name, same) };
        (!follows.is_empty()).then(|| json!([of, written_as(name, mark), {"any": follows}]))
    }));
    words.push(json!([{"any": ["AVG(", "SUM("]}, {"maybe": "("}, {"any": summed}]));
    for moment in MOMENTS {
        let dates: Vec<Value> = same
            .iter()
            .filter(|(_, same)| is(same, Kind::Date))
            .map(|(name, same)| part_of_day(moment, &written_as(name, mark), &years(same, &numbers)))
            .collect();
        if !dates.is_empty() {
            words.push(json!([format!("strftime('{moment}', "), of, {"any": dates}]));
        }
    }
    let spoken = said.contains(char::is_alphanumeric);
    json!({
        "query": [
            "SELECT",
            {"many": [{"rule": "between"}, {"many": {"rule": "between"}}, {"rule": "word"}]},
            {"many": {"rule": "between"}},
        ],
        "words": if spoken { json!({"part": said.replace('\'', "''")}) } else { json!("") },
        "word": {"any": words},
        "between": {"any": BETWEEN},
        "of": {"any": names.iter().chain(&short).collect::<Vec<_>>()},
    })
}

/// A column's name, also without the quotes that it needs.
fn written_as(name: &str, mark: char) -> Value {
    let own = name_of(name, mark);
    bare_words(name).map_or_else(|| json!(own), |bare| json!({"any": [own, bare]}))
}

/// Whether a column of a name is of that kind in any table.
fn is(same: &[&Column], kind: Kind) -> bool {
    same.iter().any(|one| one.kind == kind)
}

/// What a column may be compared with; `same` are all of that name.
fn followed(
    name: &str,
    same: &[&Column],
    (said, numbers): (&str, &[String]),
    known: &[Known<'_>],
) -> Vec<Value> {
    let mut follows = Vec::new();
    if is(same, Kind::Text) {
        let all = same.iter().filter(|one| one.complete).flat_map(|one| &one.values).map(String::as_str);
        let linked = known.iter().filter(|(of, _)| *of == name).map(|(_, value)| *value);
        let mut values: Vec<String> = all.chain(linked).map(text_of).collect();
        values.sort_unstable();
        values.dedup();
        let some: Vec<Value> = values.into_iter().map(Value::from).collect();
        if !some.is_empty() {
            let value = json!({"any": some});
            follows.push(json!([{"any": [" = ", " <> ", " != "]}, value]));
            follows.push(json!([{"any": [" IN (", " NOT IN ("]}, value, {"many": [", ", value]}, ")"]));
        }
        if said.contains(char::is_alphanumeric) {
            follows.push(json!([{"any": [" LIKE '", " LIKE '%"]}, {"rule": "words"}, "%'"]));
            if same.iter().any(|one| !one.complete) {
                follows.push(json!([" = '", {"rule": "words"}, "'"]));
            }
        }
    }
    if is(same, Kind::Date) {
        let years = years(same, numbers);
        let day = json!(["'", written("%Y-%m-%d", &years), "'"]);
        follows.push(json!([{"any": COMPARED}, day]));
        follows.push(json!([" BETWEEN ", day, " AND ", day]));
        follows.push(json!([" LIKE '", {"any": years}, {"maybe": ["-", {"any": two(1, 12)}]}, "%'"]));
    }
    follows
}

/// A date of which a part is taken, and what that may be compared with.
fn part_of_day(moment: &str, name: &Value, years: &[String]) -> Value {
    let value = json!(["'", written(moment, years), "'"]);
    json!([
        name,
        ")",
        {"any": ["", [{"any": COMPARED}, value], [" BETWEEN ", value, " AND ", value]]},
    ])
}

/// A part of a moment as it is written.
fn written(moment: &str, years: &[String]) -> Value {
    match moment {
        "%Y" => json!({"any": years}),
        "%Y-%m" => json!([{"any": years}, "-", {"any": two(1, 12)}]),
        "%Y-%m-%d" => json!([{"any": years}, "-", {"any": two(1, 12)}, "-", {"any": two(1, 31)}]),
        "%m" => json!({"any": two(1, 12)}),
        "%w" => json!({"any": ["0", "1", "2", "3", "4", "5", "6"]}),
        _ => json!({"any": two(0, 23)}),
    }
}

/// Numbers of two digits.
fn two(from: u32, to: u32) -> Vec<String> {
    (from..=to).map(|number| format!("{number:02}")).collect()
}

/// The years that days may be compared with: those that are said, else those of the column where they are few.
fn years(same: &[&Column], numbers: &[String]) -> Vec<String> {
    let year = |day: &String| day.get(..4)?.parse::<i32>().ok();
    let all =
        || same.iter().filter(|one| one.kind == Kind::Date).flat_map(|one| &one.values).filter_map(year);
    let said: Vec<String> =
        numbers.iter().filter(|number| number.len() == 4 && number.parse::<i32>().is_ok()).cloned().collect();
    match (all().min(), all().max()) {
        _ if !said.is_empty() => said,
        (Some(first), Some(last)) if last - first < MOST_YEARS => {
            (first - YEARS_AROUND..=last + YEARS_AROUND).map(|year| year.to_string()).collect()
        }
        (_, Some(last)) => vec![last.to_string()],
        _ => vec!["2024".to_owned()],
    }
}
