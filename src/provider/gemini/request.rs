//! Requests of Gemini.

use super::{FORMAT, gemini_schema};
use crate::json::write;
use crate::model::{Block, Message, Opaque, ProviderTool, Role};
use crate::provider::body::{Body, instead_of_image, system_prompt, write_extra, write_field};
use crate::provider::endpoint::Endpoint;
use crate::provider::reply::text_at;
use crate::provider::{BEGIN, ChatOptions, ChatRequest, ToolChoice};
use serde_json::{Map, Value, json};
use std::rc::Rc;

/// Fields that are written here.
const OURS: [&str; 5] = ["contents", "tools", "toolConfig", "systemInstruction", "generationConfig"];
/// What stands for the signature of a call that another model made: from Gemini 3 on, calls without one are refused
/// (ai.google.dev/gemini-api/docs/thought-signatures).
const NO_SIGNATURE: &str = "skip_thought_signature_validator";

/// The body of a request. There is no switch for several calls in one reply.
pub(in crate::provider) fn request(body: &mut Body, endpoint: &Endpoint, request: &ChatRequest) -> Vec<u8> {
    let options = &request.options;
    let writer = Writer { images: endpoint.capabilities.images, signed: wants_signatures(&endpoint.model) };
    let mut text = Vec::from(*b"{\"contents\":[");
    let first = request.messages.iter().find(|message| has_parts(message));
    if first.is_some_and(|message| message.role == Role::Assistant) {
        write(&json!({"role": "user", "parts": [{"text": BEGIN}]}), &mut text);
        text.push(b',');
    }
    let contents =
        body.messages(&request.messages, |earlier, said, text| writer.message(earlier, said, text));
    text.extend_from_slice(contents);
    text.extend_from_slice(if contents.is_empty() { b"]" } else { b"]}]" });
    let system = system_prompt(request).map(|system| json!({"parts": [{"text": system}]}));
    write_field("systemInstruction", system, &mut text);
    if !request.tools.is_empty() {
        text.extend_from_slice(b",\"tools\":");
        text.extend_from_slice(body.tools(&request.tools, write_tools));
        write_field("toolConfig", options.tool_choice.as_ref().map(tool_config), &mut text);
    }
    let generation = generation(options, endpoint.extra.get("generationConfig"));
    write_field("generationConfig", (!generation.is_empty()).then_some(generation), &mut text);
    write_extra(&endpoint.extra, &OURS, &mut text);
    text.push(b'}');
    text
}

fn wants_signatures(model: &str) -> bool {
    let name = model.rsplit('/').next().unwrap_or(model);
    name.strip_prefix("gemini-")
        .and_then(|rest| rest.chars().next())
        .is_some_and(|c| ('3'..='9').contains(&c))
}

fn generation(options: &ChatOptions, extra: Option<&Value>) -> Map<String, Value> {
    let mut generation = extra.and_then(Value::as_object).cloned().unwrap_or_default();
    let ours = [
        ("maxOutputTokens", options.max_tokens.map(Value::from)),
        ("temperature", options.temperature.map(Value::from)),
        ("topK", options.top_k.map(Value::from)),
    ];
    for (key, value) in ours {
        generation.extend(value.map(|value| (key.to_owned(), value)));
    }
    generation
}

fn tool_config(choice: &ToolChoice) -> Value {
    let calling = match choice {
        ToolChoice::Auto => json!({"mode": "AUTO"}),
        ToolChoice::None => json!({"mode": "NONE"}),
        ToolChoice::Required => json!({"mode": "ANY"}),
        ToolChoice::Name(name) => json!({"mode": "ANY", "allowedFunctionNames": [name]}),
    };
    json!({"functionCallingConfig": calling})
}

fn write_tools(tools: &[Rc<ProviderTool>], text: &mut Vec<u8>) {
    let declarations: Vec<Value> = tools
        .iter()
        .map(|tool| {
            let mut declaration = json!({"name": tool.name, "description": tool.description});
            if let (Some(schema), Some(fields)) =
                (gemini_schema(&tool.input_schema), declaration.as_object_mut())
            {
                fields.insert("parametersJsonSchema".into(), schema);
            }
            declaration
        })
        .collect();
    write(&json!([{"functionDeclarations": declarations}]), text);
}

/// Whether a message has something to send.
fn has_parts(message: &Message) -> bool {
    message.role != Role::System
        && message.content.iter().any(|block| match block {
            Block::Text { text } => !text.trim().is_empty(),
            Block::Image { .. } => true,
            Block::Reasoning { .. } => false,
            Block::ToolUse { .. } => message.role == Role::Assistant,
            Block::ToolResult { .. } => message.role == Role::User,
        })
}

