//! JSON in pieces: at the end what the parser reads, however the text was cut, and on the way a prefix of it.

use super::agreement::value as any_value;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use webmcp_auto_ui::schema::{Fault, Partial};

/// What the page does with the steps.
#[derive(Default)]
struct Live {
    root: Option<Value>,
    path: Vec<String>,
    key: String,
}

impl Live {
    fn place(&mut self) -> &mut Value {
        let mut place = self.root.as_mut().unwrap();
        for step in &self.path {
            place = match place {
                Value::Object(map) => map.get_mut(step).unwrap(),
                Value::Array(items) => items.get_mut(step.parse::<usize>().unwrap()).unwrap(),
                _ => panic!("not open"),
            };
        }
        place
    }

    /// Puts `value` where it belongs and says under which key.
    fn put(&mut self, value: Value) -> String {
        if self.root.is_none() {
            self.root = Some(value);
            return String::new();
        }
        let key = self.key.clone();
        match self.place() {
            Value::Object(map) => {
                map.insert(key.clone(), value);
                key
            }
            Value::Array(items) => {
                items.push(value);
                (items.len() - 1).to_string()
            }
            _ => panic!("not open"),
        }
    }

    fn apply(&mut self, steps: &str) {
        if steps.is_empty() {
            return;
        }
        let steps: Vec<Value> = serde_json::from_str(steps).unwrap();
        let mut steps = steps.into_iter();
        while let Some(step) = steps.next() {
            match step.as_u64().unwrap() {
                open @ (0 | 1) => {
                    let was_empty = self.root.is_none();
                    let key = self.put(if open == 0 { Value::Object(Map::new()) } else { json!([]) });
                    if !was_empty {
                        self.path.push(key);
                    }
                }
                2 => drop(self.path.pop()),
                3 => steps.next().unwrap().as_str().unwrap().clone_into(&mut self.key),
                4 | 6 => drop(self.put(steps.next().unwrap())),
                5 => {
                    let more = steps.next().unwrap();
                    let key = self.key.clone();
                    let place = if self.root.as_ref().is_some_and(Value::is_string) {
                        self.root.as_mut().unwrap()
                    } else {
                        match self.place() {
                            Value::Object(map) => map.get_mut(&key).unwrap(),
                            Value::Array(items) => items.last_mut().unwrap(),
                            _ => panic!("not open"),
                        }
                    };
                    *place = json!(format!("{}{}", place.as_str().unwrap(), more.as_str().unwrap()));
                }
                other => panic!("unknown step {other}"),
            }
        }
    }
}

/// Feeds `text` in pieces of `size` characters.
fn read(text: &str, size: usize) -> Result<Value, webmcp_auto_ui::schema::Refused> {
    let mut partial = Partial::default();
    let mut live = Live::default();
    let chars: Vec<char> = text.chars().collect();
    for piece in chars.chunks(size) {
        live.apply(partial.push(&piece.iter().collect::<String>())?);
    }
    live.apply(partial.finish()?);
    Ok(live.root.unwrap())
}

fn agrees(text: &str) {
    let parsed = serde_json::from_str::<Value>(text);
    for size in [1, 2, 3, 5, 1000] {
        match (&parsed, read(text, size)) {
            (Ok(expected), Ok(value)) => assert_eq!(&value, expected, "{text} by {size}"),
            (Err(_), Err(error)) => assert_eq!(error.fault, Fault::Piece),
            (_, other) => panic!("{text} by {size}: {parsed:?} but {other:?}"),
        }
    }
}

