//! Calls that are written with tags in the place of JSON's brackets, each in the way of its model's chat template: Qwen3-Coder, GLM,
//! `MiniMax`, `DeepSeek`, Kimi K2, gpt-oss (harmony).

use super::body::is_name;
use super::{Begins, Marker};
use crate::json;
use serde_json::{Map, Value};

/// The name of a tool, and its arguments as JSON text or what the model wrote in its place.
type Call = (String, String);

/// Whether tags follow the marker that `held` begins with; `None` while more text can decide either way.
pub(super) fn follow(marker: &Marker, held: &str) -> Option<bool> {
    let rest = held.get(marker.open.len()..).unwrap_or_default().trim_start();
    match marker.begins {
        Begins::Tags => Some(true),
        Begins::Channel => starts(rest, "to="),
        // Qwen3-Coder's function, or GLM's name alone.
        Begins::Named if marker.open == "<tool_call>" => match starts(rest, "<function=") {
            Some(false) => named(rest, &["<arg_key>", "</tool_call>"]),
            decided => decided,
        },
        Begins::Function => match rest.split_once('>') {
            None if rest.is_empty() || is_name(rest.trim_end()) => None,
            None => Some(false),
            Some((name, _)) if !is_name(name.trim()) => Some(false),
            Some((_, behind)) => either(behind.trim_start(), &["<parameter=", "</function>"]),
        },
        _ => Some(false),
    }
}

fn starts(text: &str, word: &str) -> Option<bool> {
    if text.starts_with(word) {
        return Some(true);
    }
    if word.starts_with(text) { None } else { Some(false) }
}

fn either(text: &str, words: &[&str]) -> Option<bool> {
    let each = || words.iter().map(|word| starts(text, word));
    if each().any(|one| one == Some(true)) {
        return Some(true);
    }
    if each().any(|one| one.is_none()) { None } else { Some(false) }
}

/// A name, and one of `words` behind it.
fn named(text: &str, words: &[&str]) -> Option<bool> {
    let end = text.find(|c: char| c.is_whitespace() || c == '<').unwrap_or(text.len());
    let (name, behind) = text.split_at(end);
    if text.is_empty() {
        return None;
    }
    if is_name(name) { either(behind.trim_start(), words) } else { Some(false) }
}

/// The calls of a marker and all that belongs to it, whose end marks may be missing. Nothing when it is no call.
pub(super) fn calls(text: &str) -> Option<Vec<Call>> {
    let found = if text.contains("<function=") {
        functions(text)
    } else if text.contains("invoke name=") {
        invocations(text)
    } else if text.contains("tool▁sep") {
        deepseek(text)
    } else if text.contains("<|tool_call_argument_begin|>") {
        kimi(text)
    } else if text.contains("<|message|>") {
        channel(text).into_iter().collect()
    } else {
        glm(text).into_iter().collect()
    };
    let is_sound = !found.is_empty() && found.iter().all(|(name, _)| is_name(name));
    is_sound.then_some(found)
}

/// What stands in `text` between two marks, and what is behind them; without the second mark all the rest.
fn between<'t>(text: &'t str, open: &str, close: &str) -> Option<(&'t str, &'t str)> {
    let (_, rest) = text.split_once(open)?;
    Some(rest.split_once(close).unwrap_or((rest, "")))
}

fn arguments(fields: Map<String, Value>) -> String {
    json::text(&Value::Object(fields))
}

/// A value as the templates set it: on lines of its own. It stays a text, which the tool's schema makes a number or a list where
/// it wants one: the tags do not tell `1.10` from `"1.10"`.
fn value(text: &str) -> Value {
    let text = text.strip_prefix('\n').unwrap_or(text);
    text.strip_suffix('\n').unwrap_or(text).into()
}

/// `<function=name><parameter=key>value</parameter></function>`
fn functions(text: &str) -> Vec<Call> {
    let function = |part: &str| {
        let body = part.split("</function>").next().unwrap_or_default();
        let (name, body) = body.split_once('>').unwrap_or((body, ""));
        let parameter = |part: &str| {
            let (key, rest) = part.split_once('>')?;
            Some((key.trim().to_owned(), value(rest.split("</parameter>").next().unwrap_or_default())))
        };
        let fields = body.split("<parameter=").skip(1).filter_map(parameter).collect();
        (name.trim().to_owned(), arguments(fields))
    };
    text.split("<function=").skip(1).map(function).collect()
}

