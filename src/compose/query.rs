//! What a query may say, as rules for the engine (`x-grammar`): one `SELECT` whose names are those of the described tables, and whose texts
//! and numbers are known values or parts of the wish.

use super::named::Known;
use super::said::numbers;
use crate::sql::{Column, Kind, Table};
use crate::sql::{name_of, text_of};
use serde_json::{Value, json};

/// How the rows may be shown.
pub const SHOWN_AS: [&str; 9] = ["bar", "line", "pie", "scatter", "table", "stat", "kv", "list", "map"];
/// The parts of a moment by which rows are grouped or chosen.
const MOMENTS: [&str; 5] = ["%Y", "%Y-%m", "%m", "%w", "%H"];
const COMPARED: [&str; 6] = [" = ", " <> ", " > ", " >= ", " < ", " <= "];
/// Items of a selection, and conditions, at most.
const MOST_ITEMS: usize = 4;
const MOST_CONDITIONS: usize = 4;
/// A column is compared with numbers that are so much less than its least and more than its greatest at most, and with years so many before
/// and behind: of others nobody asks ("studios of less than 20" where the least has 54).
const LESS: f64 = 0.3;
const MORE: f64 = 2.0;
const YEARS_AROUND: f64 = 5.0;
/// Where the wish says no number of rows.
const USUAL_LIMITS: [&str; 3] = ["1", "5", "10"];

/// The schema of a whole answer, `{"query": […], "sql": "…", "as": "…"}`. `on` are pairs of columns, written in full
/// (`visits.owner_id`), by which two tables may be joined. `earlier` is the wish whose answer this one changes, and that answer: their words and numbers
/// count as well, and the change may be a `title` alone.
pub fn query_schema(
    tables: &[&Table],
    on: &[(String, String)],
    (wish, earlier): (&str, Option<&str>),
    known: &[Known<'_>],
) -> Value {
    let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
    let both = earlier.map(|earlier| format!("{earlier}\n{wish}"));
    let said = Said::of(both.as_deref().unwrap_or(wish), known);
    let mut schema = json!({
        "type": "object",
        "properties": {
            "query": {"const": names},
            "sql": {"type": "string", "x-rules": rules(tables, &said), "x-grammar": select(tables, on)},
            "as": {"enum": SHOWN_AS},
        },
        "required": ["query", "sql", "as"],
        "additionalProperties": false,
    });
    let has_words = wish.contains(char::is_alphanumeric);
    if let Some(fields) =
        schema.get_mut("properties").and_then(Value::as_object_mut).filter(|_| earlier.is_some() && has_words)
    {
        fields.insert("title".into(), json!({"type": "string", "x-grammar": {"part": wish}}));
    }
    schema
}

/// What the wish brings.
struct Said<'s> {
    /// Its words, as they stand inside a text of SQL; nothing where it has none.
    words: Option<String>,
    numbers: Vec<String>,
    known: &'s [Known<'s>],
}

