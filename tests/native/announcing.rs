//! Replies that write about a call instead of making it (measured: `tests/eval/loop/README.md`).

use crate::support::runs::{calls, data, display, echo, go, over};
use crate::support::{ScriptedProvider, reply, text};
use serde_json::json;
use std::cell::RefCell;
use std::rc::Rc;
use webmcp_auto_ui::agent::{Entry, Limits, Outcome, RunOptions, Step, StopReason, Turn};
use webmcp_auto_ui::json::{FromJson, parse};
use webmcp_auto_ui::model::Block;
use webmcp_auto_ui::provider::ToolChoice;

/// A model that says these, and what each request demanded and how it ended.
fn saying(said: &[Vec<Block>]) -> (Outcome, Vec<(Option<ToolChoice>, String)>) {
    let seen: Rc<RefCell<Vec<(Option<ToolChoice>, String)>>> = Rc::default();
    let provider = ScriptedProvider::new(Vec::new());
    for content in said {
        let (seen, content) = (seen.clone(), content.clone());
        provider.script.borrow_mut().push_back(Box::new(move |request| {
            let end = request.messages.last().unwrap().joined_text();
            seen.borrow_mut().push((request.options.tool_choice.clone(), end));
            Ok(reply(content.clone()))
        }));
    }
    let limits = Limits { max_iterations: 9, max_repeats: 3 };
    let outcome = go("wish", RunOptions { limits, ..over(provider, vec![data(echo()), display()]) });
    assert_eq!(outcome.stop, Ok(StopReason::EndTurn));
    let seen = seen.take();
    assert_eq!(seen.len(), said.len(), "{}", outcome.text);
    (outcome, seen)
}

const ADVICE: &str = "You can use s_mcp_search_tools to find one.";

#[test]
fn a_model_that_writes_about_a_call_is_asked_to_make_it() {
    let made = calls("1", "s_mcp_search_tools", json!({"query": "x"}));
    let (outcome, seen) = saying(&[vec![text(ADVICE)], made, vec![text("Found.")]]);
    let choices: Vec<_> = seen.iter().map(|(choice, _)| choice.clone()).collect();
    assert_eq!(choices, [None, Some(ToolChoice::Required), None]);
    assert!(seen[1].1.starts_with("wish") && seen[1].1.contains("call it now"));
    assert!(!seen[2].1.contains("call it now"), "the reminder is part of one request only");
    assert_eq!(outcome.text, "Found.");
    let history: Vec<String> = outcome.messages.iter().map(|message| message.joined_text()).collect();
    assert!(!history.concat().contains("call"), "{history:?}");
}

#[test]
fn a_model_that_goes_on_writing_about_calls_is_asked_twice_and_no_more() {
    let advice = || vec![text(ADVICE)];
    let (outcome, _) = saying(&[advice(), advice(), advice()]);
    assert_eq!(outcome.text, ADVICE);
    assert_eq!(outcome.messages.len(), 2, "the wish and the last reply");
}

#[test]
fn a_model_that_falls_silent_after_its_calls_is_asked_again() {
    let made = || calls("1", "s_mcp_search_tools", json!({"query": "x"}));
    let (outcome, seen) = saying(&[made(), Vec::new(), vec![text("Nothing was found.")]]);
    assert!(seen[2].1.contains("call it now"), "{}", seen[2].1);
    assert_eq!(outcome.text, "Nothing was found.");
    let (outcome, _) = saying(&[Vec::new()]);
    assert_eq!(outcome.text, "", "a first reply may be empty");
}

#[test]
fn a_tool_that_was_called_or_a_widget_that_is_shown_may_be_spoken_of() {
    let looked = calls("1", "s_mcp_search_tools", json!({"query": "x"}));
    saying(&[looked, vec![text("s_mcp_search_tools found nothing.")]]);
    let shown = calls("1", "ui_webmcp_widget_display", json!({"name": "stat", "params": {}}));
    saying(&[shown, vec![text("Shown; s_mcp_search_tools was not needed.")]]);
    saying(&[vec![text("Hello. I can search tools and show widgets.")]]);
    let list = "There are s_mcp_search_tools, s_mcp_list_tools and ui_webmcp_widget_display.";
    saying(&[vec![text(list)]]);
}

#[test]
fn what_a_stored_run_was_reminded_of_is_known_after_a_crash() {
    let mut turn = crate::turn::started(Limits { max_iterations: 9, max_repeats: 3 });
    let content = vec![text(ADVICE)];
    let replied =
        Entry::Replied { content, usage: None, latency_ms: 1.0, only: None, looks: false, announces: true };
    let stored = parse(&serde_json::to_string(&replied).unwrap()).unwrap();
    assert!(turn.apply(Entry::from_json(stored).unwrap(), None).is_some());
    assert_eq!(turn.next(), Step::AskModel);
    let again = Turn::from_json(parse(&serde_json::to_string(&turn).unwrap()).unwrap()).unwrap();
    assert!(again.reminds() && turn.reminds());
}
