//! Lists grounded in what a wish lists: one item for each part of it.

use super::assign::{JOINTS, is_text, ways};
use super::marks::{bare, numeric, pieces, words};
use super::reading::Reading;
use super::score::FUNCTION_WORDS;
use serde_json::{Map, Value, json};

/// Names of a record's fields where the wish names none.
const FIELD_NAMES: [&str; 6] = ["name", "value", "more", "field 4", "field 5", "field 6"];

/// Words that a first part may have more than the others.
const MAX_MORE: usize = 3;
/// Where the list may begin at any of more places than this, it is left open.
const MAX_STARTS: usize = 32;

/// Whether the schema is that of a list.
pub(super) fn is_list(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("array")
}

/// The list with one item for each part of the wish; `None` where its items cannot hold the parts.
pub(super) fn list(schema: &Value, reading: &Reading) -> Option<Value> {
    let items = schema.get("items").filter(|_| is_list(schema))?;
    let loose = reading.head.is_none();
    if is_open(items) {
        return exactly(schema, rows(reading)?);
    }
    let first: Vec<Value> = ways(last_words(reading, loose)?, items, loose);
    let others = || {
        reading.parts.iter().skip(1).map(|part| some(ways(part, items, false))).collect::<Option<Vec<_>>>()
    };
    let rest = others()?;
    let whole = some(first).and_then(|first| exactly(schema, [vec![first], rest.clone()].concat()));
    // Without a colon, what stands in front of the first comma may be no item at all ("flight info, gate B12").
    let may_lack = loose && !rest.is_empty() && has_pieces(items);
    let shorter = if may_lack { exactly(schema, rest) } else { None };
    let single = if loose && reading.parts.len() == 1 { unpunctuated(schema, reading) } else { Vec::new() };
    any_of(whole.into_iter().chain(shorter).chain(single).collect())
}

/// The first part; where it may begin with words that are not the item's, at most [`MAX_MORE`] more than the longest other part has.
fn last_words<'w>(reading: &Reading<'w>, loose: bool) -> Option<&'w str> {
    let first = reading.parts.first()?;
    let own = words(first);
    let longest = reading.parts.iter().skip(1).map(|part| words(part).len()).max();
    let from = longest
        .filter(|_| loose && reading.parts.len() > 2)
        .map_or(0, |longest| own.len().saturating_sub(longest + MAX_MORE));
    let start = own.get(from)?.as_ptr() as usize - first.as_ptr() as usize;
    first.get(start..)
}

/// An optional list that holds the last parts of the wish. How many is the model's choice, but those that `texts` fields
/// beside it cannot hold are in it: each takes a part, or a piece of the first one. `None` where none fit.
pub(super) fn tail(schema: &Value, reading: &Reading, texts: usize) -> Option<Value> {
    let items = schema.get("items")?;
    if reading.parts.len() > MAX_STARTS {
        return None;
    }
    let first = usize::from(reading.head.is_none());
    let held: Vec<Vec<Value>> =
        reading.parts.iter().skip(first).map(|part| ways(part, items, false)).collect();
    let from = held.iter().rposition(Vec::is_empty).map_or(0, |index| index + 1);
    let first_pieces = reading.parts.first().map_or(0, |part| pieces(part).len()).max(1);
    let last = (texts.saturating_sub(first_pieces - 1).max(1) - first).max(from);
    let starts = from..held.len().min(last + 1);
    let lists: Vec<Value> = starts.filter_map(|start| exactly(schema, held.get(start..)?.to_vec())).collect();
    any_of(lists)
}

fn any_of(mut schemas: Vec<Value>) -> Option<Value> {
    if schemas.len() > 1 { Some(json!({ "anyOf": schemas })) } else { schemas.pop() }
}

/// A list whose items stand without any punctuation ("shopping list bread eggs tea"): its last words, one each.
fn unpunctuated(schema: &Value, reading: &Reading) -> Vec<Value> {
    let Some(items) = schema.get("items").filter(|items| is_text(items)) else { return Vec::new() };
    let words = reading.parts.first().map(|part| words(part)).unwrap_or_default();
    if words.len() > MAX_STARTS {
        return Vec::new();
    }
    let each: Vec<Vec<Value>> = words.iter().map(|word| ways(word, items, false)).collect();
    (1..each.len()).filter_map(|start| exactly(schema, each.get(start..)?.to_vec())).collect()
}

/// Whether an item has several texts.
fn has_pieces(items: &Value) -> bool {
    let tuple = items.get("prefixItems").and_then(Value::as_array);
    let properties = items.get("properties").and_then(Value::as_object);
    let texts = |schema: &&Value| is_text(schema);
    tuple.is_some() || properties.is_some_and(|properties| properties.values().filter(texts).count() > 1)
}

fn some(ways: Vec<Value>) -> Option<Vec<Value>> {
    (!ways.is_empty()).then_some(ways)
}

/// The list with just these items, each one of its values; `None` where the schema wants fewer or more.
fn exactly(schema: &Value, items: Vec<Vec<Value>>) -> Option<Value> {
    let limit = |key: &str| schema.get(key).and_then(Value::as_u64);
    let count = items.len() as u64;
    let fits = count >= limit("minItems").unwrap_or(0) && count <= limit("maxItems").unwrap_or(u64::MAX);
    let items: Vec<Value> = items.into_iter().map(|values| json!({ "enum": values })).collect();
    fits.then(|| {
        json!({"type": "array", "prefixItems": items, "items": false, "minItems": count, "maxItems": count})
    })
}

/// Whether any object satisfies the schema.
fn is_open(schema: &Value) -> bool {
    schema.as_object().is_some_and(|map| map.len() == 1) && schema.get("type") == Some(&json!("object"))
}

