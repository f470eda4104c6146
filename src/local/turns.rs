//! A conversation as chat templates know it: roles, contents, calls and their results.

use crate::json::{self, Record};
use crate::model::{Block, Message, ProviderTool, Role};
use crate::provider::ChatRequest;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::rc::Rc;

/// Tools as chat templates know them.
pub(super) fn declarations(tools: &[&Rc<ProviderTool>]) -> Vec<Value> {
    let declared = |tool: &&Rc<ProviderTool>| {
        json!({"type": "function", "function": {
            "name": tool.name, "description": tool.description, "parameters": lean(&tool.input_schema),
        }})
    };
    tools.iter().map(declared).collect()
}

/// A schema without what tells a model nothing: that nothing else may come, for the grammar sees to that, and what is empty.
fn lean(schema: &Value) -> Value {
    let Some(fields) = schema.as_object() else { return schema.clone() };
    let says_nothing = |key: &str, value: &Value| match key {
        "additionalProperties" => *value == false,
        "description" => value.as_str() == Some(""),
        "required" => value.as_array().is_some_and(Vec::is_empty),
        _ => false,
    };
    let kept = fields.iter().filter(|(key, value)| !says_nothing(key, value));
    let lean_of = |key: &str, value: &Value| match (key, value) {
        ("properties", Value::Object(fields)) => {
            fields.iter().map(|(name, field)| (name.clone(), lean(field))).collect()
        }
        ("items", field) => lean(field),
        ("anyOf" | "oneOf" | "allOf", Value::Array(all)) => all.iter().map(lean).collect(),
        _ => value.clone(),
    };
    kept.map(|(key, value)| (key.clone(), lean_of(key, value))).collect()
}

/// The messages for the template. Where it takes no tools, the system's words name them, and calls and results are text.
pub(super) fn messages(request: &ChatRequest, tools: &[&Rc<ProviderTool>], takes_tools: bool) -> Vec<Value> {
    let told = !takes_tools;
    let mut system = request.options.system.clone().unwrap_or_default();
    if told && !tools.is_empty() {
        let list: Vec<String> = declarations(tools).iter().map(json::text).collect();
        system = format!(
            "{system}\n\nYou may call these tools:\n{}\nTo call one, write <tool_call>{{\"name\": …, \"arguments\": {{…}}}}</tool_call> and nothing after it.",
            list.join("\n")
        );
    }
    let mut found = Vec::new();
    if !system.trim().is_empty() {
        found.push(json!({"role": "system", "content": system.trim()}));
    }
    let mut names: HashMap<&str, &str> = HashMap::new();
    for message in &request.messages {
        for block in &message.content {
            if let Block::ToolUse { id, name, .. } = block {
                names.insert(id, name);
            }
        }
        for entry in entries(message, &names, told) {
            append(&mut found, entry);
        }
    }
    found
}

/// One message's entries: results apart from words, where the template knows them.
fn entries(message: &Message, names: &HashMap<&str, &str>, told: bool) -> Vec<Value> {
    let (mut results, mut calls, mut words) = (Vec::new(), Vec::new(), Vec::new());
    for block in &message.content {
        match block {
            Block::Text { text } => words.push(text.clone()),
            Block::Image { .. } => words.push("[a picture that this model cannot see]".to_owned()),
            Block::Reasoning { .. } => {}
            Block::ToolUse { name, input, .. } if told => {
                words.push(format!(
                    "<tool_call>\n{}\n</tool_call>",
                    json::text(&Record(&[("name", name), ("arguments", input)]))
                ));
            }
            Block::ToolUse { id, name, input } => calls
                .push(json!({"id": id, "type": "function", "function": {"name": name, "arguments": input}})),
            Block::ToolResult { tool_use_id, content, is_error, .. } => {
                let name = names.get(tool_use_id.as_str()).copied().unwrap_or("tool");
                let content = if *is_error { format!("Error: {content}") } else { content.clone() };
                if told {
                    words.push(format!("<tool_response>\n{name}: {content}\n</tool_response>"));
                } else {
                    results.push(
                        json!({"role": "tool", "name": name, "tool_call_id": tool_use_id, "content": content}),
                    );
                }
            }
        }
    }
    let role = match message.role {
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::System => "system",
    };
    if !words.is_empty() || !calls.is_empty() {
        let mut entry = json!({"role": role, "content": words.join("\n\n")});
        if let (Some(fields), false) = (entry.as_object_mut(), calls.is_empty()) {
            fields.insert("tool_calls".into(), Value::from(calls));
        }
        results.push(entry);
    }
    results
}

/// Adds an entry; two of the same speaker become one, for many templates want speakers to take turns.
fn append(entries: &mut Vec<Value>, entry: Value) {
    let text =
        |entry: &Value, key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let plain = |entry: &Value| text(entry, "role") != "tool" && entry.get("tool_calls").is_none();
    if let Some(last) = entries.last_mut()
        && text(last, "role") == text(&entry, "role")
        && plain(last)
        && plain(&entry)
    {
        let joined = format!("{}\n\n{}", text(last, "content"), text(&entry, "content"));
        if let Some(fields) = last.as_object_mut() {
            fields.insert("content".into(), Value::from(joined));
        }
        return;
    }
    entries.push(entry);
}