struct Writer {
    images: bool,
    /// Calls need signatures.
    signed: bool,
}

impl Writer {
    /// Writes a message. Roles alternate: the parts of a message join those before it when the same side speaks. So
    /// each message leaves its list of parts open, and the next, or the end of the request, closes it.
    fn message(&self, earlier: &[Rc<Message>], said: &Message, text: &mut Vec<u8>) {
        if !has_parts(said) {
            return;
        }
        let before = earlier.iter().rev().find(|message| has_parts(message)).map(|message| message.role);
        if before != Some(said.role) {
            text.extend_from_slice(if before.is_some() { b"]},{" } else { b",{" });
            let role = if said.role == Role::Assistant { "model" } else { "user" };
            text.extend_from_slice(b"\"role\":");
            write(role, text);
            text.extend_from_slice(b",\"parts\":[");
        }
        let parts = if said.role == Role::Assistant { self.model(said) } else { self.user(earlier, said) };
        for (number, part) in parts.iter().enumerate() {
            if number > 0 || before == Some(said.role) {
                text.push(b',');
            }
            write(part, text);
        }
    }

    fn model(&self, said: &Message) -> Vec<Value> {
        let mut parts: Vec<Value> = Vec::new();
        // Each holds for the part that it came with, and for no other.
        let mut signatures: Vec<&Value> = Vec::new();
        let mut unsigned = self.signed;
        for block in &said.content {
            let mut part = match block {
                Block::Reasoning { opaque: Some(Opaque { format, data }), .. } if format == FORMAT => {
                    if text_at(data, "/of").is_empty() {
                        parts.push(json!({"text": "", "thoughtSignature": data.get("thoughtSignature")}));
                    } else {
                        signatures.push(data);
                    }
                    continue;
                }
                Block::Text { text } if !text.trim().is_empty() => json!({"text": text}),
                Block::Image { data, media_type } => inline(data, media_type),
                Block::ToolUse { id, name, input } => {
                    json!({"functionCall": {"id": id, "name": name, "args": input}})
                }
                _ => continue,
            };
            let of = match block {
                Block::ToolUse { id, .. } => id.as_str(),
                Block::Image { .. } => "image",
                _ => "",
            };
            let is_call = matches!(block, Block::ToolUse { .. });
            let at = signatures.iter().position(|data| !of.is_empty() && text_at(data, "/of") == of);
            let mut signed = at.and_then(|at| signatures.remove(at).get("thoughtSignature")).cloned();
            if is_call && std::mem::take(&mut unsigned) {
                signed = signed.or_else(|| Some(NO_SIGNATURE.into()));
            }
            if let (Some(signed), Some(fields)) = (signed, part.as_object_mut()) {
                fields.insert("thoughtSignature".into(), signed);
            }
            parts.push(part);
        }
        parts
    }

    fn user(&self, earlier: &[Rc<Message>], said: &Message) -> Vec<Value> {
        let mut parts: Vec<Value> = Vec::new();
        // Answers stand first and together: as many as there were calls.
        for block in &said.content {
            if let Block::ToolResult { tool_use_id, content, is_error, .. } = block {
                let key = if *is_error { "error" } else { "output" };
                parts.push(json!({"functionResponse": {
                    "id": tool_use_id, "name": called(earlier, tool_use_id), "response": {key: content},
                }}));
            }
        }
        for block in &said.content {
            match block {
                Block::Text { text } if !text.trim().is_empty() => parts.push(json!({"text": text})),
                Block::Image { data, media_type } => parts.push(self.picture(data, media_type)),
                Block::ToolResult { images, .. } => {
                    parts.extend(images.iter().map(|image| self.picture(&image.data, &image.media_type)));
                }
                _ => {}
            }
        }
        parts
    }

    fn picture(&self, data: &str, media_type: &str) -> Value {
        if self.images { inline(data, media_type) } else { json!({"text": instead_of_image(media_type)}) }
    }
}

fn inline(data: &str, media_type: &str) -> Value {
    json!({"inlineData": {"mimeType": media_type, "data": data}})
}

/// The tool that the call `id` asked for: this API wants its name with the answer.
fn called<'a>(earlier: &'a [Rc<Message>], id: &str) -> &'a str {
    let blocks = earlier.iter().rev().flat_map(|message| &message.content);
    let mut names = blocks.filter_map(|block| match block {
        Block::ToolUse { id: known, name, .. } if known == id => Some(name.as_str()),
        _ => None,
    });
    names.next().unwrap_or("unknown")
}
