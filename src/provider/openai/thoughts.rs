//! Thoughts in chat completions: each server has its own field for them, and wants them back in it.

use super::FORMAT;
use crate::error::Result;
use crate::json;
use crate::model::{Block, Message, Opaque};
use crate::provider::reply::{Reply, text_at};
use serde_json::{Map, Value, json};

/// Adds a piece of a thought that came in `field`: `reasoning_content` (DeepSeek, vLLM, llama.cpp, Qwen), `reasoning`
/// (OpenRouter, Ollama, newer vLLM), or `thinking`, a part of the content (Mistral).
pub(super) fn add(reply: &mut Reply, field: &str, piece: &str) -> Result<()> {
    if piece.is_empty() {
        return Ok(());
    }
    reply.add_reasoning(None, piece)?;
    reply.with_opaque(None, |opaque| {
        opaque.get_or_insert_with(|| Opaque { format: FORMAT.into(), data: json!({"field": field}) });
        0
    })
}

/// Adds OpenRouter's `reasoning_details`: signed or encrypted thoughts of whichever model answers, in pieces. `told`
/// says that their text came in another field as well.
pub(super) fn add_details(reply: &mut Reply, pieces: &[Value], told: bool) -> Result<()> {
    for piece in pieces {
        let text = [text_at(piece, "/text"), text_at(piece, "/summary")].concat();
        reply.add_reasoning(None, if told { "" } else { &text })?;
        reply.with_opaque(None, |opaque| {
            let mut data = opaque.take().map(|opaque| opaque.data).unwrap_or_default();
            let mut details = match data.get_mut("details").map(Value::take) {
                Some(Value::Array(details)) => details,
                _ => Vec::new(),
            };
            join(&mut details, piece);
            let data = json!({"field": "reasoning_details", "details": details});
            *opaque = Some(Opaque { format: FORMAT.into(), data });
            json::text(&piece).len()
        })?;
    }
    Ok(())
}

/// A piece with the kind and index of the last one continues it.
fn join(details: &mut Vec<Value>, piece: &Value) {
    let same =
        |last: &&mut Value| last.get("type") == piece.get("type") && last.get("index") == piece.get("index");
    let (Some(last), Some(fields)) = (details.last_mut().filter(same), piece.as_object()) else {
        details.push(piece.clone());
        return;
    };
    let Some(last) = last.as_object_mut() else { return };
    for (key, value) in fields {
        match (last.get_mut(key), value) {
            (Some(Value::String(known)), Value::String(more))
                if matches!(key.as_str(), "text" | "summary" | "data") =>
            {
                known.push_str(more);
            }
            (_, Value::Null) => {}
            _ => {
                last.insert(key.clone(), value.clone());
            }
        }
    }
}

/// Puts the thoughts of `said` into the message `wire` of the assistant. `always` puts an empty one where there is
/// none.
pub(super) fn put_back(said: &Message, wire: &mut Map<String, Value>, always: bool) {
    let mut details = Vec::new();
    for block in &said.content {
        let Block::Reasoning { text, opaque: Some(opaque) } = block else { continue };
        if opaque.format != FORMAT {
            continue;
        }
        match text_at(&opaque.data, "/field") {
            "reasoning_details" => {
                details.extend(
                    opaque.data.get("details").and_then(Value::as_array).into_iter().flatten().cloned(),
                );
            }
            "thinking" if !text.is_empty() => {
                let thought = json!({"type": "thinking", "thinking": [{"type": "text", "text": text}]});
                let content = wire.get_mut("content").map(Value::take).unwrap_or_default();
                let mut parts = match content {
                    Value::Array(parts) => parts,
                    Value::String(text) if !text.is_empty() => vec![json!({"type": "text", "text": text})],
                    _ => Vec::new(),
                };
                let thoughts = parts.iter().filter(|part| text_at(part, "/type") == "thinking").count();
                parts.insert(thoughts, thought);
                wire.insert("content".into(), Value::Array(parts));
            }
            field @ ("reasoning" | "reasoning_content") => {
                let known = wire.get(field).and_then(Value::as_str).unwrap_or_default();
                let whole = if known.is_empty() { text.clone() } else { format!("{known}\n{text}") };
                wire.insert(field.to_owned(), Value::String(whole));
            }
            _ => {}
        }
    }
    if !details.is_empty() {
        wire.insert("reasoning_details".into(), Value::Array(details));
    }
    if always {
        wire.entry("reasoning_content").or_insert_with(|| "".into());
    }
}
