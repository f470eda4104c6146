//! Decides how anything of ours becomes JSON text. Serde's own writer can fail, because it may write to a file; this one
//! writes to memory and cannot, so whoever calls it has nothing to ask about.

use serde::ser::{self, Serialize};
use std::fmt;

/// What can be written as JSON: all that serde can serialise, and a [`Record`] of such.
pub trait ToJson {
    /// Writes it at the end of what is there. What is no number in JSON (infinities, NaN) is `null`.
    fn write(&self, text: &mut Vec<u8>);
}

impl<T: Serialize + ?Sized> ToJson for T {
    fn write(&self, text: &mut Vec<u8>) {
        let Ok(()) = self.serialize(Writer(text));
    }
}

/// An object of fields that belong to others: written as it stands, without a copy of what is in it.
pub struct Record<'a>(pub &'a [(&'a str, &'a dyn ToJson)]);

impl ToJson for Record<'_> {
    fn write(&self, text: &mut Vec<u8>) {
        let mut parts = Parts::new(text, "{", "}");
        for (name, value) in self.0 {
            value.write(parts.name(name).0);
        }
        parts.finish();
    }
}

/// The text of `value`.
pub fn text(value: &(impl ToJson + ?Sized)) -> String {
    let mut text = Vec::new();
    value.write(&mut text);
    // It is made of texts and of ASCII.
    String::from_utf8(text).unwrap_or_default()
}

/// As [`text`](fn@text), at the end of what is there.
pub fn write(value: &(impl ToJson + ?Sized), text: &mut Vec<u8>) {
    value.write(text);
}

/// An error that does not happen.
#[derive(Debug)]
pub enum Never {}

impl fmt::Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    /// Serde refuses what is flattened and no record, whole numbers of 128 bits, cells that are borrowed, and texts or lists
    /// as the content of a tagged variant: nothing of ours is written from such.
    fn custom<T: fmt::Display>(_: T) -> Self {
        unreachable!("what is written has no way to refuse")
    }
}

struct Writer<'t>(&'t mut Vec<u8>);

/// The inside of a list or an object.
struct Parts<'t> {
    text: &'t mut Vec<u8>,
    first: bool,
    end: &'static str,
}

impl<'t> Parts<'t> {
    fn new(text: &'t mut Vec<u8>, begin: &str, end: &'static str) -> Self {
        text.extend_from_slice(begin.as_bytes());
        Parts { text, first: true, end }
    }

    /// Of the variant of an enum: an object with its name alone.
    fn of_variant(text: &'t mut Vec<u8>, variant: &str, begin: &str, end: &'static str) -> Self {
        text.push(b'{');
        string(variant, text);
        text.push(b':');
        Parts::new(text, begin, end)
    }

    fn next(&mut self) -> Writer<'_> {
        if !self.first {
            self.text.push(b',');
        }
        self.first = false;
        Writer(self.text)
    }

    fn name(&mut self, name: &str) -> Writer<'_> {
        string(name, self.next().0);
        self.text.push(b':');
        Writer(self.text)
    }

    fn finish(self) {
        self.text.extend_from_slice(self.end.as_bytes());
    }
}

fn string(value: &str, text: &mut Vec<u8>) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    text.reserve(value.len() + 2);
    text.push(b'"');
    let mut plain = 0;
    for (at, byte) in value.bytes().enumerate() {
        let short = match byte {
            b'"' | b'\\' => byte,
            0x08 => b'b',
            0x09 => b't',
            0x0a => b'n',
            0x0c => b'f',
            0x0d => b'r',
            0..=0x1f => b'u',
            _ => continue,
        };
        text.extend_from_slice(value.as_bytes().get(plain..at).unwrap_or_default());
        text.extend_from_slice(&[b'\\', short]);
        if short == b'u' {
            let digit = |place: u8| HEX.get(usize::from(place)).copied().unwrap_or(b'0');
            text.extend_from_slice(&[b'0', b'0', digit(byte >> 4), digit(byte & 15)]);
        }
        plain = at + 1;
    }
    text.extend_from_slice(value.as_bytes().get(plain..).unwrap_or_default());
    text.push(b'"');
}

