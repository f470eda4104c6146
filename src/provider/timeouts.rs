//! How long a request waits for what, and what it says when nothing came.

use crate::clock::Clock;
use crate::error::{Code, Error, Result};
use crate::http::HttpResponse;
use crate::json::{Fields, FromJson, Read, digits};
use futures_util::StreamExt;
use futures_util::future::{FutureExt, LocalBoxFuture};
use serde_json::Value;
use serde_json::json;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Context, Poll};

/// How long is waited, milliseconds; 0 for ever.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timeouts {
    /// For the head of the reply. Servers that do not stream send it with the whole reply.
    pub connect_ms: f64,
    /// From there to the first byte of the body.
    pub first_byte_ms: f64,
    /// Between two pieces of the reply; comments and events that bring nothing do not count.
    pub idle_ms: f64,
}

impl FromJson for Timeouts {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        let default = Timeouts::default();
        Ok(Timeouts {
            connect_ms: from.or("connectMs", default.connect_ms)?,
            first_byte_ms: from.or("firstByteMs", default.first_byte_ms)?,
            idle_ms: from.or("idleMs", default.idle_ms)?,
        })
    }
}

impl Default for Timeouts {
    /// Two minutes each: large models think for a minute before their first token.
    fn default() -> Self {
        Timeouts { connect_ms: 120_000.0, first_byte_ms: 120_000.0, idle_ms: 120_000.0 }
    }
}

/// What a request waits for.
#[derive(Clone, Copy)]
enum Awaited {
    Head,
    FirstByte,
    Piece,
}

/// Watches one request. Timers are dear, so there is one at a time: while it runs, what is waited for may change, and
/// it is set anew only when it rings too early, or would ring too late.
struct Watch {
    clock: Rc<dyn Clock>,
    limits: Timeouts,
    label: &'static str,
    awaited: Awaited,
    /// When the wait began.
    since_ms: f64,
    timer: Option<(f64, LocalBoxFuture<'static, ()>)>,
}

impl Watch {
    fn limit_ms(&self) -> f64 {
        match self.awaited {
            Awaited::Head => self.limits.connect_ms,
            Awaited::FirstByte => self.limits.first_byte_ms,
            Awaited::Piece => self.limits.idle_ms,
        }
    }

    /// A new wait begins.
    fn begin(&mut self, awaited: Awaited) {
        self.awaited = awaited;
        self.since_ms = self.clock.now_ms();
    }

    /// Ready when the wait has lasted too long.
    fn poll_late(&mut self, context: &mut Context<'_>) -> Poll<Error> {
        let limit_ms = self.limit_ms();
        if !(limit_ms > 0.0 && limit_ms.is_finite()) {
            return Poll::Pending;
        }
        let deadline_ms = self.since_ms + limit_ms;
        loop {
            let (rings_ms, mut timer) = match self.timer.take() {
                Some(timer) if timer.0 <= deadline_ms => timer,
                _ => {
                    let left_ms = deadline_ms - self.clock.now_ms();
                    if left_ms <= 0.0 {
                        return Poll::Ready(self.late());
                    }
                    (deadline_ms, self.clock.sleep(left_ms))
                }
            };
            if timer.poll_unpin(context).is_pending() {
                self.timer = Some((rings_ms, timer));
                return Poll::Pending;
            }
        }
    }

    fn late(&self) -> Error {
        let (what, option) = match self.awaited {
            Awaited::Head => ("an answer", "connectMs"),
            Awaited::FirstByte => ("the first byte of the reply", "firstByteMs"),
            Awaited::Piece => ("the next piece of the reply", "idleMs"),
        };
        let (label, limit_ms) = (self.label, digits(self.limit_ms()));
        let problem = format!(
            "{label}: {what} did not come within {limit_ms} ms; raise timeouts.{option} if it may take longer."
        );
        Error::new(Code::Network, problem).with_details(json!({"timeout": option}))
    }
}

/// An answer that is watched while it comes.
pub(super) struct Watched {
    response: HttpResponse,
    watch: Watch,
}

impl Watched {
    /// The head of the reply that `sent` resolves to. `label` is what errors call the server.
    pub(super) async fn head_of(
        mut sent: LocalBoxFuture<'static, Result<HttpResponse>>,
        clock: Rc<dyn Clock>,
        limits: Timeouts,
        label: &'static str,
    ) -> Result<Self> {
        let since_ms = clock.now_ms();
        let mut watch = Watch { clock, limits, label, awaited: Awaited::Head, since_ms, timer: None };
        let response = poll_fn(|context| match sent.poll_unpin(context) {
            Poll::Ready(response) => Poll::Ready(response),
            Poll::Pending => watch.poll_late(context).map(Err),
        })
        .await?;
        watch.begin(Awaited::FirstByte);
        Ok(Watched { response, watch })
    }

    /// Status and headers.
    pub(super) fn head(&self) -> &HttpResponse {
        &self.response
    }

    /// What errors call the server.
    pub(super) fn label(&self) -> &'static str {
        self.watch.label
    }

    /// The next piece; `None` at the end.
    pub(super) async fn next(&mut self) -> Option<Result<Vec<u8>>> {
        let Watched { response, watch } = self;
        let piece = poll_fn(|context| match response.body.poll_next_unpin(context) {
            Poll::Ready(piece) => Poll::Ready(piece),
            Poll::Pending => watch.poll_late(context).map(|late| Some(Err(late))),
        })
        .await;
        if matches!(watch.awaited, Awaited::FirstByte) {
            watch.begin(Awaited::Piece);
        }
        piece
    }

    /// Something of the reply has come, so that the wait for the next piece begins anew. Comments and empty events are no
    /// life: a stream of nothing else ends.
    pub(super) fn alive(&mut self) {
        self.watch.begin(Awaited::Piece);
    }

    /// Reads the rest of the body, at most `most` bytes.
    pub(super) async fn rest(&mut self, most: usize) -> Result<Vec<u8>> {
        let mut all = Vec::new();
        while let Some(piece) = self.next().await {
            all.extend_from_slice(&piece?);
            self.alive();
            if all.len() > most {
                let problem = format!("The reply is larger than {most} bytes; ask the server for less.");
                return Err(Error::new(Code::Protocol, problem));
            }
        }
        Ok(all)
    }
}
