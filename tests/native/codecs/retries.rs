use super::{Done, FORMATS, endpoint, events, options, send};
use crate::support::{Canned, FakeClock, FakeHttp, text};
use proptest::prelude::*;
use serde_json::json;
use std::rc::Rc;
use webmcp_auto_ui::clock::Clock;
use webmcp_auto_ui::error::{Code, Error};
use webmcp_auto_ui::model::{Message, Role};
use webmcp_auto_ui::provider::{ChatRequest, Endpoint, HttpProvider, Provider, Retries, WireFormat};

const OK: &str = r#"{"choices":[{"delta":{"content":"ok"},"finish_reason":"stop"}]}"#;

fn refusal(status: u16, headers: &[(&'static str, &'static str)]) -> Canned {
    Canned { headers: headers.to_vec(), ..Canned::json(status, "{\"error\":\"busy\"}") }
}

fn tried(script: Vec<Canned>) -> Done {
    let endpoint = Endpoint { retries: Retries::default(), ..endpoint(WireFormat::OpenAi) };
    send(endpoint, script, vec![Message::text(Role::User, "hi")], options())
}

#[test]
fn what_may_pass_is_sent_again_from_the_same_bytes() {
    for status in [408, 409, 429, 500, 502, 503, 529] {
        let done = tried(vec![refusal(status, &[]), refusal(status, &[]), events(&[OK])]);
        assert_eq!(done.reply.unwrap().content, [text("ok")], "{status}");
        assert_eq!(done.bodies.len(), 3);
        assert!(done.bodies.iter().all(|body| *body == done.bodies[0]));
        let told = done.deltas.iter().filter(|delta| delta["type"] == "text").count();
        assert_eq!(told, 1);
    }
    let gone = Canned { broken: true, ..Canned::events("") };
    assert_eq!(tried(vec![gone, events(&[OK])]).reply.unwrap().content, [text("ok")]);
}

#[test]
fn what_cannot_pass_is_not_sent_again() {
    for status in [400, 401, 403, 404, 413, 422] {
        assert_eq!(tried(vec![refusal(status, &[]), events(&[OK])]).bodies.len(), 1, "{status}");
    }
    let told_not_to = refusal(429, &[("x-should-retry", "false")]);
    assert_eq!(tried(vec![told_not_to, events(&[OK])]).bodies.len(), 1);
    let told_to = refusal(400, &[("x-should-retry", "true")]);
    assert_eq!(tried(vec![told_to, events(&[OK])]).bodies.len(), 2);
}

#[test]
fn a_reply_that_gemini_has_spoilt_or_left_empty_is_asked_for_once_more() {
    let stop = |reason: &str| format!(r#"{{"candidates":[{{"content":{{}},"finishReason":"{reason}"}}]}}"#);
    let ok = r#"{"candidates":[{"content":{"parts":[{"text":"ok"}]},"finishReason":"STOP"}]}"#;
    let thought =
        r#"{"candidates":[{"content":{"parts":[{"text":"hm","thought":true}]},"finishReason":"STOP"}]}"#;
    let asked = |bodies: &[&str]| {
        let endpoint = Endpoint { retries: Retries::default(), ..endpoint(WireFormat::Gemini) };
        let script = bodies.iter().map(|body| events(&[body])).collect();
        send(endpoint, script, vec![Message::text(Role::User, "hi")], options())
    };
    for reason in ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "STOP"] {
        let done = asked(&[&stop(reason), ok]);
        assert_eq!((done.reply.unwrap().content, done.bodies.len()), (vec![text("ok")], 2), "{reason}");
        let ends = done.deltas.iter().filter(|delta| delta["type"] == "finish").count();
        assert_eq!(ends, 1, "the end of a reply that does not count is not told");
    }
    let spoilt = stop("MALFORMED_FUNCTION_CALL");
    let twice = asked(&[&spoilt, &spoilt, ok]);
    assert!(twice.reply.unwrap_err().message.contains("MALFORMED_FUNCTION_CALL"));
    assert_eq!(twice.bodies.len(), 2, "once more is enough");
    let empty = asked(&[&stop("STOP"), &stop("STOP"), ok]);
    assert_eq!((empty.reply.unwrap().content, empty.bodies.len()), (vec![], 2), "it may have nothing to say");
    assert_eq!(asked(&[thought, ok]).bodies.len(), 1, "what was told cannot be taken back");
    let by_gateway =
        r#"{"choices":[{"delta":{},"finish_reason":"function_call_filter: MALFORMED_FUNCTION_CALL"}]}"#;
    let done = tried(vec![events(&[by_gateway]), events(&[OK])]);
    assert_eq!((done.reply.unwrap().content, done.bodies.len()), (vec![text("ok")], 2));
}

