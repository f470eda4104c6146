//! Decides the shapes that a schema compiles to.

use super::number::Range;
use super::part::Suffix;

/// A shape with the shortest text that satisfies it.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) shape: Shape,
    pub(super) shortest: Vec<u8>,
}

/// What a value may look like.
#[derive(Debug)]
pub(super) enum Shape {
    /// One of these texts, sorted.
    Choice(Vec<Vec<u8>>),
    /// A number.
    Number(Range),
    /// A string of so many characters.
    Text { least: u32, most: u32 },
    /// An array: its first members have shapes of their own, the others share one.
    List { first: Vec<u32>, item: u32, least: u32, most: u32 },
    /// An object of declared properties, in their order.
    Fields { fields: Vec<Field>, least: u32, most: u32 },
    /// An object of free keys.
    Map { key: u32, value: u32, least: u32, most: u32 },
    /// A part of a text, as what follows each of its words.
    Part(Vec<Suffix>),
    /// These, one after the other.
    Chain(Vec<u32>),
    /// Any of these.
    Union(Vec<u32>),
    /// Calls of tools, sorted by their heads, and what stands behind each where something does.
    Calls { heads: Vec<Head>, tail: Option<u32> },
}

impl Shape {
    /// The object without properties.
    pub(super) const EMPTY: Self = Self::Fields { fields: Vec::new(), least: 0, most: 0 };
}

/// A tool that may be called.
#[derive(Debug)]
pub(super) struct Head {
    /// What stands before the arguments: `name` or `{"name": "name", "arguments": `.
    pub(super) text: Vec<u8>,
    /// The node of its arguments, an object.
    pub(super) arguments: u32,
}

/// A declared property.
#[derive(Debug)]
pub(super) struct Field {
    /// `"name": ` or `name:`, with all that stands before the value.
    pub(super) key: Vec<u8>,
    pub(super) value: u32,
    pub(super) required: bool,
}

/// The shape of an array's member after `count` others.
pub(super) fn member(first: &[u32], item: u32, count: u32) -> u32 {
    first.get(count as usize).copied().unwrap_or(item)
}

/// What the numbers of properties allow.
pub(super) struct Limits {
    pub(super) count: u32,
    pub(super) next: u32,
    pub(super) least: u32,
    pub(super) most: u32,
}

impl Limits {
    fn required_from(fields: &[Field], from: u32) -> u32 {
        fields.iter().skip(from as usize).filter(|field| field.required).count() as u32
    }

    pub(super) fn can_close(&self, fields: &[Field]) -> bool {
        self.count >= self.least && Self::required_from(fields, self.next) == 0
    }

    /// The properties that may come next: up to the first required one, as far as the limits leave room.
    pub(super) fn candidates<'f>(&self, fields: &'f [Field]) -> impl Iterator<Item = (u32, &'f Field)> {
        let (count, least, most, total) = (self.count, self.least, self.most, fields.len() as u32);
        let required = fields.iter().skip(self.next as usize).position(|field| field.required);
        let end = required.map_or(total, |place| self.next + place as u32 + 1);
        (self.next..end).zip(fields.iter().skip(self.next as usize)).filter(move |(index, field)| {
            let room = field.required || count + 1 + Self::required_from(fields, index + 1) <= most;
            room && count + (total - index) >= least
        })
    }
}
