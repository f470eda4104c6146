//! The codec of Anthropic Messages.

use super::body::{Body, write, write_field};
use super::stream::{Reply, arguments};
use super::{ChatRequest, ChatResponse};
use crate::error::{Code, Error, Result, excerpt};
use crate::model::{Block, Message, ProviderTool, Role, Usage};
use serde_json::{Value, json};
use std::rc::Rc;

/// What the API demands and hosts mostly leave out.
const DEFAULT_MAX_TOKENS: u32 = 4096;

/// The body of a request. System messages inside the conversation join the system prompt.
pub(super) fn request(body: &mut Body, model: &str, request: &ChatRequest) -> Vec<u8> {
    let options = &request.options;
    let cached = options.cache_enabled.unwrap_or(true);
    let mut text = Vec::from(*b"{\"model\":");
    write(model, &mut text);
    write_field("max_tokens", Some(options.max_tokens.unwrap_or(DEFAULT_MAX_TOKENS)), &mut text);
    text.extend_from_slice(b",\"messages\":[");
    text.extend_from_slice(body.messages(&request.messages, write_message));
    if cached && text.ends_with(b"}]}") {
        // The conversation up to here is what the next request begins with.
        text.truncate(text.len() - 3);
        text.extend_from_slice(b",\"cache_control\":{\"type\":\"ephemeral\"}}]}");
    }
    text.extend_from_slice(b"],\"stream\":true");
    if !request.tools.is_empty() {
        text.extend_from_slice(b",\"tools\":");
        text.extend_from_slice(
            body.tools(&request.tools, |tools, text| write(&wire_tools(tools, cached), text)),
        );
    }
    write_field("temperature", options.temperature, &mut text);
    write_field("top_k", options.top_k, &mut text);
    let mut system: Vec<String> = options.system.iter().cloned().collect();
    system.extend(request.messages.iter().filter(|m| m.role == Role::System).map(|m| m.joined_text()));
    let system = system.join("\n\n");
    let system = (!system.is_empty()).then(|| {
        if cached {
            json!([{"type": "text", "text": system, "cache_control": {"type": "ephemeral"}}])
        } else {
            Value::String(system)
        }
    });
    write_field("system", system, &mut text);
    text.push(b'}');
    text
}

fn write_message(said: &Message, text: &mut Vec<u8>) {
    if said.role != Role::System
        && let Some(wire) = message(said)
    {
        text.push(b',');
        write(&wire, text);
    }
}

fn wire_tools(tools: &[Rc<ProviderTool>], cached: bool) -> Value {
    let mut wire: Vec<Value> = tools
        .iter()
        .map(|tool| {
            let mut wire =
                json!({"name": tool.name, "description": tool.description, "input_schema": tool.input_schema});
            if tool.strict && let Some(wire) = wire.as_object_mut() {
                wire.insert("strict".into(), Value::Bool(true));
            }
            wire
        })
        .collect();
    if cached && let Some(last) = wire.last_mut().and_then(Value::as_object_mut) {
        last.insert("cache_control".into(), json!({"type": "ephemeral"}));
    }
    Value::Array(wire)
}

fn message(message: &Message) -> Option<Value> {
    let content: Vec<Value> = message.content.iter().filter_map(block).collect();
    let role = if message.role == Role::Assistant { "assistant" } else { "user" };
    (!content.is_empty()).then(|| json!({"role": role, "content": content}))
}

