use crate::support::{Canned, FakeHttp, call, text};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use webmcp_auto_ui::error::{Code, Error};
use webmcp_auto_ui::model::{Block, Message, ProviderTool, Role};
use webmcp_auto_ui::provider::{
    ChatOptions, ChatRequest, ChatResponse, Endpoint, HttpProvider, Provider, WireFormat,
};

const OPENAI: &str = include_str!("../fixtures/synthetic-openai-tools.sse");
const ANTHROPIC: &str = include_str!("../fixtures/synthetic-anthropic-tools.sse");

fn conversation() -> Vec<Message> {
    vec![
        Message::text(Role::User, "hi"),
        Message {
            role: Role::Assistant,
            content: vec![text("looking"), call("c1", "s_mcp_a", json!({"x": 1}))],
        },
        Message {
            role: Role::User,
            content: vec![
                Block::ToolResult {
                    tool_use_id: "c1".into(),
                    content: "no".into(),
                    images: Vec::new(),
                    is_error: true,
                },
                Block::Image { data: "AA".into(), media_type: "image/png".into() },
            ],
        },
    ]
}

struct Done {
    reply: Result<ChatResponse, Error>,
    body: Value,
    tokens: String,
    /// Of all calls, as it was told.
    arguments: String,
}

fn chat(format: WireFormat, canned: Canned) -> Done {
    let http = FakeHttp::new(vec![canned]);
    let provider = HttpProvider::new(
        http.clone(),
        Endpoint {
            label: "Local LLM",
            url: "http://x/v1".into(),
            model: "m".into(),
            format,
            headers: vec![("x-model".into(), "m".into())],
        },
    );
    let tokens: Rc<RefCell<String>> = Rc::default();
    let heard = tokens.clone();
    let written: Rc<RefCell<String>> = Rc::default();
    let inputs = written.clone();
    let request = ChatRequest {
        messages: conversation().into_iter().map(Rc::new).collect(),
        tools: Rc::new(vec![Rc::new(ProviderTool {
            name: "s_mcp_a".into(),
            description: "d".into(),
            input_schema: json!({"type": "object"}),
            strict: false,
        })]),
        options: ChatOptions {
            system: Some("be brief".into()),
            temperature: Some(0.0),
            top_k: Some(3),
            ..ChatOptions::default()
        },
        on_token: Rc::new(move |piece| heard.borrow_mut().push_str(piece)),
        on_arguments: Rc::new(move |piece| inputs.borrow_mut().push_str(piece.delta)),
    };
    let reply = pollster::block_on(provider.chat(request));
    let body = http.bodies()[0].clone();
    assert_eq!(http.sent.borrow()[0].headers.last().unwrap().0, "x-model");
    let (tokens, arguments) = (tokens.borrow().clone(), written.borrow().clone());
    Done { reply, body, tokens, arguments }
}

#[test]
fn both_formats_stream_text_and_tool_calls_wherever_bytes_are_cut() {
    // What came from a cache is counted apart; OpenAI's own count includes it.
    for (format, stream, id, read) in
        [(WireFormat::OpenAi, OPENAI, "call_1", 20), (WireFormat::Anthropic, ANTHROPIC, "toolu_1", 120)]
    {
        for size in [1, 7, 64, 100_000] {
            let done = chat(format, Canned::events(stream).cut(size));
            let reply = done.reply.unwrap();
            assert_eq!(done.arguments.replace(' ', ""), "{\"q\":\"x\",\"n\":[1,2]}");
            assert_eq!(reply.content[0], text("Let me läok."));
            assert_eq!(reply.content[1], call(id, "s_mcp_a", json!({"q": "x", "n": [1, 2]})));
            assert_eq!(
                reply.content[2],
                call("call_2".replace("call", id.split('_').next().unwrap()).as_str(), "s_mcp_b", json!({}))
            );
            assert_eq!(reply.stop_reason, "tool_use");
            let usage = reply.usage.unwrap();
            assert_eq!(
                (usage.input_tokens, usage.output_tokens, usage.cache_read_input_tokens),
                (read, 34, 100)
            );
            assert_eq!(done.tokens, "Let me läok.");
        }
    }
}

#[test]
fn openai_requests_have_the_documented_shape() {
    let body = chat(WireFormat::OpenAi, Canned::events(OPENAI)).body;
    assert_eq!(body["messages"][0], json!({"role": "system", "content": "be brief"}));
    assert_eq!(
        body["messages"][2]["tool_calls"][0]["function"],
        json!({"name": "s_mcp_a", "arguments": "{\"x\":1}"})
    );
    assert_eq!(body["messages"][3], json!({"role": "tool", "tool_call_id": "c1", "content": "no"}));
    assert_eq!(body["messages"][4]["content"][0]["image_url"]["url"], "data:image/png;base64,AA");
    assert_eq!(body["tools"][0]["function"]["parameters"], json!({"type": "object"}));
    assert_eq!((&body["temperature"], &body["stream"]), (&json!(0.0), &json!(true)));
}

