use crate::support::{FakeClock, FnTools, ScriptedProvider, answering, call, layer, pause, text, tool};
use futures_util::future::{FutureExt, join, pending};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;
use webmcp_auto_ui::agent::{
    AbortToken, Event, Outcome, RunOptions, Step, StopReason, Turn, run, system_prompt,
};
use webmcp_auto_ui::dispatch::{Dispatcher, Hooks, Layers, Protocol};
use webmcp_auto_ui::error::{Code, Error};
use webmcp_auto_ui::model::{Block, Message, Results, Role};
use webmcp_auto_ui::provider::{ChatOptions, Provider};
use webmcp_auto_ui::server::ToolHandler;

fn options(provider: Rc<dyn Provider>, handler: Rc<dyn ToolHandler>) -> RunOptions {
    let schema = json!({"type": "object"});
    let tools = ["a", "b", "c", "list_recipes"].map(|name| tool(name, schema.clone())).to_vec();
    let layers = Layers::new(vec![layer(Protocol::Mcp, "s", tools, handler)]);
    RunOptions {
        provider,
        dispatcher: Dispatcher::new(layers, Results::default(), Hooks::default(), None),
        clock: Rc::new(FakeClock::default()),
        abort: AbortToken::default(),
        initial_messages: Vec::new(),
        chat: ChatOptions::default(),
        max_iterations: 5,
        on_event: Rc::new(|_| {}),
    }
}

fn echo() -> Rc<dyn ToolHandler> {
    answering(|tool, _| Ok(json!({"content": [{"type": "text", "text": format!("{tool}!")}]})))
}

fn results(outcome: &Outcome) -> Vec<&str> {
    outcome.tool_calls.iter().map(|call| call.result.as_deref().unwrap()).collect()
}

#[test]
fn a_run_ends_when_the_model_calls_no_tool() {
    let provider = ScriptedProvider::new(vec![vec![call("1", "s_mcp_a", json!({}))], vec![text("there")]]);
    let outcome = pollster::block_on(run("wish", options(provider.clone(), echo())));
    assert_eq!(outcome.stop, Ok(StopReason::EndTurn));
    assert_eq!(
        (outcome.text.as_str(), outcome.metrics.iterations, outcome.metrics.tool_calls),
        ("there", 2, 1)
    );
    assert_eq!(results(&outcome), ["a!"]);
    assert_eq!(outcome.messages.len(), 4);
    assert_eq!(provider.requests.borrow()[1].0, 3);
}

#[test]
fn a_run_ends_after_the_most_iterations() {
    let endless = (0..9).map(|n| vec![call(&n.to_string(), "s_mcp_a", json!({}))]).collect();
    let outcome = pollster::block_on(run(
        "wish",
        RunOptions { max_iterations: 3, ..options(ScriptedProvider::new(endless), echo()) },
    ));
    assert_eq!(outcome.stop, Ok(StopReason::MaxIterations));
    assert_eq!((outcome.metrics.iterations, outcome.metrics.tool_calls), (3, 3));
}

#[test]
fn calls_of_one_turn_run_together_and_their_results_keep_the_order_of_the_calls() {
    let log: Rc<RefCell<Vec<String>>> = Rc::default();
    let heard = log.clone();
    let slow: Rc<dyn ToolHandler> = Rc::new(FnTools(Box::new(move |tool, _| {
        let (log, name) = (heard.clone(), tool.to_owned());
        async move {
            log.borrow_mut().push(format!("{name} starts"));
            pause(if name == "a" { 5 } else { 1 }).await;
            log.borrow_mut().push(format!("{name} ends"));
            Ok(json!({"content": [{"type": "text", "text": name}]}))
        }
        .boxed_local()
    })));
    let calls = ["a", "b", "c"].map(|name| call(name, &format!("s_mcp_{name}"), json!({}))).to_vec();
    let outcome = pollster::block_on(run("wish", options(ScriptedProvider::new(vec![calls]), slow)));
    assert_eq!(results(&outcome), ["a", "b", "c"]);
    let log = log.borrow();
    assert_eq!(log[..3], ["a starts", "b starts", "c starts"]);
    assert_eq!(log.last().unwrap(), "a ends");
}

