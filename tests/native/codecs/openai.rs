use super::{body, chat, endpoint, events, fixture, options, send, thought};
use crate::support::{Canned, call, text};
use serde_json::json;
use webmcp_auto_ui::error::Code;
use webmcp_auto_ui::model::{Block, Message, Role};
use webmcp_auto_ui::provider::{Capabilities, ChatOptions, Endpoint, ToolChoice, WireFormat};

const FORMAT: WireFormat = WireFormat::OpenAi;

#[test]
fn requests_have_the_documented_shape_for_every_kind_of_block() {
    let body = body(endpoint(FORMAT), options());
    let messages = body["messages"].as_array().unwrap();
    assert_eq!(messages[0], json!({"role": "system", "content": "be brief\n\nfrom the host"}));
    assert_eq!(messages[1]["content"][1]["image_url"]["url"], "data:image/png;base64,AA");
    assert_eq!(
        messages[2],
        json!({"role": "assistant", "content": "looking", "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "s_mcp_a", "arguments": "{\"x\":1}"}},
            {"id": "c2", "type": "function", "function": {"name": "s_mcp_b", "arguments": "{}"}},
        ], "reasoning_content": "so"}),
        "only its own thoughts go back"
    );
    assert_eq!(messages[3], json!({"role": "tool", "tool_call_id": "c1", "content": "yes"}));
    assert_eq!(messages[4], json!({"role": "tool", "tool_call_id": "c2", "content": "no"}));
    assert_eq!(messages[5]["content"][0]["text"], "and?");
    assert_eq!(messages[5]["content"][1]["image_url"]["url"], "data:image/jpeg;base64,BB");
    assert!(messages[6]["content"].as_str().unwrap().ends_with("\nhere"));
    assert_eq!(messages[7], json!({"role": "user", "content": "thanks"}));
    assert_eq!(body["tools"][0]["function"]["name"], "s_mcp_a");
    assert_eq!(body["stream_options"], json!({"include_usage": true}));
    assert_eq!((&body["temperature"], &body["stream"]), (&json!(0.0), &json!(true)));
}

#[test]
fn choices_limits_and_further_fields_are_written() {
    let asked = ChatOptions {
        tool_choice: Some(ToolChoice::Name("x".into())),
        parallel_tool_calls: Some(false),
        max_tokens: Some(9),
        ..options()
    };
    let extra = json!({"reasoning_effort": "low", "stream": false}).as_object().unwrap().clone();
    let body = body(Endpoint { extra, ..endpoint(FORMAT) }, asked);
    assert_eq!(body["tool_choice"], json!({"type": "function", "function": {"name": "x"}}));
    assert_eq!(body["parallel_tool_calls"], false);
    assert_eq!((&body["max_tokens"], &body["reasoning_effort"]), (&json!(9), &json!("low")));
    assert_eq!(body["stream"], true, "what the codec needs is not the host's to change");
}

#[test]
fn pictures_become_words_for_a_model_that_reads_none() {
    let blind = Capabilities { images: false, ..Capabilities::default() };
    let body = body(Endpoint { capabilities: blind, ..endpoint(FORMAT) }, options());
    assert!(!body.to_string().contains("image_url"));
    assert_eq!(
        body["messages"][1]["content"],
        "hi\n[A picture (image/png) was here; this model is not shown pictures.]"
    );
}

#[test]
fn replies_in_one_body_are_read_and_told_like_a_stream() {
    let openai = r#"{"choices":[{"message":{"content":null,"reasoning":"hm","tool_calls":[{"id":"a","function":{"name":"f","arguments":{"k":1}}}]},"finish_reason":"tool_calls"}]}"#;
    let done = chat(FORMAT, Canned::json(200, openai));
    assert_eq!(
        (done.told("arguments", "delta"), done.told("reasoning", "text")),
        ("{\"k\":1}".into(), "hm".into())
    );
    let reply = done.reply.unwrap();
    assert_eq!(
        reply.content,
        [thought("hm", "openai", json!({"field": "reasoning"})), call("a", "f", json!({"k": 1}))]
    );
}

