//! Whatever models, hosts and tools do, every request is one that every provider takes. The rules are checked on the
//! bodies that would be sent, by the providers' own documentation.

use crate::support::runs::{over, wish};
use crate::support::{Canned, FakeHttp, answering, layer, tool};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;
use webmcp_auto_ui::agent::{CompressOptions, Input, Limits, RunOptions, Session, run, valid_history};
use webmcp_auto_ui::dispatch::Protocol;
use webmcp_auto_ui::model::{Block, Message, Role, ToolFailure};
use webmcp_auto_ui::provider::{Endpoint, HttpProvider, WireFormat};

fn is_plain(name: &str, most: usize) -> bool {
    (1..=most).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

/// platform.openai.com/docs/api-reference/chat: tool messages follow the assistant message that calls, each call has
/// exactly one, arguments are JSON objects, names fit `^[a-zA-Z0-9_-]{1,64}$`, ids are unique.
fn openai(body: &Value) -> Result<(), String> {
    let mut open: Vec<String> = Vec::new();
    let mut known: HashSet<String> = HashSet::new();
    for message in body["messages"].as_array().ok_or("no messages")? {
        let role = message["role"].as_str().unwrap_or_default();
        if role == "tool" {
            let id = message["tool_call_id"].as_str().unwrap_or_default();
            let at = open.iter().position(|known| known == id).ok_or(format!("orphan result {id}"))?;
            open.remove(at);
            message["content"].as_str().ok_or("a tool message without text")?;
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
        if role == "assistant" && !calls && message["content"].as_str().unwrap_or_default().is_empty() {
            return Err("an empty assistant message".into());
        }
    }
    if open.is_empty() { Ok(()) } else { Err(format!("unanswered at the end {open:?}")) }
}

/// docs.anthropic.com, Messages: the results of all calls of an assistant message stand first in the next user
/// message; no empty text or content; the last message is the user's.
fn anthropic(body: &Value) -> Result<(), String> {
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
        if !open.is_empty() {
            return Err(format!("unanswered {open:?}"));
        }
        let uses = content.iter().filter(|block| block["type"] == "tool_use");
        open.extend(uses.map(|block| block["id"].as_str().unwrap_or_default().to_owned()));
    }
    if !open.is_empty() || messages.last().is_some_and(|last| last["role"] != "user") {
        return Err(format!("ends with the assistant, or unanswered {open:?}"));
    }
    Ok(())
}

/// What a model may write: calls of any name, id and arguments, blank text, the same again.
fn any_reply() -> impl Strategy<Value = Vec<Value>> {
    let name = prop_oneof![
        Just("s_mcp_a".to_owned()),
        Just("s_mcp_fails".to_owned()),
        Just("ui_webmcp_widget_display".to_owned()),
        Just(String::new()),
        "[a-z /.é]{1,12}",
        "[a-z]{70,80}",
    ];
    let id = prop_oneof![Just(String::new()), Just("x".to_owned()), "[a-z !]{1,4}", "[a-z]{50,60}"];
    let arguments = prop_oneof![
        Just("{}".to_owned()),
        Just("{\"n\": 1}".to_owned()),
        Just("[1]".to_owned()),
        Just("\"x\"".to_owned()),
        Just("null".to_owned()),
        "[{}\":a-z]{0,9}",
    ];
    proptest::collection::vec(
        (id, name, arguments).prop_map(|(id, name, arguments)| {
            json!({"id": id, "type": "function", "function": {"name": name, "arguments": arguments}})
        }),
        0..4,
    )
}

fn any_message() -> impl Strategy<Value = Message> {
    let id = prop_oneof![Just("x".to_owned()), Just("y".to_owned()), "[a-z !]{0,3}"];
    let block = prop_oneof![
        "[ a]{0,2}".prop_map(|text| Block::Text { text }),
        (id.clone(), "[a-z !]{0,5}").prop_map(|(id, name)| Block::ToolUse { id, name, input: json!(1) }),
        id.prop_map(|tool_use_id| Block::ToolResult {
            tool_use_id,
            content: "r".into(),
            images: Vec::new(),
            is_error: false
        }),
    ];
    let role = prop_oneof![Just(Role::User), Just(Role::Assistant), Just(Role::System)];
    (role, proptest::collection::vec(block, 0..4)).prop_map(|(role, content)| Message { role, content })
}

fn body(format: WireFormat, text: &str, calls: &[Value]) -> Canned {
    let body = match format {
        WireFormat::OpenAi => json!({"choices": [{"message": {"content": text, "tool_calls": calls}}]}),
        WireFormat::Anthropic => {
            let uses = calls.iter().map(|call| {
                let arguments = call["function"]["arguments"].as_str().unwrap_or_default();
                let input = serde_json::from_str(arguments).unwrap_or(Value::Null);
                json!({"type": "tool_use", "id": call["id"], "name": call["function"]["name"], "input": input})
            });
            let content: Vec<Value> =
                std::iter::once(json!({"type": "text", "text": text})).chain(uses).collect();
            json!({"content": content, "stop_reason": "tool_use"})
        }
    };
    Canned::json(200, &body.to_string())
}

proptest! {
    // Each case is a dozen requests; the environment's number of cases still counts.
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 4, ..ProptestConfig::default() })]

    #[test]
    fn every_request_is_valid_for_every_provider(
        history in proptest::collection::vec(any_message(), 0..6),
        replies in proptest::collection::vec(("[ a]{0,2}", any_reply()), 1..6),
        steered in any::<bool>(),
    ) {
        for (format, check) in [
            (WireFormat::OpenAi, openai as fn(&Value) -> Result<(), String>),
            (WireFormat::Anthropic, anthropic),
        ] {
            let http = FakeHttp::new(replies.iter().map(|(text, calls)| body(format, text, calls)).collect());
            let provider = HttpProvider::new(
 http.clone(),
 Endpoint {
label: "test",
                url: "http://x".into(),
                model: "m".into(),
                format,
                headers: Vec::new(),
},
);
            let handler = answering(|tool, args| match tool {
                "fails" => Err(ToolFailure(String::new())),
                _ => Ok(json!({"content": [
                    {"type": "text", "text": args.to_string().repeat(99)},
                    {"type": "image", "mimeType": "image/png", "data": "AAAA"},
                ]})),
            });
            let object = json!({"type": "object"});
            let tools = vec![tool("a", object.clone()), tool("fails", object)];
            let layers = vec![
                layer(Protocol::MCP, "s", tools, handler),
                crate::support::runs::display(),
            ];
            let options = RunOptions {
                limits: Limits { max_iterations: 8, max_repeats: 3 },
                compress: Some(CompressOptions::default()),
                ..over(Rc::new(provider), layers)
            };
            if steered {
                options.inbox.steer("and now".into());
                options.inbox.queue("one more".into());
            }
            let session = RefCell::new(Session::new(history.iter().cloned().map(Rc::new).collect()));
            pollster::block_on(run(&session, Input::Wish("wish".into()), options));
            for body in http.bodies() {
                let verdict = check(&body);
                prop_assert!(verdict.is_ok(), "{:?} {}", verdict, body);
            }
        }
    }

    #[test]
    fn a_valid_history_is_left_alone(history in proptest::collection::vec(any_message(), 0..8)) {
        let once = valid_history(&history.into_iter().map(Rc::new).collect::<Vec<_>>());
        prop_assert_eq!(valid_history(&once), once);
    }
}

#[test]
fn a_call_with_a_name_that_no_provider_takes_does_not_poison_what_follows() {
    let calls = vec![json!({"id": "1", "function": {"name": "no such tool!", "arguments": "{"}})];
    let http = FakeHttp::new(vec![
        body(WireFormat::OpenAi, "", &calls),
        body(WireFormat::OpenAi, "I am sorry.", &[]),
    ]);
    let provider = HttpProvider::new(
        http.clone(),
        Endpoint {
            label: "test",
            url: "http://x".into(),
            model: "m".into(),
            format: WireFormat::OpenAi,
            headers: Vec::new(),
        },
    );
    let outcome = pollster::block_on(wish("wish", over(Rc::new(provider), Vec::new())));
    assert_eq!(outcome.text, "I am sorry.");
    assert_eq!(outcome.tool_calls[0].name, "no such tool!", "the record keeps what the model wrote");
    let second = &http.bodies()[1];
    assert_eq!(openai(second), Ok(()));
    assert!(second.to_string().contains("unknown tool format"));
}
