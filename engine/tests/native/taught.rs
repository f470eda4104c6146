//! A file that brings its own chat template, as models do that were taught to converse.

use crate::session::Client;
use serde_json::{Value, json};
use webmcp_engine::tiny::Shape;

const TEMPLATE: &str =
    "{% for message in messages %}{{ message.role }}: {{ message.content }}\n{% endfor %}model:";

fn told(client: &Client) -> Value {
    serde_json::from_slice(&client.0.output).unwrap()
}

#[test]
fn a_files_own_template_is_told_with_the_tokens_that_it_may_name() {
    let told = told(&Client::with(&Shape::SMALL.taught(1, TEMPLATE)));
    assert_eq!(
        (&told["chatTemplate"], &told["bos"], &told["eos"]),
        (&json!(TEMPLATE), &json!("<bos>"), &json!("<eos>"))
    );
}

#[test]
fn a_file_without_one_has_none() {
    assert_eq!(told(&Client::new())["chatTemplate"], Value::Null);
}

#[test]
fn a_conversation_is_read_with_its_control_tokens_and_none_that_was_said() {
    let mut client = Client::new();
    let mut count = |text: &str| {
        let (answer, _) = client.run(json!({"op": "generate", "rendered": text, "maxTokens": 1}));
        answer["promptTokens"].as_u64().unwrap()
    };
    let (plain, control, said) =
        (count("the chart"), count("the chart<eos>"), count("the chart\u{E000}eos>"));
    assert_eq!(control, plain + 1);
    assert!(said > control, "{said} tokens");
}

#[test]
fn a_conversation_without_room_for_its_answer_is_too_long() {
    let mut client = Client::new();
    let chat = "the chart of things ".repeat(200);
    let begun =
        client.0.begin(json!({"op": "generate", "rendered": chat, "maxTokens": 4}).to_string().as_bytes());
    let refused = told(&client);
    assert_eq!((begun, &refused["code"]), (-1, &json!("too_long")));
    assert!(refused["message"].as_str().unwrap().contains("room for 508; raise contextSize"), "{refused}");
}
