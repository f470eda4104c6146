//! A file that brings its own chat template, as models do that were taught to converse.

use crate::session::Client;
use serde_json::{Value, json};
use webmcp_engine::tiny::Shape;

const TEMPLATE: &str = "{{ bos_token }}{% for tool in tools %}<tool_call>{{ tool.name }}{% endfor %}{% for message in messages %}{{ message.role }}: {{ message.content }}\n{% endfor %}model:";

#[test]
fn a_files_own_template_is_used() {
    let mut client = Client::with(&Shape::SMALL.taught(1, TEMPLATE));
    let told: Value = serde_json::from_slice(&client.0.output).unwrap();
    assert_eq!(told["template"]["takesTools"], true, "{told}");
    let chat = json!({"messages": [{"role": "user", "content": "the chart"}]});
    let (answer, _) = client.run(json!({"op": "generate", "chat": chat, "maxTokens": 4}));
    let (same, _) =
        client.run(json!({"op": "generate", "prompt": "user: the chart\nmodel:", "maxTokens": 4}));
    assert_eq!((&answer["text"], &answer["promptTokens"]), (&same["text"], &same["promptTokens"]));
}

#[test]
fn a_file_without_one_has_none() {
    let client = Client::new();
    let told: Value = serde_json::from_slice(&client.0.output).unwrap();
    assert_eq!(told["template"], Value::Null);
}
