//! What the model may write: the first field of its line, and the parameters of a widget or tool, whose texts are parts of
//! the wish and whose numbers are the wish's.

use super::named::words;
use super::said::numbers;
use serde_json::{Map, Value, json};

/// What may be said. The words are the page's own (`training/prompts.py`).
pub const SAID: [&str; 6] = ["greeting", "thanks", "help", "data", "unclear", "cannot"];
/// Names of fields that a record may have though the wish does not say them (`training/written.py`).
const COMMON_KEYS: [&str; 36] = [
    "name",
    "value",
    "item",
    "count",
    "number",
    "amount",
    "price",
    "cost",
    "date",
    "time",
    "day",
    "month",
    "year",
    "city",
    "country",
    "place",
    "color",
    "size",
    "age",
    "title",
    "type",
    "status",
    "score",
    "total",
    "percent",
    "description",
    "quantity",
    "person",
    "role",
    "email",
    "phone",
    "note",
    "team",
    "product",
    "label",
    "unit",
];
/// More fields of a record than a wish says are a model that goes round in circles.
const MOST_FIELDS: usize = 24;
/// So much JSON of a wish may be meant.
const MOST_PASTED: usize = 4;
/// Further down a schema is left as it is.
const MAX_DEPTH: usize = 12;

/// The schema of a line with its first field alone: a widget to show, a tool to call, tables to query, one of so many `shown` widgets to
/// change or remove, or what to say.
pub fn first_schema(widgets: &[&str], tools: &[&str], queries: &[Vec<&str>], shown: usize) -> Value {
    let mut parts = vec![alone("say", json!(SAID))];
    for (key, values, is_empty) in [
        ("show", json!(widgets), widgets.is_empty()),
        ("call", json!(tools), tools.is_empty()),
        ("query", json!(queries), queries.is_empty()),
        ("change", json!((1..=shown).collect::<Vec<_>>()), shown == 0),
        ("remove", json!((1..=shown).collect::<Vec<_>>()), shown == 0),
    ] {
        if !is_empty {
            parts.push(alone(key, values));
        }
    }
    json!({"anyOf": parts})
}

/// The schema of a line with its first field alone, where that is a query of one of these lists of tables.
pub fn tables_schema(queries: &[Vec<&str>]) -> Value {
    alone("query", json!(queries))
}

/// The schema of a line with its first field alone, where that shows one of these widgets.
pub fn show_schema(widgets: &[&str]) -> Value {
    alone("show", json!(widgets))
}

fn alone(key: &str, values: Value) -> Value {
    json!({
        "type": "object",
        "properties": {key: {"enum": values}},
        "required": [key],
        "additionalProperties": false,
    })
}

/// The schema of a whole line that shows a widget or calls a tool: `verb` is the first field, with `name`; `inside` is the second
/// (`params`, `args`), of `schema`, whose free texts and numbers must be the wish's. Nothing where the wish lacks what must be there:
/// a chart takes numbers.
pub fn filled_schema(verb: &str, name: &str, inside: &str, schema: &Value, wish: &str) -> Option<Value> {
    let words = wish.contains(char::is_alphanumeric).then_some(wish);
    let said = Said { words, numbers: said_numbers(wish), pasted: pasted(wish) };
    let held = said.held(schema, 0);
    is_possible(&held).then(|| {
        json!({
            "type": "object",
            "properties": {verb: {"const": name}, inside: held},
            "required": [verb, inside],
            "additionalProperties": false,
        })
    })
}

/// Whether a value can be of a schema, as far as parts of it say `false`.
fn is_possible(schema: &Value) -> bool {
    let Some(fields) = schema.as_object() else { return *schema != Value::Bool(false) };
    let parts = |key: &str| fields.get(key).and_then(Value::as_array).into_iter().flatten();
    let has = |key: &str| fields.contains_key(key);
    let is_needed = |name: &str| parts("required").any(|one| one.as_str() == Some(name));
    let declared = fields.get("properties").and_then(Value::as_object).into_iter().flatten();
    let needed = declared.filter(|(name, _)| is_needed(name)).map(|(_, part)| part);
    let least = fields.get("minItems").and_then(Value::as_u64).unwrap_or(0) as usize;
    let first = parts("prefixItems").count();
    let items = fields.get("items").filter(|_| least > first);
    ["anyOf", "oneOf"].iter().all(|key| !has(key) || parts(key).any(is_possible))
        && parts("allOf").chain(needed).chain(parts("prefixItems").take(least)).chain(items).all(is_possible)
}

struct Said<'w> {
    words: Option<&'w str>,
    numbers: Vec<Value>,
    /// What stands in the wish as JSON: a spec, what an API has answered.
    pasted: Vec<Value>,
}

/// What says what kind a value is of, some of which a schema has that takes not just anything.
const KINDS: [&str; 9] =
    ["type", "properties", "items", "prefixItems", "anyOf", "oneOf", "allOf", "$ref", "additionalProperties"];

