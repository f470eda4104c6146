//! The codec of OpenAI-compatible chat completions, as OpenAI, Mistral, Ollama, llama.cpp and others speak it.

use super::body::{Body, write, write_field};
use super::stream::Reply;
use super::{ChatRequest, ChatResponse};
use crate::error::{Code, Error, Result, excerpt};
use crate::model::{Block, Message, ProviderTool, Role, Usage, joined_text};
use serde::Deserialize;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::rc::Rc;

/// The body of a request.
pub(super) fn request(body: &mut Body, model: &str, request: &ChatRequest) -> Vec<u8> {
    let options = &request.options;
    let mut text = Vec::from(*b"{\"model\":");
    write(model, &mut text);
    text.extend_from_slice(b",\"messages\":[");
    if let Some(system) = &options.system {
        write(&json!({"role": "system", "content": system}), &mut text);
        if !request.messages.is_empty() {
            text.push(b',');
        }
    }
    text.extend_from_slice(body.messages(&request.messages, write_message));
    text.extend_from_slice(b"],\"stream\":true,\"stream_options\":{\"include_usage\":true}");
    if !request.tools.is_empty() {
        text.extend_from_slice(b",\"tools\":");
        text.extend_from_slice(body.tools(&request.tools, write_tools));
    }
    write_field("max_tokens", options.max_tokens, &mut text);
    write_field("temperature", options.temperature, &mut text);
    write_field("top_k", options.top_k, &mut text);
    text.push(b'}');
    text
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

fn write_message(message: &Message, text: &mut Vec<u8>) {
    let mut wire = Vec::new();
    push_message(&mut wire, message);
    for message in wire {
        text.push(b',');
        write(&message, text);
    }
}

fn push_message(wire: &mut Vec<Value>, message: &Message) {
    let text = joined_text(&message.content);
    match message.role {
        Role::System => wire.push(json!({"role": "system", "content": text})),
        Role::Assistant => {
            let calls: Vec<Value> = message
                .content
                .iter()
                .filter_map(|block| match block {
                    Block::ToolUse { id, name, input } => Some(json!({
                        "id": id, "type": "function",
                        "function": {"name": name, "arguments": input.to_string()},
                    })),
                    _ => None,
                })
                .collect();
            wire.push(if calls.is_empty() {
                json!({"role": "assistant", "content": text})
            } else {
                let content = if text.is_empty() { Value::Null } else { Value::String(text) };
                json!({"role": "assistant", "content": content, "tool_calls": calls})
            });
        }
        Role::User => {
            // Results come first: they must follow the assistant message that asked for them.
            for block in &message.content {
                if let Block::ToolResult { tool_use_id, content, .. } = block {
                    wire.push(json!({"role": "tool", "tool_call_id": tool_use_id, "content": content}));
                }
            }
            let parts = user_parts(message);
            let only_text = parts.iter().all(|part| part.get("text").is_some());
            if !parts.is_empty() {
                let content = if only_text { Value::String(text) } else { Value::Array(parts) };
                wire.push(json!({"role": "user", "content": content}));
            }
        }
    }
}

fn user_parts(message: &Message) -> Vec<Value> {
    message
        .content
        .iter()
        .filter_map(|block| match block {
            Block::Text { text } => Some(json!({"type": "text", "text": text})),
            Block::Image { data, media_type } => Some(picture(data, media_type)),
            _ => None,
        })
        // Tool messages hold text alone, so a tool's pictures follow as the person's.
        .chain(message.content.iter().flat_map(|block| {
            match block {
                Block::ToolResult { images, .. } => images.as_slice(),
                _ => &[],
            }
            .iter()
            .map(|image| picture(&image.data, &image.media_type))
        }))
        .collect()
}

fn picture(data: &str, media_type: &str) -> Value {
    json!({"type": "image_url", "image_url": {"url": format!("data:{media_type};base64,{data}")}})
}

/// An event as most servers write it. What does not fit is read the slow way.
#[derive(Deserialize)]
struct Chunk<'a> {
    #[serde(borrow, default)]
    choices: Vec<Choice<'a>>,
    #[serde(default)]
    usage: Option<Value>,
    #[serde(default)]
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Choice<'a> {
    #[serde(borrow)]
    delta: Delta<'a>,
    #[serde(borrow, default)]
    finish_reason: Option<Text<'a>>,
}

#[derive(Deserialize)]
struct Delta<'a> {
    #[serde(borrow, default)]
    content: Option<Text<'a>>,
    #[serde(borrow, default)]
    tool_calls: Vec<CallDelta<'a>>,
}

#[derive(Deserialize)]
struct CallDelta<'a> {
    index: u64,
    #[serde(borrow, default)]
    id: Option<Text<'a>>,
    #[serde(borrow, default)]
    function: FunctionDelta<'a>,
}

