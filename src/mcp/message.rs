//! JSON-RPC 2.0 as texts: what we write, and the envelopes of what comes in. What is in them is passed on unread.

use crate::json::{self, raw_field, raw_fields, raw_items};
use std::borrow::Cow;

/// What came in.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Message<'a> {
    /// The answer to our request of that id.
    Answer {
        id: u32,
        outcome: Result<&'a str, RpcError>,
    },
    /// A request of the server; it wants an answer that carries the same id.
    Request {
        id: &'a str,
        method: Cow<'a, str>,
        params: Option<&'a str>,
    },
    Notification {
        method: Cow<'a, str>,
        params: Option<&'a str>,
    },
    /// A refusal that belongs to no request, as of one that could not be read.
    Refusal(RpcError),
}

/// A server's refusal.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RpcError {
    pub(super) code: i64,
    pub(super) message: String,
    /// JSON.
    pub(super) data: Option<String>,
}

impl RpcError {
    pub(super) fn of(error: &str) -> Self {
        let code = raw_field(error, "code").and_then(json::number).and_then(|code| code.as_i64());
        let message = raw_field(error, "message").and_then(json::string).map(Cow::into_owned);
        RpcError {
            code: code.unwrap_or(0),
            message: message.unwrap_or_else(|| "no reason given".to_owned()),
            data: raw_field(error, "data").map(str::to_owned),
        }
    }
}

/// The messages of a text: one, or the batch that revision 2025-03-26 allows. `None` where it is no JSON; what is none of JSON-RPC's
/// messages is left out.
pub(super) fn read(text: &str) -> Option<Vec<Message<'_>>> {
    if let Some(batch) = raw_items(text) {
        return Some(batch.into_iter().filter_map(|one| message(&raw_fields(one)?)).collect());
    }
    let fields = raw_fields(text)?;
    Some(message(&fields).into_iter().collect())
}

fn message<'a>(fields: &[(Cow<'a, str>, &'a str)]) -> Option<Message<'a>> {
    let field = |name: &str| fields.iter().rev().find(|(known, _)| known == name).map(|(_, value)| *value);
    let id = field("id").filter(|id| *id != "null");
    if let Some(method) = field("method") {
        let (method, params) = (json::string(method)?, field("params"));
        return Some(match id {
            Some(id) => Message::Request { id, method, params },
            None => Message::Notification { method, params },
        });
    }
    let outcome = match (field("result"), field("error")) {
        (Some(result), _) => Ok(result),
        (None, Some(error)) => Err(RpcError::of(error)),
        (None, None) => return None,
    };
    match (id, outcome) {
        (None, Err(error)) => Some(Message::Refusal(error)),
        (None, Ok(_)) => None,
        // An id that none of ours can be belongs to somebody else's request.
        (Some(id), outcome) => Some(Message::Answer { id: number(id)?, outcome }),
    }
}

/// The number of a request of ours, which gateways hand back as a text or with a point as well.
fn number(id: &str) -> Option<u32> {
    let text = json::string(id).unwrap_or(Cow::Borrowed(id));
    text.strip_suffix(".0").unwrap_or(&text).parse().ok()
}

/// A request; `params` is JSON.
pub(super) fn request(id: u32, method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":{},"params":{params}}}"#, json::text(method))
}

/// A notification; `params` is JSON, or empty for none.
pub(super) fn notification(method: &str, params: &str) -> String {
    let params = if params.is_empty() { String::new() } else { format!(r#","params":{params}"#) };
    format!(r#"{{"jsonrpc":"2.0","method":{}{params}}}"#, json::text(method))
}

/// The answer to a request of the server, whose `id` is handed back as it came.
pub(super) fn answer(id: &str, result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)
}

/// The refusal of a request of the server.
pub(super) fn refusal(id: &str, code: i64, message: &str) -> String {
    let message = json::text(message);
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":{message}}}}}"#)
}

/// An object of these fields, whose values are JSON each.
pub(super) fn object(fields: &[(&str, String)]) -> String {
    let mut text = String::from("{");
    for (name, value) in fields {
        put(&mut text, name, value);
    }
    text.push('}');
    text
}

/// The object `params` with these fields, JSON each, in place of those of the same names; `None` where it is no object.
pub(super) fn with_fields(params: &str, set: &[(&str, String)]) -> Option<String> {
    let mut text = String::from("{");
    for (name, value) in raw_fields(params)? {
        if !set.iter().any(|(known, _)| *known == name) {
            put(&mut text, &name, value);
        }
    }
    for (name, value) in set {
        put(&mut text, name, value);
    }
    text.push('}');
    Some(text)
}

fn put(text: &mut String, name: &str, value: &str) {
    if text.len() > 1 {
        text.push(',');
    }
    text.push_str(&json::text(name));
    text.push(':');
    text.push_str(value);
}

/// The text in the field `name` of an object.
pub(super) fn word(object: &str, name: &str) -> Option<String> {
    raw_field(object, name).and_then(json::string).map(Cow::into_owned)
}
