//! Histories that become smaller: previews of old results, and which turns go.

use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::HashSet;
use webmcp_auto_ui::agent::{CompressOptions, Compressor, compress, json_tokens, trim, trim_plan};
use webmcp_auto_ui::dispatch::truncate;
use webmcp_auto_ui::model::{Block, Message, Results, Role};

fn says(role: Role, text: &str) -> Message {
    Message::text(role, text)
}

fn call(id: &str, name: &str, input: Value) -> Message {
    let block = Block::ToolUse { id: id.into(), name: name.into(), input };
    Message { role: Role::Assistant, content: vec![block] }
}

fn result(id: &str, content: &str) -> Message {
    let block = Block::ToolResult {
        tool_use_id: id.into(),
        content: content.into(),
        images: Vec::new(),
        is_error: false,
    };
    Message { role: Role::User, content: vec![block] }
}

fn content(message: &Message) -> &str {
    match message.content.first() {
        Some(Block::ToolResult { content, .. }) => content,
        other => panic!("no result: {other:?}"),
    }
}

/// One call of `s_mcp_t` whose result is `text`, and two messages after it.
fn history(text: &str) -> Vec<Message> {
    vec![
        says(Role::User, "go"),
        call("a", "s_mcp_t", json!({})),
        result("a", text),
        call("b", "s_mcp_t", json!({})),
        result("b", text),
    ]
}

#[test]
fn an_old_long_result_becomes_its_beginning_and_the_hint() {
    let (results, text) = (Results::default(), "word ".repeat(200));
    results.insert("a", &text);
    let before = history(&text);
    let after = compress(&before, &results, CompressOptions::default());
    let short = content(&after[2]);
    assert!(short.ends_with("... [recall('a') for full result, 1000 chars]"), "{short}");
    assert!(text.starts_with(short.split("...").next().unwrap()));
    assert!(short.split("...").next().unwrap().chars().count() > 190);
    assert_eq!(after[4], before[4], "the last two messages stay");
    assert_eq!(content(&before[2]), text, "what was given stays as it was");
}

#[test]
fn the_preview_of_json_is_json() {
    let results = Results::default();
    let text = json!({"data": vec!["item"; 300], "total": 300}).to_string();
    results.insert("a", &text);
    let after = compress(&history(&text), &results, CompressOptions::default());
    let preview = content(&after[2]).split("... [").next().unwrap();
    let preview_value: Value = serde_json::from_str(preview).unwrap();
    assert_eq!(preview_value["total"], 300);
    assert!(preview_value["data"].as_array().unwrap().len() > 15);
}

#[test]
fn the_count_is_that_of_the_full_result_also_after_the_dispatcher_shortened_it() {
    let results = Results::default();
    let text = json!(vec!["item"; 5000]).to_string();
    results.insert("a", &text);
    let shortened = truncate(&text, 10_000, "a");
    let end = format!("... [recall('a') for full result, {} chars]", text.len());
    let once = compress(&history(&shortened), &results, CompressOptions::default());
    assert!(content(&once[2]).ends_with(&end), "{}", content(&once[2]));
    let lost = compress(&history(&shortened), &Results::default(), CompressOptions::default());
    assert!(content(&lost[2]).ends_with(&format!("... [compressed, {} chars original]", text.len())));
}

#[test]
fn a_hint_follows_what_can_be_recalled_now() {
    let results = Results::with_budget(3_000);
    let text = "word ".repeat(200);
    results.insert("a", &text);
    let once = compress(&history(&text), &results, CompressOptions::default());
    results.insert("other", &"x".repeat(2_900));
    let gone = compress(&once, &results, CompressOptions::default());
    assert!(content(&gone[2]).ends_with("... [compressed, 1000 chars original]"));
    results.insert("a", &text);
    assert_eq!(compress(&gone, &results, CompressOptions::default()), once);
}

