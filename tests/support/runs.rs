//! Runs over doubles: one data server `s` with the tools a, b, c and `list_recipes`; a display server on demand.

use super::{FakeClock, answering, call, layer, tool};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;
use webmcp_auto_ui::agent::{
    AbortToken, Budget, Event, Host, Inbox, Input, Limits, Outcome, RunOptions, Session, run,
};
use webmcp_auto_ui::dispatch::{Dispatcher, Hooks, Layer, Layers, Protocol};
use webmcp_auto_ui::json;
use webmcp_auto_ui::model::{Block, Message, estimate_tokens};
use webmcp_auto_ui::provider::{ChatOptions, Provider};
use webmcp_auto_ui::server::ToolHandler;

pub fn over(provider: Rc<dyn Provider>, layers: Vec<Layer>) -> RunOptions {
    let dispatcher = Dispatcher::new(Layers::new(layers), Hooks::default(), None);
    RunOptions {
        provider,
        dispatcher,
        clock: Rc::new(FakeClock::default()),
        began_ms: 0.0,
        abort: AbortToken::default(),
        chat: ChatOptions::default(),
        limits: Limits::default(),
        tool_concurrency: None,
        tool_timeout_ms: None,
        memory_residue_chars: 200,
        budget: Budget::default(),
        prices: None,
        compress: None,
        max_history_tokens: None,
        count_tokens: Rc::new(estimate_tokens),
        inbox: Inbox::default(),
        host: Host::default(),
        on_event: Rc::new(|_| {}),
    }
}

/// A session as it comes back from where it was stored.
pub fn saved(session: &Session) -> Value {
    json::parse(&json::text(&session.saved())).unwrap()
}

pub fn data(handler: Rc<dyn ToolHandler>) -> Layer {
    let schema = json!({"type": "object"});
    let tools = ["a", "b", "c", "list_recipes"].map(|name| tool(name, schema.clone())).to_vec();
    layer(Protocol::MCP, "s", tools, handler)
}

/// A display server whose `widget_display` shows whatever it is given.
pub fn display() -> Layer {
    let shows = answering(|tool, args| match tool {
        "widget_display" => Ok(json!({"widget": args["name"], "data": args["params"], "id": "w_1"})),
        _ => Ok(json!({"ok": true})),
    });
    let tools = ["widget_display", "canvas", "recall"].map(|name| tool(name, json!({"type": "object"})));
    layer(Protocol::WEBMCP, "ui", tools.to_vec(), shows)
}

pub fn options(provider: Rc<dyn Provider>, handler: Rc<dyn ToolHandler>) -> RunOptions {
    over(provider, vec![data(handler)])
}

pub fn echo() -> Rc<dyn ToolHandler> {
    answering(|tool, _| Ok(json!({"content": [{"type": "text", "text": format!("{tool}!")}]})))
}

/// A run of a new session.
pub async fn wish(text: &str, options: RunOptions) -> Outcome {
    run(&RefCell::new(Session::default()), Input::Wish(text.into()), options).await
}

pub fn go(text: &str, options: RunOptions) -> Outcome {
    pollster::block_on(wish(text, options))
}

/// What the last reply of a run suggests.
pub fn suggestions(options: &mut RunOptions) -> Rc<RefCell<Vec<String>>> {
    let found: Rc<RefCell<Vec<String>>> = Rc::default();
    let heard = found.clone();
    options.on_event = Rc::new(move |event| {
        if let Event::LlmResponse { response, .. } = event {
            heard.borrow_mut().clone_from(&response.suggestions);
        }
    });
    found
}

pub fn results(outcome: &Outcome) -> Vec<&str> {
    outcome.tool_calls.iter().map(|call| call.result.as_deref().unwrap()).collect()
}

/// One reply that calls `name` with `args`.
pub fn calls(id: &str, name: &str, args: Value) -> Vec<Block> {
    vec![call(id, name, args)]
}

pub fn asked(messages: &[Rc<Message>]) -> HashSet<String> {
    ids(messages, |block| match block {
        Block::ToolUse { id, .. } => Some(id.clone()),
        _ => None,
    })
}

pub fn answered(messages: &[Rc<Message>]) -> HashSet<String> {
    ids(messages, |block| match block {
        Block::ToolResult { tool_use_id, .. } => Some(tool_use_id.clone()),
        _ => None,
    })
}

fn ids(messages: &[Rc<Message>], pick: impl Fn(&Block) -> Option<String>) -> HashSet<String> {
    messages.iter().flat_map(|message| &message.content).filter_map(pick).collect()
}
