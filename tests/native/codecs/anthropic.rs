use super::{body, chat, endpoint, events, everything, fixture, options, send, thought};
use crate::support::{Canned, call, text};
use serde_json::{Value, json};
use webmcp_auto_ui::model::{Block, Message, Role};
use webmcp_auto_ui::provider::{Capabilities, ChatOptions, Endpoint, ToolChoice, WireFormat};

const FORMAT: WireFormat = WireFormat::Anthropic;

fn blocks(body: &Value, message: usize) -> &Vec<Value> {
    body["messages"][message]["content"].as_array().unwrap()
}

#[test]
fn requests_have_the_documented_shape_for_every_kind_of_block() {
    let body = body(endpoint(FORMAT), options());
    assert_eq!(body["system"][0]["text"], "be brief\n\nfrom the host");
    assert_eq!(body["system"][0]["cache_control"], json!({"type": "ephemeral"}));
    assert_eq!(
        blocks(&body, 0)[1],
        json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AA"}})
    );
    assert_eq!(
        json!(blocks(&body, 1)),
        json!([
            {"type": "thinking", "thinking": "hm", "signature": "SIG"},
            {"type": "redacted_thinking", "data": "RED"},
            {"type": "text", "text": "looking"},
            {"type": "tool_use", "id": "c1", "name": "s_mcp_a", "input": {"x": 1}},
            {"type": "tool_use", "id": "c2", "name": "s_mcp_b", "input": {}},
        ]),
        "thoughts of other providers stay out"
    );
    let results = blocks(&body, 2);
    assert_eq!(results[0]["content"][0], json!({"type": "text", "text": "yes"}));
    assert_eq!(results[0]["content"][1]["source"]["data"], "BB");
    assert_eq!((&results[1]["is_error"], &results[1]["content"]), (&json!(true), &json!("no")));
    assert_eq!(results[2]["text"], "and?");
    assert_eq!(blocks(&body, 3).len(), 2, "a picture that a model made is told in words");
    assert_eq!(blocks(&body, 3)[0]["type"], "text");
    let last = blocks(&body, 4).last().unwrap();
    assert_eq!(last["cache_control"], json!({"type": "ephemeral"}));
    assert_eq!(body["tools"][0]["cache_control"], json!({"type": "ephemeral"}));
    assert_eq!(body.to_string().matches("cache_control").count(), 3, "the API takes four at most");
    assert_eq!((&body["max_tokens"], &body["top_k"]), (&json!(4096), &json!(3)));
    assert!(body.get("tool_choice").is_none());
}

#[test]
fn choices_and_limits_of_the_host_are_written_as_the_api_wants_them() {
    let choice = |tool_choice, parallel_tool_calls| {
        let options = ChatOptions { tool_choice, parallel_tool_calls, ..options() };
        body(endpoint(FORMAT), options)["tool_choice"].clone()
    };
    assert_eq!(choice(Some(ToolChoice::Required), None), json!({"type": "any"}));
    assert_eq!(choice(Some(ToolChoice::None), Some(false)), json!({"type": "none"}));
    assert_eq!(choice(Some(ToolChoice::Name("x".into())), None), json!({"type": "tool", "name": "x"}));
    let one = json!({"type": "auto", "disable_parallel_tool_use": true});
    assert_eq!(choice(None, Some(false)), one);
    let single = Capabilities { parallel_tools: false, ..Capabilities::default() };
    let single = body(Endpoint { capabilities: single, ..endpoint(FORMAT) }, options());
    assert_eq!(single["tool_choice"], one);
}

#[test]
fn what_a_model_cannot_do_is_left_out() {
    let blind = Capabilities { images: false, caching: false, tools: false, ..Capabilities::default() };
    let body = body(Endpoint { capabilities: blind, ..endpoint(FORMAT) }, options());
    assert!(!body.to_string().contains("\"image\"") && !body.to_string().contains("cache_control"));
    assert!(body.to_string().contains("A picture (image/jpeg) was here"));
    assert!(body.get("tools").is_none());
}

#[test]
fn further_fields_join_the_body_and_thinking_gets_room() {
    let extra =
        json!({"thinking": {"type": "enabled", "budget_tokens": 8000}, "model": "mine", "metadata": {}});
    let with = |messages| {
        let endpoint = Endpoint { extra: extra.as_object().unwrap().clone(), ..endpoint(FORMAT) };
        send(endpoint, Vec::new(), messages, options()).bodies[0].clone()
    };
    let body = with(vec![Message::text(Role::User, "hi")]);
    assert_eq!((&body["model"], &body["metadata"]), (&json!("m"), &json!({})));
    assert_eq!((&body["thinking"]["budget_tokens"], &body["max_tokens"]), (&json!(8000), &json!(12_096)));
    let mut turn = everything();
    turn.truncate(4);
    assert!(with(turn.clone()).get("thinking").is_some());
    let Message { content, .. } = &mut turn[2];
    content.retain(|block| !matches!(block, Block::Reasoning { .. }));
    assert!(with(turn).get("thinking").is_none(), "a turn begun without thoughts ends without");
    let endpoint = Endpoint { extra: extra.as_object().unwrap().clone(), ..endpoint(FORMAT) };
    let forced = ChatOptions { tool_choice: Some(ToolChoice::Required), ..options() };
    let body = send(endpoint, Vec::new(), vec![Message::text(Role::User, "hi")], forced).bodies[0].clone();
    assert_eq!((body.get("thinking"), &body["max_tokens"]), (None, &json!(4096)), "the API refuses both");
}