#[test]
fn anthropic_requests_have_the_documented_shape() {
    let body = chat(WireFormat::Anthropic, Canned::events(ANTHROPIC)).body;
    assert_eq!(body["system"][0]["cache_control"], json!({"type": "ephemeral"}));
    assert_eq!(
        body["messages"][1]["content"][1],
        json!({"type": "tool_use", "id": "c1", "name": "s_mcp_a", "input": {"x": 1}})
    );
    assert_eq!(body["messages"][2]["content"][0]["is_error"], true);
    assert_eq!(body["messages"][2]["content"][1]["source"]["media_type"], "image/png");
    assert_eq!(body["tools"][0]["cache_control"], json!({"type": "ephemeral"}));
    let blocks = body["messages"][2]["content"].as_array().unwrap();
    assert_eq!(blocks.last().unwrap()["cache_control"], json!({"type": "ephemeral"}));
    assert_eq!(body.to_string().matches("cache_control").count(), 3, "the API takes four at most");
    assert_eq!((&body["max_tokens"], &body["top_k"]), (&json!(4096), &json!(3)));
}

#[test]
fn replies_in_one_body_are_read_too() {
    let openai = r#"{"choices":[{"message":{"content":null,"tool_calls":[{"id":"a","function":{"name":"f","arguments":{"k":1}}}]},"finish_reason":"tool_calls"}]}"#;
    let reply = chat(WireFormat::OpenAi, Canned::json(200, openai)).reply.unwrap();
    assert_eq!(reply.content, [call("a", "f", json!({"k": 1}))]);
    let anthropic = r#"{"content":[{"type":"text","text":"hey"}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":2}}"#;
    let done = chat(WireFormat::Anthropic, Canned::json(200, anthropic));
    assert_eq!((done.reply.unwrap().content, done.tokens.as_str()), (vec![text("hey")], "hey"));
}

#[test]
fn arguments_that_are_no_json_object_are_kept_for_the_model_to_see() {
    let stream = "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"k\\\": \"}}]},\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n";
    let reply = chat(WireFormat::OpenAi, Canned::events(stream)).reply.unwrap();
    assert_eq!(reply.content, [call("a", "f", json!({"_raw": "{\"k\": "}))]);
}

#[test]
fn a_call_that_the_token_limit_cut_in_half_is_an_error() {
    let stream = "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"k\\\": \"}}]},\"finish_reason\":\"length\"}]}\n\n";
    let error = chat(WireFormat::OpenAi, Canned::events(stream)).reply.unwrap_err();
    assert!(error.code == Code::Model && error.message.contains("maxTokens"));
}

#[test]
fn a_stream_that_breaks_off_is_an_error() {
    for format in [WireFormat::OpenAi, WireFormat::Anthropic] {
        let stream = if format == WireFormat::OpenAi { OPENAI } else { ANTHROPIC };
        let half = Canned::events(&stream[..stream.len() / 3]);
        assert_eq!(chat(format, half).reply.unwrap_err().code, Code::Network);
        let mut broken = Canned::events(&stream[..40]);
        broken.broken = true;
        assert_eq!(chat(format, broken).reply.unwrap_err().code, Code::Network);
    }
}

#[test]
fn error_statuses_and_bodies_have_their_codes() {
    for (status, body, code) in [
        (401, r#"{"error":{"message":"bad key"}}"#, Code::Unauthorized),
        (429, "slow down", Code::RateLimited),
        (500, "oops", Code::Http),
        (200, "<!doctype html><p>login", Code::Protocol),
        (200, "{}", Code::Protocol),
        (200, r#"{"error":{"message":"no model"}}"#, Code::Model),
    ] {
        let error = chat(WireFormat::OpenAi, Canned::json(status, body)).reply.unwrap_err();
        assert_eq!(error.code, code, "{status} {body}: {error}");
        assert!(error.message.len() < 400);
    }
}

#[test]
fn an_error_inside_a_stream_is_an_error() {
    let stream = "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n";
    assert_eq!(chat(WireFormat::Anthropic, Canned::events(stream)).reply.unwrap_err().code, Code::Model);
}

#[test]
fn an_empty_reply_is_an_empty_reply() {
    let stream = "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    assert!(chat(WireFormat::OpenAi, Canned::events(stream)).reply.unwrap().content.is_empty());
}