impl Said<'_> {
    /// The schema with its free texts and numbers held to the wish.
    fn held(&self, schema: &Value, depth: usize) -> Value {
        let Some(fields) = schema.as_object().filter(|_| depth < MAX_DEPTH) else { return schema.clone() };
        if fields.contains_key("enum") || fields.contains_key("const") {
            return schema.clone();
        }
        if let Some(kinds) = fields.get("type").and_then(Value::as_array) {
            // A gap is nothing that a wish says.
            let kinds = || kinds.iter().filter(|kind| kinds.len() == 1 || *kind != "null");
            let of = |kind: &Value| {
                let mut one = fields.clone();
                one.insert("type".into(), kind.clone());
                self.held(&Value::Object(one), depth)
            };
            return json!({"anyOf": kinds().map(of).collect::<Vec<_>>()});
        }
        match fields.get("type").and_then(Value::as_str) {
            None if !KINDS.iter().any(|kind| fields.contains_key(*kind)) => self.anything(depth),
            Some("string") => self.text(),
            Some("number" | "integer") => self.number(fields),
            Some("object") if !fields.contains_key("properties") => self.record(fields, depth),
            _ => Value::Object(
                fields.iter().map(|(key, value)| (key.clone(), self.inside(key, value, depth))).collect(),
            ),
        }
    }

    /// A keyword's value: schemas, lists and maps of them, or something else.
    fn inside(&self, key: &str, value: &Value, depth: usize) -> Value {
        match (key, value) {
            ("items" | "additionalProperties" | "not", Value::Object(_)) => self.held(value, depth + 1),
            ("prefixItems" | "anyOf" | "oneOf" | "allOf", Value::Array(parts)) => {
                parts.iter().map(|part| self.held(part, depth + 1)).collect()
            }
            ("properties" | "$defs" | "definitions", Value::Object(parts)) => {
                let held = |(name, part): (&String, &Value)| (name.clone(), self.held(part, depth + 1));
                Value::Object(parts.iter().map(held).collect())
            }
            _ => value.clone(),
        }
    }

    /// Some of the wish's words; a wish without any leaves no text to write.
    fn text(&self) -> Value {
        match self.words {
            Some(words) => json!({"type": "string", "x-grammar": {"part": words}}),
            None => json!(false),
        }
    }

    /// One of the wish's numbers, where one fits the bounds.
    fn number(&self, fields: &Map<String, Value>) -> Value {
        let bound = |key: &str| fields.get(key).and_then(Value::as_f64);
        let whole = fields.get("type").and_then(Value::as_str) == Some("integer");
        let fits = |number: &&Value| {
            let value = number.as_f64().unwrap_or(f64::NAN);
            (!whole || value.fract() == 0.0)
                && bound("minimum").is_none_or(|least| value >= least)
                && bound("maximum").is_none_or(|most| value <= most)
        };
        let fitting: Vec<&Value> = self.numbers.iter().filter(fits).collect();
        if fitting.is_empty() { json!(false) } else { json!({"enum": fitting}) }
    }

    /// What is pasted, a number, some words or a record.
    fn anything(&self, depth: usize) -> Value {
        let of = |kind: &str| Map::from_iter([("type".to_owned(), json!(kind))]);
        let record = self.record(&of("object"), depth.max(1));
        let lists: Vec<&Value> = self.pasted.iter().filter(|value| value.is_array()).collect();
        let list = if lists.is_empty() { json!(false) } else { json!({"enum": lists}) };
        json!({"anyOf": [list, self.number(&of("number")), self.text(), record]})
    }

    /// A record of free fields: one that is pasted, or names that the wish says or that are common, and values that it says.
    fn record(&self, fields: &Map<String, Value>, depth: usize) -> Value {
        let own: Vec<Value> = self.words.map(|words| json!({"part": words})).into_iter().collect();
        // What the wish says is written as it says it.
        let said = words(self.words.unwrap_or_default());
        let common = COMMON_KEYS.into_iter().filter(|key| !said.iter().any(|word| word == key));
        let names: Vec<Value> = common.map(Value::from).chain(own).collect();
        let mut values: Vec<Value> = Vec::new();
        if !self.numbers.is_empty() {
            values.push(json!({"enum": self.numbers}));
        }
        if self.words.is_some() {
            values.push(self.text());
        }
        let mut held = fields.clone();
        held.insert("propertyNames".into(), json!({"type": "string", "x-grammar": {"any": names}}));
        if values.is_empty() {
            held.insert("additionalProperties".into(), json!(false));
        } else {
            held.insert("additionalProperties".into(), json!({"anyOf": values}));
            held.entry("maxProperties").or_insert(json!(MOST_FIELDS));
            // A record without any field shows nothing; a tool may well take no arguments.
            if depth > 0 {
                held.entry("minProperties").or_insert(json!(1));
            }
        }
        let pasted: Vec<&Value> = self.pasted.iter().filter(|value| value.is_object()).collect();
        if pasted.is_empty() { Value::Object(held) } else { json!({"anyOf": [{"enum": pasted}, held]}) }
    }
}

/// What of a wish is JSON: objects and lists that hold something, the first few of them.
fn pasted(wish: &str) -> Vec<Value> {
    let (mut found, mut from) = (Vec::new(), 0);
    while found.len() < MOST_PASTED {
        let rest = wish.get(from..).unwrap_or_default();
        let Some(begin) = rest.find(['{', '[']) else { break };
        let mut values = serde_json::Deserializer::from_str(&rest[begin..]).into_iter::<Value>();
        from += begin + 1;
        match values.next() {
            Some(Ok(value)) if value != json!({}) && value != json!([]) => {
                from += values.byte_offset() - 1;
                found.push(value);
            }
            _ => {}
        }
    }
    found
}

/// The wish's numbers as JSON has them.
fn said_numbers(wish: &str) -> Vec<Value> {
    numbers(wish).iter().filter_map(|number| serde_json::from_str(number).ok()).collect()
}
