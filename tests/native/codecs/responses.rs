use super::{body, chat, endpoint, events, everything, fixture, options, send};
use crate::support::{Canned, call, text};
use serde_json::{Value, json};
use webmcp_auto_ui::error::Code;
use webmcp_auto_ui::model::{Block, Message, Role};
use webmcp_auto_ui::provider::{Capabilities, ChatOptions, Endpoint, ToolChoice, WireFormat};

const FORMAT: WireFormat = WireFormat::Responses;

#[test]
fn requests_have_the_documented_shape_for_every_kind_of_block() {
    let thinks = Capabilities { reasoning: true, ..Capabilities::default() };
    let asked =
        ChatOptions { tool_choice: Some(ToolChoice::Name("x".into())), max_tokens: Some(5), ..options() };
    let body = body(Endpoint { capabilities: thinks, ..endpoint(FORMAT) }, asked);
    assert_eq!((&body["instructions"], &body["store"]), (&json!("be brief\n\nfrom the host"), &json!(false)));
    assert_eq!(body["include"], json!(["reasoning.encrypted_content"]));
    assert_eq!((&body["max_output_tokens"], &body["stream"]), (&json!(5), &json!(true)));
    assert_eq!(body["tool_choice"], json!({"type": "function", "name": "x"}));
    assert_eq!(
        body["tools"][0],
        json!({"type": "function", "name": "s_mcp_a", "description": "d", "strict": false,
            "parameters": {"type": "object", "properties": {"x": {"type": "number"}}}})
    );
    let input: Vec<&Value> = body["input"].as_array().unwrap().iter().collect();
    assert_eq!(
        input[0],
        &json!({"role": "user", "content": [
            {"type": "input_text", "text": "hi"},
            {"type": "input_image", "image_url": "data:image/png;base64,AA"},
        ]})
    );
    assert_eq!(
        input[1],
        &json!({"id": "rs_1", "summary": [], "encrypted_content": "ENC", "type": "reasoning"})
    );
    assert_eq!(input[2], &json!({"role": "assistant", "content": "looking"}));
    assert_eq!(
        input[3],
        &json!({"type": "function_call", "call_id": "c1", "name": "s_mcp_a", "arguments": "{\"x\":1}"})
    );
    assert_eq!(input[5]["output"][1]["image_url"], "data:image/jpeg;base64,BB");
    assert_eq!(input[6], &json!({"type": "function_call_output", "call_id": "c2", "output": "no"}));
    assert_eq!(input[7]["content"][0]["text"], "and?");
    assert_eq!(input[10]["content"][0]["text"], "thanks");
    assert_eq!(input.len(), 11);
    assert!(body.get("top_k").is_none());
}

#[test]
fn models_that_do_not_think_are_not_asked_for_thoughts_and_the_host_may_store() {
    let extra = json!({"store": true}).as_object().unwrap().clone();
    let body = body(Endpoint { extra, ..endpoint(FORMAT) }, options());
    assert!(body.get("include").is_none());
    assert_eq!(body["store"], true);
}

#[test]
fn a_recorded_thought_and_call_are_read_and_go_back_as_they_came() {
    let stream = include_str!("../../fixtures/wire/responses-reasoning-call.sse");
    let done = chat(FORMAT, fixture(stream));
    let reply = done.reply.as_ref().unwrap();
    let Block::Reasoning { text, opaque: Some(opaque) } = &reply.content[0] else { panic!("{reply:?}") };
    assert!(text.starts_with("**Calculating step-by-step") && text.ends_with("the final product."));
    assert_eq!(*text, done.told("reasoning", "text"));
    let encrypted = opaque.data["encrypted_content"].as_str().unwrap();
    assert!(encrypted.starts_with("gAAAAABpPDIVOKrs"), "the thought as it ended, not as it began");
    let expected = call("call_AB6AaRZ1FYZB2RwS6A5vbdqn", "calculator", json!({"a": 12, "b": 7, "op": "add"}));
    assert_eq!(reply.content[1..], [expected]);
    assert_eq!(done.told("arguments", "delta"), "{\"a\":12,\"b\":7,\"op\":\"add\"}");
    assert_eq!(reply.stop_reason, "tool_use");
    assert_eq!(reply.usage.unwrap().input_tokens, 134);
    let messages = vec![Message { role: Role::Assistant, content: reply.content.clone() }];
    let body = send(endpoint(FORMAT), Vec::new(), messages, ChatOptions::default()).bodies[0].clone();
    assert_eq!(body["input"][0]["encrypted_content"], encrypted);
    assert_eq!(body["input"][0]["summary"][0]["text"], *text);
    assert!(body["input"][0]["id"].as_str().unwrap().starts_with("rs_"));
}