fn block(block: &Block) -> Option<Value> {
    Some(match block {
        // The API refuses blank text.
        Block::Text { text } if text.trim().is_empty() => return None,
        Block::Text { text } => json!({"type": "text", "text": text}),
        Block::Image { data, media_type } => picture(data, media_type),
        Block::ToolUse { id, name, input } => {
            json!({"type": "tool_use", "id": id, "name": name, "input": input})
        }
        Block::ToolResult { tool_use_id, content, images, is_error } => {
            let mut result = json!({"type": "tool_result", "tool_use_id": tool_use_id, "content": content});
            if !images.is_empty()
                && let Some(result) = result.as_object_mut()
            {
                let mut parts: Vec<Value> =
                    images.iter().map(|image| picture(&image.data, &image.media_type)).collect();
                if !content.trim().is_empty() {
                    parts.insert(0, json!({"type": "text", "text": content}));
                }
                result.insert("content".into(), Value::Array(parts));
            }
            if *is_error && let Some(result) = result.as_object_mut() {
                result.insert("is_error".into(), Value::Bool(true));
            }
            result
        }
    })
}

fn picture(data: &str, media_type: &str) -> Value {
    json!({"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}})
}

/// Takes the data of one event.
pub(super) fn event(reply: &mut Reply, data: &str) -> Result<()> {
    let event: Value = serde_json::from_str(data)
        .map_err(|_| Error::new(Code::Protocol, "The model server sent an event that is not JSON."))?;
    let text = |pointer: &str| event.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
    let index = event.get("index").and_then(Value::as_u64);
    match text("/type") {
        "message_start" => reply.set_usage(read_usage(event.pointer("/message/usage"))),
        "content_block_start" if text("/content_block/type") == "tool_use" => {
            reply.add_call(index, text("/content_block/id"), text("/content_block/name"), "")?;
        }
        "content_block_start" => reply.add_text(text("/content_block/text")),
        "content_block_delta" => match text("/delta/type") {
            "text_delta" => reply.add_text(text("/delta/text")),
            "input_json_delta" => reply.add_call(index, "", "", text("/delta/partial_json"))?,
            _ => {}
        },
        "message_delta" => {
            if let Some(reason) = event.pointer("/delta/stop_reason").and_then(Value::as_str) {
                reply.set_stop_reason(reason);
            }
            reply.set_usage(read_usage(event.get("usage")));
        }
        "message_stop" => reply.finish(),
        "error" => return Err(failure(&event)),
        _ => {}
    }
    Ok(())
}

/// Reads a reply that came as one JSON body.
pub(super) fn body(value: &Value) -> Result<ChatResponse> {
    if value.get("type").and_then(Value::as_str) == Some("error") {
        return Err(failure(value));
    }
    let Some(content) = value.get("content").and_then(Value::as_array) else {
        return Err(Error::new(Code::Protocol, "The model server's reply has no content."));
    };
    let content = content
        .iter()
        .filter_map(|block| {
            let text = |key: &str| block.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
            match text("type").as_str() {
                "text" => Some(Block::Text { text: text("text") }),
                "tool_use" => Some(Block::ToolUse {
                    id: text("id"),
                    name: text("name"),
                    input: block.get("input").map_or_else(|| arguments(""), Clone::clone),
                }),
                _ => None,
            }
        })
        .collect();
    let stop_reason = value.get("stop_reason").and_then(Value::as_str).unwrap_or("end_turn").to_owned();
    Ok(ChatResponse { content, stop_reason, usage: Some(read_usage(value.get("usage"))) })
}

fn failure(event: &Value) -> Error {
    let message = event.pointer("/error/message").and_then(Value::as_str).unwrap_or("no reason given");
    let code = match event.pointer("/error/type").and_then(Value::as_str) {
        Some("rate_limit_error") => Code::RateLimited,
        Some("authentication_error" | "permission_error") => Code::Unauthorized,
        _ => Code::Model,
    };
    Error::new(code, format!("The model server failed: {}", excerpt(message)))
}

fn read_usage(usage: Option<&Value>) -> Usage {
    let number = |key: &str| usage.and_then(|usage| usage.get(key)).and_then(Value::as_u64).unwrap_or(0);
    Usage {
        input_tokens: number("input_tokens"),
        output_tokens: number("output_tokens"),
        cache_read_input_tokens: number("cache_read_input_tokens"),
    }
}
