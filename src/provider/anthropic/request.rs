//! Requests of Anthropic Messages.

use super::FORMAT;
use crate::json::write;
use crate::model::{Block, Message, ProviderTool, Role, only_thoughts};
use crate::provider::body::{Body, instead_of_image, made_image, system_prompt, write_extra, write_field};
use crate::provider::endpoint::Endpoint;
use crate::provider::{BEGIN, ChatOptions, ChatRequest, ToolChoice};
use serde_json::{Value, json};
use std::rc::Rc;

/// What the API demands and hosts mostly leave out.
const DEFAULT_MAX_TOKENS: u64 = 4096;
/// Fields that are written here.
const OURS: [&str; 10] = [
    "model",
    "max_tokens",
    "messages",
    "stream",
    "tools",
    "tool_choice",
    "temperature",
    "top_k",
    "system",
    "thinking",
];

/// The body of a request.
pub(in crate::provider) fn request(body: &mut Body, endpoint: &Endpoint, request: &ChatRequest) -> Vec<u8> {
    let options = &request.options;
    let cached = options.cache_enabled.unwrap_or(true);
    let images = endpoint.capabilities.images;
    let is_forced = matches!(options.tool_choice, Some(ToolChoice::Required | ToolChoice::Name(_)));
    let thinking = endpoint.extra.get("thinking").filter(|_| !is_forced || request.tools.is_empty());
    let thinking = thinking.filter(|thinking| may_think(thinking, &request.messages));
    let budget = thinking.and_then(|thinking| thinking.get("budget_tokens")).and_then(Value::as_u64);
    let most = options.max_tokens.map_or(DEFAULT_MAX_TOKENS + budget.unwrap_or(0), u64::from);
    let mut text = Vec::from(*b"{\"model\":");
    write(&endpoint.model, &mut text);
    write_field("max_tokens", Some(most), &mut text);
    text.extend_from_slice(b",\"messages\":[");
    if begins_with_assistant(&request.messages) {
        write(&json!({"role": "user", "content": [{"type": "text", "text": BEGIN}]}), &mut text);
        text.push(b',');
    }
    text.extend_from_slice(
        body.messages(&request.messages, |_, said, text| write_message(said, images, text)),
    );
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
        write_field("tool_choice", tool_choice(options), &mut text);
    }
    write_field("temperature", options.temperature, &mut text);
    write_field("top_k", options.top_k, &mut text);
    write_field("system", system(request, cached), &mut text);
    write_field("thinking", thinking, &mut text);
    write_extra(&endpoint.extra, &OURS, &mut text);
    text.push(b'}');
    text
}

/// The API wants a conversation to begin with the person.
fn begins_with_assistant(messages: &[Rc<Message>]) -> bool {
    messages
        .iter()
        .find(|message| message.role != Role::System && !only_thoughts(&message.content))
        .is_some_and(|message| message.role == Role::Assistant)
}

/// With `enabled` thinking, the API refuses a turn whose calls were made without a thought, as those of another
/// provider's model are: such a turn ends without thinking. It refuses to think where a call is forced, too.
fn may_think(thinking: &Value, messages: &[Rc<Message>]) -> bool {
    let ours = |block: &Block| matches!(block, Block::Reasoning { opaque: Some(opaque), .. } if opaque.format == FORMAT);
    let calls = |block: &Block| matches!(block, Block::ToolUse { .. });
    let last = messages.iter().rev().find(|message| message.role == Role::Assistant);
    let open = messages
        .last()
        .is_some_and(|message| message.content.iter().any(|block| matches!(block, Block::ToolResult { .. })));
    thinking.get("type").and_then(Value::as_str) != Some("enabled")
        || !open
        || last.is_none_or(|last| !last.content.iter().any(calls) || last.content.first().is_some_and(ours))
}

fn tool_choice(options: &ChatOptions) -> Option<Value> {
    let one = options.parallel_tool_calls == Some(false);
    let mut choice = match &options.tool_choice {
        None if !one => return None,
        None | Some(ToolChoice::Auto) => json!({"type": "auto"}),
        Some(ToolChoice::None) => return Some(json!({"type": "none"})),
        Some(ToolChoice::Required) => json!({"type": "any"}),
        Some(ToolChoice::Name(name)) => json!({"type": "tool", "name": name}),
    };
    if let Some(choice) = choice.as_object_mut().filter(|_| one) {
        choice.insert("disable_parallel_tool_use".into(), Value::Bool(true));
    }
    Some(choice)
}

fn system(request: &ChatRequest, cached: bool) -> Option<Value> {
    system_prompt(request).map(|system| {
        if cached {
            json!([{"type": "text", "text": system, "cache_control": {"type": "ephemeral"}}])
        } else {
            Value::String(system)
        }
    })
}

fn write_message(said: &Message, images: bool, text: &mut Vec<u8>) {
    if said.role == Role::System {
        return;
    }
    let assistant = said.role == Role::Assistant;
    // A message of the assistant may not end with a thought.
    let end = said.content.iter().rposition(|block| !matches!(block, Block::Reasoning { .. }));
    let kept = said.content.iter().take(end.map_or(0, |end| end + 1));
    let content: Vec<Value> = kept.filter_map(|block| wire_block(block, assistant, images)).collect();
    if !content.is_empty() {
        text.push(b',');
        write(&json!({"role": if assistant { "assistant" } else { "user" }, "content": content}), text);
    }
}

fn wire_tools(tools: &[Rc<ProviderTool>], cached: bool) -> Value {
    let mut wire: Vec<Value> = tools
        .iter()
        .map(|tool| {
            let mut wire =
                json!({"name": tool.name, "description": tool.description, "input_schema": tool.input_schema});
            if tool.strict
                && let Some(wire) = wire.as_object_mut()
            {
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

fn wire_block(block: &Block, assistant: bool, images: bool) -> Option<Value> {
    Some(match block {
        // The API refuses blank text.
        Block::Text { text } if text.trim().is_empty() => return None,
        Block::Text { text } => json!({"type": "text", "text": text}),
        Block::Image { media_type, .. } if assistant => {
            json!({"type": "text", "text": made_image(media_type)})
        }
        Block::Image { data, media_type } => picture(data, media_type, images),
        Block::Reasoning { text, opaque } => {
            let data = &opaque.as_ref().filter(|opaque| opaque.format == FORMAT)?.data;
            match (data.get("redacted"), data.get("signature")) {
                (Some(redacted), _) => json!({"type": "redacted_thinking", "data": redacted}),
                (None, Some(signature)) => {
                    json!({"type": "thinking", "thinking": text, "signature": signature})
                }
                (None, None) => return None,
            }
        }
        Block::ToolUse { id, name, input } => {
            json!({"type": "tool_use", "id": id, "name": name, "input": input})
        }
        Block::ToolResult { tool_use_id, content, images: pictures, is_error } => {
            let mut result = json!({"type": "tool_result", "tool_use_id": tool_use_id, "content": content});
            let fields = result.as_object_mut()?;
            if !pictures.is_empty() {
                let said = (!content.trim().is_empty()).then(|| json!({"type": "text", "text": content}));
                let pictures = pictures.iter().map(|image| picture(&image.data, &image.media_type, images));
                fields.insert("content".into(), said.into_iter().chain(pictures).collect());
            }
            if *is_error {
                fields.insert("is_error".into(), Value::Bool(true));
            }
            result
        }
    })
}

fn picture(data: &str, media_type: &str, images: bool) -> Value {
    if !images {
        return json!({"type": "text", "text": instead_of_image(media_type)});
    }
    json!({"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}})
}
