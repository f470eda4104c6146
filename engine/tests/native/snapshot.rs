//! What an engine remembers, taken to another engine with the same model: nothing it says changes, only what it computes.

use crate::session::{Client, PROMPT, prompt_of};
use serde_json::{Value, json};
use webmcp_engine::tiny::Shape;

const MOST: usize = 64 << 20;

fn score(prefix: &str) -> Value {
    json!({"op": "score", "prefixes": [prefix], "text": " and the chart"})
}

fn generate(prompt: &str) -> Value {
    json!({"op": "generate", "prompt": prompt, "maxTokens": 20})
}

/// A snapshot, all of its parts joined.
pub fn snapshot(client: &mut Client, most_bytes: usize) -> Vec<u8> {
    assert_eq!(client.0.snapshot_begin(most_bytes), 0, "{}", String::from_utf8_lossy(&client.0.output));
    let mut bytes = Vec::new();
    while client.0.snapshot_part() != 0 {
        bytes.extend_from_slice(&client.0.output);
    }
    bytes
}

/// The prefixes taken over from a snapshot that comes in parts of so many bytes; -1 where it is refused.
pub fn taken(client: &mut Client, bytes: &[u8], part: usize) -> i32 {
    let begun = client.0.restore_begin() == 0;
    let pushed = begun && bytes.chunks(part).all(|part| client.0.restore_part(part) == 0);
    if pushed { client.0.restore_end() } else { -1 }
}

/// The prefixes taken over.
fn restore(client: &mut Client, bytes: &[u8]) -> i32 {
    let status = taken(client, bytes, 1000);
    assert!(status >= 0, "{}", String::from_utf8_lossy(&client.0.output));
    status
}

fn cached(answer: &Value) -> u64 {
    let answer = answer.pointer("/scores/0").unwrap_or(answer);
    answer["cachedTokens"].as_u64().unwrap()
}

#[test]
fn a_restored_engine_scores_and_writes_bit_for_bit_what_the_first_one_does_and_knows_the_prefixes() {
    for shape in [Shape::SMALL, Shape::GEMMA4_E2B] {
        let mut first = Client::of(&shape);
        let long = prompt_of(&[1, 0]);
        for prefix in [PROMPT, &long] {
            first.run(score(prefix));
        }
        first.run(generate(PROMPT));
        let bytes = snapshot(&mut first, MOST);
        let mut second = Client::of(&shape);
        assert_eq!(restore(&mut second, &bytes), 3, "two prefixes and the conversation");
        for request in
            [score(PROMPT), score(&long), generate(PROMPT), generate(&format!("{PROMPT} and so on"))]
        {
            let (one, other) = (first.run(request.clone()).0, second.run(request).0);
            assert!(cached(&other) > 50, "{other}");
            assert_eq!(one, other);
        }
    }
}

#[test]
fn beginnings_that_prefixes_share_are_stored_once() {
    let mut client = Client::new();
    let beginning = prompt_of(&[0, 0, 0]);
    client.run(score(&beginning));
    let alone = snapshot(&mut client, MOST).len();
    for index in 0..8 {
        client.run(score(&format!("{beginning} {index}")));
    }
    let together = snapshot(&mut client, MOST).len();
    assert!(together < alone * 5, "nine prefixes take {together} bytes, one {alone}");
}

#[test]
fn a_snapshot_keeps_to_its_limit_and_holds_the_most_recent_first() {
    let mut client = Client::new();
    let prefixes: Vec<String> = ["a ", "b ", "c "].map(|letter| format!("{letter}{PROMPT}")).into();
    for prefix in &prefixes {
        client.run(score(prefix));
    }
    let all = snapshot(&mut client, MOST);
    assert_eq!(snapshot(&mut client, all.len()), all);
    let most = all.len() * 3 / 4;
    let some = snapshot(&mut client, most);
    assert!(some.len() <= most, "{} of {most}", some.len());
    let mut restored = Client::new();
    assert_eq!(restore(&mut restored, &some), 2);
    assert!(cached(&restored.run(score(&prefixes[2])).0) > 50);
    assert!(cached(&restored.run(score(&prefixes[0])).0) <= 1, "the oldest had no room");
    assert_eq!(
        restore(&mut restored, &snapshot(&mut client, 0)),
        0,
        "nothing fits, and that is a snapshot too"
    );
}

#[test]
fn the_engine_says_how_much_it_learned_since_the_last_snapshot() {
    let mut client = Client::new();
    assert_eq!(client.0.learned(), 0);
    client.run(score(PROMPT));
    let learned = client.0.learned();
    assert!(learned > 50);
    client.run(score(PROMPT));
    assert_eq!(client.0.learned(), learned, "all of it was known");
    let bytes = snapshot(&mut client, MOST);
    restore(&mut client, &bytes);
    assert_eq!(client.0.learned(), learned, "neither a snapshot nor taking one back teaches anything");
}

#[test]
fn while_a_request_is_under_way_there_is_no_snapshot() {
    let mut client = Client::new();
    assert_eq!(client.0.begin(score(PROMPT).to_string().as_bytes()), 0);
    assert_eq!(client.0.snapshot_begin(MOST), -1);
    assert!(String::from_utf8_lossy(&client.0.output).contains("a request is under way; end it first"));
    assert_eq!(client.0.restore_begin(), -1);
    while client.0.step() != 2 {}
    assert_eq!(client.0.snapshot_begin(MOST), 0);
}

#[test]
fn a_snapshot_comes_and_goes_in_parts_of_any_size() {
    let mut client = Client::new();
    client.run(score(&"the chart of things ".repeat(9)));
    let whole = snapshot(&mut client, MOST);
    for part in [1, 7, 4096, whole.len()] {
        let mut other = Client::new();
        assert_eq!(taken(&mut other, &whole, part), 1, "parts of {part}");
        assert_eq!(snapshot(&mut other, MOST), whole);
    }
    let mut other = Client::new();
    assert_eq!(taken(&mut other, &[&whole[..], b"more"].concat(), 4096), -1, "bytes behind the end");
    for end in [0, 1, 11, 47, 60, whole.len() / 2, whole.len() - 1] {
        assert_eq!(taken(&mut other, &whole[..end], 4096), -1, "{end} bytes");
    }
    assert_eq!((other.0.restore_part(b"x"), other.0.restore_end()), (-1, -1), "nothing is being read");
    assert_eq!(cached(&other.run(score("the chart of things ")).0), 0, "what was refused left nothing");
}
