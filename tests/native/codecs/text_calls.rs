//! Calls that a server left in the text: found in its stream, wherever that is cut.

use super::{Done, endpoint, events, options, send};
use serde_json::{Value, json};
use webmcp_auto_ui::error::Code;
use webmcp_auto_ui::model::{Block, Message, Role};
use webmcp_auto_ui::provider::{Endpoint, TextFormat, WireFormat};

/// The reply of a server that streams `pieces` and stops for `reason`.
fn said(pieces: &[&str], reason: &str, format: Option<TextFormat>) -> Done {
    let chunk = |piece: &&str| json!({"choices": [{"delta": {"content": piece}}]}).to_string();
    let mut data: Vec<String> = pieces.iter().map(chunk).collect();
    data.push(json!({"choices": [{"delta": {}, "finish_reason": reason}]}).to_string());
    let data: Vec<&str> = data.iter().map(String::as_str).collect();
    let endpoint = Endpoint { tool_call_text: format, ..endpoint(WireFormat::OpenAi) };
    send(endpoint, vec![events(&data)], vec![Message::text(Role::User, "hi")], options())
}

fn content(done: &Done) -> Vec<Value> {
    let blocks = done.reply.as_ref().unwrap().content.iter();
    blocks
        .map(|block| match block {
            Block::Text { text } => json!(text),
            Block::Reasoning { text, .. } => json!({"thought": text}),
            Block::ToolUse { name, input, .. } => json!({"call": name, "input": input}),
            other => panic!("{other:?}"),
        })
        .collect()
}

const TEXTS: [&str; 5] = [
    "A <think> tag </think> is talked of. <tool_call>{\"name\": \"s_mcp_a\"}</tool_call>",
    "<think>so</think>Look:<|tool_call>call:s_mcp_a{x:1,t:<|\"|>é {<|\"|>}<tool_call|>",
    "Look: <tool_call>\n{\"name\": \"s_mcp_a\", \"arguments\": {\"x\": [[1], \"</tool_call>\"]}}\n</tool_call>",
    "[TOOL_CALLS]s_mcp_a[ARGS]{\"x\": 1}[TOOL_CALLS][{\"name\":\"s_mcp_a\",\"arguments\":{\"x\":[2]}}]",
    "```json\n{\"name\": \"s_mcp_a\", \"parameters\": {\"x\": 1}}\n```",
];

#[test]
fn calls_in_the_text_become_calls_however_the_text_is_cut() {
    for text in TEXTS {
        let whole = said(&[text], "stop", Some(TextFormat::Auto));
        let expected = content(&whole);
        assert!(expected.iter().any(|block| block["call"] == "s_mcp_a"), "{expected:?}");
        assert_eq!(whole.reply.as_ref().unwrap().stop_reason, "tool_use");
        for at in (1..text.len()).filter(|at| text.is_char_boundary(*at)) {
            let (start, end) = text.split_at(at);
            let cut = said(&[start, end], "stop", Some(TextFormat::Auto));
            assert_eq!(content(&cut), expected, "{text} cut at {at}");
            assert_eq!(cut.told("text", "text"), whole.told("text", "text"), "{text} cut at {at}");
        }
        let letters: Vec<String> = text.chars().map(String::from).collect();
        let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
        assert_eq!(content(&said(&letters, "stop", Some(TextFormat::Auto))), expected, "{text} by letters");
    }
}

#[test]
fn a_call_in_the_text_that_the_token_limit_cut_is_reported_and_never_run() {
    for text in [
        "<tool_call>{\"name\": \"s_mcp_a\", \"argu",
        "[TOOL_CALLS]s_mcp_a[ARGS]{\"x\": [1",
        "<|tool_call>call:s_mc",
    ] {
        let error = said(&[text], "length", Some(TextFormat::Auto)).reply.unwrap_err();
        assert_eq!(error.code, Code::Model);
        assert!(error.message.contains("in half; raise maxTokens"), "{text}: {}", error.message);
    }
    let named = said(&["<|tool_call>call:s_mcp_a{x:"], "length", Some(TextFormat::Auto)).reply.unwrap_err();
    assert!(named.message.contains("'s_mcp_a'"), "{}", named.message);
}

#[test]
fn a_bare_object_that_names_no_offered_tool_is_an_answer() {
    let text = r#"{"name": "Ada", "parameters": {"born": 1815}}"#;
    assert_eq!(content(&said(&[text], "stop", Some(TextFormat::Auto))), [json!(text)]);
}

#[test]
fn nothing_is_looked_for_unless_the_endpoint_says_so() {
    for text in TEXTS {
        assert_eq!(content(&said(&[text], "stop", None)), [json!(text)]);
    }
}

#[test]
fn text_that_is_held_back_stays_in_front_of_the_call_that_follows_it() {
    let native = json!({"choices": [{"delta": {"tool_calls": [
        {"index": 0, "id": "c1", "function": {"name": "s_mcp_a", "arguments": "{}"}}
    ]}}]});
    let data = [
        json!({"choices": [{"delta": {"content": "Look at a < b <tool_c"}}]}).to_string(),
        native.to_string(),
        json!({"choices": [{"delta": {"content": "all done"}}]}).to_string(),
        json!({"choices": [{"delta": {}, "finish_reason": "tool_calls"}]}).to_string(),
    ];
    let data: Vec<&str> = data.iter().map(String::as_str).collect();
    let endpoint = Endpoint { tool_call_text: Some(TextFormat::Auto), ..endpoint(WireFormat::OpenAi) };
    let done = send(endpoint, vec![events(&data)], vec![Message::text(Role::User, "hi")], options());
    let call = json!({"call": "s_mcp_a", "input": {}});
    assert_eq!(content(&done), [json!("Look at a < b <tool_c"), call, json!("all done")]);
}