/// Records of the parts, where all have as many cells; their fields are named by what stands in front of the data.
fn rows(reading: &Reading) -> Option<Vec<Vec<Value>>> {
    let head = reading.head.unwrap_or_default();
    let of = |cells: fn(&str) -> Vec<String>| -> Vec<Vec<String>> {
        reading.parts.iter().map(|part| cells(part)).collect()
    };
    let (coarse, finer) = (
        joined(&reading.parts).unwrap_or_else(|| of(cells)),
        of(|part| pieces(part).into_iter().flat_map(beside_numbers).collect()),
    );
    let count = finer.first().map_or(0, Vec::len);
    // As many cells as the head names, where the parts' own punctuation gives fewer.
    let listed = finer.iter().all(|row| row.len() == count)
        && coarse.iter().all(|row| row.len() < count)
        && named(head, count).is_some();
    let cells = if listed { finer } else { coarse };
    let count = cells.iter().map(Vec::len).min()?;
    if !(2..=FIELD_NAMES.len()).contains(&count) || cells.iter().skip(1).any(|row| row.len() != count) {
        return None;
    }
    let names = named(head, count)
        .unwrap_or_else(|| FIELD_NAMES.iter().take(count).map(|name| (*name).to_owned()).collect());
    let record = |cells: &[String]| -> Value {
        let fields: Map<String, Value> =
            names.iter().cloned().zip(cells.iter().map(|cell| value_of(cell))).collect();
        Value::Object(fields)
    };
    let whole: Vec<Vec<Value>> = cells.iter().map(|row| vec![record(row)]).collect();
    if reading.head.is_some() {
        return (cells.first()?.len() == count).then_some(whole);
    }
    // The first part begins with words of the wish itself: its first cell is the last words of what stands there.
    let first = cells.first()?;
    let (front, last) = first.split_at(first.len() - (count - 1));
    let front = front.join(" ");
    let starts =
        front.char_indices().filter(|(at, _)| *at == 0 || front.get(..*at).is_some_and(|s| s.ends_with(' ')));
    let choices: Vec<Value> = starts
        .filter_map(|(at, _)| front.get(at..))
        .map(|start| record(&[vec![start.to_owned()], last.to_vec()].concat()))
        .collect();
    Some([vec![choices], whole.get(1..)?.to_vec()].concat())
}

/// The cells of a row: its pieces, or its numbers and what stands between them, or its words.
fn cells(part: &str) -> Vec<String> {
    let own = pieces(part);
    if own.len() > 1 {
        return own.into_iter().map(str::to_owned).collect();
    }
    let words = words(part);
    let numeric = numeric(&words);
    if !numeric.contains(&true) {
        return words.into_iter().map(|word| bare(word).to_owned()).collect();
    }
    let known: Vec<(&str, bool)> = words.into_iter().zip(numeric).collect();
    let runs = known.chunk_by(|one, other| one.1 == other.1);
    let text = |run: &[(&str, bool)]| run.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(" ");
    runs.map(|run| bare(&text(run)).to_owned()).collect()
}

/// The cells of parts that all have the same joints.
fn joined(parts: &[&str]) -> Option<Vec<Vec<String>>> {
    let rows = parts.iter().map(|part| between_joints(part)).collect::<Option<Vec<_>>>()?;
    let (_, joints) = rows.first().filter(|_| rows.len() > 1)?;
    let alike = rows.iter().all(|(_, own)| own == joints);
    // One joint may be within a name ("Stoke on Trent 40").
    let several = joints.len() > 1;
    (alike && several).then(|| rows.iter().map(|(cells, _)| cells.clone()).collect())
}

/// What stands between the joints of a part without punctuation of its own ("BA 12 to Rome at 8:25"), and these.
fn between_joints(part: &str) -> Option<(Vec<String>, Vec<&str>)> {
    let words = words(part);
    let is_joint = |word: &&str| JOINTS.contains(word) && *word != "of";
    let joints: Vec<&str> = words.iter().copied().filter(is_joint).collect();
    let cells: Vec<String> = words.split(is_joint).map(|cell| bare(&cell.join(" ")).to_owned()).collect();
    let whole = cells.iter().all(|cell| !cell.is_empty());
    (pieces(part).len() < 2 && !joints.is_empty() && whole).then_some((cells, joints))
}

/// The cells of a piece, which falls at its numbers only.
fn beside_numbers(piece: &str) -> Vec<String> {
    let has_number = numeric(&words(piece)).contains(&true);
    if has_number { cells(piece) } else { vec![piece.to_owned()] }
}

/// A plain number as such.
fn value_of(cell: &str) -> Value {
    match serde_json::from_str(&cell.replace(',', "")) {
        Ok(number @ Value::Number(_)) => number,
        _ => Value::from(cell),
    }
}

/// The fields' names: the last things that the head lists ("rivers with length"), where it lists as many.
fn named(head: &str, count: usize) -> Option<Vec<String>> {
    let plain =
        head.replace([',', '&', '(', ')'], " and ").replace(" with ", " and ").replace(" by ", " and ");
    let listed: Vec<String> = plain.split(" and ").filter_map(name).collect();
    let named: Vec<String> = listed.iter().skip(listed.len().saturating_sub(count)).cloned().collect();
    let differ =
        named.iter().enumerate().all(|(index, name)| !named.iter().take(index).any(|one| one == name));
    (named.len() == count && differ).then_some(named)
}

/// The words of a phrase behind its last function word.
fn name(phrase: &str) -> Option<String> {
    let words = words(phrase);
    let from = words.iter().rposition(|word| FUNCTION_WORDS.contains(word)).map_or(0, |index| index + 1);
    words
        .get(from..)
        .filter(|name| !name.is_empty() && name.len() <= 2)
        .map(|name| bare(&name.join(" ")).to_owned())
}