impl<'s> Said<'s> {
    fn of(wish: &str, known: &'s [Known<'s>]) -> Self {
        let words = wish.contains(char::is_alphanumeric).then(|| wish.replace('\'', "''"));
        Said { words, numbers: numbers(wish), known }
    }

    /// The values that a column may be compared with.
    fn values(&self, column: &Column) -> Vec<String> {
        let known = self.known.iter().filter(|(name, _)| *name == column.name).map(|(_, value)| *value);
        let own = column.values.iter().map(String::as_str).filter(|_| column.complete);
        let mut values: Vec<String> = known.chain(own).map(text_of).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// The numbers that a column may be compared with: those of the wish that are about as large as its own; 0 where it has that; 1 for yes.
    fn numbers_of(&self, column: &Column) -> Vec<&str> {
        let ends = column.ends().and_then(|(least, most)| Some((least.parse().ok()?, most.parse().ok()?)));
        let is_whether = ends.is_some_and(|(least, most): (f64, f64)| least >= 0.0 && most <= 1.0);
        let about = ends.map(|(least, most)| match column.holds() {
            _ if is_whether => (0.0, 1.0),
            "year" => (least - YEARS_AROUND, most + YEARS_AROUND),
            _ => (least * if least > 0.0 { LESS } else { MORE }, most * if most > 0.0 { MORE } else { LESS }),
        });
        let fits = |number: &&str| match (about, number.parse::<f64>()) {
            (Some((least, most)), Ok(number)) => number == 0.0 || (least..=most).contains(&number),
            _ => true,
        };
        let none = ends.is_none_or(|(least, most): (f64, f64)| (least..=most).contains(&0.0)).then_some("0");
        let may_be_whether = is_whether || column.values.is_empty() || column.holds() == "whether";
        let yes = may_be_whether.then_some("1");
        let mut numbers: Vec<&str> = self.numbers.iter().map(String::as_str).chain(none).chain(yes).collect();
        numbers.retain(fits);
        numbers
    }

    /// The years that a column of days may be compared with.
    fn years_of(&self, column: &Column) -> Vec<&str> {
        let year = |day: &str| day.get(..4)?.parse::<f64>().ok();
        let ends = column.ends().and_then(|(least, most)| Some((year(least)?, year(most)?)));
        let fits = |number: &&str| match (ends, number.parse::<f64>()) {
            (Some((least, most)), Ok(year)) => (least - YEARS_AROUND..=most + YEARS_AROUND).contains(&year),
            _ => true,
        };
        let years = whole(&self.numbers).map(String::as_str).filter(|number| number.len() == 4);
        years.filter(fits).collect()
    }
}

/// The whole `SELECT`; what its parts may be stands in [`rules`].
fn select(tables: &[&Table], on: &[(String, String)]) -> Value {
    let mut from = vec![json!(" FROM "), json!(tables.first().map(|table| name_of(&table.name, '`')))];
    if let [_, other] = tables {
        let pairs: Vec<Value> = on.iter().map(|(one, two)| json!(format!("{one} = {two}"))).collect();
        from.extend([json!(format!(" JOIN {} ON ", name_of(&other.name, '`'))), json!({"any": pairs})]);
    }
    let group = json!([" GROUP BY ", {"rule": "key"}, maybe(json!([", ", {"rule": "key"}])), maybe(json!([" HAVING ", {"rule": "sum"}, {"rule": "number"}]))]);
    let order = json!([" ORDER BY ", {"rule": "item"}, maybe(json!({"any": [" ASC", " DESC"]}))]);
    json!([
        "SELECT ",
        {"any": ["*", ["DISTINCT ", {"rule": "column"}], {"rule": "items"}]},
        from,
        maybe(json!([" WHERE ", {"rule": "conditions"}])),
        maybe(group),
        maybe(order),
        maybe(json!([" LIMIT ", {"rule": "limit"}])),
    ])
}

fn maybe(rule: Value) -> Value {
    json!({"maybe": rule})
}

/// `rule`, up to `most` times, with one of `between` in between.
fn several(rule: &Value, between: &Value, most: usize) -> Value {
    (1..most).fold(rule.clone(), |rest, _| json!([rule, maybe(json!([between, rest]))]))
}

