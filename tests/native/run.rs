use crate::support::runs::{answered, asked, data, display, echo, go, options, over, results, wish};
use crate::support::{FakeClock, FnTools, ScriptedProvider, answering, call, pause, text};
use futures_util::future::{FutureExt, LocalBoxFuture, join, pending, ready};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use webmcp_auto_ui::agent::{Event, Limits, RunOptions, StopReason};
use webmcp_auto_ui::clock::Clock;
use webmcp_auto_ui::dispatch::Layer;
use webmcp_auto_ui::error::{Code, Error};
use webmcp_auto_ui::provider::Provider;
use webmcp_auto_ui::server::ToolHandler;

#[test]
fn a_run_ends_when_the_model_calls_no_tool() {
    let provider = ScriptedProvider::new(vec![vec![call("1", "s_mcp_a", json!({}))], vec![text("there")]]);
    let outcome = go("wish", options(provider.clone(), echo()));
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
    let outcome = go(
        "wish",
        RunOptions {
            limits: Limits { max_iterations: 3, max_repeats: 0 },
            ..options(ScriptedProvider::new(endless), echo())
        },
    );
    assert_eq!(outcome.stop, Ok(StopReason::MaxIterations));
    assert_eq!((outcome.metrics.iterations, outcome.metrics.tool_calls), (3, 3));
}

/// Tools that take a while, `a` the longest, and when each starts and ends.
fn slow(reply: fn(&str) -> Value) -> (Rc<dyn ToolHandler>, Rc<RefCell<Vec<String>>>) {
    let log: Rc<RefCell<Vec<String>>> = Rc::default();
    let heard = log.clone();
    let handler: Rc<dyn ToolHandler> = Rc::new(FnTools(Box::new(move |tool, _| {
        let (log, name) = (heard.clone(), tool.to_owned());
        async move {
            log.borrow_mut().push(format!("{name} starts"));
            pause(if name == "a" { 5 } else { 1 }).await;
            log.borrow_mut().push(format!("{name} ends"));
            Ok(reply(&name))
        }
        .boxed_local()
    })));
    (handler, log)
}

#[test]
fn calls_of_one_turn_run_together_and_their_results_keep_the_order_of_the_calls() {
    let (slow, log) = slow(|tool| json!({"content": [{"type": "text", "text": tool}]}));
    let three = || ["a", "b", "c"].map(|name| call(name, &format!("s_mcp_{name}"), json!({}))).to_vec();
    let mut reading = data(slow.clone());
    for tool in &mut reading.tools {
        tool.annotations = Some(json!({"readOnlyHint": true}));
    }
    let outcome = go("wish", over(ScriptedProvider::new(vec![three()]), vec![reading.clone()]));
    assert_eq!(results(&outcome), ["a", "b", "c"]);
    assert_eq!(log.borrow()[..3], ["a starts", "b starts", "c starts"]);
    assert_eq!(log.borrow().last().unwrap(), "a ends");
    // What may write runs by itself, in its place; what reads beside it may still overlap.
    log.borrow_mut().clear();
    reading.tools[2].annotations = Some(json!({"destructiveHint": true}));
    go("wish", over(ScriptedProvider::new(vec![three()]), vec![reading]));
    assert_eq!(log.borrow()[..], ["a starts", "b starts", "b ends", "a ends", "c starts", "c ends"]);
    log.borrow_mut().clear();
    go("wish", options(ScriptedProvider::new(vec![three()]), slow.clone()));
    let in_order = ["a starts", "a ends", "b starts", "b ends", "c starts", "c ends"];
    assert_eq!(log.borrow()[..], in_order, "a tool that says nothing may write");
    log.borrow_mut().clear();
    let options = options(ScriptedProvider::new(vec![three()]), slow);
    go("wish", RunOptions { tool_concurrency: Some(3), ..options });
    assert_eq!(log.borrow()[..3], ["a starts", "b starts", "c starts"], "the host knows better");
}

