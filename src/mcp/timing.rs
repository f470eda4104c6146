//! What is due when: times are of the wall, because a page may sleep.

use super::client::Client;
use super::failure::Failure;
use super::settings::What;
use super::state::{Call, Phase, Step};
use crate::error::Code;

impl Client {
    /// When [`handle`](Client::handle) wants to be called next, with `Event::Time` if nothing else happens; milliseconds since 1970.
    pub fn wake_ms(&self) -> Option<f64> {
        let calls = self.calls.iter().flat_map(|call| {
            let later = if let Step::Later(at) = call.step { Some(at) } else { None };
            Self::limits(call).into_iter().chain([later]).flatten()
        });
        let resumes = self.requests.iter().filter_map(|request| Some(request.resume.as_ref()?.at));
        let lingering = self.exchanges.iter().filter_map(|exchange| exchange.linger_until);
        let others =
            [self.link.deadline, self.link.discover_by, self.stream.next_at.filter(|_| self.is_online)];
        let all = calls.chain(resumes).chain(lingering).chain(others.into_iter().flatten());
        all.filter(|at| at.is_finite()).min_by(f64::total_cmp)
    }

    /// When a call is given up; never while a question of its server is open.
    fn limits(call: &Call) -> [Option<f64>; 2] {
        let counts = matches!(call.step, Step::Sent(_) | Step::Later(_)) && call.asked_since.is_none();
        if counts { [call.deadline, call.cap] } else { [None, None] }
    }

    pub(super) fn do_what_is_due(&mut self) {
        let now = self.now;
        let is_due = |at: &Option<f64>| at.is_some_and(|at| at <= now);
        if is_due(&self.link.deadline) {
            let error = self.took_too_long(self.settings.connect_ms, "connectMs");
            self.connecting_failed(error);
        }
        if is_due(&self.link.discover_by) {
            self.discover_unanswered();
        }
        let late = self.calls.which(|call| Self::limits(call).iter().any(is_due));
        for id in late {
            self.give_up_late(id);
        }
        let again = self.calls.which(|call| matches!(call.step, Step::Later(at) if at <= now));
        for id in again {
            self.go_on(id);
        }
        let resumes =
            self.requests.which(|request| request.resume.as_ref().is_some_and(|resume| resume.at <= now));
        for id in resumes {
            self.resume(id);
        }
        let over = self.exchanges.which(|exchange| is_due(&exchange.linger_until));
        for fetch in over {
            self.abort(Some(fetch));
            if self.link.phase == Phase::Telling(fetch) {
                let error = self.no_answer("it took too long");
                self.connecting_failed(error);
            }
            // Of what was asked for nobody.
            for id in self.requests.which(|request| request.fetch == Some(fetch)) {
                self.requests.remove(id);
            }
        }
        if is_due(&self.stream.next_at) && self.is_online {
            self.stream_again();
        }
    }

    fn give_up_late(&mut self, id: u32) {
        let Some(call) = self.calls.get(id) else { return };
        let is_cap = call.cap.is_some_and(|cap| cap <= self.now);
        let (limit, option) = if is_cap {
            (self.settings.total_ms.max(call.asked.call_ms.unwrap_or_default()), "totalMs")
        } else {
            (call.asked.call_ms.unwrap_or(self.settings.call_ms), "callMs")
        };
        let error = self.took_too_long(limit, option);
        if let Step::Sent(request) = call.step {
            if call.task.is_none() {
                self.stop(request);
            } else {
                self.drop_request(request);
                // The page may have slept, or its network.
                if !is_cap && self.task_lost(id, None) {
                    return;
                }
            }
        }
        self.reject(id, error);
    }

    fn took_too_long(&self, limit: f64, option: &str) -> Failure {
        let (named, limit) = (self.named(), limit as u64);
        let problem = format!(
            "{named} did not answer within {limit} ms; raise timeouts.{option} if it may take longer."
        );
        Failure::new(Code::Network, problem).with_details(format!(r#"{{"timeout":"{option}"}}"#))
    }

    /// Whether nothing is under way and nobody waits.
    pub fn is_idle(&self) -> bool {
        let connects = self.calls.iter().all(|call| call.asked.what == What::Connect);
        self.requests.len() == 0 && connects && self.asks.len() == 0
    }
}
