//! Doubles for the ports: a network, a clock, a model and tools that follow a script.

pub mod runs;

use futures_util::StreamExt;
use futures_util::future::{FutureExt, LocalBoxFuture, ready};
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use webmcp_auto_ui::clock::Clock;
use webmcp_auto_ui::dispatch::{Layer, Protocol};
use webmcp_auto_ui::error::{Code, Error, Result};
use webmcp_auto_ui::http::{Http, HttpRequest, HttpResponse};
use webmcp_auto_ui::model::{Block, ToolDef};
use webmcp_auto_ui::provider::{ChatRequest, ChatResponse, Provider};
use webmcp_auto_ui::server::{ToolHandler, ToolResult};

/// A clock that a test moves by hand; while somebody sleeps, each look at it is a millisecond.
#[derive(Clone, Default)]
pub struct FakeClock(pub Rc<Cell<f64>>);

impl Clock for FakeClock {
    fn now_ms(&self) -> f64 {
        self.0.get()
    }
    fn random(&self) -> u64 {
        7
    }
    fn sleep(&self, ms: f64) -> LocalBoxFuture<'static, ()> {
        let (clock, until) = (self.0.clone(), self.0.get() + ms);
        std::future::poll_fn(move |context| {
            if clock.get() >= until {
                return std::task::Poll::Ready(());
            }
            clock.set(clock.get() + 1.0);
            context.waker().wake_by_ref();
            std::task::Poll::Pending
        })
        .boxed_local()
    }
}

/// One scripted reply of the network.
pub struct Canned {
    pub status: u16,
    pub headers: Vec<(&'static str, &'static str)>,
    /// Pieces of the body, as they arrive.
    pub body: Vec<Vec<u8>>,
    /// The connection breaks after the body.
    pub broken: bool,
}

impl Canned {
    pub fn json(status: u16, body: &str) -> Self {
        Canned {
            status,
            headers: vec![("content-type", "application/json")],
            body: vec![body.into()],
            broken: false,
        }
    }

    pub fn events(body: &str) -> Self {
        Canned {
            status: 200,
            headers: vec![("content-type", "text/event-stream")],
            body: vec![body.into()],
            broken: false,
        }
    }

    /// The same body in pieces of `size` bytes, cut anywhere, inside characters too.
    pub fn cut(mut self, size: usize) -> Self {
        self.body = self.body.concat().chunks(size).map(<[u8]>::to_vec).collect();
        self
    }
}

/// A network that answers from a script, or from a function of the request.
#[derive(Default)]
pub struct FakeHttp {
    pub script: RefCell<VecDeque<Canned>>,
    pub sent: RefCell<Vec<HttpRequest>>,
}

impl FakeHttp {
    pub fn new(script: Vec<Canned>) -> Rc<Self> {
        Rc::new(FakeHttp { script: RefCell::new(script.into()), sent: RefCell::default() })
    }

    pub fn bodies(&self) -> Vec<Value> {
        self.sent
            .borrow()
            .iter()
            .map(|request| serde_json::from_slice(&request.body).unwrap_or(Value::Null))
            .collect()
    }
}

impl Http for FakeHttp {
    fn send(&self, request: HttpRequest) -> LocalBoxFuture<'static, Result<HttpResponse>> {
        self.sent.borrow_mut().push(request);
        let Some(canned) = self.script.borrow_mut().pop_front() else {
            return ready(Err(Error::new(Code::Network, "the script is over"))).boxed_local();
        };
        let headers =
            canned.headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let mut pieces: Vec<Result<Vec<u8>>> = canned.body.into_iter().map(Ok).collect();
        if canned.broken {
            pieces.push(Err(Error::new(Code::Network, "the connection broke")));
        }
        let body = futures_util::stream::iter(pieces).boxed_local();
        ready(Ok(HttpResponse { status: canned.status, headers, body })).boxed_local()
    }
}

type Answer = Box<dyn Fn(&ChatRequest) -> Result<ChatResponse>>;

/// A model that gives scripted replies. A test double only.
#[derive(Default)]
pub struct ScriptedProvider {
    pub script: RefCell<VecDeque<Answer>>,
    pub requests: RefCell<Vec<(usize, Vec<String>)>>,
}

impl ScriptedProvider {
    pub fn new(replies: Vec<Vec<Block>>) -> Rc<Self> {
        let script: VecDeque<Answer> = replies
            .into_iter()
            .map(|content| Box::new(move |_: &ChatRequest| Ok(reply(content.clone()))) as Answer)
            .collect();
        Rc::new(ScriptedProvider { script: RefCell::new(script), requests: RefCell::default() })
    }
}

pub fn reply(content: Vec<Block>) -> ChatResponse {
    ChatResponse::new(content, "end_turn", None)
}

impl Provider for ScriptedProvider {
    fn chat(&self, request: ChatRequest) -> LocalBoxFuture<'static, Result<ChatResponse>> {
        let names = request.tools.iter().map(|tool| tool.name.clone()).collect();
        self.requests.borrow_mut().push((request.messages.len(), names));
        let answer = self.script.borrow_mut().pop_front();
        ready(match answer {
            Some(answer) => answer(&request),
            None => Ok(reply(vec![text("done")])),
        })
        .boxed_local()
    }
}

type ToolFn = Box<dyn Fn(&str, Value) -> LocalBoxFuture<'static, ToolResult>>;

/// Tools that are a function of the test.
pub struct FnTools(pub ToolFn);

impl ToolHandler for FnTools {
    fn call(&self, tool: &str, args: Value) -> LocalBoxFuture<'static, ToolResult> {
        (self.0)(tool, args)
    }
}

/// A handler that answers at once.
pub fn answering(answer: impl Fn(&str, Value) -> ToolResult + 'static) -> Rc<dyn ToolHandler> {
    Rc::new(FnTools(Box::new(move |tool, args| ready(answer(tool, args)).boxed_local())))
}

pub fn tool(name: &str, schema: Value) -> ToolDef {
    ToolDef {
        name: name.into(),
        description: format!("The tool {name}."),
        input_schema: schema,
        ..ToolDef::default()
    }
}

pub fn layer(protocol: Protocol, name: &str, tools: Vec<ToolDef>, handler: Rc<dyn ToolHandler>) -> Layer {
    Layer {
        protocol,
        server_name: name.into(),
        description: String::new(),
        tools,
        recipes: Vec::new(),
        handler: Some(handler),
        rule: None,
        mend: None,
    }
}

pub fn text(text: &str) -> Block {
    Block::Text { text: text.into() }
}

pub fn call(id: &str, name: &str, input: Value) -> Block {
    Block::ToolUse { id: id.into(), name: name.into(), input }
}

/// Lets other futures run a few times before going on.
pub async fn pause(times: usize) {
    for _ in 0..times {
        let mut yielded = false;
        std::future::poll_fn(|context| {
            if std::mem::replace(&mut yielded, true) {
                return std::task::Poll::Ready(());
            }
            context.waker().wake_by_ref();
            std::task::Poll::Pending
        })
        .await;
    }
}

pub const STAT: &str = "---
widget: stat
description: One key figure
group: numbers
schema:
  type: object
  required: [label, value]
  properties:
    label: { type: string }
    value: { type: string }
    trend: { type: string, enum: [up, down, stable] }
examples:
  - wish: 42 visitors
    params: { label: Visitors, value: \"42\" }
---
## How to use
Call widget_display('stat', {label, value}).
";
