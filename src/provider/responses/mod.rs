//! The codec of OpenAI Responses (platform.openai.com/docs/api-reference/responses), without state on the server:
//! the whole conversation goes with each request.

mod reply;
mod request;

pub(super) use reply::{body, event};
pub(super) use request::request;

/// Whose opaque data this codec reads and writes.
const FORMAT: &str = "openai-responses";
