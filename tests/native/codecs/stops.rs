//! Why models stop, and that half a call never runs.

use super::{chat, events};
use crate::support::{Canned, call, text};
use serde_json::json;
use webmcp_auto_ui::error::Code;
use webmcp_auto_ui::provider::WireFormat;

fn anthropic(stop: &str, blocks: &[&str]) -> Canned {
    let stop = format!(r#"{{"type":"message_delta","delta":{{"stop_reason":"{stop}"}}}}"#);
    let end = r#"{"type":"message_stop"}"#;
    events(&[blocks, &[&stop, end]].concat())
}

const TEXT: &str = r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"ok"}}"#;
const CALL: &str = r#"{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t","name":"f","input":{}}}"#;

fn piece(json: &str) -> String {
    let piece = serde_json::to_string(json).unwrap();
    format!(
        r#"{{"type":"content_block_delta","index":1,"delta":{{"type":"input_json_delta","partial_json":{piece}}}}}"#
    )
}

#[test]
fn every_stop_reason_of_anthropic_is_passed_on() {
    for reason in [
        "end_turn",
        "max_tokens",
        "stop_sequence",
        "pause_turn",
        "refusal",
        "model_context_window_exceeded",
        "something_new",
    ] {
        let reply = chat(WireFormat::Anthropic, anthropic(reason, &[TEXT])).reply.unwrap();
        assert_eq!((reply.stop_reason.as_str(), reply.content), (reason, vec![text("ok")]));
    }
}

#[test]
fn a_reply_that_says_nothing_at_all_says_why() {
    for (reason, words) in [
        ("refusal", "refused"),
        ("max_tokens", "raise maxTokens"),
        ("model_context_window_exceeded", "maxHistoryTokens"),
        ("something_new", "something_new"),
    ] {
        let thinking =
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}"#;
        for blocks in [&[][..], &[thinking]] {
            let error = chat(WireFormat::Anthropic, anthropic(reason, blocks)).reply.unwrap_err();
            assert!(error.code == Code::Model && error.message.contains(words), "{reason}: {error}");
            assert_eq!(error.details.unwrap()["stopReason"], reason);
        }
    }
    let recorded = include_str!("../../fixtures/wire/anthropic-refusal.sse");
    let error = chat(WireFormat::Anthropic, Canned::events(recorded)).reply.unwrap_err();
    assert!(error.message.contains("violative cyber content"), "{error}");
    assert!(chat(WireFormat::Anthropic, anthropic("end_turn", &[])).reply.unwrap().content.is_empty());
}

#[test]
fn a_call_that_was_cut_in_half_is_an_error_and_one_that_was_not_runs() {
    for arguments in ["", "{\"k\": ", "{\"k\": 1", "[1]"] {
        for (reason, words) in [
            ("max_tokens", "raise maxTokens"),
            ("model_context_window_exceeded", "maxHistoryTokens"),
            ("refusal", "in the middle of the call of 'f'"),
        ] {
            let canned = anthropic(reason, &[TEXT, CALL, &piece(arguments)]);
            let error = chat(WireFormat::Anthropic, canned).reply.unwrap_err();
            assert!(
                error.code == Code::Model && error.message.contains(words),
                "{arguments} {reason}: {error}"
            );
        }
    }
    let whole =
        chat(WireFormat::Anthropic, anthropic("max_tokens", &[CALL, &piece("{\"k\":1}")])).reply.unwrap();
    assert_eq!(whole.content, [call("t", "f", json!({"k": 1}))]);
    let body = |stop: &str| {
        let call = r#"{"type":"tool_use","id":"t","name":"f","input":{"k":1}}"#;
        Canned::json(200, &format!(r#"{{"content":[{call}],"stop_reason":"{stop}"}}"#))
    };
    let error = chat(WireFormat::Anthropic, body("max_tokens")).reply.unwrap_err();
    assert!(error.message.contains("raise maxTokens"), "the rest of the value may be missing: {error}");
    assert!(chat(WireFormat::Anthropic, body("tool_use")).reply.is_ok());
    let openai = r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"k\": "}}]},"finish_reason":"length"}]}"#;
    let responses = [
        r#"{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","call_id":"c","name":"f","arguments":""}}"#,
        r#"{"type":"response.function_call_arguments.delta","output_index":0,"delta":"{\"k\""}"#,
        r#"{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"}}}"#,
    ];
    for (format, canned) in
        [(WireFormat::OpenAi, events(&[openai])), (WireFormat::Responses, events(&responses))]
    {
        let error = chat(format, canned).reply.unwrap_err();
        assert!(error.message.contains("cut the call of 'f' in half"), "{error}");
    }
}

#[test]
fn the_words_of_all_formats_for_the_same_end_are_one_word() {
    let openai = |reason: &str| {
        events(&[&format!(r#"{{"choices":[{{"delta":{{"content":"x"}},"finish_reason":"{reason}"}}]}}"#)])
    };
    let gemini = |reason: &str| {
        events(&[&format!(
            r#"{{"candidates":[{{"content":{{"parts":[{{"text":"x"}}]}},"finishReason":"{reason}"}}]}}"#
        )])
    };
    let responses = |reason: &str| {
        events(&[
            r#"{"type":"response.output_text.delta","output_index":0,"delta":"x"}"#,
            &format!(
                r#"{{"type":"response.incomplete","response":{{"status":"incomplete","incomplete_details":{{"reason":"{reason}"}}}}}}"#
            ),
        ])
    };
    for (format, canned, word) in [
        (WireFormat::OpenAi, openai("length"), "max_tokens"),
        (WireFormat::OpenAi, openai("content_filter"), "refusal"),
        (WireFormat::OpenAi, openai("model_length"), "model_context_window_exceeded"),
        (WireFormat::OpenAi, openai("eos"), "end_turn"),
        (WireFormat::Gemini, gemini("MAX_TOKENS"), "max_tokens"),
        (WireFormat::Gemini, gemini("STOP"), "end_turn"),
        (WireFormat::Responses, responses("max_output_tokens"), "max_tokens"),
        (WireFormat::Responses, responses("content_filter"), "refusal"),
    ] {
        assert_eq!(chat(format, canned).reply.unwrap().stop_reason, word, "{format:?}");
    }
}

#[test]
fn too_many_calls_and_too_large_replies_are_refused() {
    let start = |index: usize| {
        format!(
            r#"{{"type":"content_block_start","index":{index},"content_block":{{"type":"tool_use","id":"t{index}","name":"f"}}}}"#
        )
    };
    let many: Vec<String> = (0..130).map(start).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let error = chat(WireFormat::Anthropic, anthropic("tool_use", &many)).reply.unwrap_err();
    assert!(error.code == Code::Protocol && error.message.contains("128"), "{error}");
    let large = format!(
        r#"{{"type":"content_block_delta","index":0,"delta":{{"type":"text_delta","text":"{}"}}}}"#,
        "x".repeat(9 * 1024 * 1024)
    );
    let error = chat(WireFormat::Anthropic, anthropic("end_turn", &[&large, &large])).reply.unwrap_err();
    assert!(error.code == Code::Protocol && error.message.contains("maxTokens"), "{error}");
}
