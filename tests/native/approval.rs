//! Approval, pause, resume, journal: a call runs at most once, whatever happens to the page.

use crate::support::runs::{answered, asked, calls, data, display, go, options, over, results, saved};
use crate::support::{ScriptedProvider, answering, call, layer, text, tool};
use futures_util::future::{FutureExt, ready};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use webmcp_auto_ui::agent::{
    Approval, Ask, Decision, Entry, Host, Input, Limits, Outcome, RunOptions, Session, StopReason, run,
};
use webmcp_auto_ui::dispatch::Protocol;
use webmcp_auto_ui::error::{Code, Error};
use webmcp_auto_ui::json::{FromJson, parse, text as json_text};
use webmcp_auto_ui::model::{Block, ToolDef, ToolFailure};
use webmcp_auto_ui::server::ToolHandler;

/// A handler that counts its calls.
fn counting() -> (Rc<Cell<u32>>, Rc<dyn ToolHandler>) {
    let count = Rc::new(Cell::new(0));
    let counted = count.clone();
    let handler = answering(move |tool, _| {
        counted.set(counted.get() + 1);
        Ok(json!({"content": [{"type": "text", "text": format!("{tool} done")}]}))
    });
    (count, handler)
}

fn hold(names: &'static [&'static str]) -> Ask {
    Rc::new(move |_, call, _| ready(Ok(names.contains(&call.name.as_str()))).boxed_local())
}

fn decide(id: &str, approved: bool) -> Input {
    Input::Resume(vec![Decision { id: id.into(), approved, reason: Some("too dear".into()) }])
}

fn drive(session: &RefCell<Session>, input: Input, options: RunOptions) -> Outcome {
    pollster::block_on(run(session, input, options))
}

/// Two calls, of which `b` waits; the session afterwards, written and read again as over a reload.
fn paused() -> (RefCell<Session>, Rc<Cell<u32>>, Rc<dyn ToolHandler>) {
    let (count, handler) = counting();
    let both = vec![call("1", "s_mcp_a", json!({})), call("2", "s_mcp_b", json!({"x": 1}))];
    let host = Host { needs_approval: Some(Approval::Ask(hold(&["s_mcp_b"]))), ..Host::default() };
    let session = RefCell::new(Session::default());
    let options = RunOptions { host, ..options(ScriptedProvider::new(vec![both]), handler.clone()) };
    let outcome = drive(&session, Input::Wish("wish".into()), options);
    assert_eq!(outcome.stop, Ok(StopReason::Paused));
    assert_eq!(outcome.pending.iter().map(|call| call.id.as_str()).collect::<Vec<_>>(), ["2"]);
    assert_eq!(count.get(), 1, "what needs no approval has run");
    let written = json_text(&session.borrow().saved());
    let session = Session::from_json(serde_json::from_str(&written).unwrap()).unwrap();
    (RefCell::new(session), count, handler)
}

#[test]
fn an_approved_call_runs_after_a_reload() {
    let (session, count, handler) = paused();
    let provider = ScriptedProvider::new(vec![vec![text("there")]]);
    let outcome = drive(&session, decide("2", true), options(provider.clone(), handler));
    assert_eq!((outcome.stop.clone(), outcome.text.as_str()), (Ok(StopReason::EndTurn), "there"));
    assert_eq!(results(&outcome), ["a done", "b done"]);
    assert_eq!(count.get(), 2);
    assert_eq!(asked(&outcome.messages), answered(&outcome.messages));
    assert!(provider.requests.borrow()[0].1.contains(&"s_mcp_c".to_owned()), "the server is still activated");
    assert!(session.borrow().turn.is_none());
}

#[test]
fn a_denied_call_does_not_run_and_the_model_reads_why() {
    let (session, count, handler) = paused();
    let outcome = drive(&session, decide("2", false), options(ScriptedProvider::new(vec![]), handler));
    assert_eq!((outcome.stop.clone(), count.get()), (Ok(StopReason::EndTurn), 1));
    assert!(results(&outcome)[1].contains("did not allow") && results(&outcome)[1].contains("too dear"));
}

#[test]
fn a_decision_on_another_call_changes_nothing() {
    let (session, count, handler) = paused();
    for id in ["1", "nobody"] {
        let options = options(ScriptedProvider::new(vec![]), handler.clone());
        let outcome = drive(&session, decide(id, true), options);
        assert_eq!((outcome.stop, count.get()), (Ok(StopReason::Paused), 1), "{id}");
    }
}

