//! The turn machine: every state against every input.

use crate::support::runs::{answered, asked};
use crate::support::{call, text};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::rc::Rc;
use webmcp_auto_ui::agent::{Call, CallResult, Entry, Limits, Step, StopReason, Turn};
use webmcp_auto_ui::json::{FromJson, parse};
use webmcp_auto_ui::model::{Block, Message, Role};

pub fn started(limits: Limits) -> Turn {
    let mut turn = Turn::new(limits);
    let start = Entry::Started { messages: Vec::new(), wish: "x".into(), activated: Vec::new() };
    assert!(turn.apply(start, None).is_some());
    turn
}

fn replied(turn: &mut Turn, content: Vec<Block>) {
    replied_with(turn, content, false);
}

fn replied_with(turn: &mut Turn, content: Vec<Block>, looks: bool) {
    let reply = Entry::Replied { content, usage: None, latency_ms: 1.0, only: None, looks, announces: false };
    assert!(turn.apply(reply, None).is_some());
}

fn run_all(turn: &mut Turn, result: &str) {
    let Step::Judge(calls) = turn.next() else { panic!("{:?}", turn.next()) };
    for call in calls {
        let id = call.id;
        let outcome = CallResult { text: result.into(), ..CallResult::default() };
        for entry in [
            Entry::Approved { id: id.clone(), judged: None },
            Entry::Intent { id: id.clone(), attempt: 0 },
            Entry::Outcome { id, result: outcome },
        ] {
            assert!(turn.apply(entry, None).is_some());
        }
    }
}

#[test]
fn ids_that_are_missing_repeated_or_odd_are_replaced() {
    let mut turn = started(Limits { max_iterations: 9, max_repeats: 0 });
    let odd = call("a b", "d", json!({}));
    replied(
        &mut turn,
        vec![call("", "a", json!({})), call("x", "b", json!({})), call("x", "c", json!({})), odd],
    );
    let Step::Judge(calls) = turn.next() else { panic!("calls") };
    let ids: HashSet<String> = calls.iter().map(|call| call.id.clone()).collect();
    assert_eq!(ids.len(), 4);
    assert!(ids.iter().all(|id| !id.contains(' ') && !id.is_empty()));
    run_all(&mut turn, "1");
    replied(&mut turn, vec![call("x", "d", json!({}))]);
    assert_eq!(asked(turn.messages()).len(), 5);
}

#[test]
fn replies_that_look_around_are_no_iterations_up_to_twelve() {
    let mut turn = started(Limits { max_iterations: 2, max_repeats: 0 });
    for looked in 1..=13 {
        replied_with(&mut turn, vec![call("", "a", json!({"at": looked}))], true);
        run_all(&mut turn, "1");
        assert_eq!(turn.iteration(), u32::from(looked > 12));
        // A saved run goes on counting where it was.
        turn = Turn::from_json(parse(&webmcp_auto_ui::json::text(&turn)).unwrap()).unwrap();
    }
    assert_eq!(turn.next(), Step::AskModel);
    replied(&mut turn, vec![call("", "b", json!({}))]);
    run_all(&mut turn, "1");
    assert_eq!(turn.next(), Step::Done(StopReason::MaxIterations));
}

#[test]
fn a_call_that_repeats_itself_is_refused_and_the_run_ends_when_that_does_not_help() {
    let mut turn = started(Limits { max_iterations: 9, max_repeats: 3 });
    for id in ["1", "2"] {
        replied(&mut turn, vec![call(id, "t", json!({"a": 1, "b": 2}))]);
        run_all(&mut turn, "same");
    }
    replied(&mut turn, vec![call("3", "t", json!({"b": 2, "a": 1}))]);
    let refused = turn.tool_calls()[2].clone();
    assert!(refused.error.unwrap().contains("2 times with the same arguments"));
    assert_eq!(turn.next(), Step::AskModel, "the model may do better");
    replied(&mut turn, vec![call("4", "t", json!({"a": 1, "b": 2}))]);
    assert_eq!(turn.next(), Step::Done(StopReason::LoopDetected));
    assert_eq!(asked(turn.messages()), answered(turn.messages()));
}

#[test]
fn a_poll_whose_result_changes_is_no_loop() {
    let mut turn = started(Limits { max_iterations: 9, max_repeats: 3 });
    for round in 0..6 {
        replied(&mut turn, vec![call(&round.to_string(), "t", json!({}))]);
        run_all(&mut turn, &format!("{round} %"));
    }
    assert_eq!(turn.next(), Step::AskModel);
}

#[test]
fn words_said_while_calls_run_arrive_with_their_results() {
    let mut turn = started(Limits::default());
    replied(&mut turn, vec![call("1", "t", json!({}))]);
    assert!(turn.apply(Entry::Said { text: "in blue".into() }, None).is_some());
    run_all(&mut turn, "r");
    let last = turn.messages().last().unwrap();
    assert!(matches!(&last.content[0], Block::ToolResult { .. }));
    assert_eq!(last.content[1], text("in blue"));
}

