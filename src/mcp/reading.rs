//! The reply to one request, as it arrives: one JSON text, events, or a refusal.

use crate::sse::Decoder;

/// The most bytes of a refusal that are kept: what is in it is a sentence or two, or somebody's page.
const MAX_REFUSAL_BYTES: usize = 64 * 1024;

/// What stands before the data of an event.
const FIELD_BYTES: usize = 64;

/// What has arrived so far.
#[derive(Debug, Default)]
pub(super) enum Reading {
    /// Nothing.
    #[default]
    Nothing,
    Text(Vec<u8>),
    Events(Decoder),
    Refusal {
        status: u16,
        challenge: Option<String>,
        after_ms: Option<f64>,
        bytes: Vec<u8>,
    },
}

/// An event of a stream.
#[derive(Debug, PartialEq)]
pub(super) struct Heard {
    pub(super) name: String,
    pub(super) data: String,
}

/// Names are in lower case.
pub(super) fn header<'a>(headers: &'a [(String, String)], name: &str) -> Option<&'a str> {
    headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

impl Reading {
    /// What is to come after this head.
    pub(super) fn of(status: u16, headers: &[(String, String)], most: usize) -> Self {
        if !(200..300).contains(&status) {
            let challenge = header(headers, "www-authenticate").map(str::to_owned);
            // A date says less than our own delays do, for clocks differ.
            let seconds: Option<u32> =
                header(headers, "retry-after").and_then(|after| after.trim().parse().ok());
            let after_ms = seconds.map(|seconds| f64::from(seconds) * 1_000.0);
            return Reading::Refusal { status, challenge, after_ms, bytes: Vec::new() };
        }
        let kind = header(headers, "content-type").unwrap_or_default().trim_ascii_start();
        let is =
            |prefix: &str| kind.get(..prefix.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(prefix));
        if is("text/event-stream") {
            Reading::Events(Decoder::up_to(most.saturating_add(FIELD_BYTES)))
        } else {
            Reading::Text(Vec::new())
        }
    }

    /// Takes more bytes and returns the events that they complete; the error says what is too large.
    pub(super) fn take(&mut self, bytes: &[u8], most: usize) -> Result<Vec<Heard>, String> {
        match self {
            Reading::Nothing => {}
            Reading::Text(text) => {
                if text.len() + bytes.len() > most {
                    return Err(format!("a reply of more than {most} bytes"));
                }
                text.extend_from_slice(bytes);
            }
            Reading::Refusal { bytes: kept, .. } => {
                let room = MAX_REFUSAL_BYTES.saturating_sub(kept.len());
                kept.extend_from_slice(bytes.get(..room.min(bytes.len())).unwrap_or_default());
            }
            Reading::Events(decoder) => {
                let mut heard = Vec::new();
                let mut hear = |name: &str, data: &str, _: Option<&str>| {
                    heard.push(Heard { name: name.to_owned(), data: data.to_owned() });
                };
                decoder.each(bytes, &mut hear).map_err(|_| format!("an event of more than {most} bytes"))?;
                if heard.iter().any(|event| event.data.len() > most) {
                    return Err(format!("an event of more than {most} bytes"));
                }
                return Ok(heard);
            }
        }
        Ok(Vec::new())
    }

    /// Where to go on when the stream breaks off, if it can be gone on with.
    pub(super) fn last_id(&self) -> Option<&str> {
        match self {
            Reading::Events(decoder) => decoder.last_id().filter(|id| !id.is_empty()),
            _ => None,
        }
    }

    /// How long the server wants to be left alone before that, milliseconds.
    pub(super) fn retry_ms(&self) -> Option<f64> {
        match self {
            Reading::Events(decoder) => decoder.retry_ms().map(|ms| ms as f64),
            _ => None,
        }
    }
}

/// The messages of a whole text. Some servers send events as JSON by their type (Blazorise issue 6621).
pub(super) fn whole(text: &str) -> Vec<String> {
    let begins_as_events = ["event:", "data:", "id:", ":"].iter().any(|field| text.starts_with(field));
    if !begins_as_events {
        return vec![text.to_owned()];
    }
    let mut data = Vec::new();
    let mut decoder = Decoder::default();
    let mut hear = |_: &str, event: &str, _: Option<&str>| data.push(event.to_owned());
    let fed = decoder.each(text.as_bytes(), &mut hear).and_then(|()| decoder.each(b"\n\n", &mut hear));
    if fed.is_ok() { data } else { Vec::new() }
}