#[test]
fn widgets_are_shown_while_what_stands_beside_them_still_runs() {
    let (slow, log) = slow(|_| json!({"widget": "card", "data": {}, "id": "w_1"}));
    let mut reading = data(slow.clone());
    reading.tools[0].annotations = Some(json!({"readOnlyHint": true}));
    let shown = Layer { handler: Some(slow), ..display() };
    let card = |id: &str| call(id, "ui_webmcp_widget_display", json!({"name": "card", "params": {}}));
    let reply = vec![call("1", "s_mcp_a", json!({})), card("2"), card("3")];
    go("wish", over(ScriptedProvider::new(vec![reply]), vec![reading, shown]));
    assert_eq!(log.borrow()[..3], ["a starts", "widget_display starts", "widget_display starts"]);
}

#[test]
fn an_abort_ends_a_tool_that_hangs_and_leaves_a_valid_history() {
    let hanging: Rc<dyn ToolHandler> = Rc::new(FnTools(Box::new(|_, _| pending().boxed_local())));
    let calls = vec![call("1", "s_mcp_a", json!({})), call("2", "s_mcp_b", json!({}))];
    let options = options(ScriptedProvider::new(vec![calls]), hanging);
    let abort = options.abort.clone();
    let (outcome, ()) = pollster::block_on(join(wish("wish", options), async move {
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
    let (outcome, ()) = pollster::block_on(join(wish("wish", options), async move { abort.abort() }));
    assert_eq!(outcome.stop, Ok(StopReason::Aborted));
    assert_eq!(outcome.messages.len(), 1);
}

#[test]
fn a_failing_provider_keeps_the_history_so_far() {
    let provider = ScriptedProvider::new(vec![vec![call("1", "s_mcp_a", json!({}))]]);
    provider.script.borrow_mut().push_back(Box::new(|_| Err(Error::new(Code::RateLimited, "429"))));
    let outcome = go("wish", options(provider, echo()));
    assert_eq!(outcome.stop.unwrap_err().code, Code::RateLimited);
    assert_eq!(outcome.messages.len(), 3);
}

#[test]
fn an_empty_reply_ends_the_run_and_leaves_no_empty_message() {
    let outcome = go("wish", options(ScriptedProvider::new(vec![vec![]]), echo()));
    assert_eq!((outcome.stop, outcome.messages.len()), (Ok(StopReason::EndTurn), 1));
}

#[test]
fn an_unknown_tool_is_a_result_and_the_run_goes_on() {
    let provider = ScriptedProvider::new(vec![vec![call("1", "nonsense", json!({}))], vec![text("sorry")]]);
    let outcome = go("wish", options(provider, echo()));
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
    let outcome = go("wish", options(provider, echo()));
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
            Event::ApprovalNeeded { .. } => "approval",
            Event::Said { .. } => "said",
            Event::RunEnd { .. } => "end",
        });
    });
    go("wish", RunOptions { on_event, ..options(provider, echo()) });
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
fn the_page_has_time_between_a_step_that_was_long_and_the_next() {
    struct Page(FakeClock, Rc<RefCell<Vec<String>>>);
    impl Clock for Page {
        fn now_ms(&self) -> f64 {
            self.0.now_ms()
        }
        fn random(&self) -> u64 {
            self.0.random()
        }
        fn sleep(&self, ms: f64) -> LocalBoxFuture<'static, ()> {
            self.0.sleep(ms)
        }
        fn breathe(&self) -> LocalBoxFuture<'static, ()> {
            self.1.borrow_mut().push("page".into());
            ready(()).boxed_local()
        }
    }
    let (time, seen): (FakeClock, Rc<RefCell<Vec<String>>>) = Default::default();
    let (clock, heard) = (time.clone(), seen.clone());
    let tools = answering(move |tool, args| {
        heard.borrow_mut().push(tool.into());
        clock.0.set(clock.0.get() + args["ms"].as_f64().unwrap());
        Ok(json!({"content": []}))
    });
    let quick = |id: &str, tool: &str| call(id, tool, json!({"ms": 1}));
    let provider = ScriptedProvider::new(vec![
        vec![quick("1", "s_mcp_a"), quick("2", "s_mcp_b")],
        vec![call("3", "s_mcp_c", json!({"ms": 30}))],
        vec![quick("4", "s_mcp_a")],
    ]);
    let clock = Rc::new(Page(time, seen.clone()));
    go("wish", RunOptions { clock, ..options(provider, tools) });
    assert_eq!(*seen.borrow(), ["a", "b", "c", "page", "a"]);
}
