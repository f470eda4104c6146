//! What the person says while a run goes on.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// Messages on their way into a run. Clones share them.
#[derive(Clone, Default)]
pub struct Inbox(Rc<Queues>);

#[derive(Default)]
struct Queues {
    steering: RefCell<VecDeque<String>>,
    queued: RefCell<VecDeque<String>>,
}

impl Inbox {
    /// Says `text` at the next step of the run.
    pub fn steer(&self, text: String) {
        self.0.steering.borrow_mut().push_back(text);
    }

    /// Says `text` when the model has ended its turn.
    pub fn queue(&self, text: String) {
        self.0.queued.borrow_mut().push_back(text);
    }

    pub(super) fn next_steering(&self) -> Option<String> {
        self.0.steering.borrow_mut().pop_front()
    }

    /// What is due when the model has ended its turn: steering that came too late for a step, then the queue.
    pub(super) fn next_queued(&self) -> Option<String> {
        self.next_steering().or_else(|| self.0.queued.borrow_mut().pop_front())
    }
}
