//! What the model reads. `training/prompts.py` writes the same; a test compares them.

use crate::json;
use crate::model::estimate_tokens;
use crate::sql::Table;
use serde_json::Value;

/// Tokens of what stands before a wish, estimated: a model that reads more is slower and, being small, sees less. With what was shown
/// and the hints that is some 700; contexts of training end there as well.
pub const MOST_TOKENS: usize = 600;

/// Of a description, about so many characters are read, and more of a widget's where that is all that is chosen from.
const MAX_DESCRIPTION_CHARS: usize = 70;
const MAX_WIDGET_CHARS: usize = 130;
/// Names of columns in the list of all that there is, for each table.
const MAX_COLUMNS: usize = 12;
/// Values of an enumeration, and parts of an alternative.
const MAX_VALUES: usize = 12;
const MAX_PARTS: usize = 4;
/// How deep a shape is told.
const MAX_DEPTH: usize = 3;

/// One thing that there is: a verb (`show`, `call`), a name, and what it is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer<'o> {
    /// `show` or `call`.
    pub verb: &'o str,
    /// The widget's or tool's name.
    pub name: &'o str,
    /// In words.
    pub description: &'o str,
}

/// The list of all that there is, in front of an answer's first field.
pub fn there_is(offers: &[Offer<'_>], tables: &[&Table]) -> String {
    let offers =
        offers.iter().map(|offer| format!("{} {}: {}", offer.verb, offer.name, short(offer.description)));
    let tables = tables.iter().map(|table| {
        let names: Vec<&str> =
            table.columns.iter().map(|column| column.name.as_str()).take(MAX_COLUMNS).collect();
        format!("query {}: {}", table.name, names.join(", "))
    });
    offers.chain(tables).collect::<Vec<_>>().join("\n")
}

/// The list of the widgets that there are, in front of the choice of one.
pub fn widget_lines(widgets: &[Offer<'_>]) -> String {
    let line = |widget: &Offer<'_>| {
        format!("{} {}: {}", widget.verb, widget.name, first_sentence(widget.description, MAX_WIDGET_CHARS))
    };
    widgets.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// What stands in front of a query. Of a table that is too long the values go, and then its last columns; what is queried may still
/// be any of them.
pub fn query_lines(tables: &[&Table]) -> String {
    let most = MOST_TOKENS / tables.len().max(1);
    let line = |table: &&Table| {
        let whole = format!("query {}", table.described());
        if estimate_tokens(&whole) <= most {
            return whole;
        }
        let mut line = format!("query {}: ", table.name);
        for (at, column) in table.columns.iter().enumerate() {
            let next = format!("{}{}", if at == 0 { "" } else { ", " }, column.name);
            if estimate_tokens(&line) + estimate_tokens(&next) > most {
                break;
            }
            line.push_str(&next);
        }
        line
    };
    tables.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The wish as it stands inside a JSON text, and the line's end behind which the answer begins: what is copied into the answer
/// is the same, letter by letter.
pub fn wish_line(wish: &str) -> String {
    let quoted = json::text(&Value::from(wish.trim()));
    format!("\nWish: {}\n", quoted.get(1..quoted.len() - 1).unwrap_or_default())
}

/// Of what a database said of a query, about so many characters are read.
const MAX_FAILURE_CHARS: usize = 120;

/// What stands in front of a query that is written in the place of one that failed: that one, and what became of it.
pub fn failed_line(sql: &str, why: &str) -> String {
    let words: Vec<&str> = why.split_whitespace().collect();
    let why: String = words.join(" ").chars().take(MAX_FAILURE_CHARS).collect();
    format!("\nfailed: {sql} ({why})")
}

/// What stands in front of a widget's parameters or a tool's arguments.
pub fn schema_lines(offer: &Offer<'_>, schema: &Value) -> String {
    // What lies deeper goes first where all of it would be too long.
    let mut shapes = (0..=MAX_DEPTH + 1).map(|depth| shape(schema, depth));
    let shape = shapes.find(|shape| estimate_tokens(shape) <= MOST_TOKENS).unwrap_or_else(|| "{}".into());
    format!("{} {}: {}\n{shape}", offer.verb, offer.name, short(offer.description))
}

/// The first sentence of a description, or what fits of it.
pub(super) fn short(description: &str) -> String {
    first_sentence(description, MAX_DESCRIPTION_CHARS)
}

fn first_sentence(description: &str, most: usize) -> String {
    let text = description.trim();
    let end = text.char_indices().find(|(at, letter)| {
        let rest = text.get(at + letter.len_utf8()..).unwrap_or_default();
        *letter == '\n' || (matches!(letter, '.' | '!' | '?' | ';') && rest.starts_with(char::is_whitespace))
    });
    let sentence = end.map_or(text, |(at, _)| text.get(..at).unwrap_or(text)).trim_end_matches('.');
    let Some((cut, _)) = sentence.char_indices().nth(most) else {
        return sentence.to_owned();
    };
    let fits = sentence.get(..cut).unwrap_or(sentence);
    let whole = fits.rsplit_once(", ").filter(|(before, _)| before.chars().count() > most / 2);
    whole.or_else(|| fits.rsplit_once(' ')).map_or(fits, |(before, _)| before).to_owned()
}

/// A JSON Schema as a type: `{"title"?: text, "bars": [[text, number]]}`.
pub fn shape(schema: &Value, depth: usize) -> String {
    let list = |key: &str| schema.get(key).and_then(Value::as_array);
    let joined = |parts: Vec<String>, mark: &str| parts.join(mark);
    if let Some(values) = list("enum") {
        return joined(values.iter().take(MAX_VALUES).map(json::text).collect(), "|");
    }
    if let Some(value) = schema.get("const") {
        return json::text(value);
    }
    if let Some(parts) = list("anyOf").or_else(|| list("oneOf")) {
        let parts = parts.iter().filter(|part| part.get("type").is_none_or(|kind| kind != "null"));
        return joined(parts.take(MAX_PARTS).map(|part| shape(part, depth)).collect(), "|");
    }
    let kind = match schema.get("type") {
        Some(Value::String(kind)) => kind.as_str(),
        Some(Value::Array(kinds)) => {
            kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null").unwrap_or("any")
        }
        _ => "any",
    };
    let properties = schema.get("properties").and_then(Value::as_object);
    if kind == "object" || properties.is_some() {
        let Some(properties) = properties.filter(|properties| depth <= MAX_DEPTH && !properties.is_empty())
        else {
            return "{}".into();
        };
        let required = list("required");
        let is_required = |name: &String| required.is_some_and(|names| names.iter().any(|one| one == name));
        let field = |(name, part): (&String, &Value)| {
            let mark = if is_required(name) { "" } else { "?" };
            format!("{}{mark}: {}", json::text(name), shape(part, depth + 1))
        };
        return format!("{{{}}}", joined(properties.iter().map(field).collect(), ", "));
    }
    if let Some(parts) = list("prefixItems") {
        return format!("[{}]", joined(parts.iter().map(|part| shape(part, depth + 1)).collect(), ", "));
    }
    match kind {
        "array" => format!("[{}]", shape(schema.get("items").unwrap_or(&Value::Null), depth + 1)),
        "string" => "text".into(),
        "boolean" => "true|false".into(),
        "integer" | "number" | "null" => kind.to_owned(),
        _ => "any".into(),
    }
}
