//! Events of chat completions as most servers write them; what does not fit is read the slow way.

use super::{slow, thoughts};
use crate::error::Result;
use crate::json::{Names, Odd, Sparse};
use crate::provider::reply::Reply;

/// All that is looked at of an event.
static NAMES: Names = Names::of(&[
    "choices",
    "usage",
    "error",
    "delta",
    "finish_reason",
    "content",
    "reasoning_content",
    "reasoning",
    "reasoning_details",
    "tool_calls",
    "function_call",
    "refusal",
    "images",
    "index",
    "id",
    "function",
    "name",
    "arguments",
]);

/// A piece of a call.
struct CallDelta<'a> {
    index: Option<u64>,
    id: &'a str,
    name: &'a str,
    arguments: &'a str,
}

/// What an event says.
struct Said<'a> {
    content: &'a str,
    /// The field that thoughts came in, and the piece.
    thought: Option<(&'static str, &'a str)>,
    calls: Vec<CallDelta<'a>>,
    finish: Option<&'a str>,
}

/// Takes the data of one event.
pub(in crate::provider) fn event(reply: &mut Reply, data: &str) -> Result<()> {
    let event = Sparse::parse(data, &NAMES);
    let Some(Ok(Some(said))) = event.as_ref().map(said) else { return slow::event(reply, data) };
    if let Some((field, piece)) = said.thought {
        thoughts::add(reply, field, piece)?;
    }
    reply.add_text(said.content)?;
    for CallDelta { index, id, name, arguments } in said.calls {
        reply.add_call(index, id, name, arguments)?;
    }
    said.finish.map_or(Ok(()), |reason| slow::stop(reply, reason))
}

/// Nothing for an event that holds more than is read here.
fn said<'a>(event: &'a Sparse<'_>) -> std::result::Result<Option<Said<'a>>, Odd> {
    let Some(choice) = event.get("choices").items()?.first() else { return Ok(None) };
    let delta = choice.get("delta");
    let more = [event.get("usage"), event.get("error"), choice.get("error")];
    let odd = ["reasoning_details", "function_call", "refusal", "images"].map(|name| delta.get(name));
    if !matches!(delta, Sparse::Object(_)) || more.iter().chain(&odd).any(|field| !field.is_null()) {
        return Ok(None);
    }
    let call = |call: &'a Sparse<'_>| {
        let function = call.get("function");
        Ok(CallDelta {
            index: call.get("index").whole()?,
            id: call.get("id").text()?.unwrap_or_default(),
            name: function.get("name").text()?.unwrap_or_default(),
            arguments: function.get("arguments").text()?.unwrap_or_default(),
        })
    };
    let calls: std::result::Result<Vec<_>, Odd> = delta.get("tool_calls").items()?.iter().map(call).collect();
    let thought = match (delta.get("reasoning_content").text()?, delta.get("reasoning").text()?) {
        (None, None) => None,
        (Some(piece), _) if !piece.is_empty() => Some(("reasoning_content", piece)),
        (_, piece) => Some(("reasoning", piece.unwrap_or_default())),
    };
    Ok(Some(Said {
        content: delta.get("content").text()?.unwrap_or_default(),
        thought,
        calls: calls?,
        finish: choice.get("finish_reason").text()?,
    }))
}
