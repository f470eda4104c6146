//! Replies of Anthropic Messages, streamed or whole.

use super::FORMAT;
use crate::error::{Code, Error, Result};
use crate::json::{self, Names, Odd, Sparse};
use crate::model::{Opaque, Usage};
use crate::provider::receive::{failed, reason};
use crate::provider::reply::{Reply, text_at};
use serde_json::{Value, json};

/// All that is looked at of most events; the others are read the slow way.
static NAMES: Names = Names::of(&["type", "index", "delta", "text", "partial_json", "thinking", "signature"]);

/// Takes the data of one event.
pub(in crate::provider) fn event(reply: &mut Reply, data: &str) -> Result<()> {
    let piece = Sparse::parse(data, &NAMES);
    if let Some(Ok(Some(delta))) = piece.as_ref().map(delta) {
        return take_delta(reply, &delta);
    }
    let event = json::parse(data)
        .map_err(|_| Error::new(Code::Protocol, "The model server sent an event that is not JSON."))?;
    match text_at(&event, "/type") {
        "message_start" => {
            take_usage(reply, event.pointer("/message/usage"));
            take_content(reply, event.pointer("/message/content"))?;
        }
        "content_block_start" => {
            let index = event.get("index").and_then(Value::as_u64);
            take_block(reply, index, event.get("content_block").unwrap_or(&Value::Null))?;
        }
        "message_delta" => {
            take_stop(reply, event.get("delta").unwrap_or(&Value::Null));
            take_usage(reply, event.get("usage"));
        }
        "message_stop" => reply.finish(),
        "error" => return Err(failure(&event)),
        // `ping`, `content_block_stop`, and what the API may add.
        _ => {}
    }
    Ok(())
}

/// Takes a reply that came as one JSON body.
pub(in crate::provider) fn body(reply: &mut Reply, value: &Value) -> Result<()> {
    if text_at(value, "/type") == "error" || value.get("error").is_some() {
        return Err(failure(value));
    }
    if !value.get("content").is_some_and(Value::is_array) {
        return Err(Error::new(Code::Protocol, "The model server's reply has no content."));
    }
    reply.parsed = true;
    take_content(reply, value.get("content"))?;
    take_stop(reply, value);
    take_usage(reply, value.get("usage"));
    reply.finish();
    Ok(())
}

/// A piece of a block.
struct Delta<'a> {
    index: Option<u64>,
    text: &'a str,
    partial_json: Option<&'a str>,
    thinking: Option<&'a str>,
    signature: Option<&'a str>,
}

/// Nothing for another kind of event.
fn delta<'a>(event: &'a Sparse<'_>) -> std::result::Result<Option<Delta<'a>>, Odd> {
    let delta = event.get("delta");
    if event.get("type").text()? != Some("content_block_delta") || !matches!(delta, Sparse::Object(_)) {
        return Ok(None);
    }
    Ok(Some(Delta {
        index: event.get("index").whole()?,
        text: delta.get("text").text()?.unwrap_or_default(),
        partial_json: delta.get("partial_json").text()?,
        thinking: delta.get("thinking").text()?,
        signature: delta.get("signature").text()?,
    }))
}

fn take_delta(reply: &mut Reply, delta: &Delta<'_>) -> Result<()> {
    reply.add_text(delta.text)?;
    if let Some(piece) = delta.partial_json {
        reply.add_call(delta.index, "", "", piece)?;
    }
    if let Some(piece) = delta.thinking {
        reply.add_reasoning(delta.index, piece)?;
    }
    match delta.signature {
        Some(piece) => sign(reply, delta.index, piece),
        None => Ok(()),
    }
}

fn take_content(reply: &mut Reply, content: Option<&Value>) -> Result<()> {
    for (index, block) in content.and_then(Value::as_array).into_iter().flatten().enumerate() {
        take_block(reply, Some(index as u64), block)?;
    }
    Ok(())
}

/// A block as it begins in a stream, or stands in a whole reply.
fn take_block(reply: &mut Reply, index: Option<u64>, block: &Value) -> Result<()> {
    match text_at(block, "/type") {
        "text" => reply.add_text(text_at(block, "/text")),
        "thinking" => {
            reply.add_reasoning(index, text_at(block, "/thinking"))?;
            sign(reply, index, text_at(block, "/signature"))
        }
        "redacted_thinking" => {
            let data = json!({"redacted": text_at(block, "/data")});
            reply.add_opaque(Opaque { format: FORMAT.into(), data })
        }
        "tool_use" => {
            let input =
                block.get("input").filter(|input| input.as_object().is_none_or(|map| !map.is_empty()));
            let arguments = input.map(json::text).unwrap_or_default();
            reply.add_call(index, text_at(block, "/id"), text_at(block, "/name"), &arguments)
        }
        // Tools that the provider runs itself; requests offer none.
        _ => Ok(()),
    }
}

fn sign(reply: &mut Reply, index: Option<u64>, piece: &str) -> Result<()> {
    if piece.is_empty() {
        return Ok(());
    }
    reply.with_opaque(index, |opaque| {
        let known = opaque.take().map(|opaque| opaque.data);
        let known = known.as_ref().map(|data| text_at(data, "/signature")).unwrap_or_default();
        let data = json!({"signature": format!("{known}{piece}")});
        *opaque = Some(Opaque { format: FORMAT.into(), data });
        piece.len()
    })
}

fn take_stop(reply: &mut Reply, said: &Value) {
    let word = text_at(said, "/stop_reason");
    if !word.is_empty() {
        reply.set_stop_reason(word);
    }
    let why = text_at(said, "/stop_details/explanation");
    if !why.is_empty() {
        reply.explanation = Some(why.to_owned());
    }
}

fn take_usage(reply: &mut Reply, usage: Option<&Value>) {
    let Some(usage) = usage.filter(|usage| usage.is_object()) else { return };
    let number = |pointer: &str| usage.pointer(pointer).and_then(Value::as_u64).unwrap_or(0);
    reply.set_usage(Usage {
        input_tokens: number("/input_tokens"),
        output_tokens: number("/output_tokens"),
        cache_read_input_tokens: number("/cache_read_input_tokens"),
        cache_creation_input_tokens: number("/cache_creation_input_tokens"),
        reasoning_tokens: number("/output_tokens_details/thinking_tokens"),
    });
}

/// The statuses that the API's error types stand for (docs.anthropic.com/en/api/errors).
fn failure(event: &Value) -> Error {
    let status = match text_at(event, "/error/type") {
        "invalid_request_error" => Some(400),
        "authentication_error" => Some(401),
        "billing_error" => Some(402),
        "permission_error" => Some(403),
        "not_found_error" => Some(404),
        "request_too_large" => Some(413),
        "rate_limit_error" => Some(429),
        "api_error" => Some(500),
        "timeout_error" => Some(504),
        "overloaded_error" => Some(529),
        _ => None,
    };
    failed(status, reason(event))
}
