//! Chat completions as servers really speak them.

use super::{body, chat, endpoint, events, fixture, options, send, thought};
use crate::support::{call, text};
use serde_json::json;
use webmcp_auto_ui::error::Code;
use webmcp_auto_ui::model::{Block, Message, Role};
use webmcp_auto_ui::provider::{ChatOptions, Endpoint, WireFormat};

const FORMAT: WireFormat = WireFormat::OpenAi;

fn stream(data: &[&str]) -> super::Done {
    chat(FORMAT, events(data))
}

fn of(model: &str) -> Endpoint {
    Endpoint { model: model.into(), ..endpoint(FORMAT) }
}

#[test]
fn calls_without_ids_get_ids_of_their_own_that_are_told_as_well() {
    // Ollama before 0.6, some templates of llama.cpp.
    let done = stream(&[
        r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"name":"f","arguments":"{}"}},{"index":1,"function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}"#,
    ]);
    let reply = done.reply.as_ref().unwrap();
    let ids: Vec<&str> = reply
        .content
        .iter()
        .map(|block| match block {
            Block::ToolUse { id, .. } => id.as_str(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(ids[0] != ids[1] && ids.iter().all(|id| id.starts_with("call_") && id.len() <= 40), "{ids:?}");
    assert_eq!(done.told("call-start", "id"), ids.concat());
}

#[test]
fn pieces_without_an_index_belong_to_the_last_call_or_begin_one() {
    // Mistral, LM Studio.
    let reply = stream(&[
        r#"{"choices":[{"delta":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{\"k\":"}}]}}]}"#,
        r#"{"choices":[{"delta":{"tool_calls":[{"function":{"arguments":"1}"}}]}}]}"#,
        r#"{"choices":[{"delta":{"tool_calls":[{"id":"b","function":{"name":"g","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}"#,
    ])
    .reply
    .unwrap();
    assert_eq!(reply.content, [call("a", "f", json!({"k": 1})), call("b", "g", json!({}))]);
}

#[test]
fn calls_that_share_an_index_are_told_apart_by_their_ids() {
    // Gemini's OpenAI endpoint gives parallel calls the index 0.
    let reply = stream(&[
        r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]}}]}"#,
        r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"b","function":{"name":"f","arguments":"{\"k\":"}}]}}]}"#,
        r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"2}"}}]},"finish_reason":"tool_calls"}]}"#,
    ])
    .reply
    .unwrap();
    assert_eq!(reply.content, [call("a", "f", json!({})), call("b", "f", json!({"k": 2}))]);
}

#[test]
fn recorded_calls_of_mistral_and_vllm_are_read() {
    let mistral =
        chat(FORMAT, fixture(include_str!("../../fixtures/wire/mistral-tool-call.sse"))).reply.unwrap();
    assert_eq!(mistral.content, [call("gSIMJiOkT", "weather", json!({"location": "San Francisco"}))]);
    assert_eq!(mistral.usage.unwrap().output_tokens, 22);
    let vllm =
        chat(FORMAT, fixture(include_str!("../../fixtures/wire/mistral-incremental.sse"))).reply.unwrap();
    let id = "chatcmpl-tool-9f149c74c42f265b";
    assert_eq!(vllm.content, [call(id, "webSearchTool", json!({"query": "current Berlin weather"}))]);
}

#[test]
fn mistral_content_in_parts_is_thought_and_text_and_goes_back_in_parts() {
    let done = chat(FORMAT, fixture(include_str!("../../fixtures/wire/mistral-thinking.sse")));
    let reply = done.reply.unwrap();
    let said = "The user is asking for 2+2. This is basic arithmetic. 2+2=4.";
    assert_eq!(reply.content, [thought(said, "openai", json!({"field": "thinking"})), text("2 + 2 = 4")]);
    let messages = vec![Message { role: Role::Assistant, content: reply.content }];
    let body =
        send(of("magistral-medium-2507"), Vec::new(), messages, ChatOptions::default()).bodies[0].clone();
    assert_eq!(
        body["messages"][0]["content"],
        json!([
            {"type": "thinking", "thinking": [{"type": "text", "text": said}]},
            {"type": "text", "text": "2 + 2 = 4"},
        ])
    );
}

