//! Loop policy: pushes, loops, budgets, limits, hooks (reference-behaviour 5.1 and 5.2).

use crate::support::runs::{calls, data, display, echo, go, options, over, results, wish};
use crate::support::{FakeClock, FnTools, ScriptedProvider, answering, call, pause, reply, text};
use futures_util::future::{FutureExt, LocalBoxFuture, join, pending, ready};
use serde_json::json;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use webmcp_auto_ui::agent::{Budget, Host, Limits, Push, RunOptions, StepChange, StopReason, nudge, push};
use webmcp_auto_ui::clock::Clock;
use webmcp_auto_ui::error::{Code, Error};
use webmcp_auto_ui::model::{Block, Prices, Usage};
use webmcp_auto_ui::provider::{ChatRequest, ChatResponse, Provider};
use webmcp_auto_ui::server::ToolHandler;

#[test]
fn pushes_come_where_the_iterations_allow_it() {
    let push = |answered, most| push(answered, most, false, true);
    for (most, hidden_from, nudged_at) in [(3, 1, 2), (5, 3, 4), (15, 4, 5)] {
        for answered in 0..most {
            let expected = Push { hide_discovery: answered >= hidden_from, nudge: answered == nudged_at };
            assert_eq!(push(answered, most), expected, "{answered} of {most}");
        }
    }
    assert_eq!(push(1, 2), Push::default());
    assert!(nudge(4, &["ui_webmcp_widget_display".into()]).contains("4 steps"));
}

/// What each request offered and how it ended, for a model that only looks.
fn looking(most: u32, layers: Vec<webmcp_auto_ui::dispatch::Layer>) -> Vec<(Vec<String>, String)> {
    let seen: Rc<RefCell<Vec<(Vec<String>, String)>>> = Rc::default();
    let provider = ScriptedProvider::new(Vec::new());
    for number in 0..most {
        let seen = seen.clone();
        provider.script.borrow_mut().push_back(Box::new(move |request| {
            let names = request.tools.iter().map(|tool| tool.name.clone()).collect();
            let last = request.messages.last().unwrap();
            let end = match last.content.last().unwrap() {
                Block::Text { text } => text.clone(),
                _ => String::new(),
            };
            seen.borrow_mut().push((names, end));
            Ok(reply(calls(&number.to_string(), "s_mcp_search_tools", json!({"query": number}))))
        }));
    }
    let limits = Limits { max_iterations: most, max_repeats: 3 };
    let outcome = go("wish", RunOptions { limits, ..over(provider, layers) });
    assert_eq!(outcome.stop, Ok(StopReason::MaxIterations));
    assert!(
        outcome.messages.iter().all(|message| !message.joined_text().contains("shown nothing")),
        "the reminder is part of one request only"
    );
    let seen = seen.borrow();
    seen.clone()
}

#[test]
fn a_model_that_only_looks_loses_the_looking_tools_but_never_recall() {
    for (most, hidden_from, nudged_at) in [(3, 1, 2), (5, 3, 4), (15, 4, 5)] {
        let seen = looking(most, vec![data(echo()), display()]);
        for (answered, (names, end)) in seen.iter().enumerate() {
            let looks = names.iter().any(|name| name.ends_with("_list_tools"));
            assert_eq!(looks, answered < hidden_from, "{answered} of {most}");
            assert!(names.contains(&"ui_webmcp_recall".to_owned()));
            assert_eq!(end.contains("shown nothing"), answered == nudged_at, "{answered} of {most}: {end}");
        }
    }
}

#[test]
fn without_a_server_that_shows_nothing_is_pushed() {
    for (names, end) in looking(5, vec![data(echo())]) {
        assert!(names.contains(&"s_mcp_list_tools".to_owned()) && !end.contains("shown nothing"));
    }
}

