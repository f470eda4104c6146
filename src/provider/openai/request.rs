//! Requests of chat completions.

use super::dialect::{Dialect, dialect, short_id};
use super::thoughts;
use crate::json::{self, write};
use crate::model::{Block, Message, ProviderTool, Role, only_thoughts};
use crate::provider::body::{Body, instead_of_image, made_image, system_prompt, write_extra, write_field};
use crate::provider::endpoint::Endpoint;
use crate::provider::{ChatRequest, ToolChoice};
use serde_json::{Map, Value, json};
use std::rc::Rc;

/// Fields that are written here.
const OURS: [&str; 11] = [
    "model",
    "messages",
    "stream",
    "stream_options",
    "tools",
    "tool_choice",
    "parallel_tool_calls",
    "max_tokens",
    "max_completion_tokens",
    "temperature",
    "top_k",
];

/// What the assistant says between a tool's result and a message that stands apart from it, where nobody else may
/// speak after a tool.
const BRIDGE: &str = "(I have the result.)";

/// The body of a request.
pub(in crate::provider) fn request(body: &mut Body, endpoint: &Endpoint, request: &ChatRequest) -> Vec<u8> {
    let options = &request.options;
    let dialect = dialect(&endpoint.model);
    let images = endpoint.capabilities.images;
    let mut text = Vec::from(*b"{\"model\":");
    write(&endpoint.model, &mut text);
    text.extend_from_slice(b",\"messages\":[");
    let messages = body.messages(&request.messages, |earlier, said, text| {
        write_message(earlier, said, dialect, images, text);
    });
    if let Some(system) = system_prompt(request) {
        write(&json!({"role": "system", "content": system}), &mut text);
        if !messages.is_empty() {
            text.push(b',');
        }
    }
    text.extend_from_slice(messages);
    text.extend_from_slice(b"],\"stream\":true");
    if !dialect.mistral {
        text.extend_from_slice(b",\"stream_options\":{\"include_usage\":true}");
    }
    if !request.tools.is_empty() {
        text.extend_from_slice(b",\"tools\":");
        text.extend_from_slice(body.tools(&request.tools, write_tools));
        write_field("tool_choice", options.tool_choice.as_ref().map(tool_choice), &mut text);
        write_field("parallel_tool_calls", options.parallel_tool_calls, &mut text);
    }
    let limit = if dialect.completion_tokens { "max_completion_tokens" } else { "max_tokens" };
    write_field(limit, options.max_tokens, &mut text);
    write_field("temperature", options.temperature, &mut text);
    write_field("top_k", options.top_k, &mut text);
    write_extra(&endpoint.extra, &OURS, &mut text);
    text.push(b'}');
    text
}

fn tool_choice(choice: &ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => "auto".into(),
        ToolChoice::None => "none".into(),
        ToolChoice::Required => "required".into(),
        ToolChoice::Name(name) => json!({"type": "function", "function": {"name": name}}),
    }
}

fn write_tools(tools: &[Rc<ProviderTool>], text: &mut Vec<u8>) {
    let functions: Vec<Value> = tools
        .iter()
        .map(|tool| {
            let mut function = json!({
                "name": tool.name, "description": tool.description, "parameters": tool.input_schema,
            });
            if tool.strict
                && let Some(function) = function.as_object_mut()
            {
                function.insert("strict".into(), Value::Bool(true));
            }
            json!({"type": "function", "function": function})
        })
        .collect();
    write(&functions, text);
}

fn write_message(
    earlier: &[Rc<Message>],
    message: &Message,
    dialect: Dialect,
    images: bool,
    text: &mut Vec<u8>,
) {
    let mut wire = Vec::new();
    match message.role {
        Role::System => {}
        Role::Assistant => wire.extend(assistant(message, dialect)),
        Role::User => user(message, dialect, images, &mut wire),
    }
    if dialect.mistral
        && wire.first().is_some_and(|first| first["role"] == "user")
        && ends_with_a_tool(earlier)
    {
        wire.insert(0, json!({"role": "assistant", "content": BRIDGE}));
    }
    for message in wire {
        text.push(b',');
        write(&message, text);
    }
}

