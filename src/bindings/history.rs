//! The pure functions over histories: what changes, by place, so that JavaScript keeps what does not.

use super::Unknown;
use super::error::{JsResult, invalid};
use super::take::{Number, Text};
use crate::agent::{CompressOptions, Compressor, json_tokens, trim_plan};
use crate::browser::{from_js, to_js};
use crate::dispatch;
use crate::json::{Fields, FromJson, Read};
use crate::model::{self, Message, Results};
use serde_json::Value;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[derive(Default)]
struct Options {
    preview: Option<usize>,
    threshold: Option<usize>,
    keep_last: Option<usize>,
    /// Pairs of id and full text.
    results: Vec<Vec<String>>,
}

impl FromJson for Options {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(Options {
            preview: from.optional("preview")?,
            threshold: from.optional("threshold")?,
            keep_last: from.optional("keepLast")?,
            results: from.optional("results")?,
        })
    }
}

fn messages(value: &JsValue) -> JsResult<Vec<Message>> {
    from_js(value).map_err(|problem| invalid("messages", &problem))
}

/// `[place, new message]` for each message that changes.
#[wasm_bindgen(js_name = compressOldToolResults, unchecked_return_type = "unknown")]
pub fn compress_old_tool_results(list: Unknown, options: Unknown) -> JsResult<JsValue> {
    let messages = messages(&list)?;
    let options: Options =
        from_js(&options).map_err(|problem| invalid("compressOldToolResults options", &problem))?;
    let results = Results::with_budget(usize::MAX);
    for pair in &options.results {
        if let [id, text] = pair.as_slice() {
            results.insert(id, text);
        }
    }
    let how = options.preview.map_or_else(CompressOptions::default, CompressOptions::with_preview);
    let how = CompressOptions {
        threshold_chars: options.threshold.unwrap_or(how.threshold_chars),
        keep_last: options.keep_last.unwrap_or(how.keep_last),
        ..how
    };
    let compressor = Compressor::new(&messages, &results, how);
    let old = messages.len().saturating_sub(how.keep_last);
    let changed = messages.iter().enumerate().take(old);
    let changed: Vec<(usize, Message)> =
        changed.filter_map(|(at, message)| Some((at, compressor.message(message)?))).collect();
    Ok(to_js(&changed))
}

/// `[place, new message or null]` for each message that stays.
#[wasm_bindgen(js_name = trimConversationHistory, unchecked_return_type = "unknown")]
pub fn trim_conversation_history(list: Unknown, max_tokens: Number) -> JsResult<JsValue> {
    let max_tokens = max_tokens.read("trimConversationHistory: maxTokens")?;
    if max_tokens < 0.0 {
        return Err(invalid("maxTokens", "must be a number from 0"));
    }
    let kept = trim_plan(&messages(&list)?, max_tokens as usize, &json_tokens);
    let kept: Vec<(usize, Option<Message>)> =
        kept.into_iter().map(|kept| (kept.index, kept.replacement)).collect();
    Ok(to_js(&kept))
}

#[wasm_bindgen(js_name = truncateResult)]
pub fn truncate_result(text: Text, limit: Number) -> JsResult<String> {
    let text = text.read("truncateResult: result")?;
    let limit = limit.read("maxLength")?;
    if limit < 0.0 {
        return Err(invalid("maxLength", "must be a number from 0"));
    }
    Ok(dispatch::truncate_result(&text, limit as usize))
}

#[wasm_bindgen(js_name = estimateTokens)]
pub fn estimate_tokens(text: Text) -> JsResult<usize> {
    Ok(model::estimate_tokens(&text.read("estimateTokens: text")?))
}
