//! Titles that a wish gives what it shows, where the model leaves them out: without one, widgets cannot be told apart; and what computed columns
//! are called.

use super::forms::names_form;
use super::shown::{Shown, title_of};
use crate::languages::Language;
use crate::sql::in_words;
use serde_json::{Value, json};

/// Of a table (`js/widgets/data-table/recipe.md`).
const MOST_COLUMNS: usize = 50;
const MAX_KEY_CHARS: usize = 100;

/// The parameters with a title, which is what stands in front of a colon from the first "of" or "for" on: "Pie chart of our lunch: pizza 7, sushi 4".
/// Nothing where they have a title, their schema knows none, or the wish has no such words.
pub fn headed(params: &Value, schema: &Value, wish: &str) -> Option<Value> {
    let takes_title = schema.pointer("/properties/title/type").is_some_and(|kind| kind == "string");
    let mut fields =
        params.as_object().filter(|fields| takes_title && !fields.contains_key("title"))?.clone();
    fields.insert("title".into(), json!(title_in(wish)?));
    Some(Value::Object(fields))
}

fn title_in(wish: &str) -> Option<String> {
    let (head, rest) = wish.split_once(": ")?;
    if head.contains('\n') || rest.trim().is_empty() {
        return None;
    }
    let begins: Vec<&str> = Language::of(wish).list("hear about").collect();
    let words: Vec<&str> = head.split_whitespace().collect();
    let begins_here =
        |at: &usize| words.get(*at).is_some_and(|word| begins.contains(&word.to_lowercase().as_str()));
    let places = (0..words.len()).filter(begins_here).filter_map(|at| words.get(at + 1..));
    // "Gráfico de barras de mis gastos" is not about bars.
    let mut about =
        places.map(|words| words.join(" ")).filter(|about| !about.is_empty() && !names_form(about));
    about.next().map(|about| title_of(&about))
}

/// A table, or facts, whose names are in words where a query has computed what they name: "average weight" for `AVG("weight")`.
pub fn headed_in_words(mut made: Shown, rows: &[Value], wish: &str) -> Shown {
    let Some(row) = rows.first().and_then(Value::as_object) else { return made };
    let fits = row.len() <= MOST_COLUMNS && row.keys().all(|key| key.chars().count() <= MAX_KEY_CHARS);
    if !fits || !row.keys().any(|key| key.contains('(')) {
        return made;
    }
    let heading = |key: &String| title_of(&in_words(key, Language::of(wish)));
    let Some(params) = made.params.as_object_mut() else { return made };
    match made.widget {
        "data-table" => {
            let column = |key: &String| json!({"key": key, "label": heading(key)});
            params.insert("columns".into(), row.keys().map(column).collect());
        }
        "kv" => {
            let facts = params.get_mut("rows").and_then(Value::as_array_mut).into_iter().flatten();
            for (fact, key) in facts.filter_map(|fact| fact.get_mut(0)).zip(row.keys()) {
                *fact = heading(key).into();
            }
        }
        _ => {}
    }
    made
}
