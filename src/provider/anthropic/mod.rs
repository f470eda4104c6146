//! The codec of Anthropic Messages (docs.anthropic.com/en/api/messages, version 2023-06-01).

mod reply;
mod request;

pub(super) use reply::{body, event};
pub(super) use request::request;

/// Whose opaque data this codec reads and writes.
const FORMAT: &str = "anthropic";