#[test]
fn a_new_wish_ends_the_run_that_waits() {
    let (session, count, handler) = paused();
    let provider = ScriptedProvider::new(vec![vec![text("something else")]]);
    let outcome = drive(&session, Input::Wish("else".into()), options(provider, handler.clone()));
    assert_eq!((outcome.stop.clone(), count.get()), (Ok(StopReason::EndTurn), 1));
    assert_eq!(asked(&outcome.messages), answered(&outcome.messages));
    let nothing = drive(&session, decide("2", true), options(ScriptedProvider::new(vec![]), handler));
    assert_eq!(nothing.stop.unwrap_err().code, Code::NotFound);
}

#[test]
fn tools_are_held_by_their_definition_and_by_their_annotations() {
    let hints = |hints: Value| ToolDef { annotations: Some(hints), ..ToolDef::default() };
    for (tool, destructive) in [
        (ToolDef::default(), true),
        (hints(json!({"readOnlyHint": true})), false),
        (hints(json!({"destructiveHint": false})), false),
        (hints(json!({"destructiveHint": true})), true),
        (hints(json!({"readOnlyHint": "yes"})), true),
    ] {
        assert_eq!(tool.is_destructive(), destructive, "{tool:?}");
    }
    let (count, handler) = counting();
    let mut layer = data(handler);
    layer.tools[0].needs_approval = true;
    let outcome =
        go("wish", over(ScriptedProvider::new(vec![calls("1", "s_mcp_a", json!({}))]), vec![layer]));
    assert_eq!((outcome.stop, count.get()), (Ok(StopReason::Paused), 0));
}

#[test]
fn a_failed_run_can_go_on_from_where_it_was() {
    let (count, handler) = counting();
    let provider = ScriptedProvider::new(vec![calls("1", "s_mcp_a", json!({}))]);
    provider.script.borrow_mut().push_back(Box::new(|_| Err(Error::new(Code::Network, "gone"))));
    let session = RefCell::new(Session::default());
    let outcome = drive(&session, Input::Wish("wish".into()), options(provider, handler.clone()));
    assert_eq!(outcome.stop.unwrap_err().code, Code::Network);
    let again = options(ScriptedProvider::new(vec![vec![text("here")]]), handler);
    let outcome = drive(&session, Input::Resume(Vec::new()), again);
    assert_eq!((outcome.text.as_str(), outcome.metrics.iterations, count.get()), ("here", 2, 1));
}

type Written = Rc<RefCell<Vec<Entry>>>;

/// A journal in memory that fails, as a page that goes away, before entry `until`.
fn journal(written: &Written, until: usize) -> Host {
    let written = written.clone();
    Host {
        journal: Some(Rc::new(move |entry| {
            let mut written = written.borrow_mut();
            let result = if written.len() < until {
                written.push(entry.clone());
                Ok(())
            } else {
                Err(Error::new(Code::Unsupported, "the page went away"))
            };
            ready(result).boxed_local()
        })),
        ..Host::default()
    }
}

fn script() -> Rc<ScriptedProvider> {
    ScriptedProvider::new(vec![
        vec![call("1", "s_mcp_a", json!({})), call("2", "s_mcp_b", json!({}))],
        calls("3", "s_mcp_c", json!({})),
        vec![text("done")],
    ])
}

/// The tools that ran, over both lives of a page that dies before entry `until`.
fn two_lives(until: usize, idempotent: bool) -> (Vec<String>, Outcome) {
    let ran: Rc<RefCell<Vec<String>>> = Rc::default();
    let heard = ran.clone();
    let handler = answering(move |tool, _| {
        heard.borrow_mut().push(tool.to_owned());
        Ok(json!({"content": [{"type": "text", "text": format!("{tool} done")}]}))
    });
    let layer = || {
        let mut layer = data(handler.clone());
        for tool in &mut layer.tools {
            tool.annotations = idempotent.then(|| json!({"idempotentHint": true}));
        }
        vec![layer]
    };
    let provider = script();
    let written: Written = Rc::default();
    let first = over(provider.clone(), layer());
    go("wish", RunOptions { host: journal(&written, until), ..first });
    let text = serde_json::to_string(&*written.borrow()).unwrap();
    let entries: Vec<Entry> = Vec::from_json(parse(&text).unwrap()).unwrap();
    let Ok(session) = Session::from_journal(entries, Limits::default(), None) else {
        return (ran.borrow().clone(), go("wish", over(script(), layer())));
    };
    // A reply that was not written down is asked for again.
    let replies = written.borrow().iter().filter(|entry| matches!(entry, Entry::Replied { .. })).count();
    let rest = script();
    rest.script.borrow_mut().drain(..replies);
    let second = RunOptions { host: journal(&written, usize::MAX), ..over(rest, layer()) };
    let outcome = drive(&RefCell::new(session), Input::Resume(Vec::new()), second);
    let ran = ran.borrow().clone();
    (ran, outcome)
}

