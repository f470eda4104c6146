//! Several texts of one prompt: written together they are what each would be alone.

use crate::session::{Client, PROMPT};
use serde_json::{Value, json};
use webmcp_engine::tiny::Shape;

const SHAPES: [&Shape; 3] = [&Shape::SMALL, &Shape::GEMMA4_E2B, &Shape::QWEN2];

fn request(more: &Value) -> Value {
    let mut request = json!({
        "op": "generate", "prompt": PROMPT, "maxTokens": 24, "temperature": 1.5, "topK": 40, "seed": 7,
    });
    for (key, value) in more.as_object().unwrap() {
        request[key] = value.clone();
    }
    request
}

fn texts(answer: &Value) -> Vec<String> {
    let text = |one: &Value| one["text"].as_str().unwrap().to_owned();
    std::iter::once(answer).chain(answer["others"].as_array().unwrap()).map(text).collect()
}

#[test]
fn the_first_is_the_likeliest_and_the_others_are_drawn_as_each_would_be_alone() {
    for shape in SHAPES {
        let (together, pieces) = Client::of(shape).run(request(&json!({"n": 5, "greedyFirst": true})));
        let together = texts(&together);
        let alone = |index: usize| {
            let own = if index == 0 { json!({"temperature": 0}) } else { json!({"seed": 7 + index}) };
            texts(&Client::of(shape).run(request(&own)).0).remove(0)
        };
        assert_eq!(together, (0..5).map(alone).collect::<Vec<_>>(), "{}", shape.name);
        assert!(together[1..].iter().any(|text| *text != together[0]), "{together:?}");
        assert_eq!(pieces, "", "pieces of several texts would be mixed up");
    }
}

#[test]
fn under_a_schema_each_is_a_value_of_its_own() {
    let schema = json!({"type": "object", "properties": {
        "kind": {"enum": ["bar", "line", "pie"]}, "title": {"type": "string", "maxLength": 12},
    }, "required": ["kind", "title"], "additionalProperties": false});
    let (answer, _) =
        Client::new().run(request(&json!({"n": 4, "greedyFirst": true, "schema": schema, "maxTokens": 60})));
    let texts = texts(&answer);
    assert_eq!(texts.len(), 4);
    for text in &texts {
        let value: Value = serde_json::from_str(text).unwrap();
        assert!(value["kind"].is_string() && value["title"].is_string(), "{text}");
    }
    let alone = Client::new().run(request(&json!({"schema": schema, "maxTokens": 60, "temperature": 0}))).0;
    assert_eq!(alone["text"], texts[0].as_str());
    assert!((alone["logProb"].as_f64().unwrap() - answer["logProb"].as_f64().unwrap()).abs() < 1e-3);
}

#[test]
fn the_conversation_goes_on_from_the_first() {
    let mut client = Client::new();
    let (answer, _) = client.run(request(&json!({"n": 4, "greedyFirst": true})));
    let longer = format!("{PROMPT}{}", texts(&answer)[0]);
    let again = |client: &mut Client| {
        client.run(json!({"op": "generate", "prompt": longer.as_str(), "maxTokens": 8})).0
    };
    let warm = again(&mut client);
    assert_eq!(warm["text"], again(&mut Client::new())["text"]);
    assert!(warm["cachedTokens"].as_u64() > answer["promptTokens"].as_u64(), "{warm}");
}

#[test]
fn given_up_half_way_they_leave_nothing_behind() {
    let mut client = Client::new();
    for steps in [1, 3, 10] {
        assert_eq!(client.0.begin(request(&json!({"n": 6})).to_string().as_bytes()), 0);
        (0..steps).for_each(|_| assert!(client.0.step() >= 0));
    }
    let warm = texts(&client.run(request(&json!({"n": 3}))).0);
    assert_eq!(warm, texts(&Client::new().run(request(&json!({"n": 3}))).0));
}

#[test]
fn more_than_eight_and_none_are_refused() {
    for n in [0, 9] {
        let mut client = Client::new();
        assert_eq!(client.0.begin(request(&json!({"n": n})).to_string().as_bytes()), -1);
        assert!(String::from_utf8_lossy(&client.0.output).contains("n must be between 1 and 8"));
    }
}