#[test]
fn a_conversation_that_the_assistant_began_gets_a_first_word_of_the_person() {
    let hello = vec![Message::text(Role::Assistant, "Hello."), Message::text(Role::User, "hi")];
    let body = send(endpoint(FORMAT), Vec::new(), hello, options()).bodies[0].clone();
    let roles: Vec<_> = body["messages"].as_array().unwrap().iter().map(|m| m["role"].clone()).collect();
    assert_eq!(roles, ["user", "assistant", "user"]);
}

#[test]
fn a_thought_is_kept_with_its_signature_and_goes_back_as_it_came() {
    let stream = include_str!("../../fixtures/wire/anthropic-thinking.sse");
    let done = chat(FORMAT, fixture(stream));
    let reply = done.reply.as_ref().unwrap().clone();
    let Block::Reasoning { text, opaque: Some(opaque) } = &reply.content[0] else { panic!("{reply:?}") };
    assert!(text.starts_with("The previous result was 925.") && done.told("reasoning", "text") == *text);
    let signature = opaque.data["signature"].as_str().unwrap();
    assert!(signature.starts_with("EvQBCkYICxgC") && stream.contains(signature));
    assert_eq!(reply.content[1], crate::support::text("925 ÷ 5 = 185"));
    let messages = vec![
        Message::text(Role::User, "hi"),
        Message { role: Role::Assistant, content: reply.content.clone() },
        Message::text(Role::User, "and?"),
    ];
    let body = send(endpoint(FORMAT), Vec::new(), messages, options()).bodies[0].clone();
    assert_eq!(blocks(&body, 1)[0], json!({"type": "thinking", "thinking": text, "signature": signature}));
}

#[test]
fn a_message_does_not_end_with_a_thought() {
    let late = vec![text("hey"), thought("late", "anthropic", json!({"signature": "S"}))];
    let messages = vec![
        Message::text(Role::User, "hi"),
        Message { role: Role::Assistant, content: late },
        Message::text(Role::User, "and?"),
    ];
    let body = send(endpoint(FORMAT), Vec::new(), messages, options()).bodies[0].clone();
    assert_eq!(json!(blocks(&body, 1)), json!([{"type": "text", "text": "hey"}]));
}

#[test]
fn redacted_thoughts_and_calls_without_arguments_are_read() {
    let done = chat(
        FORMAT,
        events(&[
            r#"{"type":"message_start","message":{"content":[],"usage":{"input_tokens":9,"cache_creation_input_tokens":7}}}"#,
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"redacted_thinking","data":"XX"}}"#,
            r#"{"type":"ping"}"#,
            r#"{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t","name":"f","input":{}}}"#,
            r#"{"type":"content_block_stop","index":1}"#,
            r#"{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":5,"output_tokens_details":{"thinking_tokens":3}}}"#,
            r#"{"type":"message_stop"}"#,
        ]),
    );
    let reply = done.reply.unwrap();
    assert_eq!(
        reply.content,
        [thought("", "anthropic", json!({"redacted": "XX"})), call("t", "f", json!({}))]
    );
    let usage = serde_json::to_value(reply.usage).unwrap();
    assert_eq!(
        usage,
        json!({"input_tokens": 9, "output_tokens": 5, "cache_creation_input_tokens": 7, "reasoning_tokens": 3})
    );
    assert!(done.deltas.iter().any(|delta| delta["type"] == "usage" && delta["usage"]["output_tokens"] == 5));
}

#[test]
fn a_whole_body_is_read_and_told_like_a_stream() {
    let anthropic = r#"{"content":[{"type":"thinking","thinking":"h","signature":"S"},{"type":"text","text":"hey"},
        {"type":"tool_use","id":"t","name":"f","input":{"k":1}}],"stop_reason":"tool_use","usage":{"input_tokens":1}}"#;
    let done = chat(FORMAT, Canned::json(200, anthropic));
    assert_eq!((done.told("text", "text"), done.told("reasoning", "text")), ("hey".into(), "h".into()));
    assert_eq!(done.told("arguments", "delta"), "{\"k\":1}");
    let reply = done.reply.unwrap();
    assert_eq!(
        reply.content,
        [thought("h", "anthropic", json!({"signature": "S"})), text("hey"), call("t", "f", json!({"k": 1}))]
    );
}