#[test]
fn however_it_is_cut_it_is_what_the_parser_reads() {
    for text in [
        "{}",
        "[]",
        "1",
        " -1.5e+3 ",
        "\"\"",
        "\"a\\u00e9\\ud83d\\ude42\\n\\\"\\\\/\\/b\"",
        "{\"a\":{\"b\":[1,2,{\"c\":null}],\"d\":\"é🙂\"},\"e\":true,\"f\":false}",
        "{\"__proto__\":{\"x\":1},\"toString\":2,\"\":3}",
        "{\"k\\u0065y\":1,\"k\":2,\"k\":3}",
        "[[[]],[{}],\"\"]",
        "{\"a\":12345678901234567890,\"b\":-0,\"c\":1e-7}",
        "",
        "{",
        "{\"a\"",
        "{\"a\":}",
        "{\"a\":1,}",
        "[1,]",
        "[1 2]",
        "{\"a\" 1}",
        "{a:1}",
        "tru",
        "trux",
        "nulll",
        "01",
        "1.",
        "1e400",
        "--1",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"\\ud83d\"",
        "\"\\ud83dx\"",
        "\"\\ude42\"",
        "\"\\ud83d\\u0041\"",
        "\"a\u{1}\"",
        "[}",
        "{]",
        "1 2",
        "]",
        ",",
    ] {
        agrees(text);
    }
    for depth in [126, 127, 128, 129, 100_000] {
        agrees(&format!("{}{}", "[".repeat(depth), "]".repeat(depth)));
    }
}

#[test]
fn text_shows_as_it_comes_and_numbers_wait() {
    let mut partial = Partial::default();
    let mut steps = |piece: &str| partial.push(piece).unwrap().to_owned();
    assert_eq!(steps("{\"ti"), "[0]");
    assert_eq!(steps("tle\":\"He"), "[3,\"title\",4,\"He\"]");
    assert_eq!(steps("llo\\"), "[5,\"llo\"]");
    assert_eq!(steps("u00"), "");
    assert_eq!(steps("e9\\ud83d"), "[5,\"\\u00e9\"]");
    assert_eq!(steps("\\ude42!\",\"n\":1"), "[5,\"\\ud83d\\ude42!\",3,\"n\"]");
    assert_eq!(steps("2"), "");
    assert_eq!(steps(",\"ok\":tr"), "[6,12,3,\"ok\"]");
    assert_eq!(steps("ue}"), "[6,true,2]");
    assert!(partial.is_whole());
    assert_eq!(partial.finish().unwrap(), "");
}

#[test]
fn an_error_stays_and_names_where() {
    let mut partial = Partial::default();
    assert_eq!(partial.push("{\"a\":").unwrap(), "[0,3,\"a\"]");
    let error = partial.push("x").unwrap_err();
    assert!(error.message.contains("5 bytes") && error.message.contains("'x'"), "{}", error.message);
    assert_eq!(partial.push("1}").unwrap_err(), error);
    assert_eq!(partial.finish().unwrap_err(), error);
    let mut long = Partial::default();
    long.push("\"").unwrap();
    let piece = "a".repeat(8 * 1024 * 1024);
    for _ in 0..3 {
        long.push(&piece).unwrap();
    }
    assert!(long.push(&piece).unwrap_err().message.contains("longer"));
}

proptest! {
    #[test]
    fn any_value_in_any_pieces_comes_out_whole(value in any_value(), size in 1_usize..12) {
        prop_assert_eq!(read(&value.to_string(), size).unwrap(), value.clone());
        prop_assert_eq!(read(&serde_json::to_string_pretty(&value).unwrap(), size).unwrap(), value);
    }

    #[test]
    fn texts_with_escapes_come_out_whole(text in any::<String>(), size in 1_usize..8) {
        let json = serde_json::to_string(&json!({ &text: &text })).unwrap();
        prop_assert_eq!(read(&json, size).unwrap(), json!({ &text: &text }));
        let ascii: String = json.encode_utf16().map(|unit| if unit < 128 { char::from(unit as u8).to_string() } else { format!("\\u{unit:04x}") }).collect();
        prop_assert_eq!(read(&ascii, size).unwrap(), json!({ &text: &text }));
    }

    #[test]
    fn hostile_bytes_never_panic_and_agree_with_the_parser(text in "[\\[\\]{}\",:0-9eE.tfn\\\\u a-]{0,24}") {
        agrees(&text);
    }
}
