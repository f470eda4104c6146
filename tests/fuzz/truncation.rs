//! Results: what is cut keeps to the room it has, JSON stays JSON, and recall gives back the whole of it.

use super::bytes::Bytes;
use serde_json::{Value, json};
use webmcp_auto_ui::dispatch::{recall, truncate};
use webmcp_auto_ui::model::Results;

pub const SEEDS: &[&str] = &[
    "\0\u{20}{\"title\":\"Votes\",\"rows\":[{\"n\":1,\"s\":\"\\ud83d\\ude00\"},{\"n\":2}],\"total\":2}",
    "\0\u{10}[[[[1.50,-2e3],\"words and more words\"]]]",
    "\0\u{8}several words, é and 😀, in a line",
];

/// Room for `\n... (truncated, …) [recall('id') for full result, N chars]`, whatever is told in it.
const HINT_CHARS: usize = 400;

pub fn run(input: &[u8]) {
    let mut bytes = Bytes(input);
    let drawn = bytes.chance();
    let limit = 4 * bytes.below(64);
    let path = bytes.text(if drawn { 8 } else { 0 });
    let (offset, count) = if drawn { (bytes.json(0), bytes.json(0)) } else { (json!(0), json!(7)) };
    let text = if drawn { bytes.json(6).to_string() } else { bytes.rest() };
    let cut = truncate(&text, limit, "id");
    let chars = text.chars().count();
    if chars <= limit {
        assert_eq!(cut, text);
    }
    assert!(cut.chars().count() <= limit.max(2) + HINT_CHARS || cut == text, "{limit}: {cut}");
    let head = cut.rsplit_once("\n... (truncated").map(|(head, _)| head);
    let whole = serde_json::from_str::<Value>(&text);
    // Even an empty list needs two characters.
    if let (Some(head), Ok(Value::Array(_) | Value::Object(_)), true) = (head, &whole, limit > 1) {
        assert!(serde_json::from_str::<Value>(head).is_ok(), "{head} of {text}");
    }
    let results = Results::default();
    results.insert("id", &text);
    assert_eq!(recall(&results, &json!({"id": "id"})).text, text);
    recall(&results, &json!({"id": "id", "path": path, "offset": offset, "limit": count}));
    recall(&results, &json!({"id": path, "limit": 1}));
}
