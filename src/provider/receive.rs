//! Reads one answer of a server: a refusal, a stream of events, or one JSON body.

use super::OnDelta;
use super::endpoint::WireFormat;
use super::reply::{NOTHING, Reply, text_at};
use super::stream::{Stream, format_of_refusal, other_format};
use super::timeouts::Watched;
use crate::error::{Code, Error, Result, excerpt};
use crate::http::{HttpResponse, MAX_BODY_BYTES};
use crate::json;
use serde_json::{Value, json};

/// The most bytes of a refusal that are read.
const MAX_REFUSAL_BYTES: usize = 64 * 1024;

/// Reads the answer into `reply` and tells `on_delta` of what comes. Fails when the server refuses, or sends
/// something else than its API says.
pub(super) async fn receive(
    format: WireFormat,
    mut answer: Watched,
    reply: &mut Reply,
    on_delta: &OnDelta,
) -> Result<()> {
    if !(200..300).contains(&answer.head().status) {
        return Err(refused(format, &mut answer).await);
    }
    let kind = answer.head().header("content-type").unwrap_or_default();
    if kind.contains("text/event-stream") {
        return events(format, &mut answer, reply, on_delta).await;
    }
    let bytes = answer.rest(MAX_BODY_BYTES).await?;
    let text = String::from_utf8_lossy(&bytes);
    let outcome = match json::parse(&text) {
        Ok(value) => {
            let taken = format.body(reply, &value);
            if reply.progress() == NOTHING {
                other_format(format, &value, answer.label()).map_or(taken, Err)
            } else {
                taken
            }
        }
        // Proxies lose the type of a stream.
        Err(_) if looks_like_events(&bytes) => {
            let mut stream = Stream::new(format);
            stream.feed(reply, &bytes).and_then(|()| stream.end(reply, answer.label()))
        }
        Err(_) => {
            let (label, text) = (answer.label(), excerpt(&text));
            let problem =
                format!("{label} answered with something that is not JSON; check the address: {text}");
            return Err(Error::new(Code::Protocol, problem));
        }
    };
    reply.tell(on_delta);
    outcome
}

/// Text is told once per piece of the network, however many events that holds.
async fn events(
    format: WireFormat,
    answer: &mut Watched,
    reply: &mut Reply,
    on_delta: &OnDelta,
) -> Result<()> {
    let mut stream = Stream::new(format);
    let mut before = reply.progress();
    while let Some(bytes) = answer.next().await {
        let taken = stream.feed(reply, &bytes?);
        reply.tell(on_delta);
        taken.map_err(|error| stream.explained(reply, answer.label()).unwrap_or(error))?;
        let now = reply.progress();
        if now != before {
            answer.alive();
            before = now;
        }
    }
    stream.end(reply, answer.label())
}

fn looks_like_events(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    [&b"data:"[..], b"event:", b"id:", b": "].iter().any(|prefix| start.starts_with(prefix))
}

async fn refused(format: WireFormat, answer: &mut Watched) -> Error {
    let status = answer.head().status;
    let retry_after = asked(answer.head());
    let should_retry = answer.head().header("x-should-retry").and_then(|word| word.parse::<bool>().ok());
    // What the server says besides its status is worth having, not waiting for.
    let bytes = answer.rest(MAX_REFUSAL_BYTES).await.unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let value = json::parse(&text).unwrap_or_default();
    let words = reason(&value);
    let words = excerpt(if words.is_empty() { &text } else { words });
    let words = if words.is_empty() { "check the address".into() } else { words };
    let retry_after = retry_after.or_else(|| google_delay(&value));
    let mut details = json!({"status": status, "retryAfter": retry_after});
    if let (Some(word), Some(details)) = (should_retry, details.as_object_mut()) {
        details.insert("shouldRetry".into(), word.into());
    }
    // A request that it did not understand, in another API's words.
    let other = format_of_refusal(&value).filter(|told| *told != format && matches!(status, 400 | 404 | 422));
    if let (Some(other), Some(details)) = (other, details.as_object_mut()) {
        details.insert("format".into(), other.name().into());
    }
    Error::new(Code::from_status(status), format!("{} {status}: {words}", answer.label()))
        .with_details(details)
}

/// The pause that the headers ask for, as `Retry-After` writes it.
fn asked(head: &HttpResponse) -> Option<String> {
    let exact = head.header("retry-after-ms").and_then(json::loose_number);
    match exact.filter(|ms| *ms >= 0.0) {
        Some(ms) => Some(json::digits(ms / 1_000.0)),
        None => head.header("retry-after").map(str::to_owned),
    }
}

/// The pause in Google's error body, such as `34.4s` (google.rpc.RetryInfo).
fn google_delay(value: &Value) -> Option<String> {
    let details = first(value).pointer("/error/details")?.as_array()?;
    let delay = details.iter().find_map(|detail| detail.get("retryDelay")?.as_str())?;
    delay.strip_suffix('s').map(str::to_owned)
}

/// Google wraps what it streams without `alt=sse` in a list.
fn first(value: &Value) -> &Value {
    value.get(0).unwrap_or(value)
}

/// The words of an error, wherever APIs put them: `{error: {message}}`, `{error: "…"}`, `{message}`, `{detail}`.
pub(super) fn reason(value: &Value) -> &str {
    let value = first(value);
    ["/error/message", "/error", "/message", "/detail", "/detail/0/msg"]
        .into_iter()
        .map(|pointer| text_at(value, pointer))
        .find(|text| !text.is_empty())
        .unwrap_or_default()
}

/// An error that came inside a reply with status 200. `status` is the one that it stands for, where that is known:
/// it decides whether the request is sent again.
pub(super) fn failed(status: Option<u64>, words: &str) -> Error {
    let words = if words.is_empty() { "no reason given" } else { words };
    let code = match status {
        Some(401 | 403) => Code::Unauthorized,
        Some(429) => Code::RateLimited,
        _ => Code::Model,
    };
    let error = Error::new(code, format!("The model server failed: {}", excerpt(words)));
    match status {
        Some(status) => error.with_details(json!({"status": status})),
        None => error,
    }
}