#[test]
fn what_recall_gave_points_at_the_result_that_it_came_from() {
    let results = Results::default();
    let text = "word ".repeat(200);
    results.insert("a", &text);
    let mut messages = history("short");
    messages.splice(1..1, [call("r", "autoui_webmcp_recall", json!({"id": "a"})), result("r", &text[..500])]);
    let after = compress(&messages, &results, CompressOptions::default());
    assert!(content(&after[2]).ends_with("... [recall('a') for full result, 1000 chars]"));
    assert_eq!(compress(&after, &results, CompressOptions::default()), after);
}

#[test]
fn an_error_keeps_its_flag_and_its_first_words() {
    let text =
        json!({"error": "Validation failed", "expected_schema": {"properties": vec!["x"; 400]}}).to_string();
    let mut messages = history("short");
    messages[2].content = vec![Block::ToolResult {
        tool_use_id: "a".into(),
        content: text,
        images: Vec::new(),
        is_error: true,
    }];
    let after = compress(&messages, &Results::default(), CompressOptions::default());
    assert!(matches!(&after[2].content[0], Block::ToolResult { is_error: true, content, .. }
        if content.starts_with("{\"error\":\"Validation failed\"") && content.contains("[compressed, ")));
}

#[test]
fn what_does_not_change_is_not_copied() {
    let results = Results::default();
    let messages = history("short");
    let compressor = Compressor::new(&messages, &results, CompressOptions::default());
    assert!(messages.iter().all(|message| compressor.message(message).is_none()));
}

#[test]
fn a_result_that_only_looks_compressed_is_compressed_all_the_same() {
    let text = format!("{}... [compressed, 7 chars original]", "x".repeat(5_000));
    let after = compress(&history(&text), &Results::default(), CompressOptions::default());
    assert!(content(&after[2]).len() < 300);
}

#[test]
fn whole_turns_go_from_the_front_and_system_messages_stay() {
    let mut messages = vec![says(Role::System, "rules")];
    for turn in 0..4 {
        messages.push(says(Role::User, &format!("wish {turn}")));
        messages.push(call(&format!("c{turn}"), "s_mcp_t", json!({})));
        messages.push(result(&format!("c{turn}"), "data"));
        messages.push(says(Role::Assistant, "done"));
    }
    let each = |_: &Message| 1;
    assert_eq!(trim(&messages, 17, &each), messages);
    let kept = trim(&messages, 10, &each);
    assert_eq!((kept.len(), &kept[0], &kept[1]), (9, &messages[0], &messages[9]));
    let last = trim(&messages, 3, &each);
    assert_eq!(last, [messages[0].clone(), messages[13].clone(), messages[16].clone()]);
    assert_eq!(trim(&messages, 0, &each), [messages[0].clone(), messages[13].clone()]);
}

