//! Replies that broke off before the answer: where they are gone on with, and what becomes of the request where they are not.

use super::client::Client;
use super::event::Lane;
use super::failure::Failure;
use super::refusals::Refusal;
use super::requesting::{MAY_HAVE_RUN, SOONEST_MS};
use super::state::{For, Purpose, Request, Resume};
use crate::error::Code;

/// So often a stream that broke off is gone on with before something comes by it again.
const MAX_RESUMES: u32 = 5;

impl Client {
    /// The reply of the request has ended before the answer.
    pub(super) fn broke_off(
        &mut self,
        id: u32,
        fetch: u32,
        last_id: Option<String>,
        retry_ms: Option<f64>,
        why: &str,
    ) {
        let now = self.now;
        let calls = &self.calls;
        let Some(request) = self.requests.get_mut(id).filter(|request| request.fetch == Some(fetch)) else {
            return;
        };
        let is_for_nobody = matches!(request.purpose, For::Call(call) if calls.get(call).is_none());
        request.fetch = None;
        let before = request.resume.take();
        // Where nothing new has come, the place to go on from is the same.
        let is_further = last_id.is_some();
        let failures = if is_further { 0 } else { before.as_ref().map_or(0, |resume| resume.failures + 1) };
        let last_id = last_id.or(before.map(|resume| resume.last_id));
        let is_over = self.server.is_modern() || failures > MAX_RESUMES || is_for_nobody;
        if let (Some(last_id), false) = (last_id, is_over) {
            let at = now + retry_ms.map_or_else(|| self.chance.delay(failures), |ms| ms.max(SOONEST_MS));
            request.resume = Some(Resume { last_id, failures, at });
            return;
        }
        let error = self.broken_off(why).with_details(MAY_HAVE_RUN);
        self.give_up_lost(id, error);
    }

    fn broken_off(&self, why: &str) -> Failure {
        let url = &self.settings.url;
        let problem = format!(
            "The answer from {url} broke off before its end ({why}). Try again, if it may be done twice."
        );
        Failure::new(Code::Network, problem)
    }

    /// Goes on with a stream that broke off (2025-11-25, Streamable HTTP, "Resumability and Redelivery").
    pub(super) fn resume(&mut self, id: u32) {
        let Some(request) = self.requests.get(id) else { return };
        let is_same = self.is_ready() && request.generation == self.server.generation;
        if request.has_session && !is_same {
            // Another session would take it for a wish to hear what is told, and never answer.
            let error = self.broken_off("and its session is gone").with_details(MAY_HAVE_RUN);
            return self.give_up_lost(id, error);
        }
        let mut headers = self.headers(false);
        let Some(resume) = self.requests.get(id).and_then(|request| request.resume.clone()) else { return };
        headers.retain(|(name, _)| name != "content-type" && name != "accept");
        headers.push(("accept".to_owned(), "text/event-stream".to_owned()));
        headers.push(("last-event-id".to_owned(), resume.last_id.clone()));
        let fetch = self.fetch("GET", headers, String::new(), Purpose::Request(id), Lane::Request);
        if let Some(request) = self.requests.get_mut(id) {
            request.fetch = Some(fetch);
            request.resume = Some(Resume { at: f64::INFINITY, ..resume });
        }
    }

    /// A stream that broke off cannot be gone on with: whatever the server says of that, it has taken the request before.
    pub(super) fn resume_refused(&mut self, request: Request, refusal: &Refusal) {
        let (id, fetch) = (request.id, request.fetch.unwrap_or_default());
        if refusal.is_put_off() || refusal.status >= 500 {
            self.requests.insert(id, request);
            return self.broke_off(id, fetch, None, refusal.after_ms, &format!("HTTP {}", refusal.status));
        }
        if request.has_session && refusal.is_expiry() {
            self.expire(request.generation);
        }
        let error = if refusal.wants_sign_in() {
            refusal.error()
        } else {
            self.broken_off(&format!("and cannot be gone on with: HTTP {}", refusal.status))
        };
        self.lost(&request, error.with_details(MAY_HAVE_RUN));
    }
}
