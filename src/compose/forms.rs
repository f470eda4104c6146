//! In which form rows are shown, by what they are and by what the wish says.

use super::named::table_hints;
use super::said::brings_text;
use super::shown::{is_numeric, label_and_number, position, told};
use crate::languages::lists;
use crate::sql::{Table, is_moment};
use serde_json::{Map, Value};

/// More groups are a table, where nobody asked for a chart.
const MOST_GROUPS: usize = 50;
/// A wish of more words says more than a form. The longest of the six that say nothing else (`tests/eval/composer`, tuned) has five.
const MOST_WORDS: usize = 6;

/// The form that rows have, where nobody has said one: a number alone, places, a course over time, groups, pairs of numbers, words
/// one below the other, the facts of one thing, and else a table.
pub fn form_of(rows: &[Value]) -> &'static str {
    let rows: Vec<&Map<String, Value>> = rows.iter().filter_map(Value::as_object).collect();
    let Some(first) = rows.first() else { return "table" };
    let columns: Vec<&String> = first.keys().collect();
    match columns.as_slice() {
        [one] if rows.len() == 1 && is_numeric(one, &rows) => "stat",
        _ if position(&rows).is_some() => "map",
        _ if rows.len() == 1 => "kv",
        [one] if rows.iter().all(|row| row.get(*one).is_some_and(Value::is_string)) => "list",
        [label, number] if is_numeric(number, &rows) && rows.len() <= MOST_GROUPS => {
            let moments: Vec<String> = rows.iter().filter_map(|row| row.get(*label)).map(told).collect();
            match is_numeric(label, &rows) {
                _ if is_course(&moments) => "line",
                true => "scatter",
                false => "bar",
            }
        }
        _ => "table",
    }
}

/// The form of one row: a number with what it is of, or facts; nothing where that would be no better. A chart of one mark says less.
pub fn of_one_row(form: &str, rows: &[Value]) -> Option<&'static str> {
    let [row] = rows else { return None };
    let columns = row.as_object()?.len();
    match form {
        "bar" | "line" | "pie" | "scatter" | "table" => Some(if columns > 2 { "kv" } else { "stat" }),
        _ => None,
    }
}

/// The form that rows have for one that only a single row can have; bars for a line and the other way round, where the wish does not ask for them by that word: what is asked of time is a line, and a line
/// goes from moment to moment, or from number to number, not from name to name.
pub fn fitting_form<'f>(form: &'f str, rows: &[Value], wish: &str) -> &'f str {
    // Several rows are no number, and not the facts of one thing.
    if rows.len() > 1 && matches!(form, "stat" | "kv") {
        return form_of(rows);
    }
    let rows: Vec<&Map<String, Value>> = rows.iter().filter_map(Value::as_object).collect();
    let Some((label, _)) = label_and_number(&rows) else { return form };
    let mut labels: Vec<String> = rows.iter().filter_map(|row| row.get(label)).map(told).collect();
    // A moment of several series is one, and a chart has them in their order.
    let mut moments = labels.clone();
    moments.sort_unstable();
    moments.dedup();
    if moments.len() < labels.len() {
        labels = moments;
    }
    match form {
        "bar" if is_course(&labels) && !says_form(wish, "bar") => "line",
        "line"
            if !labels.iter().any(|label| label.contains(char::is_numeric)) && !says_form(wish, "line") =>
        {
            "bar"
        }
        form => form,
    }
}

/// Whether a wish asks for a table by that word.
pub fn names_table(wish: &str) -> bool {
    says_form(wish, "table")
}

/// The form that a wish names, where it names one.
fn form_named(wish: &str) -> Option<&'static str> {
    let forms = ["bar", "line", "pie", "scatter", "table", "list", "map"];
    let mut named = forms.into_iter().filter(|form| says_form(wish, form));
    named.next().filter(|_| named.next().is_none())
}

/// Whether a wish names a form in which rows are shown.
pub fn names_form(wish: &str) -> bool {
    form_named(wish).is_some()
}

/// The form that a wish asks for, where it asks for nothing else: it is short, brings no text along, and has neither numbers nor anything of these tables.
pub fn form_alone(wish: &str, tables: &[&Table]) -> Option<&'static str> {
    let is_short = wish.split_whitespace().count() <= MOST_WORDS;
    let says_more = wish.contains(char::is_numeric)
        || brings_text(wish)
        || !table_hints(wish, tables).is_empty()
        // "List them" asks for a list, "list the cheapest" for more.
        || says_form(wish.split_whitespace().next().unwrap_or_default(), "list");
    form_named(wish).filter(|_| is_short && !says_more)
}

/// Whether a word of the wish begins like one for this form, in any language.
fn says_form(wish: &str, form: &str) -> bool {
    let wish = wish.to_lowercase();
    let beginnings: Vec<&str> = lists(&format!("form {form}")).flatten().collect();
    let mut words = wish.split(|letter: char| !letter.is_alphanumeric());
    words.any(|word| beginnings.iter().any(|beginning| word.starts_with(beginning)))
}

/// Years, months or days in their order, and more than two.
fn is_course(labels: &[String]) -> bool {
    let ordered = labels.iter().zip(labels.iter().skip(1)).all(|(one, next)| one < next);
    labels.len() > 2 && ordered && labels.iter().all(|label| is_moment(label))
}
