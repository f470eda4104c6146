//! Replies of Responses, streamed or whole.

use super::FORMAT;
use crate::error::{Code, Error, Result};
use crate::json::{self, Names, Sparse};
use crate::model::{Opaque, Usage};
use crate::provider::part::Part;
use crate::provider::receive::{failed, reason};
use crate::provider::reply::{Reply, text_at};
use serde_json::{Value, json};

/// All that is looked at of most events, which are pieces of items; the others are read the slow way.
static NAMES: Names = Names::of(&["type", "output_index", "delta"]);

/// Takes the data of one event.
pub(in crate::provider) fn event(reply: &mut Reply, data: &str) -> Result<()> {
    if let Some(piece) = Sparse::parse(data, &NAMES)
        && let Ok(Some(kind)) = piece.get("type").text()
        && let Ok(index) = piece.get("output_index").whole()
        && let Ok(Some(delta)) = piece.get("delta").text()
    {
        return take_delta(reply, kind, index, delta);
    }
    if data.trim() == "[DONE]" {
        return Ok(());
    }
    let event = json::parse(data)
        .map_err(|_| Error::new(Code::Protocol, "The model server sent an event that is not JSON."))?;
    let index = event.get("output_index").and_then(Value::as_u64);
    let item = event.get("item").unwrap_or(&Value::Null);
    match text_at(&event, "/type") {
        "response.output_item.added" => begin_item(reply, index, item),
        "response.output_item.done" => end_item(reply, index, item),
        "response.reasoning_summary_part.added" => {
            let further = event.get("summary_index").and_then(Value::as_u64).is_some_and(|number| number > 0);
            reply.add_reasoning(index, if further { "\n\n" } else { "" })
        }
        "response.function_call_arguments.done" => reply.complete_call(index, text_at(&event, "/arguments")),
        "response.completed" | "response.incomplete" | "response.failed" => {
            let response = event.get("response").unwrap_or(&Value::Null);
            if reply.parts.is_empty() {
                take_output(reply, response)?;
            }
            take_end(reply, response)
        }
        "error" => Err(failure(&event)),
        // Progress, parts that are done, and what the API may add.
        _ => Ok(()),
    }
}

/// Takes a reply that came as one JSON body.
pub(in crate::provider) fn body(reply: &mut Reply, value: &Value) -> Result<()> {
    if value.get("error").is_some_and(|error| !error.is_null()) {
        return Err(failure(value));
    }
    if !value.get("output").is_some_and(Value::is_array) {
        return Err(Error::new(Code::Protocol, "The model server's reply has no output."));
    }
    take_output(reply, value)?;
    take_end(reply, value)
}

fn take_delta(reply: &mut Reply, kind: &str, index: Option<u64>, piece: &str) -> Result<()> {
    match kind {
        "response.output_text.delta" => reply.add_text(piece),
        "response.refusal.delta" => {
            reply.set_stop_reason("refusal");
            reply.add_text(piece)
        }
        "response.function_call_arguments.delta" => reply.add_call(index, "", "", piece),
        "response.reasoning_summary_text.delta" | "response.reasoning_text.delta" => {
            reply.add_reasoning(index, piece)
        }
        _ => Ok(()),
    }
}

fn begin_item(reply: &mut Reply, index: Option<u64>, item: &Value) -> Result<()> {
    match text_at(item, "/type") {
        "function_call" => {
            let (id, name) = (text_at(item, "/call_id"), text_at(item, "/name"));
            reply.add_call(index, id, name, text_at(item, "/arguments"))
        }
        // Two messages in a row are two paragraphs.
        "message" if matches!(reply.parts.last(), Some(Part::Text { .. })) => reply.add_text("\n\n"),
        _ => Ok(()),
    }
}

fn end_item(reply: &mut Reply, index: Option<u64>, item: &Value) -> Result<()> {
    match text_at(item, "/type") {
        "function_call" => reply.complete_call(index, text_at(item, "/arguments")),
        "reasoning" => {
            let Some(encrypted) = item.get("encrypted_content").filter(|it| it.is_string()) else {
                // Only the server could find this thought again, and it was told to store nothing.
                return Ok(());
            };
            let data = json!({
                "id": item.get("id"), "summary": item.get("summary"), "encrypted_content": encrypted,
            });
            reply.with_opaque(index, |opaque| {
                let bytes = json::text(&data).len();
                *opaque = Some(Opaque { format: FORMAT.into(), data });
                bytes
            })
        }
        "image_generation_call" => {
            let kind = match text_at(item, "/output_format") {
                "" => "png",
                kind => kind,
            };
            match text_at(item, "/result") {
                "" => Ok(()),
                data => reply.add_image(data, &format!("image/{kind}")),
            }
        }
        _ => Ok(()),
    }
}

fn take_output(reply: &mut Reply, response: &Value) -> Result<()> {
    for (index, item) in response.get("output").and_then(Value::as_array).into_iter().flatten().enumerate() {
        let index = Some(index as u64);
        begin_item(reply, index, item)?;
        for part in item.get("content").and_then(Value::as_array).into_iter().flatten() {
            match text_at(part, "/type") {
                "output_text" => reply.add_text(text_at(part, "/text"))?,
                "refusal" => take_delta(reply, "response.refusal.delta", index, text_at(part, "/refusal"))?,
                "reasoning_text" => reply.add_reasoning(index, text_at(part, "/text"))?,
                _ => {}
            }
        }
        for (number, part) in item.get("summary").and_then(Value::as_array).into_iter().flatten().enumerate()
        {
            reply.add_reasoning(index, if number > 0 { "\n\n" } else { "" })?;
            reply.add_reasoning(index, text_at(part, "/text"))?;
        }
        end_item(reply, index, item)?;
    }
    Ok(())
}

fn take_end(reply: &mut Reply, response: &Value) -> Result<()> {
    take_usage(reply, response);
    match text_at(response, "/status") {
        "failed" | "cancelled" => return Err(failure(response)),
        "incomplete" => reply.set_stop_reason(match text_at(response, "/incomplete_details/reason") {
            "max_output_tokens" => "max_tokens",
            "content_filter" => "refusal",
            "" => "incomplete",
            other => other,
        }),
        _ if reply.stop_reason.is_none() => reply.set_stop_reason("end_turn"),
        _ => {}
    }
    reply.finish();
    Ok(())
}

fn take_usage(reply: &mut Reply, response: &Value) {
    let Some(usage) = response.get("usage").filter(|usage| usage.is_object()) else { return };
    let number = |pointer: &str| usage.pointer(pointer).and_then(Value::as_u64).unwrap_or(0);
    let cached = number("/input_tokens_details/cached_tokens");
    let written = number("/input_tokens_details/cache_write_tokens");
    reply.set_usage(Usage {
        // What came from or went into the cache is counted among the tokens that were read.
        input_tokens: number("/input_tokens").saturating_sub(cached).saturating_sub(written),
        output_tokens: number("/output_tokens"),
        cache_read_input_tokens: cached,
        cache_creation_input_tokens: written,
        reasoning_tokens: number("/output_tokens_details/reasoning_tokens"),
    });
}

/// `{error: {code, message}}`, or the two at the top of an event.
fn failure(value: &Value) -> Error {
    let code = [text_at(value, "/error/code"), text_at(value, "/error/type"), text_at(value, "/code")];
    let status = code.into_iter().find_map(|code| match code {
        "rate_limit_exceeded" => Some(429),
        "server_error" => Some(500),
        _ => None,
    });
    failed(status, reason(value))
}
