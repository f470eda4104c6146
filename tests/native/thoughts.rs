//! Thoughts of a model in the history: kept as they are, with what came of them, and never alone.

use crate::support::runs::{options, wish};
use crate::support::{ScriptedProvider, answering, call, text};
use serde_json::{Value, json};
use std::rc::Rc;
use webmcp_auto_ui::agent::{CompressOptions, compress, json_tokens, trim, valid_history};
use webmcp_auto_ui::json::FromJson;
use webmcp_auto_ui::model::{Block, Message, Opaque, Prices, Results, Role, Usage};

fn thought(words: &str) -> Block {
    let opaque = Some(Opaque { format: "anthropic".into(), data: json!({"signature": "S"}) });
    Block::Reasoning { text: words.into(), opaque }
}

fn assistant(content: Vec<Block>) -> Message {
    Message { role: Role::Assistant, content }
}

fn answer(id: &str, words: &str) -> Message {
    let (tool_use_id, content) = (id.into(), words.into());
    let block = Block::ToolResult { tool_use_id, content, images: Vec::new(), is_error: false };
    Message { role: Role::User, content: vec![block] }
}

#[test]
fn a_thought_has_the_published_shape_and_survives_json() {
    let block = thought("hm");
    let json = json!({"type": "reasoning", "text": "hm", "opaque": {"format": "anthropic", "data": {"signature": "S"}}});
    assert_eq!(serde_json::to_value(&block).unwrap(), json);
    assert_eq!(Block::from_json(json).unwrap(), block);
    let short: Block = Block::from_json(json!({"type": "reasoning"})).unwrap();
    assert_eq!(serde_json::to_value(short).unwrap(), json!({"type": "reasoning", "text": ""}));
}

#[test]
fn a_run_keeps_thoughts_beside_what_came_of_them() {
    let provider = ScriptedProvider::new(vec![
        vec![thought("I need a."), text("looking"), call("1", "s_mcp_a", json!({}))],
        vec![thought("That is it."), text("done")],
    ]);
    let outcome = pollster::block_on(wish("go", options(provider, answering(|_, _| Ok(json!({"ok": 1}))))));
    assert_eq!(outcome.text, "done", "thoughts are no part of the answer");
    assert_eq!(outcome.messages[1].content[0], thought("I need a."));
    assert_eq!(outcome.messages[3].content, [thought("That is it."), text("done")]);
}

#[test]
fn a_reply_of_thoughts_alone_does_not_enter_the_history() {
    let provider = ScriptedProvider::new(vec![vec![thought("hm"), text(" ")]]);
    let outcome = pollster::block_on(wish("go", options(provider, answering(|_, _| Ok(Value::Null)))));
    assert_eq!((outcome.messages.len(), outcome.text.as_str()), (1, ""));
}

#[test]
fn a_valid_history_has_thoughts_of_the_assistant_with_something_beside_them() {
    let history = [
        Message { role: Role::User, content: vec![text("hi"), thought("not mine to think")] },
        assistant(vec![thought("alone")]),
        assistant(vec![thought("kept"), text("hey")]),
        Message { role: Role::User, content: vec![thought("alone")] },
    ];
    let valid = valid_history(&history.map(Rc::new));
    assert_eq!(valid.len(), 2);
    assert_eq!(valid[0].content, [text("hi")]);
    assert_eq!(valid[1].content, [thought("kept"), text("hey")]);
}

#[test]
fn trimming_takes_thoughts_with_the_calls_that_they_led_to() {
    let history = vec![
        Message::text(Role::User, "first"),
        assistant(vec![thought("to a"), call("1", "s_mcp_a", json!({}))]),
        Message::text(Role::User, "and?"),
        assistant(vec![thought("kept"), text("hey"), call("2", "s_mcp_b", json!({}))]),
        answer("2", "yes"),
    ];
    let kept = trim(&history, 100_000, &json_tokens);
    assert_eq!(kept.len(), 4, "the call that nothing answers goes, and its thought with it");
    assert_eq!(kept[2].content[0], thought("kept"));
    assert!(json_tokens(&history[3]) > json_tokens(&assistant(vec![text("hey")])), "thoughts count");
}

#[test]
fn compressing_leaves_thoughts_as_they_are() {
    let history = vec![
        Message::text(Role::User, "go"),
        assistant(vec![thought(&"long ".repeat(200)), call("1", "s_mcp_a", json!({}))]),
        answer("1", &"x".repeat(2_000)),
        assistant(vec![text("a")]),
        Message::text(Role::User, "b"),
    ];
    let smaller = compress(&history, &Results::default(), CompressOptions::default());
    assert_eq!(smaller[1], history[1]);
    assert_ne!(smaller[2], history[2]);
}

#[test]
fn what_goes_into_and_comes_from_a_cache_has_its_price() {
    let usage = Usage {
        input_tokens: 1_000_000,
        output_tokens: 1_000_000,
        cache_read_input_tokens: 1_000_000,
        cache_creation_input_tokens: 1_000_000,
        reasoning_tokens: 500_000,
    };
    let prices = Prices { input: 3.0, output: 15.0, cache_read: Some(0.3), cache_write: Some(3.75) };
    assert!((prices.of(usage) - 22.05).abs() < 1e-9, "thoughts are among what was written");
    let plain = Prices { cache_read: None, cache_write: None, ..prices };
    assert!((plain.of(usage) - 24.0).abs() < 1e-9);
    assert_eq!(usage.read(), 3_000_000);
}