#[test]
fn a_display_that_failed_is_no_display() {
    let refusing = answering(|_, _| Ok(json!({"error": "Validation failed"})));
    let mut ui = display();
    ui.handler = Some(refusing);
    let provider = ScriptedProvider::new(
        (0..4).map(|n| calls(&n.to_string(), "ui_webmcp_widget_display", json!({"name": n}))).collect(),
    );
    go("wish", over(provider.clone(), vec![data(echo()), ui]));
    let last = provider.requests.borrow().last().unwrap().1.clone();
    assert!(!last.iter().any(|name| name.ends_with("list_tools")), "{last:?}");
}

#[test]
fn calls_run_together_up_to_the_limit() {
    for (most, expected) in [(1, 1), (2, 2), (8, 5)] {
        let now = Rc::new(Cell::new(0));
        let peak = Rc::new(Cell::new(0));
        let (n, p) = (now.clone(), peak.clone());
        let slow: Rc<dyn ToolHandler> = Rc::new(FnTools(Box::new(move |_, _| {
            let (now, peak) = (n.clone(), p.clone());
            async move {
                now.set(now.get() + 1);
                peak.set(peak.get().max(now.get()));
                pause(3).await;
                now.set(now.get() - 1);
                Ok(json!({"content": []}))
            }
            .boxed_local()
        })));
        let five = (0..5).map(|n| call(&n.to_string(), "s_mcp_a", json!({"n": n}))).collect();
        let options = options(ScriptedProvider::new(vec![five]), slow);
        go("wish", RunOptions { tool_concurrency: Some(most), ..options });
        assert_eq!(peak.get(), expected);
    }
}

#[test]
fn a_tool_that_hangs_is_given_up_after_its_time() {
    let hanging: Rc<dyn ToolHandler> = Rc::new(FnTools(Box::new(|_, _| pending().boxed_local())));
    let options = options(ScriptedProvider::new(vec![calls("1", "s_mcp_a", json!({}))]), hanging);
    let outcome = go("wish", RunOptions { tool_timeout_ms: Some(50.0), ..options });
    assert_eq!(outcome.stop, Ok(StopReason::EndTurn));
    assert!(results(&outcome)[0].contains("did not answer within 50 ms"));
}

fn costly(replies: usize) -> Rc<ScriptedProvider> {
    let provider = ScriptedProvider::new(Vec::new());
    for number in 0..replies {
        provider.script.borrow_mut().push_back(Box::new(move |_| {
            let usage = Usage { input_tokens: 900, output_tokens: 100, ..Usage::default() };
            let content = calls(&number.to_string(), "s_mcp_a", json!({"n": number}));
            Ok(webmcp_auto_ui::provider::ChatResponse { usage: Some(usage), ..reply(content) })
        }));
    }
    provider
}

#[test]
fn each_budget_ends_the_run_when_it_is_spent() {
    let prices = Some(Prices { input: 1.0, output: 10.0, ..Prices::default() });
    for (budget, iterations) in [
        (Budget { tokens: Some(2000), ..Budget::default() }, 2),
        (Budget { usd: Some(0.005), ..Budget::default() }, 3),
        (Budget { tool_calls: Some(1), ..Budget::default() }, 1),
    ] {
        let options = RunOptions { budget, prices, ..options(costly(9), echo()) };
        let outcome = go("wish", options);
        assert_eq!((outcome.stop, outcome.metrics.iterations), (Ok(StopReason::Budget), iterations));
    }
    let clock = FakeClock::default();
    let moves = clock.clone();
    let slow = answering(move |_, _| {
        moves.0.set(moves.now_ms() + 60.0);
        Ok(json!({"content": []}))
    });
    let budget = Budget { ms: Some(100.0), ..Budget::default() };
    let options = RunOptions { budget, clock: Rc::new(clock), ..options(costly(9), slow) };
    let outcome = go("wish", options);
    assert_eq!((outcome.stop, outcome.metrics.iterations), (Ok(StopReason::Budget), 2));
}

