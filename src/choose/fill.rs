//! Filling a recipe's arguments: its own examples in front, the grammar around.

use super::engine::GenerateRequest;
use super::ground::ground;
use super::history::one_line;
use super::refer::with_references;
use crate::json;
use crate::recipe::Example;
use serde_json::{Map, Value};

/// Examples in front of the wish; more do not help to copy.
const MAX_EXAMPLES: usize = 4;
/// Room for a widget's data.
const MAX_TOKENS: u32 = 400;

/// The request that makes the model write the arguments for `wish`.
///
/// `results` are the ids of earlier results that the arguments may refer to.
pub(super) fn request(examples: &[Example], schema: &Value, wish: &str, results: &[&str]) -> GenerateRequest {
    let mut prompt: String = examples
        .iter()
        .take(MAX_EXAMPLES)
        .map(|example| example_text(&example.wish, &spaced(&Value::Object(example.params.clone()))))
        .collect();
    prompt.push_str(example_text(&one_line(wish), "").trim_end());
    GenerateRequest {
        prompt,
        schema: Some(with_references(&ground(schema, wish, !results.is_empty()), results)),
        max_tokens: MAX_TOKENS,
        temperature: Some(0.0),
        ..GenerateRequest::default()
    }
}

fn example_text(wish: &str, json: &str) -> String {
    format!("Wish: {wish}\nJSON: {json}\n\n")
}

/// The arguments that the model wrote.
pub(super) fn arguments(text: &str) -> Option<Map<String, Value>> {
    match serde_json::from_str(text.trim()) {
        Ok(Value::Object(map)) => Some(map),
        _ => None,
    }
}

/// JSON with a blank after `:` and `,`, as the engine's grammar writes it and models have mostly read it.
fn spaced(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("[{}]", items.iter().map(spaced).collect::<Vec<_>>().join(", ")),
        Value::Object(map) => {
            let fields: Vec<String> =
                map.iter().map(|(key, value)| format!("{}: {}", json::text(key), spaced(value))).collect();
            format!("{{{}}}", fields.join(", "))
        }
        other => json::text(other),
    }
}
