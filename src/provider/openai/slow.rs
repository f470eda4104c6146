//! Replies of chat completions in all their dialects: whole bodies, and events that the quick way does not take.

use super::thoughts;
use crate::error::{Code, Error, Result};
use crate::json;
use crate::model::Usage;
use crate::provider::receive::{failed, reason};
use crate::provider::reply::{Reply, text_at};
use serde_json::Value;

/// An event that is not as most servers write it: the end, a count of tokens, an error, a dialect.
pub(super) fn event(reply: &mut Reply, data: &str) -> Result<()> {
    if data.trim() == "[DONE]" {
        reply.finish();
        return Ok(());
    }
    let chunk = json::parse(data)
        .map_err(|_| Error::new(Code::Protocol, "The model server sent an event that is not JSON."))?;
    fail_on_error(&chunk)?;
    take_usage(reply, &chunk);
    match chunk.pointer("/choices/0") {
        Some(choice) => take_choice(reply, choice),
        None => Ok(()),
    }
}

/// Takes a reply that came as one JSON body, from a server that does not stream.
pub(in crate::provider) fn body(reply: &mut Reply, value: &Value) -> Result<()> {
    fail_on_error(value)?;
    let Some(choice) = value.pointer("/choices/0") else {
        return Err(Error::new(Code::Protocol, "The model server's reply has no choices."));
    };
    take_usage(reply, value);
    take_choice(reply, choice)?;
    reply.finish();
    Ok(())
}

fn take_choice(reply: &mut Reply, choice: &Value) -> Result<()> {
    // Some servers put the error of one choice there.
    if choice.get("error").is_some_and(|error| !error.is_null()) {
        return fail_on_error(choice);
    }
    let message = choice.get("delta").or_else(|| choice.get("message")).unwrap_or(&Value::Null);
    let thought = ["reasoning_content", "reasoning"].into_iter().find_map(|field| {
        let piece = message.get(field)?.as_str().filter(|piece| !piece.is_empty())?;
        Some((field, piece))
    });
    if let Some((field, piece)) = thought {
        thoughts::add(reply, field, piece)?;
    }
    if let Some(details) = message.get("reasoning_details").and_then(Value::as_array) {
        thoughts::add_details(reply, details, thought.is_some())?;
    }
    take_content(reply, message.get("content").unwrap_or(&Value::Null))?;
    let refusal = text_at(message, "/refusal");
    if !refusal.is_empty() {
        reply.add_text(refusal)?;
        reply.set_stop_reason("refusal");
    }
    for image in message.get("images").and_then(Value::as_array).into_iter().flatten() {
        take_image(reply, image)?;
    }
    take_calls(reply, message)?;
    match choice.get("finish_reason").and_then(Value::as_str) {
        Some(word) => stop(reply, word),
        None => Ok(()),
    }
}

/// Text, or a list of parts (Mistral, OpenRouter).
fn take_content(reply: &mut Reply, content: &Value) -> Result<()> {
    if let Some(text) = content.as_str() {
        return reply.add_text(text);
    }
    for part in content.as_array().into_iter().flatten() {
        match text_at(part, "/type") {
            "thinking" => {
                thoughts::add(reply, "thinking", text_at(part, "/thinking"))?;
                for thought in part.get("thinking").and_then(Value::as_array).into_iter().flatten() {
                    thoughts::add(reply, "thinking", text_at(thought, "/text"))?;
                }
            }
            "image_url" => take_image(reply, part)?,
            "refusal" => {
                reply.add_text(text_at(part, "/refusal"))?;
                reply.set_stop_reason("refusal");
            }
            _ => reply.add_text(text_at(part, "/text"))?,
        }
    }
    Ok(())
}

/// A picture that the model made, as a `data:` address; others are not fetched.
fn take_image(reply: &mut Reply, image: &Value) -> Result<()> {
    let url = [text_at(image, "/image_url/url"), text_at(image, "/image_url")].concat();
    let Some((media_type, data)) = url.strip_prefix("data:").and_then(|rest| rest.split_once(";base64,"))
    else {
        return Ok(());
    };
    reply.add_image(data, media_type)
}

fn take_calls(reply: &mut Reply, message: &Value) -> Result<()> {
    for call in message.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
        let index = call.get("index").and_then(Value::as_u64);
        let function = call.get("function").unwrap_or(&Value::Null);
        reply.add_call(index, text_at(call, "/id"), text_at(function, "/name"), &arguments(function))?;
    }
    // Before there were several calls, there was one.
    if let Some(function) = message.get("function_call").filter(|function| function.is_object()) {
        reply.add_call(None, "", text_at(function, "/name"), &arguments(function))?;
    }
    Ok(())
}

fn arguments(function: &Value) -> String {
    match function.get("arguments") {
        Some(Value::String(text)) => text.clone(),
        // Ollama's own format, and some templates, have arguments as an object.
        Some(value @ Value::Object(_)) => json::text(&value),
        _ => String::new(),
    }
}

/// Takes the word for why the model stopped.
pub(super) fn stop(reply: &mut Reply, word: &str) -> Result<()> {
    let reason = match word {
        "" => return Ok(()),
        // OpenRouter, Mistral: the error itself stood in another field, or nowhere.
        "error" => return Err(failed(Some(500), "the reply ended with an error")),
        // DeepSeek.
        "insufficient_system_resource" => return Err(failed(Some(503), "its servers are full")),
        "stop" | "eos" if reply.stop_reason.as_deref() == Some("refusal") => return Ok(()),
        "stop" | "eos" => "end_turn",
        "tool_calls" | "function_call" => "tool_use",
        "length" => "max_tokens",
        "model_length" => "model_context_window_exceeded",
        "content_filter" => "refusal",
        other => other,
    };
    reply.set_stop_reason(reason);
    Ok(())
}

fn fail_on_error(value: &Value) -> Result<()> {
    let error = value.get("error").filter(|error| !error.is_null());
    if error.is_none() && text_at(value, "/object") != "error" {
        return Ok(());
    }
    let code = error.unwrap_or(value).get("code");
    let status = code.and_then(Value::as_u64).or(match code.and_then(Value::as_str) {
        Some("rate_limit_exceeded") => Some(429),
        Some("server_error") => Some(500),
        Some(code) => code.parse().ok(),
        None => None,
    });
    Err(failed(status.filter(|status| (400..600).contains(status)), reason(value)))
}

fn take_usage(reply: &mut Reply, chunk: &Value) {
    // Groq streams it under a name of its own.
    let usage = chunk.get("usage").or_else(|| chunk.pointer("/x_groq/usage"));
    let Some(usage) = usage.filter(|usage| usage.is_object()) else { return };
    let number = |pointer: &str| usage.pointer(pointer).and_then(Value::as_u64).unwrap_or(0);
    let cached = number("/prompt_tokens_details/cached_tokens").max(number("/prompt_cache_hit_tokens"));
    let written = number("/prompt_tokens_details/cache_write_tokens");
    reply.set_usage(Usage {
        // This API counts what came from the cache among the tokens that were read.
        input_tokens: number("/prompt_tokens").saturating_sub(cached).saturating_sub(written),
        output_tokens: number("/completion_tokens"),
        cache_read_input_tokens: cached,
        cache_creation_input_tokens: written,
        reasoning_tokens: number("/completion_tokens_details/reasoning_tokens"),
    });
}
