//! Whatever models, hosts and tools do, every request is one that every provider takes. The rules are checked on the
//! bodies that would be sent, by the providers' own documentation.

mod rules;

use crate::support::runs::{over, wish};
use crate::support::{Canned, FakeClock, FakeHttp, answering, layer, tool};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use webmcp_auto_ui::agent::{CompressOptions, Input, Limits, RunOptions, Session, run, valid_history};
use webmcp_auto_ui::dispatch::Protocol;
use webmcp_auto_ui::model::{Block, Message, Opaque, Role, ToolFailure};
use webmcp_auto_ui::provider::{Endpoint, HttpProvider, Retries, WireFormat};

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

/// A thought of one of the providers, or of none.
fn thought() -> impl Strategy<Value = Block> {
    let data = prop_oneof![
        Just(("anthropic", json!({"signature": "S"}))),
        Just(("anthropic", json!({"redacted": "R"}))),
        Just(("anthropic", json!(null))),
        Just(("openai", json!({"field": "thinking"}))),
        Just(("openai-responses", json!({"id": "rs", "summary": [], "encrypted_content": "E"}))),
        Just(("openai-responses", json!(1))),
        Just(("gemini", json!({"thoughtSignature": "T", "of": "x"}))),
        Just(("gemini", json!({"thoughtSignature": "T"}))),
    ];
    let opaque = data.prop_map(|(format, data)| Opaque { format: format.into(), data });
    ("[ a]{0,2}", proptest::option::of(opaque)).prop_map(|(text, opaque)| Block::Reasoning { text, opaque })
}

fn any_message() -> impl Strategy<Value = Message> {
    let id = prop_oneof![Just("x".to_owned()), Just("y".to_owned()), "[a-z !]{0,3}"];
    let block = prop_oneof![
        "[ a]{0,2}".prop_map(|text| Block::Text { text }),
        thought(),
        Just(Block::Image { data: "AAAA".into(), media_type: "image/png".into() }),
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

fn input(call: &Value) -> Value {
    serde_json::from_str(call["function"]["arguments"].as_str().unwrap_or_default()).unwrap_or(Value::Null)
}

fn provider(http: &Rc<FakeHttp>, format: WireFormat, model: &str) -> HttpProvider {
    let endpoint = Endpoint { retries: Retries { most: 0 }, ..Endpoint::new(format, "http://x", model) };
    HttpProvider::new(http.clone(), Rc::new(FakeClock::default()), endpoint)
}

fn body(format: WireFormat, text: &str, calls: &[Value]) -> Canned {
    let body = match format {
        WireFormat::OpenAi => json!({"choices": [
            {"message": {"content": text, "reasoning_content": text, "tool_calls": calls}, "finish_reason": "stop"},
        ]}),
        WireFormat::Anthropic => {
            let uses = calls.iter().map(|call| {
                json!({"type": "tool_use", "id": call["id"], "name": call["function"]["name"], "input": input(call)})
            });
            let thought = json!({"type": "thinking", "thinking": text, "signature": "S"});
            let said = [thought.clone(), json!({"type": "text", "text": text})];
            let content: Vec<Value> = said.into_iter().chain(uses).chain([thought]).collect();
            json!({"content": content, "stop_reason": "tool_use"})
        }
        WireFormat::Responses => {
            let uses = calls.iter().map(|call| {
                let function = &call["function"];
                json!({"type": "function_call", "call_id": call["id"], "name": function["name"],
                    "arguments": function["arguments"]})
            });
            let thought = json!({"type": "reasoning", "id": "rs", "summary": [], "encrypted_content": "E"});
            let said = json!({"type": "message", "content": [{"type": "output_text", "text": text}]});
            let output: Vec<Value> =
                [thought.clone(), said].into_iter().chain(uses).chain([thought]).collect();
            json!({"status": "completed", "output": output})
        }
        WireFormat::Gemini => {
            let uses = calls.iter().enumerate().map(|(number, call)| {
                let id = call["id"].as_str().unwrap();
                let mut part =
                    json!({"functionCall": {"name": call["function"]["name"], "args": input(call)}});
                if !id.is_empty() {
                    part["functionCall"]["id"] = id.into();
                }
                if number == 0 {
                    part["thoughtSignature"] = "T".into();
                }
                part
            });
            let picture =
                json!({"inlineData": {"mimeType": "image/png", "data": "AAAA"}, "thoughtSignature": "T"});
            let parts: Vec<Value> =
                [json!({"text": text, "thoughtSignature": "T"}), picture].into_iter().chain(uses).collect();
            json!({"candidates": [{"content": {"parts": parts}, "finishReason": "STOP"}]})
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
        for (format, model, check) in [
            (WireFormat::OpenAi, "gpt", rules::openai as fn(&Value) -> Result<(), String>),
            (WireFormat::OpenAi, "mistral-small", rules::mistral),
            (WireFormat::Anthropic, "claude", rules::anthropic),
            (WireFormat::Responses, "gpt", rules::responses),
            (WireFormat::Gemini, "gemini-3", rules::gemini),
        ] {
            let http = FakeHttp::new(replies.iter().map(|(text, calls)| body(format, text, calls)).collect());
            let provider = provider(&http, format, model);
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
    let provider = provider(&http, WireFormat::OpenAi, "m");
    let outcome = pollster::block_on(wish("wish", over(Rc::new(provider), Vec::new())));
    assert_eq!(outcome.text, "I am sorry.");
    assert_eq!(outcome.tool_calls[0].name, "no such tool!", "the record keeps what the model wrote");
    let second = &http.bodies()[1];
    assert_eq!(rules::openai(second), Ok(()));
    assert!(second.to_string().contains("unknown tool format"));
}