#[test]
fn three_refusals_are_enough() {
    let done = tried(vec![refusal(503, &[]), refusal(503, &[]), refusal(503, &[]), events(&[OK])]);
    assert_eq!((done.reply.unwrap_err().code, done.bodies.len()), (Code::Http, 3));
}

#[test]
fn nothing_is_sent_again_once_something_was_told() {
    let piece = "data: {\"choices\":[{\"delta\":{\"content\":\"half\"}}]}\n\n";
    let broken = Canned { broken: true, ..Canned::events(piece) };
    let done = tried(vec![broken, events(&[OK])]);
    assert_eq!((done.reply.as_ref().unwrap_err().code, done.bodies.len()), (Code::Network, 1));
    assert_eq!(done.told("text", "text"), "half");
    let thought = Canned::events("data: {\"choices\":[{\"delta\":{\"reasoning\":\"hm\"}}]}\n\n");
    assert_eq!(tried(vec![thought, events(&[OK])]).bodies.len(), 1);
}

#[test]
fn an_overload_that_is_told_inside_a_stream_is_sent_again_as_well() {
    let overloaded = r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#;
    let start = r#"{"type":"message_start","message":{"content":[],"usage":{"input_tokens":3}}}"#;
    let good = [
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"ok"}}"#,
        r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"}}"#,
    ];
    let endpoint = Endpoint { retries: Retries::default(), ..endpoint(WireFormat::Anthropic) };
    let script = vec![events(&[start, overloaded]), events(&good)];
    let done = send(endpoint, script, vec![Message::text(Role::User, "hi")], options());
    assert_eq!(done.reply.unwrap().content, [text("ok")]);
    let upstream =
        r#"{"error":{"code":502,"message":"upstream"},"choices":[{"delta":{},"finish_reason":"error"}]}"#;
    assert_eq!(tried(vec![events(&[upstream]), events(&[OK])]).bodies.len(), 2);
    let quota = r#"{"error":{"code":"insufficient_quota","message":"pay"}}"#;
    assert_eq!(tried(vec![events(&[quota]), events(&[OK])]).bodies.len(), 1);
}

#[test]
fn an_error_in_the_middle_of_a_stream_ends_it_in_every_format() {
    let streams = [
        (
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"half"}}"#,
            r#"{"type":"error","error":{"type":"overloaded_error","message":"no more"}}"#,
        ),
        (r#"{"choices":[{"delta":{"content":"half"}}]}"#, r#"{"error":{"code":503,"message":"no more"}}"#),
        (
            r#"{"type":"response.output_text.delta","output_index":0,"delta":"half"}"#,
            r#"{"type":"error","code":"server_error","message":"no more"}"#,
        ),
        (
            r#"{"candidates":[{"content":{"parts":[{"text":"half"}]}}]}"#,
            r#"{"error":{"code":503,"message":"no more"}}"#,
        ),
    ];
    for (format, (piece, error)) in FORMATS.into_iter().zip(streams) {
        let endpoint = Endpoint { retries: Retries::default(), ..endpoint(format) };
        let done = send(endpoint, vec![events(&[piece, error])], Vec::new(), options());
        assert_eq!(done.told("text", "text"), "half", "{format:?}");
        assert_eq!(done.bodies.len(), 1);
        let error = done.reply.unwrap_err();
        assert!(error.code == Code::Model && error.message.contains("no more"), "{format:?}: {error}");
    }
}

