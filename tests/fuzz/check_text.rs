//! Validation: a text is judged as its value is, and text that is no JSON is refused.

use super::bytes::Bytes;
use serde_json::Value;
use webmcp_auto_ui::adapt::simplify;
use webmcp_auto_ui::json::parse;
use webmcp_auto_ui::schema::{Options, Schema};

pub fn run(input: &[u8]) {
    let mut bytes = Bytes(input);
    let source = bytes.schema(3);
    let assert_formats = bytes.chance();
    simplify(&source);
    let options = Options { assert_formats, ..Options::default() };
    let Ok(schema) = Schema::compile_with(&source, &options) else { return };
    let value = bytes.json(4);
    let pretty = serde_json::to_string_pretty(&value).unwrap_or_default();
    judged(&schema, &pretty);
    let compact = value.to_string();
    judged(&schema, &compact);
    // The same text with something that the bytes say in its middle.
    let mut at = bytes.below(compact.len() + 1);
    while !compact.is_char_boundary(at) {
        at -= 1;
    }
    judged(&schema, &format!("{}{}{}", &compact[..at], bytes.rest(), &compact[at..]));
}

fn judged(schema: &Schema, text: &str) {
    let read = parse(text);
    // Ours reads half a character too, as U+FFFD.
    assert!(read.is_ok() || serde_json::from_str::<Value>(text).is_err(), "{text} is JSON: {read:?}");
    match (schema.check_text(text), read) {
        (Ok(said), Ok(value)) => {
            assert_eq!(said, schema.check(&value), "{} on {text}", schema.source());
            assert_eq!(said.is_empty(), schema.fits(&value), "{} on {text}", schema.source());
        }
        (Err(_), Err(_)) => {}
        (said, read) => panic!("{} on {text}: {said:?} but {read:?}", schema.source()),
    }
}