#[test]
fn mistral_gets_short_ids_no_words_after_a_tool_and_no_stream_options() {
    let body = body(of("mistralai/Mistral-Small-3.2"), options());
    let messages = body["messages"].as_array().unwrap();
    let ids = [&messages[2]["tool_calls"][0]["id"], &messages[2]["tool_calls"][1]["id"]];
    assert!(ids[0] != ids[1]);
    for (id, answer) in ids.into_iter().zip([&messages[3], &messages[4]]) {
        let text = id.as_str().unwrap();
        assert!(text.len() == 9 && text.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{text}");
        assert_eq!(&answer["tool_call_id"], id);
    }
    assert_eq!(messages[4]["content"][0]["text"], "no");
    assert_eq!(messages[4]["content"][1]["text"], "and?");
    assert_eq!(messages[5]["role"], "assistant", "no message of the person follows the tool's");
    assert!(body.get("stream_options").is_none());
    let kept = vec![Message { role: Role::Assistant, content: vec![call("gSIMJiOkT", "f", json!({}))] }];
    let body = send(of("codestral-latest"), Vec::new(), kept, ChatOptions::default()).bodies[0].clone();
    assert_eq!(body["messages"][0]["tool_calls"][0]["id"], "gSIMJiOkT", "its own ids stay");
}

#[test]
fn mistral_hears_the_assistant_between_a_result_and_a_message_that_stands_apart() {
    let messages = vec![
        Message { role: Role::Assistant, content: vec![call("c1", "f", json!({}))] },
        Message { role: Role::User, content: vec![super::result("c1", "yes", false)] },
        Message::text(Role::System, "s"),
        Message::text(Role::User, "and?"),
    ];
    let roles = |endpoint| {
        let body = send(endpoint, Vec::new(), messages.clone(), ChatOptions::default()).bodies[0].clone();
        let messages = body["messages"].as_array().unwrap().clone();
        messages.iter().map(|message| message["role"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(roles(of("ministral-8b")), ["system", "assistant", "tool", "assistant", "user"]);
    assert_eq!(roles(of("gpt-4o")), ["system", "assistant", "tool", "user"]);
}

#[test]
fn newer_models_of_openai_get_their_limit_under_its_newer_name() {
    let limited = || ChatOptions { max_tokens: Some(7), ..options() };
    for (model, field) in [
        ("gpt-5.1", "max_completion_tokens"),
        ("openai/o3-mini", "max_completion_tokens"),
        ("gpt-4o", "max_tokens"),
        ("gpt-oss:20b", "max_tokens"),
        ("qwen3:8b", "max_tokens"),
    ] {
        let body = body(of(model), limited());
        assert_eq!(body[field], 7, "{model}");
        assert_eq!(body.to_string().matches("_tokens").count(), 1);
    }
}

#[test]
fn thoughts_in_either_field_are_heard() {
    // `reasoning_content`: DeepSeek, llama.cpp, older vLLM; `reasoning`: OpenRouter, Ollama, vLLM since 0.12.
    for field in ["reasoning_content", "reasoning"] {
        let piece = format!(r#"{{"choices":[{{"delta":{{"content":"","{field}":"hm "}}}}]}}"#);
        let done = stream(&[
            &piece,
            &piece,
            r#"{"choices":[{"delta":{"content":"ok","reasoning":null},"finish_reason":"stop"}]}"#,
        ]);
        assert_eq!(done.told("reasoning", "text"), "hm hm ");
        let expected = thought("hm hm ", "openai", json!({"field": field}));
        assert_eq!(done.reply.unwrap().content, [expected, text("ok")]);
    }
}

#[test]
fn openrouter_details_are_joined_and_go_back_as_they_came() {
    let done = stream(&[
        r#"{"choices":[{"delta":{"content":"","reasoning":"I ","reasoning_details":[{"type":"reasoning.text","text":"I ","format":"anthropic-claude-v1","index":0}]}}]}"#,
        r#"{"choices":[{"delta":{"reasoning":"see","reasoning_details":[{"type":"reasoning.text","text":"see","index":0}]}}]}"#,
        r#"{"choices":[{"delta":{"reasoning_details":[{"type":"reasoning.text","signature":"S1","index":0}]}}]}"#,
        r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}],"reasoning_details":[{"type":"reasoning.encrypted","data":"ENC","id":"a","index":1}]},"finish_reason":"tool_calls"}]}"#,
    ]);
    assert_eq!(done.told("reasoning", "text"), "I see");
    let content = done.reply.unwrap().content;
    let messages = vec![Message { role: Role::Assistant, content }];
    let body = send(endpoint(FORMAT), Vec::new(), messages, ChatOptions::default()).bodies[0].clone();
    assert_eq!(
        body["messages"][0]["reasoning_details"],
        json!([
            {"type": "reasoning.text", "text": "I see", "format": "anthropic-claude-v1", "index": 0, "signature": "S1"},
            {"type": "reasoning.encrypted", "data": "ENC", "id": "a", "index": 1},
        ])
    );
    assert_eq!(body["messages"][0]["tool_calls"][0]["id"], "a");
}