/// Whether what was written for `earlier` ends with the result of a tool.
fn ends_with_a_tool(earlier: &[Rc<Message>]) -> bool {
    let written = |message: &&Rc<Message>| message.role != Role::System && !only_thoughts(&message.content);
    let last = earlier.iter().rev().find(written);
    last.is_some_and(|last| last.content.iter().any(|block| matches!(block, Block::ToolResult { .. })))
}

fn assistant(message: &Message, dialect: Dialect) -> Option<Value> {
    if only_thoughts(&message.content) {
        return None;
    }
    let said: Vec<String> = message
        .content
        .iter()
        .filter_map(|block| match block {
            Block::Text { text } => Some(text.clone()),
            Block::Image { media_type, .. } => Some(made_image(media_type)),
            _ => None,
        })
        .collect();
    let calls: Vec<Value> = message
        .content
        .iter()
        .filter_map(|block| match block {
            Block::ToolUse { id, name, input } => Some(json!({
                "id": call_id(id, dialect), "type": "function",
                "function": {"name": name, "arguments": json::text(&input)},
            })),
            _ => None,
        })
        .collect();
    let said = said.join("\n");
    let mut wire = Map::new();
    wire.insert("role".into(), "assistant".into());
    let nothing = said.is_empty() && !calls.is_empty();
    wire.insert("content".into(), if nothing { Value::Null } else { said.into() });
    if !calls.is_empty() {
        wire.insert("tool_calls".into(), calls.into());
    }
    thoughts::put_back(message, &mut wire, dialect.always_reasons);
    Some(Value::Object(wire))
}

fn call_id(id: &str, dialect: Dialect) -> Value {
    if dialect.mistral { short_id(id).into() } else { id.into() }
}

fn user(message: &Message, dialect: Dialect, images: bool, wire: &mut Vec<Value>) {
    // Results come first: they must follow the assistant message that asked for them.
    for block in &message.content {
        if let Block::ToolResult { tool_use_id, content, .. } = block {
            let id = call_id(tool_use_id, dialect);
            wire.push(json!({"role": "tool", "tool_call_id": id, "content": content}));
        }
    }
    let mut parts = user_parts(message, images);
    if parts.is_empty() {
        return;
    }
    if dialect.mistral
        && let Some(result) = wire.last_mut().and_then(Value::as_object_mut)
    {
        // The person may not speak right after a tool, so the words join the result.
        parts.insert(0, json!({"type": "text", "text": result.get("content")}));
        result.insert("content".into(), content(parts));
        return;
    }
    wire.push(json!({"role": "user", "content": content(parts)}));
}

/// One string where there is text alone: not every server takes a list.
fn content(parts: Vec<Value>) -> Value {
    let texts: Option<Vec<&str>> = parts.iter().map(|part| part.get("text")?.as_str()).collect();
    match texts {
        Some(texts) => texts.join("\n").into(),
        None => Value::Array(parts),
    }
}

fn user_parts(message: &Message, images: bool) -> Vec<Value> {
    message
        .content
        .iter()
        .filter_map(|block| match block {
            Block::Text { text } => Some(json!({"type": "text", "text": text})),
            Block::Image { data, media_type } => Some(picture(data, media_type, images)),
            _ => None,
        })
        // Tool messages hold text alone, so a tool's pictures follow as the person's.
        .chain(message.content.iter().flat_map(|block| {
            match block {
                Block::ToolResult { images, .. } => images.as_slice(),
                _ => &[],
            }
            .iter()
            .map(|image| picture(&image.data, &image.media_type, images))
        }))
        .collect()
}

fn picture(data: &str, media_type: &str, images: bool) -> Value {
    if !images {
        return json!({"type": "text", "text": instead_of_image(media_type)});
    }
    json!({"type": "image_url", "image_url": {"url": format!("data:{media_type};base64,{data}")}})
}
