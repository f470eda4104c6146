//! Replies of Gemini, streamed or whole: an event is a whole reply in small.

use super::FORMAT;
use crate::error::{Code, Error, Result};
use crate::json;
use crate::model::{Opaque, Usage};
use crate::provider::receive::{failed, reason};
use crate::provider::reply::{Reply, text_at};
use crate::provider::retry::retried_once;
use serde_json::{Map, Value, json};

/// Takes the data of one event.
pub(in crate::provider) fn event(reply: &mut Reply, data: &str) -> Result<()> {
    let event = json::parse(data)
        .map_err(|_| Error::new(Code::Protocol, "The model server sent an event that is not JSON."))?;
    take(reply, &event)
}

/// Takes a reply that came as one JSON body; without `alt=sse` the events come as a list.
pub(in crate::provider) fn body(reply: &mut Reply, value: &Value) -> Result<()> {
    for value in value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice) {
        let known = ["candidates", "promptFeedback", "usageMetadata", "error"];
        if !known.iter().any(|key| value.get(key).is_some()) {
            return Err(Error::new(Code::Protocol, "The model server's reply has no candidates."));
        }
        take(reply, value)?;
    }
    Ok(())
}

fn take(reply: &mut Reply, value: &Value) -> Result<()> {
    if value.get("error").is_some() {
        let status = value.pointer("/error/code").and_then(Value::as_u64);
        return Err(failed(status, reason(value)));
    }
    take_usage(reply, value);
    let blocked = text_at(value, "/promptFeedback/blockReason");
    if !blocked.is_empty() {
        reply.set_stop_reason("refusal");
        let said = text_at(value, "/promptFeedback/blockReasonMessage");
        reply.explanation = Some(format!("{blocked} {said}").trim_end().to_owned());
    }
    for part in value.pointer("/candidates/0/content/parts").and_then(Value::as_array).into_iter().flatten() {
        take_part(reply, part)?;
    }
    take_stop(reply, value)
}

fn take_part(reply: &mut Reply, part: &Value) -> Result<()> {
    let signature = part.get("thoughtSignature").filter(|signature| signature.is_string());
    let signed = |of: &str| {
        signature.map(|signature| Opaque {
            format: FORMAT.into(),
            data: json!({"thoughtSignature": signature, "of": of}),
        })
    };
    if let Some(call) = part.get("functionCall") {
        let id = match text_at(call, "/id") {
            "" => reply.make_id(),
            id => id.to_owned(),
        };
        if let Some(opaque) = signed(&id) {
            reply.add_opaque(opaque)?;
        }
        let arguments = call.get("args").cloned().unwrap_or_else(|| Value::Object(Map::new()));
        return reply.add_call(None, &id, text_at(call, "/name"), &json::text(&arguments));
    }
    if let Some(data) = part.get("inlineData") {
        if let Some(opaque) = signed("image") {
            reply.add_opaque(opaque)?;
        }
        return reply.add_image(text_at(data, "/data"), text_at(data, "/mimeType"));
    }
    let text = text_at(part, "/text");
    if part.get("thought").and_then(Value::as_bool) == Some(true) {
        return reply.add_reasoning(None, text);
    }
    reply.add_text(text)?;
    // It comes with the last piece of the text, or with an empty one after it.
    if let Some(signature) = signature {
        let data = json!({"thoughtSignature": signature});
        reply.on_text = Some(Opaque { format: FORMAT.into(), data });
    }
    Ok(())
}

fn take_stop(reply: &mut Reply, value: &Value) -> Result<()> {
    let word = text_at(value, "/candidates/0/finishReason");
    let said = text_at(value, "/candidates/0/finishMessage");
    let reason = match word {
        "" | "FINISH_REASON_UNSPECIFIED" => return Ok(()),
        "STOP" => "end_turn",
        "MAX_TOKENS" => "max_tokens",
        "SAFETY"
        | "RECITATION"
        | "LANGUAGE"
        | "BLOCKLIST"
        | "PROHIBITED_CONTENT"
        | "SPII"
        | "IMAGE_SAFETY"
        | "IMAGE_PROHIBITED_CONTENT"
        | "IMAGE_RECITATION" => "refusal",
        "MALFORMED_FUNCTION_CALL" | "UNEXPECTED_TOOL_CALL" | "TOO_MANY_TOOL_CALLS" | "MALFORMED_RESPONSE" => {
            let problem = format!(
                "The model wrote a tool call that its provider cannot read ({word}). Try again. {said}"
            );
            let details = retried_once(&word.to_ascii_lowercase());
            return Err(Error::new(Code::Model, problem.trim_end()).with_details(details));
        }
        other => &other.to_ascii_lowercase(),
    };
    if reason != "end_turn" && reason != "max_tokens" {
        reply.explanation = Some(format!("{word} {said}").trim_end().to_owned());
    }
    reply.set_stop_reason(reason);
    Ok(())
}

fn take_usage(reply: &mut Reply, value: &Value) {
    let Some(usage) = value.get("usageMetadata") else { return };
    let number = |key: &str| usage.get(key).and_then(Value::as_u64).unwrap_or(0);
    let cached = number("cachedContentTokenCount");
    let thoughts = number("thoughtsTokenCount");
    let read = number("promptTokenCount").saturating_add(number("toolUsePromptTokenCount"));
    reply.set_usage(Usage {
        // What came from the cache is counted among the tokens that were read, thoughts not among the answer's.
        input_tokens: read.saturating_sub(cached),
        output_tokens: number("candidatesTokenCount").saturating_add(thoughts),
        cache_read_input_tokens: cached,
        cache_creation_input_tokens: 0,
        reasoning_tokens: thoughts,
    });
}
