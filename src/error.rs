//! What can go wrong for the page: one error type with a closed set of codes.

use crate::schema::{Fault, Refused};
use serde_json::Value;
use std::fmt;

/// Why an operation failed, as a program reads it. The same words stand in `js/types/json.ts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The host passed something that the function cannot take.
    InvalidArgument,
    /// A recipe's frontmatter lacks a field or cannot be read.
    InvalidRecipe,
    /// A JSON Schema does not compile.
    InvalidSchema,
    /// A widget of that name is registered already.
    DuplicateWidget,
    /// The named thing does not exist.
    NotFound,
    /// The request did not reach the server, or the reply broke off.
    Network,
    /// The server answered with an error status.
    Http,
    /// The server's answer breaks the protocol that was agreed on.
    Protocol,
    /// The server wants credentials (401, 403).
    Unauthorized,
    /// The server asks for fewer requests (429).
    RateLimited,
    /// The host's `AbortSignal` fired.
    Aborted,
    /// The model, or the engine that runs it, failed.
    Model,
    /// This browser or file lacks something that is needed.
    Unsupported,
    /// Somebody else has begun the same thing already.
    Conflict,
    /// A tool of the host threw.
    ToolFailed,
    /// A rule of this package was broken by the package itself.
    Internal,
}

impl Code {
    /// Every code, in the order of the table in `js/types/json.ts`.
    pub const ALL: [Code; 16] = [
        Code::InvalidArgument,
        Code::InvalidRecipe,
        Code::InvalidSchema,
        Code::DuplicateWidget,
        Code::NotFound,
        Code::Network,
        Code::Http,
        Code::Protocol,
        Code::Unauthorized,
        Code::RateLimited,
        Code::Aborted,
        Code::Model,
        Code::Unsupported,
        Code::Conflict,
        Code::ToolFailed,
        Code::Internal,
    ];

    /// The word that JavaScript sees as `error.code`.
    pub fn as_str(self) -> &'static str {
        match self {
            Code::InvalidArgument => "invalid_argument",
            Code::InvalidRecipe => "invalid_recipe",
            Code::InvalidSchema => "invalid_schema",
            Code::DuplicateWidget => "duplicate_widget",
            Code::NotFound => "not_found",
            Code::Network => "network",
            Code::Http => "http",
            Code::Protocol => "protocol",
            Code::Unauthorized => "unauthorized",
            Code::RateLimited => "rate_limited",
            Code::Aborted => "aborted",
            Code::Model => "model",
            Code::Unsupported => "unsupported",
            Code::Conflict => "conflict",
            Code::ToolFailed => "tool_failed",
            Code::Internal => "internal",
        }
    }

    /// The code for an HTTP status that is not a success.
    pub fn from_status(status: u16) -> Code {
        match status {
            401 | 403 => Code::Unauthorized,
            429 => Code::RateLimited,
            _ => Code::Http,
        }
    }
}

/// An error that reaches the page as a `WebMcpError`.
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    /// What kind of failure this is.
    pub code: Code,
    /// What happened, to which name, and what to do about it.
    pub message: String,
    /// Further facts, such as `{"status": 429}`.
    pub details: Option<Value>,
}

impl Error {
    /// An error without details.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Error { code, message: message.into(), details: None }
    }

    /// The same error with `details`.
    #[must_use]
    pub fn with_details(mut self, details: Value) -> Self {
        self.details = Some(details);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl From<Refused> for Error {
    fn from(Refused { fault, message }: Refused) -> Self {
        let code = match fault {
            Fault::Schema => Code::InvalidSchema,
            Fault::Text => Code::InvalidArgument,
            Fault::Piece => Code::Protocol,
        };
        Error::new(code, message)
    }
}

/// The result of an operation that the page asked for.
pub type Result<T> = std::result::Result<T, Error>;

/// How much of a server's own words goes into an error, in characters.
const EXCERPT_CHARS: usize = 200;

/// The beginning of somebody else's text, on one line.
pub fn excerpt(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(EXCERPT_CHARS).collect()
}