#[test]
fn an_abort_ends_a_tool_that_hangs_and_leaves_a_valid_history() {
    let hanging: Rc<dyn ToolHandler> = Rc::new(FnTools(Box::new(|_, _| pending().boxed_local())));
    let calls = vec![call("1", "s_mcp_a", json!({})), call("2", "s_mcp_b", json!({}))];
    let options = options(ScriptedProvider::new(vec![calls]), hanging);
    let abort = options.abort.clone();
    let (outcome, ()) = pollster::block_on(join(run("wish", options), async move {
        pause(3).await;
        abort.abort();
    }));
    assert_eq!(outcome.stop, Ok(StopReason::Aborted));
    assert_eq!(answered(&outcome.messages), asked(&outcome.messages));
}

#[test]
fn an_abort_ends_a_model_that_hangs() {
    struct Hanging;
    impl Provider for Hanging {
        fn chat(
            &self,
            _: webmcp_auto_ui::provider::ChatRequest,
        ) -> futures_util::future::LocalBoxFuture<
            'static,
            webmcp_auto_ui::error::Result<webmcp_auto_ui::provider::ChatResponse>,
        > {
            pending().boxed_local()
        }
    }
    let options = options(Rc::new(Hanging), echo());
    let abort = options.abort.clone();
    let (outcome, ()) = pollster::block_on(join(run("wish", options), async move { abort.abort() }));
    assert_eq!(outcome.stop, Ok(StopReason::Aborted));
    assert_eq!(outcome.messages.len(), 1);
}

#[test]
fn a_failing_provider_keeps_the_history_so_far() {
    let provider = ScriptedProvider::new(vec![vec![call("1", "s_mcp_a", json!({}))]]);
    provider.script.borrow_mut().push_back(Box::new(|_| Err(Error::new(Code::RateLimited, "429"))));
    let outcome = pollster::block_on(run("wish", options(provider, echo())));
    assert_eq!(outcome.stop.unwrap_err().code, Code::RateLimited);
    assert_eq!(outcome.messages.len(), 3);
}

#[test]
fn an_empty_reply_ends_the_run_and_leaves_no_empty_message() {
    let outcome = pollster::block_on(run("wish", options(ScriptedProvider::new(vec![vec![]]), echo())));
    assert_eq!((outcome.stop, outcome.messages.len()), (Ok(StopReason::EndTurn), 1));
}

#[test]
fn an_unknown_tool_is_a_result_and_the_run_goes_on() {
    let provider = ScriptedProvider::new(vec![vec![call("1", "nonsense", json!({}))], vec![text("sorry")]]);
    let outcome = pollster::block_on(run("wish", options(provider, echo())));
    assert_eq!(outcome.text, "sorry");
    assert!(outcome.tool_calls[0].error.as_deref().unwrap().contains("unknown tool format"));
}

#[test]
fn a_call_after_a_discovery_call_is_guided() {
    let provider = ScriptedProvider::new(vec![
        vec![call("1", "s_mcp_a", json!({}))],
        vec![call("2", "s_mcp_list_recipes", json!({}))],
        vec![call("3", "s_mcp_a", json!({}))],
    ]);
    let outcome = pollster::block_on(run("wish", options(provider, echo())));
    assert_eq!(outcome.tool_calls.iter().map(|call| call.guided).collect::<Vec<_>>(), [false, false, true]);
}

