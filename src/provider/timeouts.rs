//! How long a request waits for what, and what it says when nothing came.

use crate::clock::Clock;
use crate::error::{Code, Error, Result};
use crate::http::HttpResponse;
use futures_util::StreamExt;
use futures_util::future::{Either, LocalBoxFuture, select};
use serde::Deserialize;
use serde_json::json;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::rc::Rc;
use std::task::Poll;

/// How long is waited, milliseconds; 0 for ever.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Timeouts {
    /// For the head of the reply. Servers that do not stream send it with the whole reply.
    pub connect_ms: f64,
    /// From there to the first byte of the body.
    pub first_byte_ms: f64,
    /// Between two pieces of the body.
    pub idle_ms: f64,
}

impl Default for Timeouts {
    /// Two minutes each: large models think for a minute before their first token.
    fn default() -> Self {
        Timeouts { connect_ms: 120_000.0, first_byte_ms: 120_000.0, idle_ms: 120_000.0 }
    }
}

fn late(label: &str, what: &str, option: &str, limit_ms: f64) -> Error {
    let problem = format!(
        "{label}: {what} did not come within {limit_ms} ms; raise timeouts.{option} if it may take longer."
    );
    Error::new(Code::Network, problem).with_details(json!({"timeout": option}))
}

/// What `head` resolves to, unless the head of a reply does not come in time.
pub(super) async fn connected<T>(
    head: impl Future<Output = Result<T>>,
    limit_ms: f64,
    label: &str,
    clock: &dyn Clock,
) -> Result<T> {
    if !(limit_ms > 0.0 && limit_ms.is_finite()) {
        return head.await;
    }
    match select(pin!(head), clock.sleep(limit_ms)).await {
        Either::Left((head, _)) => head,
        Either::Right(_) => Err(late(label, "an answer", "connectMs", limit_ms)),
    }
}

/// The body of a reply, watched: one timer at a time, however many pieces there are.
pub(super) struct Watched {
    response: HttpResponse,
    clock: Rc<dyn Clock>,
    limits: Timeouts,
    label: &'static str,
    begun: bool,
    /// When the wait for the next piece began.
    since_ms: f64,
    timer: Option<LocalBoxFuture<'static, ()>>,
}

impl Watched {
    pub(super) fn new(
        response: HttpResponse,
        clock: Rc<dyn Clock>,
        limits: Timeouts,
        label: &'static str,
    ) -> Self {
        Watched { since_ms: clock.now_ms(), response, clock, limits, label, begun: false, timer: None }
    }

    /// Status and headers.
    pub(super) fn head(&self) -> &HttpResponse {
        &self.response
    }

    /// What errors call the server.
    pub(super) fn label(&self) -> &'static str {
        self.label
    }

    /// The next piece; `None` at the end.
    pub(super) async fn next(&mut self) -> Option<Result<Vec<u8>>> {
        let piece = poll_fn(|context| {
            if let Poll::Ready(piece) = self.response.body.poll_next_unpin(context) {
                return Poll::Ready(piece);
            }
            let (limit_ms, what, option) = if self.begun {
                (self.limits.idle_ms, "the next piece of the reply", "idleMs")
            } else {
                (self.limits.first_byte_ms, "the first byte of the reply", "firstByteMs")
            };
            if !(limit_ms > 0.0 && limit_ms.is_finite()) {
                return Poll::Pending;
            }
            loop {
                let timer = self.timer.get_or_insert_with(|| self.clock.sleep(limit_ms));
                if timer.as_mut().poll(context).is_pending() {
                    return Poll::Pending;
                }
                // Pieces may have come since the timer was set.
                let left_ms = self.since_ms + limit_ms - self.clock.now_ms();
                if left_ms <= 0.0 {
                    return Poll::Ready(Some(Err(late(self.label, what, option, limit_ms))));
                }
                self.timer = Some(self.clock.sleep(left_ms));
            }
        })
        .await;
        self.since_ms = self.clock.now_ms();
        if !std::mem::replace(&mut self.begun, true) {
            // The limits differ: a timer for the first byte says nothing about the next.
            self.timer = None;
        }
        piece
    }

    /// Reads the rest of the body, at most `most` bytes.
    pub(super) async fn rest(&mut self, most: usize) -> Result<Vec<u8>> {
        let mut all = Vec::new();
        while let Some(piece) = self.next().await {
            all.extend_from_slice(&piece?);
            if all.len() > most {
                let problem = format!("The reply is larger than {most} bytes; ask the server for less.");
                return Err(Error::new(Code::Protocol, problem));
            }
        }
        Ok(all)
    }
}