#[test]
fn calls_and_results_without_each_other_go_even_when_all_fits() {
    let mut both = call("a", "t", json!({}));
    both.content.insert(0, Block::Text { text: "I look".into() });
    let messages =
        [result("lost", "x"), says(Role::User, "go"), both, says(Role::User, "and?"), result("a", "late")];
    let plan = trim_plan(&messages, 1_000, &json_tokens);
    assert_eq!(plan.iter().map(|kept| kept.index).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(plan[1].replacement, Some(says(Role::Assistant, "I look")));
}

#[test]
fn the_published_measure_is_a_quarter_of_the_json() {
    let message = result("a", "é\"");
    let json = serde_json::to_string(&message).unwrap();
    assert_eq!(json_tokens(&message), json.chars().count().div_ceil(4));
}

fn any_message() -> impl Strategy<Value = Message> {
    let id = "[abc]";
    let block = prop_oneof![
        "[a-z]{0,8}".prop_map(|text| Block::Text { text }),
        id.prop_map(|id| Block::ToolUse { id, name: "t".into(), input: json!({}) }),
        (id, "[x]{0,40}").prop_map(|(tool_use_id, content)| Block::ToolResult {
            tool_use_id,
            content,
            images: Vec::new(),
            is_error: false
        }),
    ];
    let role = prop_oneof![Just(Role::User), Just(Role::Assistant), Just(Role::User), Just(Role::System)];
    (role, prop::collection::vec(block, 0..4)).prop_map(|(role, content)| Message { role, content })
}

/// A history as the loop makes it: wishes, steps with one or two calls, answers.
fn sound_history() -> impl Strategy<Value = Vec<Message>> {
    let turn = prop::collection::vec((1..3_usize, 0..400_usize), 0..5);
    prop::collection::vec(turn, 1..6).prop_map(|turns| {
        let mut messages = Vec::new();
        for (turn, steps) in turns.into_iter().enumerate() {
            messages.push(says(Role::User, "a wish"));
            for (step, (calls, length)) in steps.into_iter().enumerate() {
                let ids: Vec<String> = (0..calls).map(|n| format!("{turn}_{step}_{n}")).collect();
                let both = |from: &dyn Fn(&str) -> Message| -> Vec<Block> {
                    ids.iter().flat_map(|id| from(id).content).collect()
                };
                let uses = both(&|id| call(id, "s_mcp_t", json!({})));
                messages.push(Message { role: Role::Assistant, content: uses });
                let answers = both(&|id| result(id, &"word ".repeat(length)));
                messages.push(Message { role: Role::User, content: answers });
            }
            messages.push(says(Role::Assistant, "done"));
        }
        messages
    })
}

/// What a provider demands: each call is answered in the next messages, each result has its call before.
fn assert_sound(messages: &[Message]) {
    let mut open: HashSet<String> = HashSet::new();
    for message in messages {
        assert!(!message.content.is_empty());
        let answers = message.content.iter().any(|block| matches!(block, Block::ToolResult { .. }));
        assert!(answers || open.is_empty(), "unanswered: {open:?}");
        for block in &message.content {
            match block {
                Block::ToolUse { id, .. } => {
                    assert!(message.role == Role::Assistant && open.insert(id.clone()));
                }
                Block::ToolResult { tool_use_id, .. } => assert!(open.remove(tool_use_id), "orphan"),
                _ => {}
            }
        }
    }
    assert!(open.is_empty(), "unanswered at the end: {open:?}");
}

proptest! {
    #[test]
    fn after_trimming_no_result_is_orphaned_and_no_call_unanswered(
        messages in prop::collection::vec(any_message(), 0..16), tokens in 0..120_usize
    ) {
        let kept = trim(&messages, tokens, &json_tokens);
        assert_sound(&kept);
        prop_assert_eq!(trim(&kept, tokens, &json_tokens), kept, "trimming twice is trimming once");
    }

    #[test]
    fn a_history_of_the_loop_that_fits_is_left_alone_and_another_fits_or_is_one_wish(
        messages in sound_history(), tokens in 0..2_000_usize
    ) {
        let total = |messages: &[Message]| messages.iter().map(json_tokens).sum::<usize>();
        let kept = trim(&messages, tokens, &json_tokens);
        assert_sound(&kept);
        if total(&messages) <= tokens {
            prop_assert_eq!(&kept, &messages);
        }
        prop_assert!(total(&kept) <= tokens || kept == [says(Role::User, "a wish")]);
        prop_assert!(kept.iter().any(|message| *message == says(Role::User, "a wish")));
    }

    #[test]
    fn compressing_twice_is_compressing_once_for_every_preview(
        messages in sound_history(), preview in 0..400_usize, known in any::<bool>(), keep_last in 0..4_usize
    ) {
        let results = Results::default();
        for block in messages.iter().flat_map(|message| &message.content) {
            if let (Block::ToolResult { tool_use_id, content, .. }, true) = (block, known) {
                results.insert(tool_use_id, content);
            }
        }
        let options = CompressOptions { keep_last, ..CompressOptions::with_preview(preview) };
        let once = compress(&messages, &results, options);
        prop_assert_eq!(&compress(&once, &results, options), &once);
        for (before, after) in messages.iter().zip(&once) {
            for (before, after) in before.content.iter().zip(&after.content) {
                if let (
                    Block::ToolResult { content: before, .. },
                    Block::ToolResult { content: after, .. }
                ) = (before, after) && before != after {
                    prop_assert!(after.len() < before.len());
                    let said = format!("{} chars", before.chars().count());
                    prop_assert!(after.contains(&said), "{after}");
                }
            }
        }
    }
}
