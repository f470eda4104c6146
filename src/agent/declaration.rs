//! A tool as Gemma wants it declared inside the prompt.

use crate::json;
use crate::model::ProviderTool;
use serde_json::{Map, Value};

/// How deep a declared schema goes; what lies deeper is an object without fields.
const MAX_DEPTH: usize = 8;

/// `<|tool>declaration:NAME{description:…,parameters:{…}}<tool|>`, types in capitals, texts between Gemma's own
/// quotes. Control marks inside a description are broken up: servers write descriptions, and must not end the
/// declaration.
pub(super) fn declaration(tool: &ProviderTool) -> String {
    let mut text = format!("<|tool>declaration:{}{{description:", tool.name);
    write_text(&tool.description, &mut text);
    text.push_str(",parameters:");
    write_schema(&tool.input_schema, 0, &mut text);
    text.push_str("}<tool|>");
    text
}

fn write_text(plain: &str, text: &mut String) {
    text.push_str("<|\"|>");
    text.push_str(&plain.replace("<|", "< |").replace("|>", "| >"));
    text.push_str("<|\"|>");
}

fn write_schema(schema: &Value, depth: usize, text: &mut String) {
    let empty = Map::new();
    let fields = schema.as_object().unwrap_or(&empty);
    text.push('{');
    if let Some(description) = fields.get("description").and_then(Value::as_str) {
        text.push_str("description:");
        write_text(description, text);
        text.push(',');
    }
    if let Some(choices) = fields.get("enum").and_then(Value::as_array) {
        text.push_str("enum:[");
        for (index, choice) in choices.iter().enumerate() {
            if index > 0 {
                text.push(',');
            }
            match choice {
                Value::String(choice) => write_text(choice, text),
                other => text.push_str(&json::text(&other)),
            }
        }
        text.push_str("],");
    }
    if depth < MAX_DEPTH {
        write_parts(fields, depth, text);
    }
    text.push_str("type:");
    text.push_str(&kind(fields).to_ascii_uppercase());
    text.push('}');
}

fn write_parts(fields: &Map<String, Value>, depth: usize, text: &mut String) {
    if let Some(properties) = fields.get("properties").and_then(Value::as_object) {
        text.push_str("properties:{");
        for (index, (name, schema)) in properties.iter().enumerate() {
            if index > 0 {
                text.push(',');
            }
            text.push_str(&name.replace("<|", "< |"));
            text.push(':');
            write_schema(schema, depth + 1, text);
        }
        text.push_str("},");
    }
    if let Some(items) = fields.get("items") {
        text.push_str("items:");
        write_schema(items, depth + 1, text);
        text.push(',');
    }
    let required = fields.get("required").and_then(Value::as_array).filter(|names| !names.is_empty());
    if let Some(required) = required {
        text.push_str("required:[");
        for (index, name) in required.iter().filter_map(Value::as_str).enumerate() {
            if index > 0 {
                text.push(',');
            }
            write_text(name, text);
        }
        text.push_str("],");
    }
}

/// The declared type, the first of several; without one what the other keywords speak of.
fn kind(fields: &Map<String, Value>) -> &str {
    let named = match fields.get("type") {
        Some(Value::String(kind)) => Some(kind.as_str()),
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null"),
        _ => None,
    };
    named.unwrap_or(if fields.contains_key("properties") {
        "object"
    } else if fields.contains_key("items") {
        "array"
    } else {
        "string"
    })
}