#[test]
fn every_step_is_an_event() {
    let seen: Rc<RefCell<Vec<&'static str>>> = Rc::default();
    let heard = seen.clone();
    let provider = ScriptedProvider::new(vec![vec![call("1", "s_mcp_a", json!({}))]]);
    let on_event = Rc::new(move |event: &Event<'_>| {
        heard.borrow_mut().push(match event {
            Event::IterationStart { .. } => "iteration",
            Event::LlmRequest { .. } => "request",
            Event::LlmDelta { .. } => "delta",
            Event::LlmResponse { .. } => "response",
            Event::ToolStart { .. } => "tool-start",
            Event::ToolEnd { .. } => "tool-end",
            Event::RunEnd { .. } => "end",
        });
    });
    pollster::block_on(run("wish", RunOptions { on_event, ..options(provider, echo()) }));
    assert_eq!(
        *seen.borrow(),
        [
            "iteration",
            "request",
            "response",
            "tool-start",
            "tool-end",
            "iteration",
            "request",
            "response",
            "end"
        ]
    );
}

#[test]
fn ids_that_are_missing_or_repeated_are_replaced() {
    let mut turn = Turn::new(vec![Message::text(Role::User, "x")], 9);
    turn.begin_iteration();
    turn.model_replied(vec![call("", "a", json!({})), call("x", "b", json!({})), call("x", "c", json!({}))]);
    let Step::CallTools(calls) = turn.next() else { panic!("calls") };
    assert_eq!(calls.iter().map(|call| call.id.clone()).collect::<HashSet<_>>().len(), 3);
    turn.tools_returned(vec![("1".into(), false); 3]);
    turn.model_replied(vec![call("x", "d", json!({}))]);
    assert_eq!(asked(turn.messages()).len(), 4);
}

#[test]
fn the_prompt_names_the_connected_tools_and_is_the_same_each_time() {
    let options = options(ScriptedProvider::new(vec![]), echo());
    let prompt = system_prompt(options.dispatcher.layers());
    for name in ["STEP 1b", "s_mcp_list_recipes()", "s_mcp_search_tools(query)", "STEP 3"] {
        assert!(prompt.contains(name), "{name}\n{prompt}");
    }
    assert!(!prompt.contains("STEP 4"), "no display server is connected");
    assert_eq!(prompt, system_prompt(options.dispatcher.layers()));
    assert!(prompt.len() < 4000);
}

fn asked(messages: &[Message]) -> HashSet<String> {
    ids(messages, |block| match block {
        Block::ToolUse { id, .. } => Some(id.clone()),
        _ => None,
    })
}

fn answered(messages: &[Message]) -> HashSet<String> {
    ids(messages, |block| match block {
        Block::ToolResult { tool_use_id, .. } => Some(tool_use_id.clone()),
        _ => None,
    })
}

fn ids(messages: &[Message], pick: impl Fn(&Block) -> Option<String>) -> HashSet<String> {
    messages.iter().flat_map(|message| &message.content).filter_map(pick).collect()
}

proptest! {
    #[test]
    fn every_call_in_a_history_is_answered_exactly_once(
        turns in proptest::collection::vec(proptest::collection::vec(("[ab]?", any::<bool>()), 0..4), 0..5),
        abort_at in 0usize..6,
    ) {
        let mut turn = Turn::new(vec![Message::text(Role::User, "x")], 4);
        for (index, calls) in turns.into_iter().enumerate() {
            if index == abort_at {
                turn.abort();
            }
            if turn.next() != Step::AskModel {
                break;
            }
            turn.begin_iteration();
            turn.model_replied(calls.into_iter().map(|(id, _)| call(&id, "t", Value::Null)).collect());
            if index + 1 == abort_at {
                turn.abort();
            }
            if let Step::CallTools(calls) = turn.next() {
                turn.tools_returned(calls.iter().map(|_| (String::new(), false)).collect());
            }
        }
        prop_assert_eq!(asked(turn.messages()), answered(turn.messages()));
        prop_assert!(turn.messages().iter().all(|message| !message.content.is_empty()));
    }
}
