//! Judging a text in one pass: the same verdict, word for word, as parsing it and checking the value.

use super::agreement::{schema as any_schema, value as any_value};
use proptest::prelude::*;
use serde_json::json;
use webmcp_auto_ui::json::parse;
use webmcp_auto_ui::schema::Schema;

fn judged(schema: &Schema, text: &str) {
    match parse(text) {
        Ok(value) => assert_eq!(schema.check_text(text).unwrap(), schema.check(&value), "{text}"),
        Err(_) => assert!(schema.check_text(text).is_err(), "{text}"),
    }
}

fn row() -> Schema {
    let schema = json!({"type": "object", "required": ["a"], "properties": {"a": {"type": "integer", "maximum": 9},
        "b": {"enum": ["x", 1, null]}, "c": {"type": "array", "items": {"type": "number"}, "maxItems": 2},
        "d": {"type": "string", "maxLength": 2, "pattern": "^."}, "e": {"$ref": "#"}, "f": {}, "g": {"oneOf": [{"type": "null"}, true]}},
        "additionalProperties": {"type": "boolean"}});
    Schema::compile(&schema).unwrap()
}

#[test]
fn names_are_known_however_they_are_written() {
    let named = json!({"a": {"const": 1}, "ab": {"const": 2}, "\"": {"const": 3}, "\\": {"const": 4}, "": {"const": 5}, "\n": {"const": 6}, "é": {"const": 7}});
    let schema = json!({"properties": named, "required": ["\"", "é"], "additionalProperties": false});
    let schema = Schema::compile(&schema).unwrap();
    let all = r#"{"a":1,"ab":2,"\"":3,"\\":4,"":5,"\n":6,"é":7}"#;
    assert!(schema.fits(&parse(all).unwrap()));
    for text in [
        all,
        r#"{"a" :1, "ab"\n:2}"#,
        r#"{"a" :1, "ab" :2,	"\"" : 3, "\\":4,"":5,"\u000a":6,"\u00e9":7}"#,
        r#"{"é":7,"\"":3,"a":1}"#,
        r#"{"a":1,"ab":2,""":3,"é":7}"#,
        r#"{"a":1,"ab":2,"\":3,"é":7}"#,
        "{\"a\":1,\"\n\":6,\"\\\"\":3,\"é\":7}",
        r#"{"a":2,"\"":3,"é":7}"#,
        r#"{"a":1,"a":1,"\"":3,"é":7}"#,
        r#"{"a":1,"abc":2,"\"":3,"é":7}"#,
        r#"{"a":1,"a""#,
        r#"{"a"1}"#,
        r#"{"a":1"#,
    ] {
        judged(&schema, text);
    }
}

#[test]
fn rare_and_wrong_texts_are_judged_as_the_parser_does() {
    let schema = row();
    for text in [
        "{\"a\":1}",
        " {\"a\" : 1 , \"b\":\"x\"}\n",
        "{\"a\":1,\"a\":\"x\"}",
        "{\"a\":\"x\",\"a\":1}",
        "{\"a\":1,\"z\":true,\"z\":1}",
        "{\"a\":1,\"z\":1,\"z\":true}",
        "{\"\\u0061\":1}",
        "{\"a\":1,\"d\":\"\\ud83d\\ude42\"}",
        "{\"a\":1,\"d\":\"\\ud83d\"}",
        "{\"a\":1,\"d\":\"\\x\"}",
        "{\"a\":1,\"d\":\"\u{1}\"}",
        "{\"a\":1,\"f\":{\"\\x\":1}}",
        "{\"a\":1,\"f\":[1e999]}",
        "{\"a\":1,\"f\":-}",
        "{\"a\":01}",
        "{\"a\":1.0}",
        "{\"a\":1.}",
        "{\"a\":-0}",
        "{\"a\":99999999999999999999}",
        "{\"a\":-99999999999999999999}",
        "{\"a\":1e2}",
        "{\"a\":1e}",
        "{\"a\":1,}",
        "{\"a\":1,\"c\":[1,]}",
        "{\"a\":1,\"c\":[1.5,-2e-3]}",
        "{\"a\":1,\"c\":[1,2,3]}",
        "{\"a\":1} x",
        "{\"a\":1,\"e\":{\"a\":2,\"b\":null}}",
        "{\"a\":1,\"e\":{\"b\":null}}",
        "{\"a\":1,\"g\":null}",
        "{\"a\":1,\"g\":5}",
        "{\"a\":tru}",
        "{a:1}",
        "",
        "nul",
        "[",
        "\"",
        "\"\\",
    ] {
        judged(&schema, text);
    }
    for depth in [100, 119, 120, 121, 127, 128, 129, 100_000] {
        let text = format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
        judged(&Schema::compile(&json!(true)).unwrap(), &text);
    }
}

proptest! {
    #[test]
    fn a_text_is_judged_as_its_value(schema in any_schema(), values in prop::collection::vec(any_value(), 1..6)) {
        let Ok(schema) = Schema::compile(&schema) else { return Ok(()) };
        for value in &values {
            judged(&schema, &value.to_string());
            judged(&schema, &serde_json::to_string_pretty(value).unwrap());
        }
    }

    #[test]
    fn a_text_with_one_byte_changed_is_judged_as_the_parser_does(at in 0_usize..64, byte in " -~") {
        let mut text = "{\"a\":1,\"b\":null,\"c\":[1,-2.5e1],\"d\":\"\\u00e9x\",\"e\":{\"a\":3},\"zz\":true}".to_owned();
        if at < text.len() {
            text.replace_range(at..=at, &byte);
        }
        judged(&row(), &text);
    }
}
