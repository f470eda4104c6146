//! Grounding: a schema made tighter by the wish, so that numbers and words are the person's own, in their order, and a
//! choice that the wish names is that choice.
//!
//! Measured with the 270M base model on random wishes for charts: 2 of 24 right with parallel lists of labels and
//! values, 13 of 24 with pairs, 27 of 30 with pairs grounded but the length left open (the misses went on too long),
//! 120 of 120 end to end as it is here. A model this small copies well and counts badly.

use super::assign::{is_text, required_keys};
use super::listed::{is_list, list, tail};
use super::marks::{bare, pieces};
use super::quote::{LONG, quotes};
use super::reading::Reading;
use super::spans::{Number, numbers};
use crate::search::words;
use serde_json::{Map, Value, json};

/// A longer wish is a pasted text: what it lists is not looked for, in bytes.
const MAX_WISH: usize = 4_000;
/// What is said behind a head in no more words is a title.
const MAX_TITLE: usize = 3;

/// What a wish says, read once.
struct Said<'w> {
    numbers: Vec<Number>,
    words: Vec<String>,
    /// `None` where the data does not come from the wish.
    reading: Option<Reading<'w>>,
}

/// The schema for `wish`: where a list holds one number per item, it has one item for each number of the wish,
/// with that number and a label from the words beside it; other lists have one item for each thing that the wish lists;
/// a single number is one of the wish's numbers, a text one of its spans. Every value of the new schema satisfies the
/// old one's types. Where the data comes `from_results`, texts and lists stay as they are.
pub(super) fn ground(schema: &Value, wish: &str, from_results: bool) -> Value {
    let reading = (!from_results && wish.len() <= MAX_WISH).then(|| Reading::new(wish));
    let text = reading.as_ref().map_or(wish, |reading| reading.said);
    let said = Said { numbers: numbers(wish), words: words(wish), reading };
    tighten(schema, &said, text)
}

/// Whether data of this schema can hold what `wish` lists; true for a wish that lists nothing.
pub(super) fn holds(schema: &Value, wish: &str) -> bool {
    if wish.len() > MAX_WISH {
        return true;
    }
    let (numbers, reading) = (numbers(wish), Reading::new(wish));
    if reading.head.is_some() && reading.parts.len() > 1 && !has_room(schema, &reading) {
        return false;
    }
    let required = required_keys(schema).into_iter();
    let lists =
        required.filter_map(|key| schema.get("properties")?.get(key)).filter(|schema| is_list(schema));
    // Where it is plain what is listed, a number here and there does not stand for the things that have none.
    let all_have_numbers = reading.head.is_none() || numbers.len() >= reading.parts.len();
    reading.parts.len() < 2
        || lists.filter_map(Value::as_object).all(|map| {
            all_have_numbers && one_per_number(map, &numbers).is_some()
                || list(&Value::Object(map.clone()), &reading).is_some()
        })
}

/// Whether there is a list, a content, or a text for each piece of what is listed.
fn has_room(schema: &Value, reading: &Reading) -> bool {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return true };
    let takes_more = |property: &Value| !is_text(property) || is_long(property);
    let more = properties.values().any(|property| takes_more(property) && property.get("enum").is_none());
    let listed: usize = reading.parts.iter().map(|part| pieces(part).len().max(1)).sum();
    more || listed <= properties.len()
}

/// `text` is the part of the wish in which the texts of this schema are found.
fn tighten(schema: &Value, said: &Said, text: &str) -> Value {
    let Some(map) = schema.as_object() else { return schema.clone() };
    if let Some(choices) = map.get("enum").and_then(Value::as_array) {
        return named(choices, &said.words).unwrap_or_else(|| schema.clone());
    }
    if is_number(schema) && map.get("const").is_none() {
        let numbers = said.numbers.iter().map(|number| &number.value);
        let values: Vec<&Value> = numbers.filter(|v| fits(schema, v)).collect();
        return if values.is_empty() { schema.clone() } else { json!({ "enum": values }) };
    }
    if let Some(list) = one_per_number(map, &said.numbers) {
        return list;
    }
    if let Some(reading) = &said.reading {
        let grounded = if is_text(schema) { spans_of(schema, text) } else { list(schema, reading) };
        if let Some(grounded) = grounded {
            return grounded;
        }
    }
    let mut tightened = map.clone();
    let Some(Value::Object(properties)) = tightened.get_mut("properties") else {
        return Value::Object(tightened);
    };
    *properties = members(schema, properties, said, text);
    keep_apart(properties, &said.words);
    let mut needed =
        said.reading.as_ref().map(|reading| needed(schema, properties, reading)).unwrap_or_default();
    needed.extend(settled(schema, properties, said));
    if !needed.is_empty() {
        let required = map.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
        tightened.insert("required".into(), Value::from([required, needed].concat()));
    }
    Value::Object(tightened)
}

