//! Those fields of a JSON text that were asked for, borrowed where they hold no escapes: most events of a stream are read
//! without a copy and without their other fields.

use super::reader::{MAX_DEPTH, Part, Reader, whole};
use std::borrow::Cow;

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

/// Names of fields; those that mostly come first stand first.
pub struct Names {
    names: &'static [&'static str],
    /// By what is seen at a glance: from where on a name stands among the names, if anywhere.
    first: [u8; GLANCES],
}

const NOWHERE: u8 = u8::MAX;
/// How many names look different at a glance.
const GLANCES: usize = 64;

impl Names {
    /// The names to look for.
    ///
    /// # Panics
    /// Where there are more than 254, which a `static` tells when it is compiled.
    pub const fn of(names: &'static [&'static str]) -> Self {
        assert!(names.len() < NOWHERE as usize, "so many names have no place to begin at");
        let mut first = [NOWHERE; GLANCES];
        let mut left = names;
        while let [others @ .., name] = left {
            if let Some((_, [place, ..])) = first.split_at_mut_checked(Self::glance(name.as_bytes())) {
                *place = others.len() as u8;
            }
            left = others;
        }
        Names { names, first }
    }

    /// Comparing with each name takes longer than the rest of a field.
    const fn glance(name: &[u8]) -> usize {
        match name {
            [] => 0,
            [first, ..] => (*first as usize + 7 * name.len()) % GLANCES,
        }
    }

    fn find(&self, name: &str) -> Option<&'static str> {
        let first = usize::from(*self.first.get(Self::glance(name.as_bytes()))?);
        self.names.get(first..)?.iter().copied().find(|known| *known == name)
    }
}

/// A field is of another kind than its reader expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odd;

static NULL: Sparse<'static> = Sparse::Null;

impl<'a> Sparse<'a> {
    /// Reads a text; of objects at any depth only fields that are called one of `names`. `None` where it is not JSON.
    pub fn parse(text: &'a str, names: &'static Names) -> Option<Self> {
        whole(text, |reader| sparse(reader, names, 0)).ok()
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

fn sparse<'a>(reader: &mut Reader<'a>, names: &'static Names, depth: usize) -> Part<Sparse<'a>> {
    match reader.here() {
        Some(b'"') => reader.string().map(Sparse::Text),
        Some(b'[') => {
            let mut items = Vec::new();
            reader.items(depth, |reader| {
                items.push(sparse(reader, names, depth + 1)?);
                Ok(())
            })?;
            Ok(Sparse::List(items))
        }
        Some(b'{') => {
            let mut fields = Vec::new();
            reader.fields(depth, |reader, name| {
                match names.find(&name) {
                    Some(name) => fields.push((name, sparse(reader, names, depth + 1)?)),
                    None => reader.skip(MAX_DEPTH.saturating_sub(depth + 1))?,
                }
                Ok(())
            })?;
            Ok(Sparse::Object(fields))
        }
        Some(b'n') => reader.word("null").map(|()| Sparse::Null),
        Some(b'-' | b'0'..=b'9') => Ok(reader.number()?.as_u64().map_or(Sparse::Other, Sparse::Whole)),
        _ => reader.skip(MAX_DEPTH.saturating_sub(depth)).map(|()| Sparse::Other),
    }
}
