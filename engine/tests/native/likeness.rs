//! How alike words are. That the real model's numbers are those that the training knows is compared in browsers
//! (`tests/browser-engine/engine.test.mjs`).

use crate::session::Client;
use serde_json::{Value, json};

/// What the engine says at once: no step follows.
fn said(client: &mut Client, request: &Value) -> (i32, Value) {
    let status = client.0.begin(request.to_string().as_bytes());
    (status, serde_json::from_slice(&client.0.output).unwrap())
}

#[test]
fn a_word_is_like_itself_and_others_are_less() {
    let mut client = Client::new();
    let request = json!({"op": "compare", "words": ["tea", "Tea", ""], "others": ["tea", "bread", ""]});
    let (status, answer) = said(&mut client, &request);
    assert_eq!(status, 0);
    let alike = |word: usize, other: usize| answer["alike"][word][other].as_f64().unwrap();
    assert!((alike(0, 0) - 1.0).abs() < 1e-5);
    for (word, other) in [(0, 1), (1, 1), (2, 0), (0, 2)] {
        assert!((-1.0 - 1e-5..0.999).contains(&alike(word, other)), "{answer}");
    }
    assert_eq!(client.0.step(), -1, "nothing is under way");
    assert_eq!(said(&mut client, &request).1, answer, "the same again");
}

#[test]
fn a_comparison_of_too_much_or_of_nothing_is_told_apart() {
    let mut client = Client::new();
    let (status, answer) = said(&mut client, &json!({"op": "compare", "words": [], "others": ["tea"]}));
    assert_eq!((status, answer), (0, json!({"alike": []})));
    for (key, list) in
        [("words", json!(vec!["tea"; 513])), ("others", json!(["tea", 4])), ("others", json!("tea"))]
    {
        let mut request = json!({"op": "compare", "words": ["tea"], "others": ["tea"]});
        request[key] = list;
        let (status, answer) = said(&mut client, &request);
        assert_eq!(status, -1);
        let message = answer["message"].as_str().unwrap();
        assert!(message.contains(&format!("{key} must be a list of at most 512 texts")), "{message}");
    }
}
