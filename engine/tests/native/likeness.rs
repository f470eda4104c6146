//! How alike words are. That the real model's numbers are those that the training knows is compared in browsers
//! (`tests/browser-engine/engine.test.mjs`).

use crate::session::Client;
use serde_json::{Value, json};
use webmcp_engine::tiny::Shape;

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

/// An adapter's file with these arrays of numbers in its head, whose data stays where a multiple of 32 bytes begins.
fn taught(arrays: &[(&str, Vec<f32>)]) -> Vec<u8> {
    let text = |text: &str| [&(text.len() as u64).to_le_bytes(), text.as_bytes()].concat();
    let mut pairs = Vec::new();
    for (key, numbers) in arrays {
        pairs.extend([text(key), 9u32.to_le_bytes().to_vec(), 6u32.to_le_bytes().to_vec()].concat());
        pairs.extend((numbers.len() as u64).to_le_bytes());
        pairs.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
    let begun = pairs.len() + text("filled").len() + 4 + 8;
    pairs.extend([text("filled"), 8u32.to_le_bytes().to_vec()].concat());
    pairs.extend(text(&" ".repeat(begun.next_multiple_of(32) - begun)));
    let mut file = Shape::SMALL.adapter(7, 4, 8.0);
    let count = u64::from_le_bytes(file[16..24].try_into().unwrap()) + arrays.len() as u64 + 1;
    file[16..24].copy_from_slice(&count.to_le_bytes());
    file.splice(24..24, pairs);
    file
}

/// Arrays that see the first two numbers of a vector, those of names turned around.
fn turned(width: usize) -> [(&'static str, Vec<f32>); 3] {
    let rows = |sign: f32| (0..2 * width).map(|at| if at % (width + 1) == 0 { sign } else { 0.0 }).collect();
    let gate = vec![0.0; width + 1];
    [("webmcp.alike.words", rows(1.0)), ("webmcp.alike.names", rows(-1.0)), ("webmcp.alike.gate", gate)]
}

#[test]
fn words_are_seen_as_an_adapter_was_taught_to_as_long_as_it_is_there() {
    let mut client = Client::new();
    let request = json!({"op": "compare", "words": ["tea"], "others": ["tea"]});
    let width = Shape::SMALL.width;
    assert_eq!(client.0.adapter(&taught(&turned(width)), 1.0), 0);
    assert_eq!(client.0.adapt(), 0);
    let alike = said(&mut client, &request).1["alike"][0][0].as_f64().unwrap();
    assert!((alike + 0.5).abs() < 1e-5, "{alike}: the contrary, and half of it counts");
    assert_eq!(client.0.adapt(), 0);
    let alike = said(&mut client, &request).1["alike"][0][0].as_f64().unwrap();
    assert!((alike - 1.0).abs() < 1e-5, "{alike}");
}

#[test]
fn what_was_taught_for_vectors_of_another_length_is_refused_by_name() {
    let width = Shape::SMALL.width;
    let broken: [(usize, fn(&mut Vec<f32>), &str); 5] = [
        (0, |words| words.truncate(5), "webmcp.alike.words"),
        (1, |names| names.truncate(4), "webmcp.alike.words"),
        (1, |names| names[3] = f32::NAN, "webmcp.alike.words"),
        (2, |gate| gate.clear(), "webmcp.alike.gate"),
        (2, |gate| gate.push(0.0), "webmcp.alike.gate"),
    ];
    for (part, spoil, named) in broken {
        let mut arrays = turned(width);
        spoil(&mut arrays[part].1);
        let mut client = Client::new();
        assert_eq!(client.0.adapter(&taught(&arrays), 1.0), -1);
        let told = String::from_utf8_lossy(&client.0.output);
        assert!(told.contains(&format!("{named} does not fit vectors of {width} numbers")), "{told}");
    }
}
