//! Reading ahead: what the next wish will need is read while nobody wishes for anything, and a wish comes first.

use crate::error::Result;
use crate::provider::ChatRequest;
use futures_util::future::{AbortHandle, Abortable};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Whether a request wants nothing written, only what is in front of the answer read.
pub(crate) fn only_reads(request: &ChatRequest) -> bool {
    request.options.max_tokens == Some(0)
}

/// Who has the model: wishes, or else who reads ahead. Clones are one.
#[derive(Clone, Default)]
pub(crate) struct Ahead {
    wishes: Rc<Cell<usize>>,
    reading: Rc<RefCell<Option<AbortHandle>>>,
}

/// Holds the model for a wish until it is dropped.
pub(crate) struct Wish(Rc<Cell<usize>>);

impl Drop for Wish {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

impl Ahead {
    /// Takes the model: reading ahead ends at once. What was read by then the engine keeps.
    pub(crate) fn wish(&self) -> Wish {
        self.wishes.set(self.wishes.get() + 1);
        if let Some(reading) = self.reading.take() {
            reading.abort();
        }
        Wish(Rc::clone(&self.wishes))
    }

    /// Reads until done, or until a wish or another reading comes; not at all while a wish is decided.
    pub(crate) async fn read<Read>(&self, reading: impl AsyncFnOnce() -> Result<Read>) -> Result<()> {
        if self.wishes.get() > 0 {
            return Ok(());
        }
        let (handle, registration) = AbortHandle::new_pair();
        if let Some(earlier) = self.reading.replace(Some(handle)) {
            earlier.abort();
        }
        match Abortable::new(reading(), registration).await {
            Ok(read) => read.map(|_| ()),
            Err(_) => Ok(()),
        }
    }
}