#[test]
fn calls_beyond_the_budget_are_answered_and_do_not_run() {
    let three = (0..3).map(|n| call(&n.to_string(), "s_mcp_a", json!({"n": n}))).collect();
    let budget = Budget { tool_calls: Some(2), ..Budget::default() };
    let outcome = go("wish", RunOptions { budget, ..options(ScriptedProvider::new(vec![three]), echo()) });
    assert_eq!(outcome.stop, Ok(StopReason::Budget));
    assert_eq!(results(&outcome)[..2], ["a!", "a!"]);
    assert!(results(&outcome)[2].contains("budget"));
}

#[test]
fn a_condition_of_the_host_ends_the_run_after_a_round_of_calls() {
    let host = Host {
        stop_when: Some(Rc::new(|turn| ready(Ok(turn.tool_calls().len() >= 2)).boxed_local())),
        ..Host::default()
    };
    let outcome = go("wish", RunOptions { host, ..options(costly(9), echo()) });
    assert_eq!((outcome.stop, outcome.metrics.iterations), (Ok(StopReason::StopCondition), 2));
}

#[test]
fn a_step_can_be_prepared_with_other_tools_and_another_model() {
    let other = ScriptedProvider::new(vec![vec![text("from the other model")]]);
    let instead = other.clone();
    let host = Host {
        prepare_step: Some(Rc::new(move |step| {
            assert!(step.tools.contains(&"s_mcp_list_tools"));
            let change = StepChange {
                provider: Some(instead.clone()),
                tools: Some(vec!["s_mcp_list_tools".into()]),
                ..StepChange::default()
            };
            ready(Ok(change)).boxed_local()
        })),
        ..Host::default()
    };
    let outcome = go("wish", RunOptions { host, ..options(ScriptedProvider::new(vec![]), echo()) });
    assert_eq!(outcome.text, "from the other model");
    assert_eq!(other.requests.borrow()[0].1, ["s_mcp_list_tools"]);
}

#[test]
fn a_hook_of_the_host_that_fails_ends_the_run_and_keeps_the_history() {
    let host = Host {
        stop_when: Some(Rc::new(|_| {
            ready(Err(Error::new(Code::InvalidArgument, "stopWhen failed: oops"))).boxed_local()
        })),
        ..Host::default()
    };
    let outcome = go("wish", RunOptions { host, ..options(costly(9), echo()) });
    assert_eq!(outcome.stop.unwrap_err().code, Code::InvalidArgument);
    assert_eq!(outcome.messages.len(), 3);
}

#[test]
fn words_during_a_run_arrive_at_the_next_step_or_after_the_end() {
    let provider = ScriptedProvider::new(vec![
        calls("1", "s_mcp_a", json!({})),
        vec![text("done")],
        vec![text("and more")],
    ]);
    let slow: Rc<dyn ToolHandler> = Rc::new(FnTools(Box::new(|_, _| {
        async {
            pause(3).await;
            Ok(json!({"content": []}))
        }
        .boxed_local()
    })));
    let options = options(provider.clone(), slow);
    let inbox = options.inbox.clone();
    let (outcome, ()) = pollster::block_on(join(wish("wish", options), async move {
        inbox.steer("in blue".into());
        inbox.queue("now a table".into());
    }));
    assert_eq!((outcome.text.as_str(), outcome.metrics.iterations), ("and more", 3));
    let said: Vec<String> = outcome.messages.iter().map(|message| message.joined_text()).collect();
    assert!(said[2].contains("in blue"), "{said:?}");
    assert_eq!(said[4], "now a table");
}

