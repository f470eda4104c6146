//! The title that a wish gives what it shows, where the model leaves it out: without one, widgets cannot be told apart.

use super::forms::names_form;
use super::shown::title_of;
use crate::languages::Language;
use serde_json::{Value, json};

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