#[test]
fn no_call_runs_twice_wherever_the_page_goes_away() {
    for until in 1..16 {
        let (ran, outcome) = two_lives(until, false);
        for tool in ["a", "b", "c"] {
            let times = ran.iter().filter(|name| *name == tool).count();
            assert!(times <= 1, "{tool} ran {times} times, cut before entry {until}");
        }
        assert_eq!(outcome.stop, Ok(StopReason::EndTurn), "cut before entry {until}");
        assert_eq!(asked(&outcome.messages), answered(&outcome.messages));
        for call in &outcome.tool_calls {
            let told = call.result.as_deref().unwrap();
            assert!(told.ends_with(" done") || told.contains("outcome unknown"), "{told}");
        }
    }
}

#[test]
fn a_call_of_unknown_outcome_runs_again_only_when_it_may() {
    // started, replied, approved 1, approved 2, intent 1: cut before its outcome.
    let (ran, outcome) = two_lives(5, false);
    assert_eq!(ran, ["a", "b", "c"]);
    assert!(results(&outcome)[0].contains("outcome unknown"));
    let (ran, outcome) = two_lives(5, true);
    assert_eq!(ran, ["a", "b", "a", "c"]);
    assert_eq!(results(&outcome), ["a done", "b done", "c done"]);
}

#[test]
fn a_call_whose_intent_is_not_written_does_not_run() {
    let (count, handler) = counting();
    let written: Written = Rc::default();
    let host = journal(&written, 3);
    let provider = ScriptedProvider::new(vec![calls("1", "s_mcp_a", json!({}))]);
    let outcome = go("wish", RunOptions { host, ..options(provider, handler) });
    assert_eq!(outcome.stop.unwrap_err().code, Code::Unsupported);
    assert_eq!(count.get(), 0);
}

#[test]
fn a_session_remembers_over_wishes_and_over_a_reload() {
    let big: String = "row ".repeat(400);
    let handler = answering(move |_, _| Ok(json!({"content": [{"type": "text", "text": big}]})));
    let session = RefCell::new(Session::default());
    let first = ScriptedProvider::new(vec![calls("big", "s_mcp_a", json!({})), vec![text("ok")]]);
    drive(&session, Input::Wish("one".into()), over(first, vec![data(handler.clone()), display()]));
    let saved = saved(&session.borrow());
    let session = RefCell::new(Session::from_json(saved).unwrap());
    let second =
        ScriptedProvider::new(vec![calls("again", "ui_webmcp_recall", json!({"id": "big", "limit": 3}))]);
    let layers = vec![data(answering(|_, _| Err(ToolFailure("offline".into())))), display()];
    let outcome = drive(&session, Input::Wish("two".into()), over(second.clone(), layers));
    assert!(results(&outcome)[0].starts_with("row"), "{:?}", results(&outcome));
    assert!(second.requests.borrow()[0].1.contains(&"s_mcp_b".to_owned()), "still activated");
    assert_eq!(session.borrow().usage.tool_calls, 2);
    assert!(Session::from_json(json!({"version": 9, "messages": []})).is_err());
    assert!(Session::from_json(json!("x")).is_err());
}

/// What ran, over a run whose policy holds some calls, and one that goes on when all that waits is allowed.
fn with_rule(
    rule: &Approval,
    layers: Vec<webmcp_auto_ui::dispatch::Layer>,
    replies: Vec<Vec<Block>>,
) -> (Outcome, RefCell<Session>) {
    let host = Host { needs_approval: Some(rule.clone()), ..Host::default() };
    let session = RefCell::new(Session::default());
    let options = RunOptions { host, ..over(ScriptedProvider::new(replies), layers) };
    let outcome = drive(&session, Input::Wish("wish".into()), options);
    (outcome, session)
}