#[test]
fn the_memory_takes_results_in_and_gives_back_what_fits() {
    let taken: Rc<RefCell<Vec<(String, usize)>>> = Rc::default();
    let heard = taken.clone();
    let host = Host {
        remember: Some(Rc::new(move |tool, words, id, full| {
            assert_eq!((words, id), ("wish", "1"));
            heard.borrow_mut().push((tool.to_owned(), full.len()));
        })),
        recollect: Some(Rc::new(|words| ready(Some(format!("known of {words}"))).boxed_local())),
        ..Host::default()
    };
    let long = "word ".repeat(500);
    let told = long.clone();
    let handler = answering(move |_, _| Ok(json!({"content": [{"type": "text", "text": told}]})));
    let provider = ScriptedProvider::new(Vec::new());
    provider.script.borrow_mut().push_back(Box::new(|request| {
        assert_eq!(request.options.system.as_deref(), Some("known of wish"));
        Ok(reply(calls("1", "s_mcp_a", json!({}))))
    }));
    let outcome = go("wish", RunOptions { host, ..options(provider, handler) });
    assert_eq!(*taken.borrow(), [("s_mcp_a".to_owned(), long.len())]);
    assert!(results(&outcome)[0].len() < 320 && results(&outcome)[0].contains("recall('1')"));
}

#[test]
fn a_tool_that_a_step_does_not_offer_does_not_run_in_it() {
    for (run_hidden, ran) in [(false, 0), (true, 1)] {
        let count = Rc::new(Cell::new(0));
        let counted = count.clone();
        let handler = answering(move |_, _| {
            counted.set(counted.get() + 1);
            Ok(json!({"content": []}))
        });
        let host = Host {
            prepare_step: Some(Rc::new(move |_| {
                let tools = Some(vec!["s_mcp_b".into()]);
                ready(Ok(StepChange { tools, run_hidden, ..StepChange::default() })).boxed_local()
            })),
            ..Host::default()
        };
        // By an alias as well.
        let provider = ScriptedProvider::new(vec![calls("1", "s_data_a", json!({}))]);
        let outcome = go("wish", RunOptions { host, ..options(provider, handler) });
        assert_eq!(count.get(), ran);
        let told = results(&outcome)[0];
        assert_eq!(
            told.contains("not offered in this step") && told.contains("s_mcp_b"),
            !run_hidden,
            "{told}"
        );
    }
}

#[test]
fn equal_calls_of_one_reply_count_as_a_loop() {
    let count = Rc::new(Cell::new(0));
    let counted = count.clone();
    let handler = answering(move |_, _| {
        counted.set(counted.get() + 1);
        Ok(json!({"content": []}))
    });
    let many = (0..10_000).map(|n| call(&format!("c{n}"), "s_mcp_a", json!({"n": 1}))).collect();
    let outcome = go("wish", options(ScriptedProvider::new(vec![many]), handler));
    assert_eq!((count.get(), outcome.tool_calls.len()), (2, 10_000), "each has an answer all the same");
    assert_eq!(outcome.stop, Ok(StopReason::EndTurn), "one such reply is told, not punished");
}

#[test]
fn the_time_of_a_run_ends_what_hangs() {
    struct Hanging;
    impl Provider for Hanging {
        fn chat(
            &self,
            _: ChatRequest,
        ) -> LocalBoxFuture<'static, webmcp_auto_ui::error::Result<ChatResponse>> {
            std::future::pending().boxed_local()
        }
    }
    let budget = Budget { ms: Some(500.0), ..Budget::default() };
    let outcome = go("wish", RunOptions { budget, ..options(Rc::new(Hanging), echo()) });
    assert_eq!(outcome.stop, Ok(StopReason::Budget));
    let hanging: Rc<dyn ToolHandler> =
        Rc::new(FnTools(Box::new(|_, _| std::future::pending().boxed_local())));
    let provider = ScriptedProvider::new(vec![calls("1", "s_mcp_a", json!({}))]);
    let outcome = go("wish", RunOptions { budget, ..options(provider, hanging) });
    assert_eq!(outcome.stop, Ok(StopReason::Budget));
    assert!(results(&outcome)[0].contains("outcome unknown"));
}