#[test]
fn words_said_after_the_end_begin_a_new_count() {
    let mut turn = started(Limits { max_iterations: 1, max_repeats: 0 });
    replied(&mut turn, vec![text("done")]);
    assert_eq!(turn.next(), Step::Done(StopReason::EndTurn));
    assert!(turn.apply(Entry::Said { text: "more".into() }, None).is_some());
    assert_eq!(turn.next(), Step::AskModel);
}

#[test]
fn a_written_turn_reads_back_the_same() {
    let mut turn = started(Limits::default());
    replied(&mut turn, vec![text("hm"), call("1", "t", json!({"a": [1]}))]);
    let written = serde_json::to_string(&turn).unwrap();
    assert_eq!(Turn::from_json(parse(&written).unwrap()).unwrap(), turn);
}

fn any_entry() -> impl Strategy<Value = Entry> {
    let id = prop_oneof!["[12]", Just("call_0".to_owned()), Just("nobody".to_owned())];
    let reply = proptest::collection::vec(
        prop_oneof![
            ("[12]?", "[tu ]").prop_map(|(id, name)| call(&id, &name, Value::Null)),
            "[ ab]".prop_map(|words| text(&words)),
            Just(Block::ToolResult {
                tool_use_id: "1".into(),
                content: String::new(),
                images: Vec::new(),
                is_error: false
            }),
        ],
        0..4,
    );
    prop_oneof![
        2 => reply.prop_map(|content| Entry::Replied { content, usage: None, latency_ms: 0.0, only: None, looks: false, announces: false }),
        2 => id.clone().prop_map(|id| Entry::Approved { id, judged: None }),
        1 => id.clone().prop_map(|id| Entry::Held { id, judged: None }),
        1 => id.clone().prop_map(|id| Entry::Denied { id, reason: None }),
        2 => (id.clone(), 0u32..2).prop_map(|(id, attempt)| Entry::Intent { id, attempt }),
        3 => (id, "[xy]").prop_map(|(id, words)| {
            Entry::Outcome { id, result: CallResult { text: words, ..CallResult::default() } }
        }),
        1 => "[ ab]".prop_map(|text| Entry::Said { text }),
        1 => Just(Entry::Stopped { reason: StopReason::Aborted }),
        1 => Just(Entry::Started { messages: Vec::new(), wish: "again".into(), activated: Vec::new() }),
    ]
}

/// A call that is under way, for the model that the machine is compared with.
fn open(turn: &Turn) -> HashSet<String> {
    turn.calls().iter().map(|call: &Call| call.id.clone()).collect()
}

proptest! {
    #[test]
    fn whatever_happens_the_history_stays_valid(entries in proptest::collection::vec(any_entry(), 0..40)) {
        let mut turn = started(Limits { max_iterations: 4, max_repeats: 2 });
        let mut ran: Vec<String> = Vec::new();
        for entry in entries {
            let before = turn.clone();
            let intent = match &entry {
                Entry::Intent { id, attempt: 0 } => Some(id.clone()),
                _ => None,
            };
            let taken = turn.apply(entry, None);
            if taken.is_none() {
                prop_assert_eq!(&turn, &before, "what does not fit changes nothing");
            } else if let Some(id) = intent {
                prop_assert!(!ran.contains(&id), "call {} ran twice", id);
                ran.push(id);
            }
            let missing: HashSet<String> =
                asked(turn.messages()).difference(&answered(turn.messages())).cloned().collect();
            prop_assert_eq!(missing, open(&turn), "only calls under way are unanswered");
            prop_assert!(turn.messages().iter().all(|message| !message.content.is_empty()));
            let roles: Vec<Role> = turn.messages().iter().map(|message| message.role).collect();
            prop_assert!(roles.windows(2).all(|pair| pair[0] != pair[1]), "{:?}", roles);
        }
        turn.apply(Entry::Stopped { reason: StopReason::Aborted }, None);
        prop_assert_eq!(asked(turn.messages()), answered(turn.messages()));
    }

    #[test]
    fn a_journal_gives_the_run_back(entries in proptest::collection::vec(any_entry(), 0..40)) {
        let limits = Limits { max_iterations: 4, max_repeats: 2 };
        let start = Entry::Started {
            messages: vec![Rc::new(Message::text(Role::User, "before"))],
            wish: "x".into(),
            activated: Vec::new(),
        };
        let mut journal = vec![start.clone()];
        let mut turn = Turn::new(limits);
        turn.apply(start, None);
        for entry in entries {
            if turn.apply(entry.clone(), None).is_some() {
                journal.push(entry);
            }
        }
        let written = serde_json::to_string(&journal).unwrap();
        let read: Vec<Entry> = Vec::from_json(parse(&written).unwrap()).unwrap();
        let replayed = serde_json::to_value(Turn::replay(limits, read, None)).unwrap();
        prop_assert_eq!(replayed, serde_json::to_value(&turn).unwrap());
    }
}