#[test]
fn a_rule_holds_a_tool_by_whichever_name_it_is_called() {
    let (count, handler) = counting();
    let mut desk =
        layer(Protocol::WEBMCP, "desk", vec![tool("pay", json!({"type": "object"}))], handler.clone());
    desk.tools.push(tool("show money", json!({"type": "object"})));
    let data = layer(
        Protocol::MCP,
        "x",
        vec![tool("del", json!({"type": "object"})), tool("read_skill", json!({"type": "object"}))],
        handler,
    );
    for (listed, called) in [
        ("desk_webmcp_pay", "desk_ui_pay"),
        ("desk_ui_pay", "desk_webmcp_pay"),
        ("x_mcp_del", "x_data_del"),
        ("x_mcp_read_skill", "x_mcp_get_recipe"),
        ("x_mcp_get_recipe", "x_data_read_skill"),
        ("desk_webmcp_show_money", "desk_webmcp_show money"),
    ] {
        let rule = Approval::Listed(vec![listed.to_owned()]);
        let (outcome, _) =
            with_rule(&rule, vec![desk.clone(), data.clone()], vec![calls("1", called, json!({}))]);
        assert_eq!((outcome.stop.clone(), count.get()), (Ok(StopReason::Paused), 0), "{listed} by {called}");
    }
}

#[test]
fn a_rule_judges_the_arguments_that_run_and_what_was_allowed_is_what_runs() {
    let paid: Rc<std::cell::RefCell<Vec<Value>>> = Rc::default();
    let heard = paid.clone();
    let handler = answering(move |tool, args| match tool {
        "pay" => {
            heard.borrow_mut().push(args["amount"].clone());
            Ok(json!({"content": [{"type": "text", "text": "paid"}]}))
        }
        _ => Ok(json!({"content": [], "structuredContent": {"amount": 1_000_000}})),
    });
    let amount =
        json!({"type": "object", "required": ["amount"], "properties": {"amount": {"type": "number"}}});
    let bank = || {
        layer(
            Protocol::MCP,
            "bank",
            vec![tool("quote", json!({"type": "object"})), tool("pay", amount.clone())],
            handler.clone(),
        )
    };
    let rule = Approval::Ask(Rc::new(|_, call, _| {
        let over =
            call.name == "bank_mcp_pay" && call.args["amount"].as_f64().is_none_or(|amount| amount > 100.0);
        ready(Ok(over)).boxed_local()
    }));
    let reference = json!({"amount": {"$result": "bank_mcp_quote", "path": "/amount"}});
    for (replies, id) in [
        (vec![calls("p", "bank_mcp_pay", json!({"amount": "1000000"}))], "p"),
        // The reference leads nowhere yet when the reply is judged.
        (
            vec![vec![call("q", "bank_mcp_quote", json!({})), call("p", "bank_mcp_pay", reference.clone())]],
            "p",
        ),
        (vec![calls("q", "bank_mcp_quote", json!({})), calls("p", "bank_mcp_pay", reference.clone())], "p"),
    ] {
        paid.borrow_mut().clear();
        let (outcome, session) = with_rule(&rule, vec![bank()], replies);
        assert_eq!((outcome.stop, paid.borrow().len()), (Ok(StopReason::Paused), 0));
        let (name, args, written) = outcome.pending[0].shown();
        assert_eq!((name, &args["amount"]), ("bank_mcp_pay", &json!(1_000_000)));
        assert!(written.is_none_or(|written| written == &reference), "{written:?}");
        // What was shown is what runs, also when the reference leads elsewhere by then.
        session.borrow().results.insert("q", "{\"amount\": 7}");
        let written = json_text(&session.borrow().saved());
        let session = RefCell::new(Session::from_json(serde_json::from_str(&written).unwrap()).unwrap());
        let host = Host { needs_approval: Some(rule.clone()), ..Host::default() };
        let options = RunOptions { host, ..over(ScriptedProvider::new(vec![]), vec![bank()]) };
        let outcome = drive(&session, decide(id, true), options);
        assert_eq!(
            (outcome.stop, paid.borrow().as_slice()),
            (Ok(StopReason::EndTurn), &[json!(1_000_000)][..])
        );
    }
}