/// `<tool_call>name<arg_key>key</arg_key><arg_value>value</arg_value></tool_call>`
fn glm(text: &str) -> Option<Call> {
    let rest = text.strip_prefix("<tool_call>")?;
    let name = rest.split('<').next().unwrap_or_default().trim();
    let mut fields = Map::new();
    let mut rest = rest;
    while let Some((key, behind)) = between(rest, "<arg_key>", "</arg_key>") {
        let (written, behind) = between(behind, "<arg_value>", "</arg_value>")?;
        fields.insert(key.trim().to_owned(), value(written));
        rest = behind;
    }
    Some((name.to_owned(), arguments(fields)))
}

/// `<invoke name="name"><parameter name="key">value</parameter></invoke>` of `MiniMax`; `DeepSeek` 3.2 has `｜DSML｜` within its tags
/// and says by `string="false"` that a value is JSON.
fn invocations(text: &str) -> Vec<Call> {
    let text = text.replace("｜DSML｜", "");
    let invoke = |part: &str| {
        let body = part.split("</invoke>").next().unwrap_or_default();
        let (name, body) = body.split_once('"').unwrap_or_default();
        let parameter = |part: &str| {
            let (key, rest) = part.split_once('"')?;
            let (attributes, rest) = rest.split_once('>')?;
            let written = rest.split("</parameter>").next().unwrap_or_default();
            let parsed = json::parse(written.trim()).ok().filter(|_| attributes.contains("string=\"false\""));
            Some((key.to_owned(), parsed.unwrap_or_else(|| value(written))))
        };
        let fields = body.split("<parameter name=\"").skip(1).filter_map(parameter).collect();
        (name.to_owned(), arguments(fields))
    };
    text.split("<invoke name=\"").skip(1).map(invoke).collect()
}

/// `<｜tool▁call▁begin｜>name<｜tool▁sep｜>{…}<｜tool▁call▁end｜>` of 3.1; before, the kind stood in the name's place, and the name and a
/// fence around the arguments behind it.
fn deepseek(text: &str) -> Vec<Call> {
    let call = |part: &str| {
        let body = part.split("<｜tool▁call▁end｜>").next().unwrap_or_default();
        let (head, rest) = body.split_once("<｜tool▁sep｜>")?;
        let (name, written) = match rest.split_once("```") {
            Some((name, fenced)) => (name, fenced.strip_prefix("json").unwrap_or(fenced)),
            None => (head, rest),
        };
        let written = written.split("```").next().unwrap_or_default();
        Some((name.trim().to_owned(), written.trim().to_owned()))
    };
    text.split("<｜tool▁call▁begin｜>").skip(1).filter_map(call).collect()
}

/// `<|tool_call_begin|>functions.name:0<|tool_call_argument_begin|>{…}<|tool_call_end|>`
fn kimi(text: &str) -> Vec<Call> {
    let call = |part: &str| {
        let body = part.split("<|tool_call_end|>").next().unwrap_or_default();
        let (id, written) = body.split_once("<|tool_call_argument_begin|>")?;
        let name = id.rsplit_once(':').map_or(id, |(name, _place)| name).trim();
        Some((name.strip_prefix("functions.").unwrap_or(name).to_owned(), written.trim().to_owned()))
    };
    text.split("<|tool_call_begin|>").skip(1).filter_map(call).collect()
}

/// `<|channel|>commentary to=functions.name <|constrain|>json<|message|>{…}<|call|>`
fn channel(text: &str) -> Option<Call> {
    let (head, written) = text.split_once("<|message|>")?;
    let (_, to) = head.split_once("to=")?;
    let name = to.split(|c: char| c.is_whitespace() || c == '<').next().unwrap_or_default();
    let written = written.split("<|call|>").next().unwrap_or_default();
    Some((name.strip_prefix("functions.").unwrap_or(name).to_owned(), written.trim().to_owned()))
}
