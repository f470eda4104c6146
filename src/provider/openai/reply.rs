//! Events of chat completions as most servers write them; what does not fit is read the slow way.

use super::{slow, thoughts};
use crate::error::Result;
use crate::provider::lent::{Text, text_of};
use crate::provider::reply::Reply;
use serde::Deserialize;
use serde::de::IgnoredAny;

#[derive(Deserialize)]
struct Chunk<'a> {
    #[serde(borrow, default)]
    choices: Vec<Choice<'a>>,
    #[serde(default)]
    usage: Option<IgnoredAny>,
    #[serde(default)]
    error: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Choice<'a> {
    #[serde(borrow)]
    delta: Delta<'a>,
    #[serde(borrow, default)]
    finish_reason: Option<Text<'a>>,
    #[serde(default)]
    error: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Delta<'a> {
    #[serde(borrow, default)]
    content: Option<Text<'a>>,
    #[serde(borrow, default)]
    reasoning_content: Option<Text<'a>>,
    #[serde(borrow, default)]
    reasoning: Option<Text<'a>>,
    #[serde(borrow, default)]
    tool_calls: Option<Vec<CallDelta<'a>>>,
    #[serde(default)]
    reasoning_details: Option<IgnoredAny>,
    #[serde(default)]
    function_call: Option<IgnoredAny>,
    #[serde(default)]
    refusal: Option<IgnoredAny>,
    #[serde(default)]
    images: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct CallDelta<'a> {
    #[serde(default)]
    index: Option<u64>,
    #[serde(borrow, default)]
    id: Option<Text<'a>>,
    #[serde(borrow, default)]
    function: FunctionDelta<'a>,
}

#[derive(Default, Deserialize)]
struct FunctionDelta<'a> {
    #[serde(borrow, default)]
    name: Option<Text<'a>>,
    #[serde(borrow, default)]
    arguments: Option<Text<'a>>,
}

/// Takes the data of one event.
pub(in crate::provider) fn event(reply: &mut Reply, data: &str) -> Result<()> {
    let Ok(Chunk { choices, usage: None, error: None }) = serde_json::from_str::<Chunk<'_>>(data) else {
        return slow::event(reply, data);
    };
    let Some(Choice { delta, finish_reason, error: None }) = choices.first() else {
        return slow::event(reply, data);
    };
    let odd = [&delta.reasoning_details, &delta.function_call, &delta.refusal, &delta.images];
    if odd.into_iter().any(Option::is_some) {
        return slow::event(reply, data);
    }
    match (&delta.reasoning_content, &delta.reasoning) {
        (None, None) => {}
        (Some(piece), _) if !piece.0.is_empty() => thoughts::add(reply, "reasoning_content", &piece.0)?,
        (_, piece) => thoughts::add(reply, "reasoning", text_of(piece.as_ref()))?,
    }
    reply.add_text(text_of(delta.content.as_ref()))?;
    for call in delta.tool_calls.iter().flatten() {
        let (name, arguments) = (call.function.name.as_ref(), call.function.arguments.as_ref());
        reply.add_call(call.index, text_of(call.id.as_ref()), text_of(name), text_of(arguments))?;
    }
    match finish_reason {
        Some(reason) => slow::stop(reply, &reason.0),
        None => Ok(()),
    }
}
