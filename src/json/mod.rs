//! JSON as text, as a value, and as the fields of something.

mod decimal;
mod exact;
mod raw;
mod reader;
mod sparse;
mod write;

pub use exact::quote_large;
pub use raw::{raw_field, raw_fields, raw_items};
pub use reader::NotJson;
pub(crate) use reader::{MAX_DEPTH, Reader};
pub use sparse::{Names, Odd, Sparse};
pub use write::{Record, ToJson, text, write};

use serde_json::{Map, Number, Value};
use std::borrow::Cow;
use std::rc::Rc;

/// The value of a text: numbers as exact as a `Number` can be, of a repeated name the last. The error says where the
/// text stops being JSON, or nests deeper than 127 levels.
pub fn parse(text: &str) -> Result<Value, NotJson> {
    reader::whole(text, |reader| reader.value(0))
}

/// The JSON within a Markdown fence, which models put around what they write, or the whole text where there is none;
/// without white space around it.
pub fn unfenced(text: &str) -> &str {
    let text = text.trim();
    let fenced = text.strip_prefix("```").and_then(|inner| inner.strip_suffix("```"));
    fenced.map_or(text, |inner| {
        // The word behind the first marks is the language.
        let begin = inner.find(['\n', '{', '[']).unwrap_or(0);
        inner.get(begin..).unwrap_or_default().trim()
    })
}

/// Whether a text is JSON, however deep.
pub fn is_json(text: &str) -> bool {
    reader::whole(text, |reader| reader.skip(usize::MAX)).is_ok()
}

/// The number that a text is, if it is one; white space may stand around it.
pub fn number(text: &str) -> Option<Number> {
    reader::whole(text.trim_start(), reader::Reader::number).ok()
}

/// A number that no JSON was promised for, such as a header's: zeros may stand in front and white space around it.
pub fn loose_number(text: &str) -> Option<f64> {
    let mut text = text.trim();
    while let Some(rest) =
        text.strip_prefix('0').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    {
        text = rest;
    }
    number(text)?.as_f64()
}

/// The text that stands in a text, in quotes.
pub fn string(text: &str) -> Option<Cow<'_, str>> {
    reader::whole(text, reader::Reader::string).ok()
}

/// What was read, or what is wrong with it.
pub type Read<T> = Result<T, String>;

/// What can be read out of a JSON value. Serde's `Deserialize` is compiled anew for each thing that is read and for each
/// form that it comes in; derived for everything, it made up a fifth of the core.
pub trait FromJson: Sized {
    /// Reads it; the error says what is wrong, in words that follow the name of the place.
    fn from_json(value: Value) -> Read<Self>;

    /// What a missing field stands for, if for anything.
    fn absent() -> Option<Self> {
        None
    }
}

/// The fields of an object, taken out one by one.
pub struct Fields(Map<String, Value>);

impl Fields {
    /// The fields of `value`; the error says that it is no object.
    pub fn of(value: Value) -> Result<Self, String> {
        match value {
            Value::Object(fields) => Ok(Fields(fields)),
            other => Err(wanted("an object", &other)),
        }
    }

    /// The field `name`. The error says that it is missing, or what is wrong with it.
    pub fn take<T: FromJson>(&mut self, name: &str) -> Result<T, String> {
        match self.0.swap_remove(name) {
            Some(value) => T::from_json(value).map_err(|problem| format!("{name}: {problem}")),
            None => T::absent().ok_or_else(|| format!("missing field `{name}`")),
        }
    }

    /// The field `name`, or `default` where it is missing.
    pub fn or<T: FromJson>(&mut self, name: &str, default: T) -> Result<T, String> {
        if self.0.contains_key(name) { self.take(name) } else { Ok(default) }
    }

    /// The field `name`, or what stands for nothing where it is missing.
    pub fn optional<T: FromJson + Default>(&mut self, name: &str) -> Result<T, String> {
        self.or(name, T::default())
    }
}

/// One of a closed set of words.
pub fn word<T: Copy>(value: &Value, words: &[(&str, T)]) -> Result<T, String> {
    let said = value.as_str();
    let known = words.iter().find(|(word, _)| said == Some(word));
    known.map(|(_, meaning)| *meaning).ok_or_else(|| {
        let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        wanted(&format!("one of {}", words.join(", ")), value)
    })
}

/// Says that something else than `value` was wanted.
pub fn wanted(what: &str, value: &Value) -> String {
    let is = match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    };
    format!("{what} is wanted, not {is}")
}

impl FromJson for Value {
    fn from_json(value: Value) -> Read<Self> {
        Ok(value)
    }
}

impl FromJson for Map<String, Value> {
    fn from_json(value: Value) -> Read<Self> {
        Fields::of(value).map(|fields| fields.0)
    }
}

impl FromJson for String {
    fn from_json(value: Value) -> Read<Self> {
        match value {
            Value::String(text) => Ok(text),
            other => Err(wanted("a text", &other)),
        }
    }
}

impl FromJson for bool {
    fn from_json(value: Value) -> Read<Self> {
        value.as_bool().ok_or_else(|| wanted("true or false", &value))
    }
}

impl FromJson for f64 {
    fn from_json(value: Value) -> Read<Self> {
        value.as_f64().ok_or_else(|| wanted("a number", &value))
    }
}

impl FromJson for f32 {
    fn from_json(value: Value) -> Read<Self> {
        f64::from_json(value).map(|number| number as f32)
    }
}

impl FromJson for u64 {
    fn from_json(value: Value) -> Read<Self> {
        value.as_u64().ok_or_else(|| wanted("a whole number from 0", &value))
    }
}

impl FromJson for u32 {
    fn from_json(value: Value) -> Read<Self> {
        u32::try_from(u64::from_json(value)?).map_err(|_| "the number is too large".to_owned())
    }
}

impl FromJson for usize {
    fn from_json(value: Value) -> Read<Self> {
        usize::try_from(u64::from_json(value)?).map_err(|_| "the number is too large".to_owned())
    }
}

impl<T: FromJson> FromJson for Option<T> {
    fn from_json(value: Value) -> Read<Self> {
        if value.is_null() { Ok(None) } else { T::from_json(value).map(Some) }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: FromJson> FromJson for Rc<T> {
    fn from_json(value: Value) -> Read<Self> {
        T::from_json(value).map(Rc::new)
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(value: Value) -> Read<Self> {
        let Value::Array(items) = value else { return Err(wanted("an array", &value)) };
        let read = |(place, item)| T::from_json(item).map_err(|problem| format!("[{place}]: {problem}"));
        items.into_iter().enumerate().map(read).collect()
    }
}

impl<T: FromJson> FromJson for Vec<(String, T)> {
    fn from_json(value: Value) -> Read<Self> {
        let fields = Fields::of(value)?.0.into_iter();
        fields.map(|(name, value)| Ok((name, T::from_json(value)?))).collect()
    }
}

/// A number in words for a person: as JSON writes it, without the `.0` of whole ones.
pub fn digits(number: f64) -> String {
    let text = Number::from_f64(number).map_or_else(|| "Infinity".to_owned(), |number| number.to_string());
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}