#[test]
fn an_approved_call_runs_with_its_arguments_unflattened() {
    use webmcp_auto_ui::dispatch::{Dispatcher, Hooks, Layers, SchemaOptions};
    let heard: Rc<std::cell::RefCell<Value>> = Rc::default();
    let told = heard.clone();
    let handler = answering(move |_, args| {
        *told.borrow_mut() = args;
        Ok(json!({"content": []}))
    });
    let center = json!({"type": "object", "required": ["center"], "properties": {"center": {"type": "object", "properties": {"lat": {"type": "number"}}}}});
    let host = Host { needs_approval: Some(Approval::Always), ..Host::default() };
    let run_options = |replies: Vec<Vec<Block>>| {
        let layers = vec![layer(Protocol::MCP, "geo", vec![tool("map", center.clone())], handler.clone())];
        let flat = SchemaOptions { flatten: true, ..SchemaOptions::default() };
        let mut options =
            RunOptions { host: host.clone(), ..over(ScriptedProvider::new(replies), Vec::new()) };
        options.dispatcher = Dispatcher::new(Layers::with_options(layers, flat), Hooks::default(), None);
        options
    };
    let session = RefCell::new(Session::default());
    let first = run_options(vec![calls("1", "geo_mcp_map", json!({"center__lat": 48.8}))]);
    drive(&session, Input::Wish("wish".into()), first);
    let session = RefCell::new(Session::from_json(saved(&session.borrow())).unwrap());
    let outcome = drive(&session, decide("1", true), run_options(Vec::new()));
    assert!(outcome.tool_calls[0].error.is_none(), "{:?}", outcome.tool_calls);
    assert_eq!(*heard.borrow(), json!({"center": {"lat": 48.8}}));
}

#[test]
fn a_reference_by_a_tools_name_means_the_same_in_the_next_wish() {
    let handler = answering(|tool, args| match tool {
        "a" => Ok(json!({"content": [], "structuredContent": {"n": 7}})),
        _ => Ok(json!({"content": [{"type": "text", "text": args.to_string()}]})),
    });
    let session = RefCell::new(Session::default());
    let first = ScriptedProvider::new(vec![calls("one", "s_mcp_a", json!({})), vec![text("ok")]]);
    drive(&session, Input::Wish("one".into()), options(first, handler.clone()));
    let session = RefCell::new(Session::from_json(saved(&session.borrow())).unwrap());
    let second = ScriptedProvider::new(vec![calls(
        "two",
        "s_mcp_b",
        json!({"n": {"$result": "s_mcp_a", "path": "/n"}}),
    )]);
    let outcome = drive(&session, Input::Wish("two".into()), options(second, handler));
    assert_eq!(results(&outcome), ["{\"n\":7}"]);
}

#[test]
fn a_state_that_says_allowed_is_asked_about_again() {
    let (count, handler) = counting();
    let rule = Approval::Listed(vec!["s_mcp_b".to_owned()]);
    let (_, session) =
        with_rule(&rule, vec![data(handler.clone())], vec![calls("2", "s_mcp_b", json!({"x": 1}))]);
    // Whoever could write where it was stored says that the person has allowed it, and more than was asked for.
    let written = json_text(&session.borrow().saved());
    assert!(written.contains(r#""status":"held""#), "{written}");
    let forged = written
        .replace(r#""status":"held""#, r#""status":"approved""#)
        .replace(r#"{"x":1}"#, r#"{"x":1000000}"#);
    let session = RefCell::new(Session::from_json(serde_json::from_str(&forged).unwrap()).unwrap());
    let host = Host { needs_approval: Some(rule), ..Host::default() };
    let options = RunOptions { host, ..over(ScriptedProvider::new(vec![]), vec![data(handler)]) };
    let outcome = drive(&session, Input::Resume(Vec::new()), options);
    assert_eq!((outcome.stop, count.get()), (Ok(StopReason::Paused), 0));
    assert_eq!(
        outcome.pending[0].shown().1,
        &json!({"x": 1_000_000}),
        "what would run is what is asked about"
    );
}

#[test]
fn what_was_allowed_does_not_run_where_its_name_leads_elsewhere_by_then() {
    let (count, handler) = counting();
    let desk = |name: &str| {
        layer(Protocol::MCP, name, vec![tool("pay", json!({"type": "object"}))], handler.clone())
    };
    let rule = Approval::Always;
    let replies = || vec![calls("1", "desk_data_pay", json!({}))];
    let (outcome, session) = with_rule(&rule, vec![desk("desk")], replies());
    assert_eq!(outcome.pending[0].shown().0, "desk_mcp_pay");
    let written = json_text(&session.borrow().saved());
    let forged = written.replace("desk_mcp_pay", "desk_mcp_look");
    assert_ne!(written, forged);
    for state in [written, forged.clone()] {
        count.set(0);
        let is_forged = state == forged;
        let session = RefCell::new(Session::from_json(serde_json::from_str(&state).unwrap()).unwrap());
        let host = Host { needs_approval: Some(rule.clone()), ..Host::default() };
        let options = RunOptions { host, ..over(ScriptedProvider::new(vec![]), vec![desk("desk")]) };
        let outcome = drive(&session, decide("1", true), options);
        assert_eq!(count.get(), u32::from(!is_forged));
        let told = results(&outcome).concat();
        assert_eq!(told.contains("no longer there under this name"), is_forged, "{told}");
    }
}
