//! The events of one reply, and what is said when they are those of another API.

use super::endpoint::WireFormat;
use super::reply::{NOTHING, Reply};
use crate::error::{Code, Error, Result};
use crate::json;
use crate::sse::Decoder;
use serde_json::{Value, json};

/// Takes the events of a stream into a reply.
pub(super) struct Stream {
    format: WireFormat,
    decoder: Decoder,
    /// The first event, which shows whose stream it is.
    first: Option<String>,
}

impl Stream {
    pub(super) fn new(format: WireFormat) -> Self {
        Stream { format, decoder: Decoder::default(), first: None }
    }

    /// Takes the next bytes of the stream.
    pub(super) fn feed(&mut self, reply: &mut Reply, bytes: &[u8]) -> Result<()> {
        let Stream { format, decoder, first } = self;
        let mut taken = Ok(());
        decoder
            .each(bytes, &mut |_, data, _| {
                if taken.is_ok() {
                    if first.is_none() && !data.is_empty() {
                        *first = Some(data.to_owned());
                    }
                    taken = format.event(reply, data);
                }
            })
            .map_err(|_| Error::new(Code::Protocol, "The model server sent an event of more than 16 MB."))?;
        taken
    }

    /// The stream is over. Fails where nothing of it was understood, because another API wrote it.
    pub(super) fn end(&self, reply: &Reply, label: &str) -> Result<()> {
        self.explained(reply, label).map_or(Ok(()), Err)
    }

    /// What is wrong where nothing of the stream was understood.
    pub(super) fn explained(&self, reply: &Reply, label: &str) -> Option<Error> {
        if reply.progress() != NOTHING {
            return None;
        }
        let first = json::parse(self.first.as_ref()?).ok()?;
        other_format(self.format, &first, label)
    }
}

/// The error for a reply that is none of `format`, where it is one of another API.
pub(super) fn other_format(format: WireFormat, reply: &Value, label: &str) -> Option<Error> {
    let told = whose(reply).filter(|told| *told != format)?;
    let (told, asked) = (told.name(), format.name());
    let problem = format!(
        "{label} answers as '{told}' does, but was asked as '{asked}': set the option format to '{told}'."
    );
    Some(Error::new(Code::Protocol, problem).with_details(json!({"format": told})))
}

/// Whose words a refusal is in, where only one API writes so.
pub(super) fn format_of_refusal(refusal: &Value) -> Option<WireFormat> {
    let refusal = refusal.get(0).unwrap_or(refusal);
    let error = refusal.get("error")?.as_object()?;
    let text = |key: &str| error.get(key).and_then(Value::as_str);
    if refusal.get("type").and_then(Value::as_str) == Some("error") {
        Some(WireFormat::Anthropic)
    } else if error.get("code").is_some_and(Value::is_number) && text("status").is_some() {
        Some(WireFormat::Gemini)
    } else if text("type") == Some("invalid_request_error") && error.contains_key("param") {
        Some(WireFormat::OpenAi)
    } else {
        None
    }
}

/// Whose reply this is, by the fields that only one API writes.
fn whose(reply: &Value) -> Option<WireFormat> {
    let reply = reply.get(0).unwrap_or(reply);
    let text = |key: &str| reply.get(key).and_then(Value::as_str).unwrap_or_default();
    if reply.get("candidates").is_some() {
        Some(WireFormat::Gemini)
    } else if text("object") == "response" || text("type").starts_with("response.") {
        Some(WireFormat::Responses)
    } else if reply.get("choices").is_some() {
        Some(WireFormat::OpenAi)
    } else if matches!(
        text("type"),
        "message" | "message_start" | "content_block_start" | "content_block_delta"
    ) {
        Some(WireFormat::Anthropic)
    } else {
        None
    }
}
