//! Requests of Responses.

use super::FORMAT;
use crate::json::{self, write};
use crate::model::{Block, Message, ProviderTool, Role};
use crate::provider::body::{Body, instead_of_image, made_image, system_prompt, write_extra, write_field};
use crate::provider::endpoint::Endpoint;
use crate::provider::{ChatRequest, ToolChoice};
use serde_json::{Value, json};
use std::rc::Rc;

/// Fields that are written here.
const OURS: [&str; 9] = [
    "model",
    "input",
    "instructions",
    "stream",
    "tools",
    "tool_choice",
    "parallel_tool_calls",
    "max_output_tokens",
    "temperature",
];

/// The body of a request. `store` is false and, for models that think, encrypted thoughts are asked for, unless the
/// host's further fields say otherwise. This API knows no `top_k`.
pub(in crate::provider) fn request(body: &mut Body, endpoint: &Endpoint, request: &ChatRequest) -> Vec<u8> {
    let options = &request.options;
    let images = endpoint.capabilities.images;
    let mut text = Vec::from(*b"{\"model\":");
    write(&endpoint.model, &mut text);
    text.extend_from_slice(b",\"input\":[");
    text.extend_from_slice(body.messages(&request.messages, |_, said, text| write_items(said, images, text)));
    text.extend_from_slice(b"],\"stream\":true");
    if !endpoint.extra.contains_key("store") {
        text.extend_from_slice(b",\"store\":false");
    }
    // Models that do not think refuse the request for it.
    if endpoint.capabilities.reasoning && !endpoint.extra.contains_key("include") {
        write_field("include", Some(["reasoning.encrypted_content"]), &mut text);
    }
    write_field("instructions", system_prompt(request), &mut text);
    if !request.tools.is_empty() {
        text.extend_from_slice(b",\"tools\":");
        text.extend_from_slice(body.tools(&request.tools, write_tools));
        write_field("tool_choice", options.tool_choice.as_ref().map(tool_choice), &mut text);
        write_field("parallel_tool_calls", options.parallel_tool_calls, &mut text);
    }
    write_field("max_output_tokens", options.max_tokens, &mut text);
    write_field("temperature", options.temperature, &mut text);
    write_extra(&endpoint.extra, &OURS, &mut text);
    text.push(b'}');
    text
}

fn tool_choice(choice: &ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => "auto".into(),
        ToolChoice::None => "none".into(),
        ToolChoice::Required => "required".into(),
        ToolChoice::Name(name) => json!({"type": "function", "name": name}),
    }
}

fn write_tools(tools: &[Rc<ProviderTool>], text: &mut Vec<u8>) {
    let tools: Vec<Value> = tools
        .iter()
        .map(|tool| {
            json!({
                "type": "function", "name": tool.name, "description": tool.description,
                // What is left out counts as true here, unlike in chat completions.
                "parameters": tool.input_schema, "strict": tool.strict,
            })
        })
        .collect();
    write(&tools, text);
}

fn write_items(said: &Message, images: bool, text: &mut Vec<u8>) {
    let mut items = Vec::new();
    match said.role {
        Role::System => {}
        Role::Assistant => assistant(said, &mut items),
        Role::User => user(said, images, &mut items),
    }
    for item in items {
        text.push(b',');
        write(&item, text);
    }
}

fn assistant(said: &Message, items: &mut Vec<Value>) {
    // A thought must be followed by what came of it.
    let end = said.content.iter().rposition(|block| !matches!(block, Block::Reasoning { .. }));
    for block in said.content.iter().take(end.map_or(0, |end| end + 1)) {
        items.extend(match block {
            Block::Text { text } => Some(json!({"role": "assistant", "content": text})),
            Block::Image { media_type, .. } => {
                Some(json!({"role": "assistant", "content": made_image(media_type)}))
            }
            Block::Reasoning { opaque, .. } => {
                let mut item =
                    opaque.as_ref().filter(|opaque| opaque.format == FORMAT).map(|it| it.data.clone());
                if let Some(fields) = item.as_mut().and_then(Value::as_object_mut) {
                    fields.insert("type".into(), "reasoning".into());
                }
                item.filter(Value::is_object)
            }
            Block::ToolUse { id, name, input } => Some(json!({
                "type": "function_call", "call_id": id, "name": name, "arguments": json::text(&input),
            })),
            Block::ToolResult { .. } => None,
        });
    }
}

fn user(said: &Message, images: bool, items: &mut Vec<Value>) {
    for block in &said.content {
        if let Block::ToolResult { tool_use_id, content, images: pictures, .. } = block {
            let output = if pictures.is_empty() {
                Value::String(content.clone())
            } else {
                let text = (!content.is_empty()).then(|| json!({"type": "input_text", "text": content}));
                let pictures = pictures.iter().map(|image| picture(&image.data, &image.media_type, images));
                text.into_iter().chain(pictures).collect()
            };
            items.push(json!({"type": "function_call_output", "call_id": tool_use_id, "output": output}));
        }
    }
    let content: Vec<Value> = said
        .content
        .iter()
        .filter_map(|block| match block {
            Block::Text { text } => Some(json!({"type": "input_text", "text": text})),
            Block::Image { data, media_type } => Some(picture(data, media_type, images)),
            _ => None,
        })
        .collect();
    if !content.is_empty() {
        items.push(json!({"role": "user", "content": content}));
    }
}

fn picture(data: &str, media_type: &str, images: bool) -> Value {
    if !images {
        return json!({"type": "input_text", "text": instead_of_image(media_type)});
    }
    json!({"type": "input_image", "image_url": format!("data:{media_type};base64,{data}")})
}
