//! Which values are the same value in another type.

use super::written::written;
use crate::json;
use crate::schema::check::type_bits;
use crate::schema::node::{Values, types};
use crate::schema::violation::quote;
use crate::text::lower;
use serde_json::Value;

/// More digits than a number can hold would be lost.
const MAX_DIGITS: usize = 17;

/// `value` as one of the types `allowed`, and the words for it.
pub(super) fn to_type(value: &Value, allowed: u8) -> Option<(Value, String)> {
    match value {
        Value::String(text) => from_text(text, allowed),
        Value::Number(number) => {
            if allowed & types::STRING != 0 {
                let text = number.to_string();
                let fix = format!("number {text} → string \"{text}\"");
                return Some((Value::String(text), fix));
            }
            let truth = match number.as_u64() {
                Some(0) => false,
                Some(1) => true,
                _ => return None,
            };
            (allowed & types::BOOLEAN != 0)
                .then(|| (Value::Bool(truth), format!("number {number} → {truth}")))
        }
        Value::Bool(truth) if allowed & types::STRING != 0 => {
            Some((Value::String(truth.to_string()), format!("boolean {truth} → string \"{truth}\"")))
        }
        _ => None,
    }
}

fn from_text(text: &str, allowed: u8) -> Option<(Value, String)> {
    let quoted = quote(text);
    let whole = allowed & types::NUMBER == 0;
    if allowed & (types::INTEGER | types::NUMBER) != 0
        && let Some(number) =
            number(text, whole).or_else(|| written(text).filter(|n| !whole || n.is_i64() || n.is_u64()))
    {
        let word = if whole { "integer" } else { "number" };
        let fix = format!("string \"{quoted}\" → {word} {}", json::text(&number));
        return Some((number, fix));
    }
    if allowed & types::BOOLEAN != 0
        && let Some(truth) = match text {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        }
    {
        return Some((Value::Bool(truth), format!("\"{text}\" → {truth}")));
    }
    if allowed & types::NULL != 0 && text == "null" {
        return Some((Value::Null, "\"null\" → null".to_owned()));
    }
    let inner = json::unfenced(text);
    if allowed & (types::OBJECT | types::ARRAY) != 0 && inner.starts_with(['{', '[']) {
        let parsed = json::parse(inner).ok()?;
        if type_bits(&parsed) & allowed != 0 {
            let word = if parsed.is_array() { "array" } else { "object" };
            return Some((parsed, format!("stringified JSON → parsed {word}")));
        }
    }
    None
}

/// All of `text` as a number that keeps every digit.
fn number(text: &str, whole: bool) -> Option<Value> {
    if text.starts_with(|c: char| c.is_ascii_whitespace())
        || text.ends_with(|c: char| c.is_ascii_whitespace())
    {
        return None;
    }
    let number = json::number(text)?;
    let exact = number.is_i64() || number.is_u64();
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    (exact || !whole && digits <= MAX_DIGITS).then_some(Value::Number(number))
}

/// The only member of an `enum` of texts, or the `const`, that is `text` but for case and surrounding space.
pub(super) fn member(text: &str, values: &Values) -> Option<Value> {
    let same = |value: &str| lower(value.trim()).eq(lower(text.trim()));
    let allowed = values.one_of.iter().flatten().chain(&values.constant);
    let mut same = allowed.filter(|value| value.as_str().is_some_and(same));
    let found = same.next()?;
    (same.next().is_none() && found.as_str() != Some(text)).then(|| found.clone())
}
