//! Decides how GGUF's typed keys and values are read and asked for.

use super::cursor::{Cursor, Stop};
use std::collections::HashMap;

const MAX_KEYS: u64 = 65_536;
const MAX_ARRAY_LENGTH: u64 = 4 << 20;
const MAX_ARRAY_DEPTH: u32 = 4;

/// One metadata value. Widths are dropped: nothing downstream cares whether a count was 32 or 64 bits wide.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Any unsigned integer, or a bool as 0 or 1.
    Unsigned(u64),
    /// Any signed integer.
    Signed(i64),
    /// Any float.
    Float(f64),
    /// A string.
    Text(String),
    /// An array of strings.
    Texts(StringTable),
    /// An array of numbers.
    Numbers(Vec<f32>),
    /// An array whose values nobody needs.
    Skipped,
}

/// Many strings in one allocation.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StringTable {
    bytes: Vec<u8>,
    ends: Vec<u32>,
}

impl StringTable {
    /// Appends a string.
    pub fn push(&mut self, string: &[u8]) {
        self.bytes.extend_from_slice(string);
        self.ends.push(self.bytes.len() as u32);
    }

    /// The string at `index`; empty past the end.
    pub fn get(&self, index: usize) -> &[u8] {
        let start =
            index.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |end| *end as usize);
        let end = self.ends.get(index).map_or(start, |end| *end as usize);
        self.bytes.get(start..end).unwrap_or_default()
    }

    /// How many strings there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All strings in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).map(|index| self.get(index))
    }
}

/// The keys and values of a file.
#[derive(Debug, Default)]
pub struct Metadata(HashMap<String, Value>);

impl Metadata {
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Self, Stop> {
        let count = cursor.u64()?;
        if count > MAX_KEYS {
            return Err(Stop::Invalid(format!("the GGUF header claims {count} keys")));
        }
        let mut values = HashMap::new();
        for _ in 0..count {
            let key = cursor.string()?;
            let kind = cursor.u32()?;
            values.insert(key, read_value(cursor, kind, 0)?);
        }
        Ok(Self(values))
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }

    /// A key as a non-negative integer.
    pub fn integer(&self, key: &str) -> Option<u64> {
        match self.get(key)? {
            Value::Unsigned(value) => Some(*value),
            Value::Signed(value) => u64::try_from(*value).ok(),
            _ => None,
        }
    }

    /// A key as a float.
    pub fn float(&self, key: &str) -> Option<f32> {
        match self.get(key)? {
            Value::Float(value) => Some(*value as f32),
            _ => None,
        }
    }

    /// A key as text.
    pub fn text(&self, key: &str) -> Option<&str> {
        match self.get(key)? {
            Value::Text(value) => Some(value),
            _ => None,
        }
    }

    /// A key as an array of strings.
    pub fn texts(&self, key: &str) -> Option<&StringTable> {
        match self.get(key)? {
            Value::Texts(values) => Some(values),
            _ => None,
        }
    }

    /// A key as an array of numbers.
    pub fn numbers(&self, key: &str) -> Option<&[f32]> {
        match self.get(key)? {
            Value::Numbers(values) => Some(values),
            _ => None,
        }
    }
}

fn read_value(cursor: &mut Cursor<'_>, kind: u32, depth: u32) -> Result<Value, Stop> {
    Ok(match kind {
        0 | 7 => Value::Unsigned(cursor.u8()?.into()),
        1 => Value::Signed((cursor.u8()? as i8).into()),
        2 => Value::Unsigned(cursor.u16()?.into()),
        3 => Value::Signed((cursor.u16()? as i16).into()),
        4 => Value::Unsigned(cursor.u32()?.into()),
        5 => Value::Signed((cursor.u32()? as i32).into()),
        6 => Value::Float(cursor.f32()?.into()),
        8 => Value::Text(cursor.string()?),
        9 => read_array(cursor, depth + 1)?,
        10 => Value::Unsigned(cursor.u64()?),
        11 => Value::Signed(cursor.u64()? as i64),
        12 => Value::Float(cursor.f64()?),
        _ => return Err(Stop::Invalid(format!("the GGUF header holds a value of unknown type {kind}"))),
    })
}

/// Grows with what arrives, never by what the length field claims.
fn read_array(cursor: &mut Cursor<'_>, depth: u32) -> Result<Value, Stop> {
    let kind = cursor.u32()?;
    let length = cursor.u64()?;
    if length > MAX_ARRAY_LENGTH || depth > MAX_ARRAY_DEPTH {
        return Err(Stop::Invalid(format!(
            "the GGUF header holds an array of {length} values, {depth} deep"
        )));
    }
    if kind == 8 {
        let mut table = StringTable::default();
        for _ in 0..length {
            table.push(cursor.bytes()?);
        }
        return Ok(Value::Texts(table));
    }
    let mut numbers = Vec::new();
    for _ in 0..length {
        match read_value(cursor, kind, depth)? {
            Value::Unsigned(value) => numbers.push(value as f32),
            Value::Signed(value) => numbers.push(value as f32),
            Value::Float(value) => numbers.push(value as f32),
            _ => {}
        }
    }
    Ok(if numbers.is_empty() && length > 0 { Value::Skipped } else { Value::Numbers(numbers) })
}