#[test]
fn a_recorded_thought_of_deepseek_goes_back_in_its_field() {
    let done = chat(FORMAT, fixture(include_str!("../../fixtures/wire/deepseek-tool-call.sse")));
    let reply = done.reply.as_ref().unwrap();
    let said = done.told("reasoning", "text");
    assert!(said.starts_with("The user is asking for the weather") && said.ends_with("\"San Francisco\"."));
    assert_eq!(reply.content[0], thought(&said, "openai", json!({"field": "reasoning_content"})));
    let Block::ToolUse { name, input, .. } = &reply.content[1] else { panic!("{reply:?}") };
    assert_eq!((name.as_str(), input), ("weather", &json!({"location": "San Francisco"})));
    let usage = reply.usage.unwrap();
    assert_eq!((usage.input_tokens, usage.cache_read_input_tokens, usage.reasoning_tokens), (19, 320, 39));
    let deepseek = Endpoint { model: "deepseek-v4-flash".into(), ..endpoint(FORMAT) };
    let messages = vec![
        Message { role: Role::Assistant, content: reply.content.clone() },
        Message::text(Role::Assistant, "of another model"),
    ];
    let body = send(deepseek, Vec::new(), messages, ChatOptions::default()).bodies[0].clone();
    assert_eq!(body["messages"][0]["reasoning_content"], said);
    assert_eq!(body["messages"][1]["reasoning_content"], "", "the field is demanded of every message");
}

#[test]
fn arguments_that_are_no_json_object_are_kept_for_the_model_to_see() {
    let stream = r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"k\": "}}]},"finish_reason":"tool_calls"}]}"#;
    let reply = chat(FORMAT, events(&[stream, "[DONE]"])).reply.unwrap();
    assert_eq!(reply.content, [call("a", "f", json!({"_raw": "{\"k\": "}))]);
}

#[test]
fn error_statuses_and_bodies_have_their_codes_and_the_servers_words() {
    for (status, body, code, words) in [
        (401, r#"{"error":{"message":"bad key"}}"#, Code::Unauthorized, "bad key"),
        (429, "slow down", Code::RateLimited, "slow down"),
        (500, r#"{"error":"oops"}"#, Code::Http, "500: oops"),
        (400, r#"{"object":"error","message":"no tool"}"#, Code::Http, "no tool"),
        (422, r#"{"detail":[{"loc":["body"],"msg":"extra"}]}"#, Code::Http, "extra"),
        (404, r#"[{"error":{"code":404,"message":"gone"}}]"#, Code::Http, "gone"),
        (200, "<!doctype html><p>login", Code::Protocol, "login"),
        (200, "{}", Code::Protocol, "choices"),
        (200, r#"{"error":{"message":"no model"}}"#, Code::Model, "no model"),
    ] {
        let error = chat(FORMAT, Canned::json(status, body)).reply.unwrap_err();
        assert_eq!(error.code, code, "{status} {body}: {error}");
        assert!(error.message.contains(words) && error.message.len() < 400, "{error}");
    }
}

#[test]
fn an_empty_reply_is_an_empty_reply() {
    let stream = r#"{"choices":[{"delta":{"role":"assistant"},"finish_reason":"stop"}]}"#;
    assert!(chat(FORMAT, events(&[stream, "[DONE]"])).reply.unwrap().content.is_empty());
}

#[test]
fn pictures_that_a_model_made_are_in_the_reply() {
    let stream = r#"{"choices":[{"delta":{"content":"See:","images":[{"type":"image_url","image_url":{"url":"data:image/webp;base64,QQ=="}},{"image_url":{"url":"https://x/y.png"}}]},"finish_reason":"stop"}]}"#;
    let picture = Block::Image { data: "QQ==".into(), media_type: "image/webp".into() };
    assert_eq!(chat(FORMAT, events(&[stream])).reply.unwrap().content, [text("See:"), picture]);
}
