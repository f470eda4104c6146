//! Why the page does not get what it asked for.

use crate::error::Code;

/// A failure; what is in `details` is passed on unread.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// What kind it is.
    pub code: Code,
    /// What happened, to which server, and what to do about it.
    pub message: String,
    /// Further facts, as a JSON object.
    pub details: Option<String>,
}

impl Failure {
    pub(super) fn new(code: Code, message: impl Into<String>) -> Self {
        Failure { code, message: message.into(), details: None }
    }

    pub(super) fn with_details(mut self, details: impl Into<String>) -> Self {
        self.details = Some(details.into());
        self
    }
}
