//! Why this room cannot do what it was asked.

/// What was wrong with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The schema does not compile.
    Schema,
    /// The text of a value is not JSON.
    Text,
    /// A piece of a value does not go on as JSON does.
    Piece,
}

/// What is refused, in words for the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// What was wrong.
    pub fault: Fault,
    /// What happened, to what, and the remedy.
    pub message: String,
}

impl Refused {
    pub(super) fn schema(message: impl Into<String>) -> Self {
        Refused { fault: Fault::Schema, message: message.into() }
    }
}
