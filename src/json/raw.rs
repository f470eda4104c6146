//! The parts of a JSON text as the texts that they are: what is passed on need not be read.

use super::reader::{MAX_DEPTH, Part, Reader, whole};
use std::borrow::Cow;

/// The fields of the object that a text is, in their order, each value as its own text. `None` where it is no object, or no JSON.
pub fn raw_fields(text: &str) -> Option<Vec<(Cow<'_, str>, &str)>> {
    let mut found = Vec::new();
    let read = whole(text, |reader| {
        if reader.here() != Some(b'{') {
            return Err("an object is wanted");
        }
        reader.fields(0, |reader, name| {
            found.push((name, passed(reader)?));
            Ok(())
        })
    });
    read.ok().map(|()| found)
}

/// The items of the list that a text is, each as its own text. `None` where it is no list, or no JSON.
pub fn raw_items(text: &str) -> Option<Vec<&str>> {
    let mut found = Vec::new();
    let read = whole(text, |reader| {
        if reader.here() != Some(b'[') {
            return Err("a list is wanted");
        }
        reader.items(0, |reader| {
            found.push(passed(reader)?);
            Ok(())
        })
    });
    read.ok().map(|()| found)
}

/// The field `name` of the object that a text is; of a repeated one the last.
pub fn raw_field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    raw_fields(text)?.into_iter().rev().find(|(known, _)| known == name).map(|(_, value)| value)
}

fn passed<'a>(reader: &mut Reader<'a>) -> Part<&'a str> {
    reader.here();
    let start = reader.at;
    reader.skip(MAX_DEPTH - 1)?;
    Ok(reader.text.get(start..reader.at).unwrap_or_default())
}
