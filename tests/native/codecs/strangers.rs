//! Replies of another API than the one that was asked, and replies that hold half a character.

use super::{FORMATS, endpoint, events, options, send};
use crate::support::Canned;
use serde_json::json;
use webmcp_auto_ui::error::Code;
use webmcp_auto_ui::model::{Block, Message, Role};
use webmcp_auto_ui::provider::{ChatRequest, Endpoint, HttpProvider, Provider, WireFormat};

fn ask(format: WireFormat, answer: Canned) -> super::Done {
    send(endpoint(format), vec![answer], vec![Message::text(Role::User, "hi")], options())
}

/// What each API writes: a whole body, and the first event of a stream.
const REPLIES: [(WireFormat, &str, &str, &str); 4] = [
    (
        WireFormat::Anthropic,
        "anthropic",
        r#"{"type":"message","role":"assistant","content":[{"type":"text","text":"hi"}],"stop_reason":"end_turn"}"#,
        r#"{"type":"message_start","message":{"content":[],"usage":{"input_tokens":1,"output_tokens":1}}}"#,
    ),
    (
        WireFormat::OpenAi,
        "openai",
        r#"{"object":"chat.completion","choices":[{"message":{"content":"hi"},"finish_reason":"stop"}]}"#,
        r#"{"object":"chat.completion.chunk","choices":[{"delta":{"content":"hi"}}]}"#,
    ),
    (
        WireFormat::Responses,
        "openai-responses",
        r#"{"object":"response","status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"hi"}]}]}"#,
        r#"{"type":"response.created","response":{"status":"in_progress"}}"#,
    ),
    (
        WireFormat::Gemini,
        "gemini",
        r#"{"candidates":[{"content":{"parts":[{"text":"hi"}]},"finishReason":"STOP"}]}"#,
        r#"{"candidates":[{"content":{"parts":[{"text":"hi"}]}}]}"#,
    ),
];

#[test]
fn a_reply_of_another_api_names_the_option() {
    for asked in FORMATS {
        for (told, name, body, event) in REPLIES {
            let whole = ask(asked, Canned::json(200, body)).reply;
            let streamed = ask(asked, events(&[event])).reply;
            if told == asked {
                assert!(whole.is_ok(), "{name}: {whole:?}");
                continue;
            }
            for reply in [whole, streamed] {
                let error = reply.unwrap_err();
                let words = format!("set the option format to '{name}'");
                assert!(error.code == Code::Protocol && error.message.contains(&words), "{asked:?}: {error}");
            }
        }
    }
}

#[test]
fn half_a_character_loses_neither_text_nor_calls() {
    let text = r#"{"choices":[{"delta":{"content":"a\ud83db"}}]}"#;
    let arguments = json!("{\"q\":\"a\\ud83db\"}").to_string();
    let call = format!(
        r#"{{"choices":[{{"delta":{{"tool_calls":[{{"index":0,"id":"c","function":{{"name":"t","arguments":{arguments}}}}}]}}}}]}}"#
    );
    let last = r#"{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}"#;
    let reply = ask(WireFormat::OpenAi, events(&[text, &call, last, "[DONE]"])).reply.unwrap();
    assert_eq!(reply.content[0], Block::Text { text: "a\u{fffd}b".into() });
    let Block::ToolUse { input, .. } = &reply.content[1] else { panic!("{:?}", reply.content) };
    assert_eq!(*input, json!({"q": "a\u{fffd}b"}));
}

#[test]
fn a_format_that_was_guessed_is_learnt_from_the_first_reply_and_kept() {
    let refusals = [
        (
            WireFormat::Anthropic,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"messages: Field required"}}"#,
        ),
        (
            WireFormat::Gemini,
            r#"{"error":{"code":400,"message":"Invalid JSON payload","status":"INVALID_ARGUMENT"}}"#,
        ),
        (
            WireFormat::OpenAi,
            r#"{"error":{"message":"Unrecognized request argument supplied: system","type":"invalid_request_error","param":null,"code":null}}"#,
        ),
    ];
    for (told, _, body, event) in REPLIES {
        for asked in FORMATS.into_iter().filter(|asked| *asked != told) {
            let mut firsts = vec![Canned::json(200, body), events(&[event])];
            firsts.extend(
                refusals.iter().filter(|(of, _)| *of == told).map(|(_, text)| Canned::json(400, text)),
            );
            for first in firsts {
                let http = crate::support::FakeHttp::new(vec![
                    first,
                    Canned::json(200, body),
                    Canned::json(200, body),
                ]);
                let endpoint = Endpoint { learns_format: true, ..endpoint(asked) };
                let clock = std::rc::Rc::new(crate::support::FakeClock::default());
                let provider = HttpProvider::new(http.clone(), clock, endpoint);
                let ask = || {
                    let messages = vec![std::rc::Rc::new(Message::text(Role::User, "hi"))];
                    pollster::block_on(provider.chat(ChatRequest {
                        messages,
                        tools: std::rc::Rc::default(),
                        options: options(),
                        on_delta: std::rc::Rc::new(|_| {}),
                    }))
                };
                assert!(ask().is_ok(), "{asked:?} {told:?}");
                assert_eq!((http.bodies().len(), provider.format()), (2, told), "{asked:?} {told:?}");
                assert!(ask().is_ok());
                assert_eq!(http.bodies().len(), 3, "what is known is not found out again");
                assert_eq!(http.bodies()[1], http.bodies()[2]);
                assert_ne!(http.bodies()[0], http.bodies()[1]);
            }
        }
    }
    // Who has chosen is told, and nothing is sent twice; nor is a server asked for ever.
    let chosen = ask(WireFormat::Anthropic, Canned::json(200, REPLIES[1].2));
    assert!(chosen.reply.is_err() && chosen.bodies.len() == 1);
}
