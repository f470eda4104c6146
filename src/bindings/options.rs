//! The published options of a run as the core's.

use super::callbacks::Callbacks;
use super::error::{JsResult, invalid};
use super::host::{self, get};
use super::layers;
use crate::agent::{
    AbortToken, Budget, CompressOptions, DEFAULT_CONCURRENCY, Inbox, Limits, PromptKind, RunOptions,
    system_prompt,
};
use crate::browser::{BrowserClock, from_js, to_js};
use crate::dispatch::{DiscoveryCache, Dispatcher, SchemaOptions};
use crate::model::Prices;
use crate::provider::ChatOptions;
use js_sys::{Object, Reflect};
use serde::Deserialize;
use std::rc::Rc;
use wasm_bindgen::JsValue;

/// Fields that are plain: the others hold functions and live objects.
const PLAIN: [&str; 18] = [
    "systemPrompt",
    "promptKind",
    "maxIterations",
    "maxRepeats",
    "maxTokens",
    "temperature",
    "topK",
    "cacheEnabled",
    "truncateResults",
    "maxResultLength",
    "compressHistory",
    "ragResidueSize",
    "toolConcurrency",
    "toolTimeout",
    "maxHistoryTokens",
    "budget",
    "prices",
    "discoveryCache",
];

/// `true`, `false`, or the length of a preview.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged)]
enum Compress {
    Switch(bool),
    Preview(usize),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Options {
    system_prompt: Option<String>,
    prompt_kind: Option<PromptKind>,
    max_iterations: u32,
    max_repeats: u32,
    max_tokens: Option<u32>,
    temperature: Option<f64>,
    top_k: Option<u32>,
    cache_enabled: bool,
    truncate_results: bool,
    max_result_length: usize,
    compress_history: Option<Compress>,
    rag_residue_size: usize,
    tool_concurrency: usize,
    tool_timeout: Option<f64>,
    max_history_tokens: Option<usize>,
    budget: Budget,
    prices: Option<Prices>,
    discovery_cache: Option<DiscoveryCache>,
}

/// Defaults of the published options (reference-behaviour, 5.1).
impl Default for Options {
    fn default() -> Self {
        let limits = Limits::default();
        Options {
            system_prompt: None,
            prompt_kind: None,
            max_iterations: limits.max_iterations,
            max_repeats: limits.max_repeats,
            max_tokens: None,
            temperature: None,
            top_k: None,
            cache_enabled: true,
            truncate_results: true,
            max_result_length: 10_000,
            compress_history: None,
            rag_residue_size: 200,
            tool_concurrency: DEFAULT_CONCURRENCY,
            tool_timeout: None,
            max_history_tokens: None,
            budget: Budget::default(),
            prices: None,
            discovery_cache: None,
        }
    }
}

pub(super) fn prepare(
    options: &JsValue,
    inbox: Inbox,
    callbacks: &Callbacks,
    abort: &AbortToken,
) -> JsResult<RunOptions> {
    let js_provider = get(options, "provider");
    let provider = host::js_provider(&js_provider)?;
    let settings: Options =
        from_js(&plain(options)?.into()).map_err(|problem| invalid("runAgentLoop options", &problem))?;
    let schema = schema_options(&get(options, "schemaOptions"));
    let layers = layers::read(&get(options, "layers"), &get(options, "client"), schema)?;
    let kind = settings.prompt_kind.or_else(|| from_js(&get(&js_provider, "promptKind")).ok().flatten());
    let system = settings.system_prompt.unwrap_or_else(|| system_prompt(&layers, kind.unwrap_or_default()));
    // A provider that reads the results in its history itself says so.
    let whole_history = get(&js_provider, "compressHistory") == JsValue::FALSE;
    let compress = match settings.compress_history {
        None if whole_history => None,
        None | Some(Compress::Switch(true)) => Some(CompressOptions::default()),
        Some(Compress::Switch(false)) => None,
        Some(Compress::Preview(preview)) => Some(CompressOptions::with_preview(preview)),
    };
    let limit = settings.truncate_results.then_some(settings.max_result_length);
    let dispatcher = Dispatcher::new(layers, callbacks.hooks(), limit)
        .with_cache(settings.discovery_cache.unwrap_or_default());
    let told = callbacks.clone();
    Ok(RunOptions {
        provider,
        dispatcher,
        clock: Rc::new(BrowserClock),
        abort: abort.clone(),
        chat: ChatOptions {
            system: Some(system),
            max_tokens: settings.max_tokens,
            temperature: settings.temperature,
            top_k: settings.top_k,
            cache_enabled: Some(settings.cache_enabled),
            ..ChatOptions::default()
        },
        limits: Limits { max_iterations: settings.max_iterations, max_repeats: settings.max_repeats },
        tool_concurrency: settings.tool_concurrency,
        tool_timeout_ms: settings.tool_timeout,
        memory_residue_chars: settings.rag_residue_size,
        budget: settings.budget,
        prices: settings.prices,
        compress,
        max_history_tokens: settings.max_history_tokens,
        count_tokens: host::token_count(options)?,
        inbox,
        host: host::host(options)?,
        on_event: Rc::new(move |event| told.event(event)),
    })
}

fn plain(options: &JsValue) -> JsResult<Object> {
    let plain = Object::new();
    for field in PLAIN {
        let value = get(options, field);
        if !value.is_undefined() {
            Reflect::set(&plain, &field.into(), &value)?;
        }
    }
    Ok(plain)
}

/// The published `schemaOptions`.
pub(super) fn schema_options(value: &JsValue) -> SchemaOptions {
    if value.is_undefined() || value.is_null() {
        return SchemaOptions::default();
    }
    let flag = |name: &str, default: bool| get(value, name).as_bool().unwrap_or(default);
    let patched = crate::browser::JsHook::method("onSchemaPatch", value, "onSchemaPatch");
    SchemaOptions {
        sanitize: flag("sanitize", true),
        flatten: flag("flatten", false),
        strict: flag("strict", false),
        on_patch: patched.map(|hook| {
            Rc::new(move |tool: &str, patch: &_| {
                // What a listener throws is not the run's concern.
                drop(hook.ask([tool.into(), to_js(patch)]));
            }) as Rc<dyn Fn(&str, &crate::schema::SchemaPatch)>
        }),
    }
}
