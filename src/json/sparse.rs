//! Those fields of a JSON text that were asked for, borrowed where they hold no escapes: most events of a stream are read
//! without a copy and without their other fields.

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;

/// A value, as far as it was asked for.
#[derive(Debug, PartialEq)]
pub enum Sparse<'a> {
    /// Nothing, or `null`.
    Null,
    /// A text.
    Text(Cow<'a, str>),
    /// A whole number from 0.
    Whole(u64),
    /// A list.
    List(Vec<Sparse<'a>>),
    /// An object's fields of those names.
    Object(Vec<(&'static str, Sparse<'a>)>),
    /// Something else.
    Other,
}

/// A field is of another kind than its reader expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odd;

static NULL: Sparse<'static> = Sparse::Null;

impl<'a> Sparse<'a> {
    /// Reads a text; of objects at any depth only fields called one of `names`. `None` where it is not JSON.
    pub fn parse(text: &'a str, names: &'static [&'static str]) -> Option<Self> {
        let mut reader = serde_json::Deserializer::from_str(text);
        let value = Names(names).deserialize(&mut reader).ok()?;
        reader.end().ok()?;
        Some(value)
    }

    /// The field `name`; `Null` where there is none.
    pub fn get(&self, name: &str) -> &Sparse<'a> {
        match self {
            Sparse::Object(fields) => {
                fields.iter().rev().find(|(known, _)| *known == name).map_or(&NULL, |(_, value)| value)
            }
            _ => &NULL,
        }
    }

    /// Whether it is nothing.
    pub fn is_null(&self) -> bool {
        *self == Sparse::Null
    }

    /// The text, if it is something.
    pub fn text(&self) -> Result<Option<&str>, Odd> {
        match self {
            Sparse::Null => Ok(None),
            Sparse::Text(text) => Ok(Some(text)),
            _ => Err(Odd),
        }
    }

    /// The number, if it is something.
    pub fn whole(&self) -> Result<Option<u64>, Odd> {
        match self {
            Sparse::Null => Ok(None),
            Sparse::Whole(number) => Ok(Some(*number)),
            _ => Err(Odd),
        }
    }

    /// The items; none where it is nothing.
    pub fn items(&self) -> Result<&[Sparse<'a>], Odd> {
        match self {
            Sparse::Null => Ok(&[]),
            Sparse::List(items) => Ok(items),
            _ => Err(Odd),
        }
    }
}

/// Reads a value with the fields of these names.
#[derive(Clone, Copy)]
struct Names(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Names {
    type Value = Sparse<'de>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Sparse<'de>, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Names {
    type Value = Sparse<'de>;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Sparse<'de>, E> {
        Ok(Sparse::Null)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Sparse<'de>, E> {
        Ok(Sparse::Other)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Sparse<'de>, E> {
        Ok(Sparse::Whole(number))
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Sparse<'de>, E> {
        Ok(Sparse::Other)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Sparse<'de>, E> {
        Ok(Sparse::Other)
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Sparse<'de>, E> {
        Ok(Sparse::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Sparse<'de>, E> {
        Ok(Sparse::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Sparse<'de>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = from.next_element_seed(self)? {
            items.push(item);
        }
        Ok(Sparse::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Sparse<'de>, A::Error> {
        let mut fields = Vec::new();
        while let Some(name) = from.next_key_seed(Name(self.0))? {
            match name {
                Some(name) => fields.push((name, from.next_value_seed(self)?)),
                None => {
                    from.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(Sparse::Object(fields))
    }
}

/// Reads a name; none where it was not asked for.
struct Name(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Name {
    type Value = Option<&'static str>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_str(self)
    }
}

impl Visitor<'_> for Name {
    type Value = Option<&'static str>;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a name")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(self.0.iter().copied().find(|known| *known == name))
    }
}
