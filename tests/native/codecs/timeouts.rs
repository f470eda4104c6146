//! What is waited for has a limit, and the error names it.

use super::{endpoint, events};
use crate::support::FakeClock;
use futures_util::StreamExt;
use futures_util::future::{FutureExt, LocalBoxFuture, pending, ready};
use futures_util::stream;
use std::cell::Cell;
use std::rc::Rc;
use webmcp_auto_ui::clock::Clock;
use webmcp_auto_ui::error::{Code, Error, Result};
use webmcp_auto_ui::http::{Http, HttpRequest, HttpResponse};
use webmcp_auto_ui::model::{Message, Role};
use webmcp_auto_ui::provider::{
    ChatRequest, ChatResponse, Endpoint, HttpProvider, Provider, Retries, Timeouts, WireFormat,
};

const PIECE: &str = "data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\n";
const LAST: &str = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";

/// A server that is slow, milliseconds before the head and before each piece; it hangs after the last piece.
struct Slow {
    clock: FakeClock,
    head_ms: f64,
    pieces: Vec<(f64, &'static str)>,
    hangs: bool,
    asked: Rc<Cell<usize>>,
}

impl Http for Slow {
    fn send(&self, _: HttpRequest) -> LocalBoxFuture<'static, Result<HttpResponse>> {
        self.asked.set(self.asked.get() + 1);
        let (clock, pieces, head_ms) = (self.clock.clone(), self.pieces.clone(), self.head_ms);
        let told = stream::iter(pieces).then(move |(ms, text)| {
            let clock = clock.clone();
            async move {
                clock.sleep(ms).await;
                Ok(text.as_bytes().to_vec())
            }
        });
        let rest =
            if self.hangs { stream::once(pending()).boxed_local() } else { stream::empty().boxed_local() };
        let headers = vec![("content-type".to_owned(), "text/event-stream".to_owned())];
        let response = HttpResponse { status: 200, headers, body: told.chain(rest).boxed_local() };
        let clock = self.clock.clone();
        async move {
            clock.sleep(head_ms).await;
            Ok(response)
        }
        .boxed_local()
    }
}

fn ask(head_ms: f64, pieces: Vec<(f64, &'static str)>, hangs: bool) -> (Result<ChatResponse>, usize, f64) {
    let clock = FakeClock::default();
    let asked = Rc::new(Cell::new(0));
    let http = Slow { clock: clock.clone(), head_ms, pieces, hangs, asked: asked.clone() };
    let timeouts = Timeouts { connect_ms: 100.0, first_byte_ms: 200.0, idle_ms: 50.0 };
    let endpoint = Endpoint { timeouts, retries: Retries::default(), ..endpoint(WireFormat::OpenAi) };
    let provider = HttpProvider::new(Rc::new(http), Rc::new(clock.clone()), endpoint);
    let request = ChatRequest {
        messages: vec![Rc::new(Message::text(Role::User, "hi"))],
        tools: Rc::default(),
        options: super::options(),
        on_delta: Rc::new(|_| {}),
    };
    let reply = pollster::block_on(provider.chat(request));
    (reply, asked.get(), clock.now_ms())
}

fn late(outcome: (Result<ChatResponse>, usize, f64)) -> (Error, f64) {
    let (reply, asked, took) = outcome;
    assert_eq!(asked, 1, "a limit of the host is not waited for twice");
    (reply.unwrap_err(), took)
}

#[test]
fn each_limit_has_an_error_that_names_what_was_waited_for() {
    for (outcome, option, limit) in [
        (ask(1_000.0, vec![], false), "connectMs", 100.0),
        (ask(0.0, vec![], true), "firstByteMs", 200.0),
        (ask(0.0, vec![(0.0, PIECE)], true), "idleMs", 50.0),
    ] {
        let (error, took) = late(outcome);
        assert!(error.code == Code::Network && error.message.contains(option), "{error}");
        assert_eq!(error.details.unwrap()["timeout"], option);
        assert!((limit..limit * 1.5).contains(&took), "{option} took {took}");
    }
}

#[test]
fn a_slow_reply_that_never_stops_for_long_is_read_to_its_end() {
    let pieces = (0..30).map(|_| (40.0, PIECE)).chain([(40.0, LAST)]).collect();
    let (reply, _, took) = ask(90.0, pieces, false);
    assert_eq!(reply.unwrap().content.len(), 1);
    assert!(took > 1_000.0);
}

#[test]
fn comments_and_events_that_bring_nothing_are_no_life() {
    const EMPTY: &str = "data: {\"choices\":[{\"delta\":{}}]}\n\n";
    for nothing in [
        ": still here\n\n",
        EMPTY,
        "event: ping\ndata: {}\n\n",
        "data: {\"choices\":[{\"delta\":{\"content\":\"\"}}]}\n\n",
    ] {
        let pieces = [(0.0, PIECE)].into_iter().chain((0..100).map(|_| (20.0, nothing))).collect();
        let (error, took) = late(ask(0.0, pieces, false));
        assert_eq!(error.details.unwrap()["timeout"], "idleMs", "{nothing}");
        assert!(took < 200.0, "{nothing} took {took}");
    }
}

#[test]
fn no_limit_is_no_limit() {
    let clock = FakeClock::default();
    let asked = Rc::new(Cell::new(0));
    let pieces = vec![(500_000.0, PIECE), (500_000.0, LAST)];
    let http = Slow { clock: clock.clone(), head_ms: 500_000.0, pieces, hangs: false, asked };
    let timeouts = Timeouts { connect_ms: 0.0, first_byte_ms: 0.0, idle_ms: f64::INFINITY };
    let provider = HttpProvider::new(
        Rc::new(http),
        Rc::new(clock),
        Endpoint { timeouts, ..endpoint(WireFormat::OpenAi) },
    );
    let request = ChatRequest {
        messages: Vec::new(),
        tools: Rc::default(),
        options: super::options(),
        on_delta: Rc::new(|_| {}),
    };
    assert!(pollster::block_on(provider.chat(request)).is_ok());
}

#[test]
fn a_reply_at_once_sets_no_timer() {
    /// A clock whose sleeps are counted.
    struct Counting(Rc<Cell<usize>>);
    impl Clock for Counting {
        fn now_ms(&self) -> f64 {
            0.0
        }
        fn random(&self) -> u64 {
            0
        }
        fn sleep(&self, _: f64) -> LocalBoxFuture<'static, ()> {
            self.0.set(self.0.get() + 1);
            ready(()).boxed_local()
        }
    }
    let sleeps = Rc::new(Cell::new(0));
    let http = crate::support::FakeHttp::new(vec![events(&["[DONE]"]).cut(1)]);
    let timeouts = Timeouts { connect_ms: 0.0, ..Timeouts::default() };
    let endpoint = Endpoint { timeouts, ..endpoint(WireFormat::OpenAi) };
    let provider = HttpProvider::new(http, Rc::new(Counting(sleeps.clone())), endpoint);
    let request = ChatRequest {
        messages: Vec::new(),
        tools: Rc::default(),
        options: super::options(),
        on_delta: Rc::new(|_| {}),
    };
    assert!(pollster::block_on(provider.chat(request)).is_ok());
    assert_eq!(sleeps.get(), 0);
}