/// The members of an object. One list takes what the wish lists, the first that is required or stands beside no required
/// text: the texts beside it are found in front of that, and other lists have nothing to hold.
fn members(schema: &Value, properties: &Map<String, Value>, said: &Said, text: &str) -> Map<String, Value> {
    let whole = |(key, property): (&String, &Value)| (key.clone(), tighten(property, said, text));
    let Some(reading) = &said.reading else { return properties.iter().map(whole).collect() };
    let required = required_keys(schema);
    let is_required = |key: &str| required.contains(&key);
    let beside_text = properties.iter().any(|(key, property)| is_required(key) && is_text(property));
    let holds = |(key, property): &(&String, &Value)| is_list(property) && (is_required(key) || !beside_text);
    let holder = properties.iter().find(holds).map(|(key, _)| key);
    let front = reading.front().filter(|_| holder.is_some());
    let text = front.unwrap_or(text);
    let texts = properties.values().filter(|property| is_text(property)).count();
    let grounded = |(key, property): (&String, &Value)| {
        let tightened = match holder {
            Some(holder) if is_list(property) && key != holder && !is_required(key) => None,
            None if is_list(property) => tail(property, reading, texts),
            // The head says what follows; a content is what follows.
            None if is_long(property) && reading.head.is_some() => Some(content(property, reading.data)),
            _ => Some(tighten(property, said, text)),
        };
        Some((key.clone(), tightened?))
    };
    properties.iter().filter_map(grounded).collect()
}

/// The optional choices of which one is named by what asks, in front of the data or behind it.
fn settled(schema: &Value, members: &Map<String, Value>, said: &Said) -> Vec<Value> {
    let required = required_keys(schema);
    let Some(reading) = &said.reading else { return Vec::new() };
    let asked: Vec<String> = [reading.head, reading.asking].into_iter().flatten().flat_map(words).collect();
    let open = |key: &str| {
        let choices = schema.get("properties")?.get(key)?.get("enum")?.as_array()?;
        Some(choices.len() > 1 && named(choices, &asked).is_some())
    };
    let left = |key: &str| members.get(key)?.get("enum")?.as_array().map(Vec::len);
    let keys = members.keys().map(String::as_str);
    keys.filter(|key| !required.contains(key) && open(key) == Some(true) && left(key) == Some(1))
        .map(Value::from)
        .collect()
}

/// A content that begins where the data does.
fn content(schema: &Value, data: &str) -> Value {
    let limit = |key: &str| schema.get(key).and_then(Value::as_u64);
    let spans = quotes(data, limit("minLength").unwrap_or(0), limit("maxLength").unwrap_or(u64::MAX));
    let begins = |span: &String| {
        let plain = |text: &str| bare(text).to_lowercase();
        plain(data).starts_with(&plain(span))
    };
    let spans: Vec<String> = spans.unwrap_or_default().into_iter().filter(begins).collect();
    if spans.is_empty() { schema.clone() } else { json!({ "enum": spans }) }
}

/// The optional members that must be there to hold all that the wish lists: a list of its last parts, a content, then
/// texts.
fn needed(schema: &Value, members: &Map<String, Value>, reading: &Reading) -> Vec<Value> {
    let original = |key: &str| schema.get("properties").and_then(|properties| properties.get(key));
    let required = required_keys(schema);
    let kept = |wanted: fn(&Value) -> bool| {
        let original = move |key: &str| original(key).is_some_and(wanted);
        members.keys().map(String::as_str).filter(move |key| original(key)).collect::<Vec<_>>()
    };
    let (texts, lists) = (kept(is_text), kept(is_list));
    let held: Vec<&str> = texts.iter().copied().filter(|key| required.contains(key)).collect();
    let holds_all = held.iter().any(|key| original(key).is_some_and(is_long));
    if holds_all || held.is_empty() || lists.iter().any(|key| required.contains(key)) {
        return Vec::new();
    }
    let mut left = reading.parts.len().saturating_sub(held.len());
    let mut needed = Vec::new();
    let says_more = reading.head.is_some() && words(reading.data).len() > MAX_TITLE && lists.is_empty();
    let contents = texts.iter().filter(|key| original(key).is_some_and(is_long));
    needed.extend(contents.take(usize::from(says_more)).map(|key| Value::from(*key)));
    left = left.saturating_sub(needed.len());
    for list in lists.iter().take(usize::from(left > 0)) {
        left -= 1;
        needed.push(Value::from(*list));
    }
    let more =
        texts.iter().filter(|key| !required.contains(key)).take(if held.len() == 1 { left } else { 0 });
    let more: Vec<Value> = more.map(|key| Value::from(*key)).filter(|key| !needed.contains(key)).collect();
    needed.extend(more);
    needed
}

fn is_long(schema: &Value) -> bool {
    is_text(schema) && schema.get("maxLength").and_then(Value::as_u64).is_none_or(|most| most >= LONG)
}

/// A text as one of the spans of `text`.
fn spans_of(schema: &Value, text: &str) -> Option<Value> {
    let limit = |key: &str| schema.get(key).and_then(Value::as_u64);
    let spans = quotes(text, limit("minLength").unwrap_or(0), limit("maxLength").unwrap_or(u64::MAX))?;
    (!spans.is_empty()).then(|| json!({ "enum": spans }))
}