#[derive(Default, Deserialize)]
struct FunctionDelta<'a> {
    #[serde(borrow, default)]
    name: Option<Text<'a>>,
    #[serde(borrow, default)]
    arguments: Option<Text<'a>>,
}

/// Text that is borrowed from the event where it holds no escapes.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

fn text_of<'a>(text: Option<&'a Text<'_>>) -> &'a str {
    text.map(|text| text.0.as_ref()).unwrap_or_default()
}

/// Takes the data of one event.
pub(super) fn event(reply: &mut Reply, data: &str) -> Result<()> {
    let Ok(Chunk { choices, usage: None, error: None }) = serde_json::from_str::<Chunk<'_>>(data) else {
        return odd_event(reply, data);
    };
    let Some(choice) = choices.first() else { return Ok(()) };
    reply.add_text(text_of(choice.delta.content.as_ref()));
    for call in &choice.delta.tool_calls {
        let (name, arguments) = (call.function.name.as_ref(), call.function.arguments.as_ref());
        reply.add_call(Some(call.index), text_of(call.id.as_ref()), text_of(name), text_of(arguments))?;
    }
    if let Some(reason) = &choice.finish_reason {
        reply.set_stop_reason(stop_reason(&reason.0));
    }
    Ok(())
}

/// An event that is not as most servers write it: the end, a count of tokens, an error, a dialect.
fn odd_event(reply: &mut Reply, data: &str) -> Result<()> {
    if data.trim() == "[DONE]" {
        reply.finish();
        return Ok(());
    }
    let chunk: Value = serde_json::from_str(data)
        .map_err(|_| Error::new(Code::Protocol, "The model server sent an event that is not JSON."))?;
    fail_on_error(&chunk)?;
    if let Some(usage) = chunk.get("usage").filter(|usage| !usage.is_null()) {
        reply.set_usage(read_usage(usage));
    }
    let Some(choice) = chunk.pointer("/choices/0") else { return Ok(()) };
    let delta = choice.get("delta").or_else(|| choice.get("message")).unwrap_or(&Value::Null);
    reply.add_text(delta.get("content").and_then(Value::as_str).unwrap_or_default());
    take_calls(reply, delta)?;
    if let Some(reason) = choice.get("finish_reason").and_then(Value::as_str) {
        reply.set_stop_reason(stop_reason(reason));
    }
    Ok(())
}

/// Reads a reply that came as one JSON body, from a server that does not stream.
pub(super) fn body(value: &Value) -> Result<ChatResponse> {
    fail_on_error(value)?;
    let Some(choice) = value.pointer("/choices/0") else {
        return Err(Error::new(Code::Protocol, "The model server's reply has no choices."));
    };
    let message = choice.get("message").unwrap_or(&Value::Null);
    let mut reply = Reply::default();
    reply.add_text(message.get("content").and_then(Value::as_str).unwrap_or_default());
    take_calls(&mut reply, message)?;
    reply.set_stop_reason(stop_reason(choice.get("finish_reason").and_then(Value::as_str).unwrap_or("stop")));
    if let Some(usage) = value.get("usage").filter(|usage| !usage.is_null()) {
        reply.set_usage(read_usage(usage));
    }
    reply.complete()
}

fn take_calls(reply: &mut Reply, delta: &Value) -> Result<()> {
    for call in delta.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
        let text = |pointer: &str| call.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
        let arguments_text = match call.pointer("/function/arguments") {
            Some(Value::String(text)) => text.clone(),
            // Ollama's own format has arguments as an object.
            Some(Value::Object(map)) => Value::Object(map.clone()).to_string(),
            _ => String::new(),
        };
        let index = call.get("index").and_then(Value::as_u64);
        reply.add_call(index, text("/id"), text("/function/name"), &arguments_text)?;
    }
    Ok(())
}

fn fail_on_error(value: &Value) -> Result<()> {
    let Some(error) = value.get("error").filter(|error| !error.is_null()) else { return Ok(()) };
    let message =
        error.get("message").and_then(Value::as_str).or_else(|| error.as_str()).unwrap_or("no reason given");
    Err(Error::new(Code::Model, format!("The model server failed: {}", excerpt(message))))
}

fn stop_reason(reason: &str) -> &str {
    match reason {
        "stop" => "end_turn",
        "tool_calls" | "function_call" => "tool_use",
        "length" => "max_tokens",
        other => other,
    }
}

fn read_usage(usage: &Value) -> Usage {
    let number = |pointer: &str| usage.pointer(pointer).and_then(Value::as_u64).unwrap_or(0);
    let cached = number("/prompt_tokens_details/cached_tokens");
    Usage {
        // This API counts what came from the cache among the tokens that were read.
        input_tokens: number("/prompt_tokens").saturating_sub(cached),
        output_tokens: number("/completion_tokens"),
        cache_read_input_tokens: cached,
    }
}
