//! The store of full tool results, from which `recall` reads.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// The most text that one store keeps, in bytes; the oldest results go first.
const MAX_TOTAL_BYTES: usize = 64 * 1024 * 1024;

/// Full texts of tool results by tool call id. Clones share one store.
#[derive(Clone, Default)]
pub struct Results(Rc<RefCell<Inner>>);

#[derive(Default)]
struct Inner {
    entries: VecDeque<(String, Rc<str>)>,
    bytes: usize,
}

impl Results {
    /// Keeps `text` under `id`, in place of an earlier text of that id.
    pub fn insert(&self, id: &str, text: &str) {
        let mut inner = self.0.borrow_mut();
        if let Some(at) = inner.entries.iter().position(|(known, _)| known == id)
            && let Some((_, old)) = inner.entries.remove(at)
        {
            inner.bytes -= old.len();
        }
        inner.bytes += text.len();
        inner.entries.push_back((id.to_owned(), Rc::from(text)));
        while inner.bytes > MAX_TOTAL_BYTES && inner.entries.len() > 1 {
            if let Some((_, old)) = inner.entries.pop_front() {
                inner.bytes -= old.len();
            }
        }
    }

    /// The full text kept under `id`.
    pub fn get(&self, id: &str) -> Option<Rc<str>> {
        self.0.borrow().entries.iter().find(|(known, _)| known == id).map(|(_, text)| text.clone())
    }

    /// The ids that are kept, oldest first.
    pub fn ids(&self) -> Vec<String> {
        self.0.borrow().entries.iter().map(|(id, _)| id.clone()).collect()
    }
}