/// A choice that the wish has settled for one property is no other property's: in "mean speed by year" the year is
/// the group, so it is not the column too.
fn keep_apart(properties: &mut Map<String, Value>, said: &[String]) {
    let choices =
        |property: &Value| property.get("enum").and_then(Value::as_array).cloned().unwrap_or_default();
    let said_by_wish = |choices: &[Value]| named(choices, said).is_some();
    let settled: Vec<Value> = properties
        .values()
        .map(choices)
        .filter(|left| left.len() == 1 && said_by_wish(left))
        .flatten()
        .collect();
    for property in properties.values_mut() {
        let left = choices(property);
        let others: Vec<&Value> = left.iter().filter(|choice| !settled.contains(choice)).collect();
        if said_by_wish(&left) && !others.is_empty() && others.len() < left.len() {
            *property = json!({ "enum": others });
        }
    }
}

/// The choices whose words the wish says side by side, without those that another one of them contains: a wish
/// for "imdb rating" names the column of that name, not "rating".
pub(super) fn named(choices: &[Value], said: &[String]) -> Option<Value> {
    let spelled: Vec<(&Value, Vec<String>)> = choices
        .iter()
        .map(|choice| (choice, choice.as_str().map(words).unwrap_or_default()))
        .filter(|(_, own)| !own.is_empty() && said.windows(own.len()).any(|span| span == own))
        .collect();
    let contained = |own: &[String]| {
        spelled
            .iter()
            .any(|(_, other)| other.len() > own.len() && own.iter().all(|word| other.contains(word)))
    };
    let kept: Vec<&Value> =
        spelled.iter().filter(|(_, own)| !contained(own)).map(|(choice, _)| *choice).collect();
    (!kept.is_empty()).then(|| json!({ "enum": kept }))
}

/// The list with one item for each number, if `map` is a list whose items hold one number each.
fn one_per_number(map: &Map<String, Value>, numbers: &[Number]) -> Option<Value> {
    let items = map.get("items").filter(|_| !numbers.is_empty())?;
    let most = map.get("maxItems").and_then(Value::as_u64).unwrap_or(u64::MAX);
    let least = map.get("minItems").and_then(Value::as_u64).unwrap_or(0);
    let count = numbers.len() as u64;
    if count > most || count < least {
        return None;
    }
    let pinned: Option<Vec<Value>> = match slots(items) {
        1 => numbers.iter().map(|number| pin(items, number)).collect(),
        _ => None,
    };
    Some(
        json!({"type": "array", "prefixItems": pinned?, "items": false, "minItems": count, "maxItems": count}),
    )
}

/// How many numbers a value of `schema` holds directly: itself, in a tuple, or in required properties.
fn slots(schema: &Value) -> usize {
    if is_number(schema) {
        return 1;
    }
    parts(schema).iter().filter(|part| is_number(part)).count()
}

fn parts(schema: &Value) -> Vec<&Value> {
    let tuple = schema.get("prefixItems").and_then(Value::as_array).into_iter().flatten();
    let properties = schema.get("properties").and_then(Value::as_object);
    tuple.chain(properties.into_iter().flat_map(Map::values)).collect()
}

/// `schema` with the number fixed and its texts chosen among the words beside it.
fn pin(schema: &Value, number: &Number) -> Option<Value> {
    if is_number(schema) {
        return fits(schema, &number.value).then(|| json!({"const": number.value}));
    }
    let mut pinned = schema.clone();
    if let Some(Value::Array(tuple)) = pinned.get_mut("prefixItems") {
        for part in tuple.iter_mut() {
            *part = pin_part(part, number)?;
        }
        return Some(pinned);
    }
    let Some(Value::Object(properties)) = pinned.get_mut("properties") else { return Some(pinned) };
    for part in properties.values_mut() {
        *part = pin_part(part, number)?;
    }
    Some(pinned)
}

fn pin_part(part: &Value, number: &Number) -> Option<Value> {
    if is_number(part) {
        return pin(part, number);
    }
    let plain_text = part.get("type").and_then(Value::as_str) == Some("string") && part.get("enum").is_none();
    if !plain_text || number.labels.is_empty() {
        return Some(part.clone());
    }
    Some(json!({"enum": number.labels}))
}

fn is_number(schema: &Value) -> bool {
    matches!(schema.get("type").and_then(Value::as_str), Some("number" | "integer"))
}

/// Whether the number is one that the schema's type and bounds take.
fn fits(schema: &Value, value: &Value) -> bool {
    let integer = schema.get("type").and_then(Value::as_str) != Some("integer") || value.is_i64();
    let bound = |key: &str| schema.get(key).and_then(Value::as_f64);
    let number = value.as_f64().unwrap_or(f64::NAN);
    integer
        && bound("minimum").is_none_or(|least| number >= least)
        && bound("maximum").is_none_or(|most| number <= most)
}
