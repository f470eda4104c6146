//! JSON-RPC 2.0: envelopes out, envelopes in.

use crate::error::{Code, Error, Result};
use crate::json;
use serde_json::{Value, json};

/// What came in.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Incoming {
    /// The answer to the request of that id.
    Reply { id: u64, outcome: std::result::Result<Value, RpcError> },
    /// A request of the server; it wants an answer.
    Request { id: Value, method: String },
    /// A notification, or an answer to nothing of ours.
    Other,
}

/// A server's refusal.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RpcError {
    pub(super) code: i64,
    pub(super) message: String,
}

pub(super) fn request(id: u64, method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

pub(super) fn notification(method: &str) -> Value {
    json!({"jsonrpc": "2.0", "method": method})
}

/// The answer to a request of the server that we offer nothing for; `ping` alone is answered well.
pub(super) fn answer(id: &Value, method: &str) -> Value {
    if method == "ping" {
        json!({"jsonrpc": "2.0", "id": id, "result": {}})
    } else {
        json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "Method not found"}})
    }
}

/// Reads one message or a batch.
pub(super) fn read(text: &str) -> Result<Vec<Incoming>> {
    let value: Value = json::parse(text)
        .map_err(|_| Error::new(Code::Protocol, "The MCP server sent something that is not JSON."))?;
    Ok(match value {
        Value::Array(batch) => batch.iter().map(one).collect(),
        single => vec![one(&single)],
    })
}

fn one(message: &Value) -> Incoming {
    let id = message.get("id");
    if let Some(method) = message.get("method").and_then(Value::as_str) {
        return match id {
            Some(id) if !id.is_null() => Incoming::Request { id: id.clone(), method: method.to_owned() },
            _ => Incoming::Other,
        };
    }
    let Some(id) = id.and_then(Value::as_u64) else { return Incoming::Other };
    let outcome = match (message.get("result"), message.get("error")) {
        (Some(result), _) => Ok(result.clone()),
        (None, Some(error)) => Err(RpcError {
            code: error.get("code").and_then(Value::as_i64).unwrap_or(0),
            message: error.get("message").and_then(Value::as_str).unwrap_or("no reason given").to_owned(),
        }),
        (None, None) => return Incoming::Other,
    };
    Incoming::Reply { id, outcome }
}