fn rules(tables: &[&Table], said: &Said<'_>) -> Value {
    let all = columns(tables);
    let of = |kinds: &[Kind]| -> Vec<Value> {
        all.iter().filter(|(_, column)| kinds.contains(&column.kind)).map(|(name, _)| json!(name)).collect()
    };
    let (any, numbers, dates) =
        (of(&[Kind::Text, Kind::Number, Kind::Date]), of(&[Kind::Number]), of(&[Kind::Date]));
    let ordered = of(&[Kind::Number, Kind::Date]);
    let moments: Vec<Value> = MOMENTS
        .iter()
        .flat_map(|part| {
            dates
                .iter()
                .map(move |date| json!(format!("strftime('{part}', {})", date.as_str().unwrap_or_default())))
        })
        .collect();
    let mut sums: Vec<Value> = vec![json!("COUNT(*)"), json!(["COUNT(DISTINCT ", {"rule": "column"}, ")"])];
    if !numbers.is_empty() {
        sums.push(json!([{"any": ["AVG(", "SUM("]}, {"any": numbers}, ")"]));
    }
    if !ordered.is_empty() {
        sums.push(json!([{"any": ["MIN(", "MAX("]}, {"any": ordered}, ")"]));
    }
    let number = numbers_rule(said);
    let mut limits: Vec<Value> = whole(&said.numbers).map(|number| json!(number)).collect();
    limits.extend(USUAL_LIMITS.map(Value::from));
    let keys = [any.clone(), moments].concat();
    let item = json!({"any": [{"rule": "key"}, {"rule": "sum"}]});
    let conditions: Vec<Value> =
        all.iter().flat_map(|(name, column)| conditions(name, column, said)).collect();
    let mut rules = json!({
        "column": {"any": any},
        "key": {"any": keys},
        "sum": {"any": sums},
        "item": item,
        "items": several(&json!({"rule": "item"}), &json!(", "), MOST_ITEMS),
        "number": [{"any": COMPARED}, number],
        "limit": {"any": limits},
        "condition": {"any": if conditions.is_empty() { vec![json!("1 = 1")] } else { conditions }},
        "conditions": several(&json!({"rule": "condition"}), &json!({"any": [" AND ", " OR "]}), MOST_CONDITIONS),
    });
    if let (Some(words), Some(rules)) = (&said.words, rules.as_object_mut()) {
        rules.insert("words".into(), json!({"part": words}));
    }
    rules
}

fn numbers_rule(said: &Said<'_>) -> Value {
    json!({"any": said.numbers.iter().map(String::as_str).chain(["0", "1"]).collect::<Vec<_>>()})
}

fn whole(numbers: &[String]) -> impl Iterator<Item = &String> {
    numbers.iter().filter(|number| number.len() <= 4 && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The columns under the names by which a query calls them: in full where there are two tables.
fn columns<'t>(tables: &[&'t Table]) -> Vec<(String, &'t Column)> {
    let in_full = tables.len() > 1;
    let named = |table: &Table, column: &Column| {
        let own = name_of(&column.name, '`');
        if in_full { format!("{}.{own}", name_of(&table.name, '`')) } else { own }
    };
    tables
        .iter()
        .flat_map(|table| table.columns.iter().map(move |column| (named(table, column), column)))
        .collect()
}

/// What may be asked of one column: what some of its rows may be. Its name stands in front of all that may follow it: names that begin alike,
/// each with every ending, would be more readings than the engine follows.
fn conditions(name: &str, column: &Column, said: &Said<'_>) -> Vec<Value> {
    let mut follows = Vec::new();
    let mut found = Vec::new();
    if !column.filled {
        follows.push(json!({"any": [" IS NULL", " IS NOT NULL"]}));
    }
    match column.kind {
        Kind::Number => {
            let numbers = said.numbers_of(column);
            if !numbers.is_empty() {
                let number = json!({"any": numbers});
                follows.push(json!([{"any": COMPARED}, number]));
                follows.push(json!([" BETWEEN ", number, " AND ", number]));
            }
        }
        Kind::Date => {
            let years = said.years_of(column);
            if !years.is_empty() {
                let months =
                    years.iter().flat_map(|year| (1..=12).map(move |month| format!("'{year}-{month:02}'")));
                let months: Vec<String> = months.collect();
                let days: Vec<String> = years.iter().map(|year| format!("'{year}-01-01'")).collect();
                let just: Vec<String> = years.iter().map(|year| format!("'{year}'")).collect();
                found.push(json!([format!("strftime('%Y', {name}) = "), {"any": just}]));
                found.push(json!([format!("strftime('%Y-%m', {name}) = "), {"any": months}]));
                follows.push(json!([{"any": [" >= ", " < ", " > ", " <= "]}, {"any": days}]));
            }
        }
        Kind::Text => {
            let values = said.values(column);
            if !values.is_empty() {
                let value = json!({"any": values});
                follows.push(json!([{"any": [" = ", " <> "]}, value]));
                follows.push(json!([" IN (", value, ", ", value, maybe(json!([", ", value])), ")"]));
            }
            if said.words.is_some() {
                follows.push(json!([" LIKE '", maybe(json!("%")), {"rule": "words"}, "%'"]));
            }
        }
    }
    if !follows.is_empty() {
        found.push(json!([name, {"any": follows}]));
    }
    found
}
