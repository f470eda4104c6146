//! What each provider demands of a request, by its own documentation.

use serde_json::Value;
use std::collections::HashSet;

fn is_plain(name: &str, most: usize) -> bool {
    (1..=most).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

/// platform.openai.com/docs/api-reference/chat: tool messages follow the assistant message that calls, each call has
/// exactly one, arguments are JSON objects, names fit `^[a-zA-Z0-9_-]{1,64}$`, ids are unique.
pub fn openai(body: &Value) -> Result<(), String> {
    let mut open: Vec<String> = Vec::new();
    let mut known: HashSet<String> = HashSet::new();
    for message in body["messages"].as_array().ok_or("no messages")? {
        let role = message["role"].as_str().unwrap_or_default();
        if role == "tool" {
            let id = message["tool_call_id"].as_str().unwrap_or_default();
            let at = open.iter().position(|known| known == id).ok_or(format!("orphan result {id}"))?;
            open.remove(at);
            if !message["content"].is_string() && !message["content"].is_array() {
                return Err("a tool message without content".into());
            }
            continue;
        }
        if !open.is_empty() {
            return Err(format!("unanswered {open:?} before {role}"));
        }
        for call in message["tool_calls"].as_array().into_iter().flatten() {
            let id = call["id"].as_str().unwrap_or_default().to_owned();
            if !is_plain(call["function"]["name"].as_str().unwrap_or_default(), 64) || !is_plain(&id, 40) {
                return Err(format!("bad call {call}"));
            }
            let arguments = call["function"]["arguments"].as_str().unwrap_or_default();
            if !serde_json::from_str::<Value>(arguments).is_ok_and(|value| value.is_object()) {
                return Err(format!("arguments {arguments}"));
            }
            if !known.insert(id.clone()) {
                return Err(format!("repeated id {id}"));
            }
            open.push(id);
        }
        let calls = message.get("tool_calls").is_some();
        let empty = match &message["content"] {
            Value::Array(parts) => parts.is_empty() || message.to_string().contains("\"text\":\"\""),
            content => content.as_str().unwrap_or_default().is_empty(),
        };
        if role == "assistant" && !calls && empty {
            return Err("an empty assistant message".into());
        }
    }
    if open.is_empty() { Ok(()) } else { Err(format!("unanswered at the end {open:?}")) }
}

/// docs.mistral.ai: the same, and ids have nine letters or digits, and nobody but the assistant speaks after a tool.
pub fn mistral(body: &Value) -> Result<(), String> {
    openai(body)?;
    let messages = body["messages"].as_array().ok_or("no messages")?;
    for pair in messages.windows(2) {
        if pair[0]["role"] == "tool" && !matches!(pair[1]["role"].as_str(), Some("tool" | "assistant")) {
            return Err(format!("{} after a tool", pair[1]["role"]));
        }
    }
    let ids = messages.iter().flat_map(|message| message["tool_calls"].as_array().into_iter().flatten());
    match ids
        .map(|call| &call["id"])
        .find(|id| id.as_str().is_none_or(|id| id.len() != 9 || !is_plain(id, 9)))
    {
        Some(id) => Err(format!("the id {id}")),
        None => Ok(()),
    }
}

/// docs.anthropic.com, Messages: the results of all calls of an assistant message stand first in the next user
/// message; no empty text or content; the last message is the user's.
pub fn anthropic(body: &Value) -> Result<(), String> {
    let mut open: Vec<String> = Vec::new();
    let mut known: HashSet<String> = HashSet::new();
    let messages = body["messages"].as_array().ok_or("no messages")?;
    for message in messages {
        let content = message["content"].as_array().ok_or("content is no list")?;
        if content.is_empty() {
            return Err("empty content".into());
        }
        let mut texts = false;
        for block in content {
            match block["type"].as_str().unwrap_or_default() {
                "tool_result" => {
                    let id = block["tool_use_id"].as_str().unwrap_or_default();
                    let at = open.iter().position(|known| known == id).ok_or(format!("orphan {id}"))?;
                    open.remove(at);
                    if texts || message["role"] != "user" {
                        return Err("a result behind text or from the assistant".into());
                    }
                }
                "text" => {
                    texts = true;
                    if block["text"].as_str().unwrap_or_default().trim().is_empty() {
                        return Err("blank text".into());
                    }
                }
                "thinking" | "redacted_thinking" if message["role"] != "assistant" => {
                    return Err("a thought of the person".into());
                }
                "image" if message["role"] != "user" => return Err("a picture of the assistant".into()),
                "tool_use" => {
                    let id = block["id"].as_str().unwrap_or_default().to_owned();
                    let name = block["name"].as_str().unwrap_or_default();
                    if !is_plain(name, 64) || !is_plain(&id, 64) || !block["input"].is_object() {
                        return Err(format!("bad call {block}"));
                    }
                    if message["role"] != "assistant" || !known.insert(id.clone()) {
                        return Err(format!("a misplaced or repeated call {id}"));
                    }
                }
                _ => {}
            }
        }
        if content.last().is_some_and(|last| last["type"].as_str().unwrap_or_default().ends_with("thinking"))
        {
            return Err("a message that ends with a thought".into());
        }
        if !open.is_empty() {
            return Err(format!("unanswered {open:?}"));
        }
        let uses = content.iter().filter(|block| block["type"] == "tool_use");
        open.extend(uses.map(|block| block["id"].as_str().unwrap_or_default().to_owned()));
    }
    if messages.first().is_some_and(|first| first["role"] != "user") {
        return Err("begins with the assistant".into());
    }
    if !open.is_empty() || messages.last().is_some_and(|last| last["role"] != "user") {
        return Err(format!("ends with the assistant, or unanswered {open:?}"));
    }
    Ok(())
}

/// platform.openai.com/docs/api-reference/responses: every call has exactly one output after it, and none comes before
/// its call; ids are unique; arguments are JSON objects; a thought has its encrypted content and is followed by what
/// came of it; no text is empty.
pub fn responses(body: &Value) -> Result<(), String> {
    let mut open: Vec<String> = Vec::new();
    let mut known: HashSet<String> = HashSet::new();
    let mut thought = false;
    for item in body["input"].as_array().ok_or("no input")? {
        let kind = item["type"].as_str().unwrap_or("message");
        if std::mem::replace(&mut thought, kind == "reasoning")
            && !(matches!(kind, "reasoning" | "function_call") || item["role"] == "assistant")
        {
            return Err(format!("a thought before {item}"));
        }
        let id = item["call_id"].as_str().unwrap_or_default().to_owned();
        match kind {
            "function_call" => {
                let arguments = item["arguments"].as_str().unwrap_or_default();
                if !serde_json::from_str::<Value>(arguments).is_ok_and(|value| value.is_object()) {
                    return Err(format!("arguments {arguments}"));
                }
                if !is_plain(item["name"].as_str().unwrap_or_default(), 64) || !is_plain(&id, 64) {
                    return Err(format!("bad call {item}"));
                }
                if !known.insert(id.clone()) {
                    return Err(format!("repeated id {id}"));
                }
                open.push(id);
            }
            "function_call_output" => {
                let at = open.iter().position(|known| *known == id).ok_or(format!("orphan output {id}"))?;
                open.remove(at);
            }
            "reasoning" => {
                item["encrypted_content"].as_str().ok_or("a thought that nobody can read")?;
                item["id"].as_str().ok_or("a thought without an id")?;
            }
            "message" => {
                if !open.is_empty() && item["role"] != "assistant" {
                    return Err(format!("unanswered {open:?}"));
                }
                let empty = match &item["content"] {
                    Value::String(text) => text.trim().is_empty(),
                    Value::Array(parts) => {
                        parts.is_empty()
                            || parts.iter().any(|part| part["text"].as_str().is_some_and(str::is_empty))
                    }
                    _ => true,
                };
                if empty || (item["role"] == "assistant" && item.to_string().contains("input_image")) {
                    return Err(format!("a bad message {item}"));
                }
            }
            other => return Err(format!("an item {other}")),
        }
    }
    if open.is_empty() && !thought { Ok(()) } else { Err(format!("at the end: {open:?}")) }
}

/// ai.google.dev/gemini-api/docs/function-calling: roles alternate and begin and end with the user; the answers to a
/// turn's calls stand first in the next turn, as many, in order, with the calls' names; a turn's first call is signed,
/// and signatures stand on parts.
pub fn gemini(body: &Value) -> Result<(), String> {
    let contents = body["contents"].as_array().ok_or("no contents")?;
    let mut open: Vec<(Value, Value)> = Vec::new();
    for (index, content) in contents.iter().enumerate() {
        let role = if index % 2 == 0 { "user" } else { "model" };
        if content["role"] != role {
            return Err(format!("content {index} is of {}", content["role"]));
        }
        let parts = content["parts"].as_array().filter(|parts| !parts.is_empty()).ok_or("no parts")?;
        let answers: Vec<(Value, Value)> = parts
            .iter()
            .map(|part| &part["functionResponse"])
            .take_while(|answer| answer.is_object())
            .map(|answer| (answer["id"].clone(), answer["name"].clone()))
            .collect();
        let all = parts.iter().filter(|part| part["functionResponse"].is_object());
        if answers != open || all.count() != open.len() {
            return Err(format!("answers {answers:?} to {open:?}"));
        }
        open = Vec::new();
        for part in parts {
            let call = &part["functionCall"];
            if call.is_object() {
                if !is_plain(call["name"].as_str().unwrap_or_default(), 64) || !call["args"].is_object() {
                    return Err(format!("a bad call {call}"));
                }
                if role == "user" || (open.is_empty() && !part["thoughtSignature"].is_string()) {
                    return Err(format!("a misplaced or unsigned call {part}"));
                }
                open.push((call["id"].clone(), call["name"].clone()));
            } else if let Some(text) = part["text"].as_str() {
                if text.trim().is_empty() && !part["thoughtSignature"].is_string() {
                    return Err("blank text".into());
                }
            } else if !part["functionResponse"].is_object() && !part["inlineData"].is_object() {
                return Err(format!("a part of no kind {part}"));
            }
        }
    }
    if !open.is_empty() || contents.len() % 2 == 0 { Err("ends with the model".into()) } else { Ok(()) }
}