/// Milliseconds that a request with these refusals took, on a clock that stands still but for pauses.
fn waited(refused: Vec<Canned>, now_ms: f64) -> f64 {
    let clock = FakeClock::default();
    clock.0.set(now_ms);
    let http = FakeHttp::new(refused.into_iter().chain([events(&[OK])]).collect());
    let endpoint = Endpoint { retries: Retries::default(), ..endpoint(WireFormat::OpenAi) };
    let provider = HttpProvider::new(http, Rc::new(clock.clone()), endpoint);
    let request = ChatRequest {
        messages: vec![Rc::new(Message::text(Role::User, "hi"))],
        tools: Rc::default(),
        options: options(),
        on_delta: Rc::new(|_| {}),
    };
    pollster::block_on(provider.chat(request)).unwrap();
    clock.now_ms() - now_ms
}

#[test]
fn the_servers_pause_is_kept_in_whichever_form_it_comes() {
    // 784111777 s is the date of RFC 9110's own example.
    let now_ms = 784_111_777_000.0;
    for (header, value, expected_ms) in [
        ("retry-after", "3", 3_000.0),
        ("retry-after", "05", 5_000.0),
        ("retry-after", "1.5", 1_500.0),
        ("retry-after-ms", "250", 250.0),
        ("retry-after", "Sun, 06 Nov 1994 08:49:47 GMT", 10_000.0),
        ("retry-after", "Sun Nov  6 08:49:47 1994", 10_000.0),
        ("retry-after", "60", 60_000.0),
    ] {
        let took = waited(vec![refusal(429, &[(header, value)])], now_ms);
        assert!((took - expected_ms).abs() < 2.0, "{header}: {value} took {took}");
    }
    for unusable in
        ["soon", "-5", "Sun, 99 Nov 1994 08:49:47 GMT", "Sun, 06 Foo 1994 08:49:47 GMT", "NaN", "0"]
    {
        let took = waited(vec![refusal(429, &[("retry-after", unusable)])], now_ms);
        assert!((250.0..=501.0).contains(&took), "{unusable} took {took}");
    }
}

#[test]
fn a_pause_that_is_longer_than_a_run_may_wait_is_told_at_once() {
    for value in ["86400", "1e12", "Sunday, 06-Nov-94 08:49:47 GMT"] {
        let script = vec![refusal(429, &[("retry-after", value)])];
        let endpoint = Endpoint { retries: Retries { most: 2 }, ..endpoint(WireFormat::OpenAi) };
        let done = send(endpoint, script, vec![Message::text(Role::User, "hi")], options());
        assert_eq!(done.bodies.len(), 1, "{value}");
        assert_eq!(done.reply.unwrap_err().details.unwrap()["retryAfter"], value);
    }
}

#[test]
fn googles_pause_stands_in_the_body() {
    let took = waited(vec![Canned::json(429, include_str!("../../fixtures/wire/gemini-429.json"))], 0.0);
    assert!((took - 34_400.0).abs() < 2.0, "{took}");
}

#[test]
fn every_format_is_sent_again() {
    for format in FORMATS {
        let endpoint = Endpoint { retries: Retries { most: 1 }, ..endpoint(format) };
        let script = vec![refusal(500, &[]), refusal(500, &[])];
        let done = send(endpoint, script, vec![Message::text(Role::User, "hi")], options());
        assert_eq!(done.bodies.len(), 2, "{format:?}");
    }
}

proptest! {
    #[test]
    fn pauses_of_our_own_grow_spread_and_end(attempt in 0u32..40, random in any::<u64>(), most in 0u32..40) {
        let error = Error::new(Code::Http, "x").with_details(json!({"status": 503}));
        let pause = Retries { most }.pause_ms(attempt, &error, None, random);
        prop_assert_eq!(pause.is_some(), attempt < most);
        if let Some(pause) = pause {
            let full = (500.0 * 2_f64.powi(attempt.min(16) as i32)).min(8_000.0);
            prop_assert!(pause >= full / 2.0 && pause <= full);
        }
    }
}