/// The shortest text that reads back as the same number.
fn float(value: impl zmij::Float, text: &mut Vec<u8>) {
    text.extend_from_slice(zmij::Buffer::new().format_finite(value).as_bytes());
}

fn integer(value: impl itoa::Integer, text: &mut Vec<u8>) {
    text.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

impl<'t> ser::Serializer for Writer<'t> {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Parts<'t>;
    type SerializeTuple = Parts<'t>;
    type SerializeTupleStruct = Parts<'t>;
    type SerializeTupleVariant = Parts<'t>;
    type SerializeMap = Parts<'t>;
    type SerializeStruct = Parts<'t>;
    type SerializeStructVariant = Parts<'t>;

    fn serialize_bool(self, value: bool) -> Result<(), Never> {
        self.0.extend_from_slice(if value { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_i8(self, value: i8) -> Result<(), Never> {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Result<(), Never> {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Result<(), Never> {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Result<(), Never> {
        integer(value, self.0);
        Ok(())
    }

    fn serialize_u8(self, value: u8) -> Result<(), Never> {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<(), Never> {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Result<(), Never> {
        self.serialize_u64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Result<(), Never> {
        integer(value, self.0);
        Ok(())
    }

    /// By its own shortest text: as a `f64` it would have digits that it never had.
    fn serialize_f32(self, value: f32) -> Result<(), Never> {
        if !value.is_finite() {
            return self.serialize_unit();
        }
        float(value, self.0);
        Ok(())
    }

    fn serialize_f64(self, value: f64) -> Result<(), Never> {
        if !value.is_finite() {
            return self.serialize_unit();
        }
        float(value, self.0);
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result<(), Never> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<(), Never> {
        string(value, self.0);
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Never> {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Result<(), Never> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Never> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Never> {
        self.0.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Never> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Never> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        let parts = Parts::of_variant(self.0, variant, "", "}");
        value.serialize(Writer(parts.text))?;
        parts.finish();
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'t>, Never> {
        Ok(Parts::new(self.0, "[", "]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'t>, Never> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'t>, Never> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'t>, Never> {
        Ok(Parts::of_variant(self.0, variant, "[", "]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'t>, Never> {
        Ok(Parts::new(self.0, "{", "}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'t>, Never> {
        self.serialize_map(None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'t>, Never> {
        Ok(Parts::of_variant(self.0, variant, "{", "}}"))
    }
}

impl ser::SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = Never;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Never> {
        let text = self.next().0;
        let start = text.len();
        key.serialize(Writer(text))?;
        // Numbers and the like become texts.
        if text.get(start) != Some(&b'"') {
            text.insert(start, b'"');
            text.push(b'"');
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        self.text.push(b':');
        value.serialize(Writer(self.text))
    }

    fn end(self) -> Result<(), Never> {
        self.finish();
        Ok(())
    }
}

/// Lists of all kinds.
macro_rules! list {
    ($trait:ident, $method:ident) => {
        impl ser::$trait for Parts<'_> {
            type Ok = ();
            type Error = Never;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
                value.serialize(self.next())
            }

            fn end(self) -> Result<(), Never> {
                self.finish();
                Ok(())
            }
        }
    };
}

list!(SerializeSeq, serialize_element);
list!(SerializeTuple, serialize_element);
list!(SerializeTupleStruct, serialize_field);
list!(SerializeTupleVariant, serialize_field);

/// Objects with known names.
macro_rules! fields {
    ($trait:ident) => {
        impl ser::$trait for Parts<'_> {
            type Ok = ();
            type Error = Never;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Never> {
                value.serialize(self.name(name))
            }

            fn end(self) -> Result<(), Never> {
                self.finish();
                Ok(())
            }
        }
    };
}

fields!(SerializeStruct);
fields!(SerializeStructVariant);
