//! The codec of Gemini `generateContent` and `streamGenerateContent` (ai.google.dev/api/generate-content, v1beta).

mod reply;
mod request;
mod schema;

pub(super) use reply::{body, event};
pub(super) use request::request;
pub use schema::gemini_schema;

/// Whose opaque data this codec reads and writes.
const FORMAT: &str = "gemini";
