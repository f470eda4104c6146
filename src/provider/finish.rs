//! When a reply is whole, and what it means that it is not: half a tool call must never run.

use super::ChatResponse;
use super::arguments::{arguments, object};
use super::delta::{Delta, OnDelta};
use super::part::{Call, Part};
use super::reply::Reply;
use super::retry::retried_once;
use crate::error::{Code, Error, Result};
use crate::model::{Block, only_thoughts};
use serde_json::json;

/// The whole reply, of which the end is told as well.
pub(super) fn complete(mut reply: Reply, hear: &OnDelta) -> Result<ChatResponse> {
    reply.end_of_text()?;
    reply.tell_all(hear);
    let response = whole(reply)?;
    hear(&Delta::Finish { stop_reason: &response.stop_reason });
    Ok(response)
}

/// A stream that broke off before the provider said it was complete is an error.
fn whole(mut reply: Reply) -> Result<ChatResponse> {
    if !reply.finished && reply.stop_reason.is_none() {
        return Err(Error::new(Code::Network, "The model's reply broke off before its end. Try again."));
    }
    let reason = reply.stop_reason.take().unwrap_or_else(|| "end_turn".into());
    let explanation = reply.explanation.take();
    if let Some(call) = half_a_call(&reply, &reason) {
        return Err(cut(&call.name, &reason, explanation.as_deref()));
    }
    let (seed, usage) = (reply.seed(), reply.usage);
    let mut content: Vec<Block> = Vec::new();
    let after_text = reply.parts.iter().rposition(|part| matches!(part, Part::Text { .. }));
    for (place, mut part) in reply.parts.into_iter().enumerate() {
        if let Part::Call(call) = &mut part {
            call.name_it(seed, place);
        }
        content.extend(part.into_block(reply.offered.as_ref(), arguments));
        if after_text == Some(place) {
            let opaque = reply.on_text.take();
            content
                .extend(opaque.map(|opaque| Block::Reasoning { text: String::new(), opaque: Some(opaque) }));
        }
    }
    content
        .extend(reply.on_text.map(|opaque| Block::Reasoning { text: String::new(), opaque: Some(opaque) }));
    if only_thoughts(&content)
        && let Some(problem) = nothing_said(&reason, explanation.as_deref())
    {
        // As Gemini's own word comes out of gateways that speak chat completions.
        let is_spoilt = reason.to_ascii_lowercase().contains("malformed_function_call");
        let details = if is_spoilt { retried_once(&reason) } else { json!({"stopReason": reason}) };
        return Err(Error::new(Code::Model, problem).with_details(details));
    }
    let has_calls = content.iter().any(|block| matches!(block, Block::ToolUse { .. }));
    let stop_reason = if has_calls && reason == "end_turn" { "tool_use".into() } else { reason };
    Ok(ChatResponse::new(content, stop_reason, usage))
}

/// Why there is no answer at all, where the model did not just choose to say nothing.
fn nothing_said(reason: &str, explanation: Option<&str>) -> Option<String> {
    let why = explanation.map(|why| format!(": {why}")).unwrap_or_default();
    match reason {
        "end_turn" | "tool_use" | "stop_sequence" | "pause_turn" => None,
        "refusal" => Some(format!(
            "The model's provider refused to answer{why}. Say it otherwise, or ask another model."
        )),
        "max_tokens" => {
            Some("The token limit was used up before the answer began; raise maxTokens.".to_owned())
        }
        "model_context_window_exceeded" => {
            Some("The model's context is full; lower maxHistoryTokens.".to_owned())
        }
        _ => Some(format!("The model stopped without an answer ({}).", explanation.unwrap_or(reason))),
    }
}

/// The last call, where it is the last thing that was written and its arguments did not come to their end.
fn half_a_call<'a>(reply: &'a Reply, reason: &str) -> Option<&'a Call> {
    if matches!(reason, "end_turn" | "tool_use" | "stop_sequence") {
        return None;
    }
    let last = reply.parts.iter().rev().find(|part| !part.is_thought());
    match last {
        Some(Part::Call(call)) if reply.parsed || !is_whole(&call.arguments) => Some(call),
        _ => None,
    }
}

fn is_whole(arguments: &str) -> bool {
    object(arguments).is_some()
}

fn cut(name: &str, reason: &str, explanation: Option<&str>) -> Error {
    let problem = match reason {
        "max_tokens" => format!("The token limit cut the call of '{name}' in half; raise maxTokens."),
        "model_context_window_exceeded" => format!(
            "The model's context was full in the middle of the call of '{name}'; lower maxHistoryTokens."
        ),
        _ => format!(
            "The reply stopped ({}) in the middle of the call of '{name}'.",
            explanation.unwrap_or(reason)
        ),
    };
    Error::new(Code::Model, problem).with_details(json!({"stopReason": reason}))
}