#[test]
fn comments_a_missing_done_and_usage_of_either_place_are_understood() {
    let text_then =
        "data: {\"choices\":[{\"delta\":{\"content\":\"hi\"},\"finish_reason\":null}],\"usage\":null}\n\n";
    let stopped = "data: {\"choices\":[{\"delta\":{\"content\":\"\"},\"finish_reason\":\"stop\"}]}\n\n";
    let usage = "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":2}}\n\n";
    let groq =
        "data: {\"choices\":[],\"x_groq\":{\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":2}}}\n\n";
    let comment = ": OPENROUTER PROCESSING\n\n";
    for stream in [
        format!("{comment}{comment}{text_then}{comment}{stopped}{usage}"),
        format!("{text_then}{stopped}{groq}data: [DONE]\n\n"),
        format!("{text_then}{usage}data: [DONE]\n\n"),
    ] {
        let reply = chat(FORMAT, fixture(&stream)).reply.unwrap();
        assert_eq!((reply.content, reply.stop_reason.as_str()), (vec![text("hi")], "end_turn"));
        assert_eq!(reply.usage.unwrap().input_tokens, 5);
    }
}

#[test]
fn errors_inside_a_stream_with_status_200_are_errors() {
    for (data, code, words) in [
        (
            r#"{"error":{"code":502,"message":"upstream"},"choices":[{"delta":{"content":""},"finish_reason":"error"}]}"#,
            Code::Model,
            "upstream",
        ),
        (r#"{"error":{"code":429,"message":"slow"}}"#, Code::RateLimited, "slow"),
        (r#"{"error":"model not loaded"}"#, Code::Model, "not loaded"),
        (r#"{"object":"error","message":"too long","code":400}"#, Code::Model, "too long"),
        (
            r#"{"choices":[{"delta":{},"error":{"message":"broken"},"finish_reason":"error"}]}"#,
            Code::Model,
            "broken",
        ),
        (r#"{"choices":[{"delta":{},"finish_reason":"error"}]}"#, Code::Model, "error"),
        ("not json", Code::Protocol, "not JSON"),
    ] {
        let error = stream(&[data]).reply.unwrap_err();
        assert!(error.code == code && error.message.contains(words), "{data}: {error}");
    }
}

#[test]
fn the_legacy_function_call_is_a_call() {
    let reply = stream(&[
        r#"{"choices":[{"delta":{"role":"assistant","content":null,"function_call":{"name":"f","arguments":""}}}]}"#,
        r#"{"choices":[{"delta":{"function_call":{"arguments":"{\"k\":1}"}}}]}"#,
        r#"{"choices":[{"delta":{},"finish_reason":"function_call"}]}"#,
    ])
    .reply
    .unwrap();
    let Block::ToolUse { name, input, .. } = &reply.content[0] else { panic!("{reply:?}") };
    assert_eq!((name.as_str(), input, reply.stop_reason.as_str()), ("f", &json!({"k": 1}), "tool_use"));
}
