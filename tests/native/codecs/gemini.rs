use super::{body, chat, endpoint, events, everything, fixture, options, send};
use crate::support::{Canned, call, text};
use serde_json::{Value, json};
use webmcp_auto_ui::error::Code;
use webmcp_auto_ui::model::{Block, Message, Role};
use webmcp_auto_ui::provider::{Capabilities, ChatOptions, Endpoint, ToolChoice, WireFormat};

const FORMAT: WireFormat = WireFormat::Gemini;

fn gemini3() -> Endpoint {
    Endpoint { model: "gemini-3-pro".into(), ..endpoint(FORMAT) }
}

#[test]
fn requests_have_the_documented_shape_for_every_kind_of_block() {
    let asked = ChatOptions { tool_choice: Some(ToolChoice::Required), max_tokens: Some(5), ..options() };
    let extra = json!({"generationConfig": {"thinkingConfig": {"includeThoughts": true}, "topK": 1}});
    let endpoint = Endpoint { extra: extra.as_object().unwrap().clone(), ..endpoint(FORMAT) };
    let body = body(endpoint, asked);
    assert_eq!(body["systemInstruction"], json!({"parts": [{"text": "be brief\n\nfrom the host"}]}));
    assert_eq!(body["toolConfig"], json!({"functionCallingConfig": {"mode": "ANY"}}));
    assert_eq!(
        body["generationConfig"],
        json!({"thinkingConfig": {"includeThoughts": true}, "topK": 3, "maxOutputTokens": 5, "temperature": 0.0})
    );
    assert_eq!(
        body["tools"],
        json!([{"functionDeclarations": [{"name": "s_mcp_a", "description": "d",
            "parametersJsonSchema": {"type": "object", "properties": {"x": {"type": "number"}}}}]}])
    );
    let roles: Vec<&str> = body["contents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|content| content["role"].as_str().unwrap())
        .collect();
    assert_eq!(roles, ["user", "model", "user", "model", "user"]);
    let parts = |index: usize| body["contents"][index]["parts"].clone();
    assert_eq!(parts(0), json!([{"text": "hi"}, {"inlineData": {"mimeType": "image/png", "data": "AA"}}]));
    assert_eq!(
        parts(1),
        json!([
            {"text": "looking"},
            {"functionCall": {"id": "c1", "name": "s_mcp_a", "args": {"x": 1}}, "thoughtSignature": "TS"},
            {"functionCall": {"id": "c2", "name": "s_mcp_b", "args": {}}},
        ])
    );
    assert_eq!(
        parts(2),
        json!([
            {"functionResponse": {"id": "c1", "name": "s_mcp_a", "response": {"output": "yes"}}},
            {"functionResponse": {"id": "c2", "name": "s_mcp_b", "response": {"error": "no"}}},
            {"inlineData": {"mimeType": "image/jpeg", "data": "BB"}},
            {"text": "and?"},
        ])
    );
    assert_eq!(
        parts(3),
        json!([
            {"inlineData": {"mimeType": "image/png", "data": "AA"}},
            {"text": "here"},
            {"text": "", "thoughtSignature": "END"},
        ])
    );
}

#[test]
fn the_address_names_the_model() {
    for (url, model, address) in [
        ("http://x", "gemini-3-pro", "http://x/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse"),
        ("/api/", "models/a b?", "/api/v1beta/models/a%20b%3F:streamGenerateContent?alt=sse"),
        ("/api?k=1", "m", "/api/v1beta/models/m:streamGenerateContent?alt=sse&k=1"),
    ] {
        assert_eq!(FORMAT.address(url, model), address);
        assert_eq!(WireFormat::Responses.address(url, model), url);
    }
    let done = chat(FORMAT, Canned::json(200, "{}"));
    assert_eq!(done.http.sent.borrow()[0].url, "http://x/v1/v1beta/models/m:streamGenerateContent?alt=sse");
}

#[test]
fn calls_of_other_models_get_the_documented_stand_in_where_a_signature_is_demanded() {
    let mut messages = everything();
    messages[2].content.retain(|block| !matches!(block, Block::Reasoning { .. }));
    let sent = |endpoint| {
        let body = send(endpoint, Vec::new(), messages.clone(), options()).bodies[0].clone();
        body["contents"][1]["parts"].as_array().unwrap().clone()
    };
    let newer = sent(gemini3());
    assert_eq!(newer[1]["thoughtSignature"], "skip_thought_signature_validator");
    assert!(newer[2].get("thoughtSignature").is_none(), "only the first of parallel calls is signed");
    let older = sent(Endpoint { model: "gemini-2.5-flash".into(), ..endpoint(FORMAT) });
    assert!(older[1].get("thoughtSignature").is_none());
}

#[test]
fn roles_alternate_whatever_the_history_is() {
    let said = |role, words: &str| Message::text(role, words);
    let messages = vec![
        said(Role::Assistant, "Hello."),
        said(Role::System, "s"),
        said(Role::Assistant, "How are you?"),
        said(Role::User, "a"),
        said(Role::System, "t"),
        said(Role::User, " "),
        said(Role::User, "b"),
    ];
    let body = send(endpoint(FORMAT), Vec::new(), messages, ChatOptions::default()).bodies[0].clone();
    let contents = body["contents"].as_array().unwrap();
    assert_eq!(contents.len(), 3);
    assert_eq!(contents[0]["role"], "user");
    assert_eq!(contents[1]["parts"], json!([{"text": "Hello."}, {"text": "How are you?"}]));
    assert_eq!(contents[2]["parts"], json!([{"text": "a"}, {"text": "b"}]));
    let empty = send(endpoint(FORMAT), Vec::new(), Vec::new(), ChatOptions::default()).bodies[0].clone();
    assert_eq!(empty["contents"], json!([]));
}

#[test]
fn a_recorded_call_is_read_and_its_signature_goes_back_with_it() {
    let stream = include_str!("../../fixtures/wire/gemini-tool-call.sse");
    let done = chat(FORMAT, fixture(stream));
    let reply = done.reply.as_ref().unwrap();
    let Block::ToolUse { id, name, input } = &reply.content[1] else { panic!("{reply:?}") };
    assert_eq!((name.as_str(), input), ("weather", &json!({"location": "San Francisco"})));
    assert_eq!((reply.content.len(), reply.stop_reason.as_str()), (2, "tool_use"));
    let usage = reply.usage.unwrap();
    assert_eq!((usage.input_tokens, usage.output_tokens, usage.reasoning_tokens), (29, 819, 804));
    assert_eq!(done.told("call-start", "id"), *id);
    let messages = vec![
        Message::text(Role::User, "weather?"),
        Message { role: Role::Assistant, content: reply.content.clone() },
    ];
    let body = send(gemini3(), Vec::new(), messages, options()).bodies[0].clone();
    let part = &body["contents"][1]["parts"][0];
    assert_eq!(part["functionCall"]["id"], *id);
    let signature = part["thoughtSignature"].as_str().unwrap();
    assert!(signature.starts_with("EpEgCo4gAb4") && stream.contains(signature));
}

#[test]
fn the_recorded_signature_of_an_answer_comes_back_behind_it() {
    let reply = chat(FORMAT, fixture(include_str!("../../fixtures/wire/gemini-thinking.sse"))).reply.unwrap();
    assert_eq!(reply.content[0], text("There are **3** \"r\"s in strawberry.\n\nSt**r**awbe**rr**y"));
    let Block::Reasoning { opaque: Some(opaque), .. } = &reply.content[1] else { panic!("{reply:?}") };
    assert!(opaque.data["thoughtSignature"].as_str().unwrap().starts_with("EpAICo0I"));
    assert_eq!((reply.content.len(), reply.stop_reason.as_str()), (2, "end_turn"));
}

#[test]
fn thoughts_pictures_and_parallel_calls_are_read() {
    let done = chat(
        FORMAT,
        events(&[
            r#"{"candidates":[{"content":{"parts":[{"text":"hm ","thought":true}]}}]}"#,
            r#"{"candidates":[{"content":{"parts":[{"text":"so","thought":true}]}}],"usageMetadata":{"promptTokenCount":10,"cachedContentTokenCount":4}}"#,
            r#"{"candidates":[{"content":{"parts":[{"inlineData":{"mimeType":"image/png","data":"QQ=="}},{"functionCall":{"id":"x1","name":"f","args":{"k":1}}},{"functionCall":{"name":"g"}}]},"finishReason":"STOP"}]}"#,
        ]),
    );
    assert_eq!(done.told("reasoning", "text"), "hm so");
    let reply = done.reply.unwrap();
    let thought = Block::Reasoning { text: "hm so".into(), opaque: None };
    let picture = Block::Image { data: "QQ==".into(), media_type: "image/png".into() };
    assert_eq!(reply.content[..3], [thought, picture, call("x1", "f", json!({"k": 1}))]);
    let Block::ToolUse { id, name, input } = &reply.content[3] else { panic!("{reply:?}") };
    assert!(id.starts_with("call_") && name == "g" && input == &json!({}));
    assert_eq!((reply.usage.unwrap().input_tokens, reply.usage.unwrap().cache_read_input_tokens), (6, 4));
}

#[test]
fn blocked_prompts_and_unreadable_calls_are_errors_that_say_why() {
    let blocked = chat(FORMAT, fixture(include_str!("../../fixtures/wire/gemini-prompt-block.sse")));
    let error = blocked.reply.unwrap_err();
    assert!(error.code == Code::Model && error.message.contains("PROHIBITED_CONTENT"), "{error}");
    for (reason, words) in [
        ("SAFETY", "refused to answer: SAFETY"),
        ("RECITATION", "refused"),
        ("MALFORMED_FUNCTION_CALL", "cannot read (MALFORMED_FUNCTION_CALL)"),
        ("OTHER", "OTHER"),
    ] {
        let stop = format!(r#"{{"candidates":[{{"content":{{}},"finishReason":"{reason}"}}]}}"#);
        let error = chat(FORMAT, events(&[&stop])).reply.unwrap_err();
        assert!(error.code == Code::Model && error.message.contains(words), "{reason}: {error}");
    }
    let cut = r#"{"candidates":[{"content":{"parts":[{"text":"once"}]},"finishReason":"SAFETY"}]}"#;
    let reply = chat(FORMAT, events(&[cut])).reply.unwrap();
    assert_eq!((reply.content, reply.stop_reason.as_str()), (vec![text("once")], "refusal"));
}

#[test]
fn a_whole_body_a_list_of_them_and_errors_are_read() {
    let one = r#"{"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"STOP"}]}"#;
    let list = r#"[{"candidates":[{"content":{"parts":[{"text":"a"}]}}]},{"candidates":[{"content":{"parts":[{"text":"b"}]},"finishReason":"STOP"}]}]"#;
    assert_eq!(chat(FORMAT, Canned::json(200, one)).reply.unwrap().content, [text("a")]);
    assert_eq!(chat(FORMAT, Canned::json(200, list)).reply.unwrap().content, [text("ab")]);
    let error = r#"{"error":{"code":503,"message":"overloaded","status":"UNAVAILABLE"}}"#;
    let error = chat(FORMAT, events(&[error])).reply.unwrap_err();
    assert!(error.message.contains("overloaded"));
    assert_eq!(chat(FORMAT, Canned::json(200, "{}")).reply.unwrap_err().code, Code::Protocol);
    let refused = chat(FORMAT, Canned::json(429, include_str!("../../fixtures/wire/gemini-429.json")));
    let details: Value = refused.reply.unwrap_err().details.unwrap();
    assert_eq!(details, json!({"status": 429, "retryAfter": "34.4"}));
}

#[test]
fn pictures_become_words_for_a_model_that_reads_none() {
    let blind = Capabilities { images: false, ..Capabilities::default() };
    let body = body(Endpoint { capabilities: blind, ..endpoint(FORMAT) }, options());
    assert!(!body["contents"][0].to_string().contains("inlineData"));
    assert!(body["contents"][2].to_string().contains("A picture (image/jpeg) was here"));
}
