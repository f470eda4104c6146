//! `runAgentLoop` for JavaScript.

use super::abort::Listening;
use super::callbacks::Callbacks;
use super::error::{JsResult, invalid};
use super::{Pending, Unknown, layers};
use crate::agent::{Outcome, RunOptions, run, system_prompt};
use crate::browser::{BrowserClock, JsProvider, from_js, to_js};
use crate::dispatch::Dispatcher;
use crate::model::{Message, Results};
use crate::provider::ChatOptions;
use js_sys::Reflect;
use serde::Deserialize;
use serde_json::json;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::future_to_promise;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Options {
    system_prompt: Option<String>,
    max_iterations: u32,
    max_tokens: Option<u32>,
    temperature: Option<f64>,
    top_k: Option<u32>,
    cache_enabled: bool,
    truncate_results: bool,
    max_result_length: usize,
}

/// Defaults of the published options (reference-behaviour, 5.1).
impl Default for Options {
    fn default() -> Self {
        Options {
            system_prompt: None,
            max_iterations: 5,
            max_tokens: None,
            temperature: None,
            top_k: None,
            cache_enabled: true,
            truncate_results: true,
            max_result_length: 10_000,
        }
    }
}

#[wasm_bindgen(js_name = runAgentLoop)]
pub fn run_agent_loop(wish: String, options: Unknown) -> Pending {
    let options = JsValue::from(options);
    let prepared = prepare(&options);
    let callbacks = Callbacks::new(get(&options, "callbacks"));
    JsValue::from(future_to_promise(async move {
        let (run_options, listening) = prepared?;
        let outcome = run(&wish, run_options).await;
        drop(listening);
        callbacks.done(&outcome.metrics);
        finish(outcome)
    }))
    .into()
}

fn prepare(options: &JsValue) -> JsResult<(RunOptions, Listening)> {
    let provider = JsProvider::new(get(options, "provider"))?;
    let layers = layers::read(&get(options, "layers"), &get(options, "client"))?;
    let settings = settings(options)?;
    let initial = get(options, "initialMessages");
    let initial: Option<Vec<Message>> =
        from_js(&initial).map_err(|problem| invalid("options.initialMessages", &problem))?;
    let callbacks = Callbacks::new(get(options, "callbacks"));
    let hooks = callbacks.hooks();
    let system = settings.system_prompt.unwrap_or_else(|| system_prompt(&layers));
    let limit = settings.truncate_results.then_some(settings.max_result_length);
    let listening = Listening::to(options);
    let run_options = RunOptions {
        provider: Rc::new(provider),
        dispatcher: Dispatcher::new(layers, Results::default(), hooks, limit),
        clock: Rc::new(BrowserClock),
        abort: listening.token.clone(),
        initial_messages: initial.unwrap_or_default(),
        chat: ChatOptions {
            system: Some(system),
            max_tokens: settings.max_tokens,
            temperature: settings.temperature,
            top_k: settings.top_k,
            cache_enabled: Some(settings.cache_enabled),
        },
        max_iterations: settings.max_iterations,
        on_event: Rc::new(move |event| callbacks.event(event)),
    };
    Ok((run_options, listening))
}

/// Reads only the fields that are plain: the others hold functions and live objects.
fn settings(options: &JsValue) -> JsResult<Options> {
    const FIELDS: [&str; 8] = [
        "systemPrompt",
        "maxIterations",
        "maxTokens",
        "temperature",
        "topK",
        "cacheEnabled",
        "truncateResults",
        "maxResultLength",
    ];
    let plain = js_sys::Object::new();
    for field in FIELDS {
        let value = get(options, field);
        if !value.is_undefined() {
            Reflect::set(&plain, &field.into(), &value)?;
        }
    }
    from_js(&plain).map_err(|problem| invalid("runAgentLoop options", &problem))
}

fn finish(outcome: Outcome) -> JsResult<JsValue> {
    let mut result = json!({
        "text": outcome.text,
        "toolCalls": outcome.tool_calls,
        "metrics": outcome.metrics,
        "messages": outcome.messages,
    });
    match outcome.stop {
        Ok(reason) => {
            if let Some(result) = result.as_object_mut() {
                result.insert("stopReason".into(), json!(reason));
            }
            Ok(to_js(&result))
        }
        // The history so far is not lost: it rides on the error.
        Err(error) => {
            let thrown = JsValue::from(error);
            Reflect::set(&thrown, &"partial".into(), &to_js(&result))?;
            Err(thrown)
        }
    }
}

fn get(options: &JsValue, key: &str) -> JsValue {
    Reflect::get(options, &key.into()).unwrap_or(JsValue::UNDEFINED)
}