#[test]
fn a_thought_that_nothing_came_of_stays_out() {
    let mut messages = everything();
    messages.truncate(3);
    messages[2].content.truncate(6);
    let body = send(endpoint(FORMAT), Vec::new(), messages, options()).bodies[0].clone();
    assert_eq!(body["input"].as_array().unwrap().len(), 1);
}

#[test]
fn a_recorded_failure_is_an_error_with_the_servers_words() {
    let error =
        chat(FORMAT, fixture(include_str!("../../fixtures/wire/responses-error.sse"))).reply.unwrap_err();
    assert!(error.code == Code::Model && error.message.contains("exceeded your current quota"), "{error}");
    let failed = r#"{"type":"response.failed","response":{"status":"failed","error":{"code":"rate_limit_exceeded","message":"TPM"}}}"#;
    let error = chat(FORMAT, events(&[failed])).reply.unwrap_err();
    assert!(error.code == Code::RateLimited && error.message.contains("TPM"), "{error}");
}

#[test]
fn a_stream_of_text_refusals_and_pictures_is_read() {
    let done = chat(
        FORMAT,
        events(&[
            r#"{"type":"response.output_item.added","output_index":0,"item":{"type":"message"}}"#,
            r#"{"type":"response.output_text.delta","output_index":0,"delta":"a \"b\""}"#,
            r#"{"type":"response.output_item.added","output_index":1,"item":{"type":"message"}}"#,
            r#"{"type":"response.output_text.delta","output_index":1,"delta":"c"}"#,
            r#"{"type":"response.output_item.done","output_index":2,"item":{"type":"image_generation_call","result":"QQ==","output_format":"webp"}}"#,
            r#"{"type":"response.completed","response":{"status":"completed","output":[],"usage":{"input_tokens":9,"input_tokens_details":{"cached_tokens":4},"output_tokens":3,"output_tokens_details":{"reasoning_tokens":1}}}}"#,
        ]),
    );
    let reply = done.reply.unwrap();
    let picture = Block::Image { data: "QQ==".into(), media_type: "image/webp".into() };
    assert_eq!(reply.content, [text("a \"b\"\n\nc"), picture]);
    let usage = reply.usage.unwrap();
    assert_eq!((usage.input_tokens, usage.cache_read_input_tokens, usage.reasoning_tokens), (5, 4, 1));
    let refused = chat(
        FORMAT,
        events(&[
            r#"{"type":"response.refusal.delta","output_index":0,"delta":"I cannot."}"#,
            r#"{"type":"response.completed","response":{"status":"completed"}}"#,
        ]),
    );
    let reply = refused.reply.unwrap();
    assert_eq!((reply.content, reply.stop_reason.as_str()), (vec![text("I cannot.")], "refusal"));
}

#[test]
fn a_whole_body_and_an_end_without_pieces_say_the_same() {
    let response = r#"{"status":"completed","output":[
        {"type":"reasoning","id":"rs","encrypted_content":"E","summary":[{"text":"a"},{"text":"b"}]},
        {"type":"message","content":[{"type":"output_text","text":"hey"}]},
        {"type":"function_call","call_id":"c","name":"f","arguments":"{\"k\":1}"}]}"#;
    let whole = chat(FORMAT, Canned::json(200, response)).reply.unwrap();
    let ended = format!(r#"{{"type":"response.completed","response":{}}}"#, response.replace('\n', ""));
    assert_eq!(chat(FORMAT, events(&[&ended])).reply.unwrap(), whole);
    assert_eq!(whole.content[1..], [text("hey"), call("c", "f", json!({"k": 1}))]);
    let Block::Reasoning { text, .. } = &whole.content[0] else { panic!("{whole:?}") };
    assert_eq!(text, "a\n\nb");
}
