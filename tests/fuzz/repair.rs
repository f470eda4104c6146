//! Repair: a value that fits is left alone, nothing is done twice, and nothing fits less than before.

use super::bytes::Bytes;
use webmcp_auto_ui::schema::{Schema, repair};

pub fn run(input: &[u8]) {
    let mut bytes = Bytes(input);
    let source = bytes.schema(3);
    let value = bytes.json(4);
    let Ok(schema) = Schema::compile(&source) else { return };
    let fits = schema.fits(&value);
    assert_eq!(schema.check(&value).is_empty(), fits, "{source} on {value}");
    let once = repair(&schema, value.clone());
    if fits {
        assert_eq!((&once.value, once.fixes.len()), (&value, 0), "{source}");
    }
    assert_eq!(once.value == value, once.fixes.is_empty(), "{source} on {value}: {:?}", once.fixes);
    let twice = repair(&schema, once.value.clone());
    assert_eq!((&twice.value, twice.fixes.len()), (&once.value, 0), "{source} on {value}");
}
