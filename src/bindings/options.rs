//! The published options of a run as the core's.

use super::callbacks::Callbacks;
use super::error::{JsResult, invalid};
use super::take::get;
use super::{host, layers};
use crate::adapt::SchemaPatch;
use crate::agent::{AbortToken, CompressOptions, Inbox, Limits, PromptKind, RunOptions, system_prompt};
use crate::browser::{BrowserClock, from_js, to_js, words_for};
use crate::clock::Clock;
use crate::dispatch::{DiscoveryCache, Dispatcher, SchemaOptions};
use crate::json::{FromJson, digits};
use crate::provider::ChatOptions;
use std::rc::Rc;
use wasm_bindgen::JsValue;

/// The longest that a call may take by default, milliseconds.
const DEFAULT_TOOL_TIMEOUT_MS: f64 = 60_000.0;

/// Reads plain options one by one, so that an error names the one that is wrong.
struct Plain<'a>(&'a JsValue);

impl Plain<'_> {
    /// The option `name`, or none where the page left it out. `wanted` says what it must be.
    fn field<T: FromJson>(&self, name: &str, wanted: &str) -> JsResult<Option<T>> {
        let value = get(self.0, name);
        if value.is_undefined() || value.is_null() {
            return Ok(None);
        }
        from_js(&value).map(Some).map_err(|_| {
            invalid(&format!("options.{name}"), &format!("must be {wanted}, not {}", words_for(&value)))
        })
    }

    fn flag(&self, name: &str, default: bool) -> JsResult<bool> {
        Ok(self.field(name, "true or false")?.unwrap_or(default))
    }

    /// A number from 0; `Infinity` for as many as there are.
    fn number(&self, name: &str) -> JsResult<Option<f64>> {
        let value = get(self.0, name);
        match value.as_f64() {
            Some(number) if number >= 0.0 => Ok(Some(number)),
            _ if value.is_undefined() || value.is_null() => Ok(None),
            _ => {
                let shown = value.as_f64().filter(|n| !n.is_nan()).map(digits);
                let problem =
                    format!("must be a number from 0, not {}", shown.unwrap_or_else(|| words_for(&value)));
                Err(invalid(&format!("options.{name}"), &problem))
            }
        }
    }

    /// A whole number from 0. What is larger than can be counted is as large as can be.
    fn count(&self, name: &str) -> JsResult<Option<usize>> {
        Ok(self.number(name)?.map(|number| number as usize))
    }

    /// The same for a limit of the turn or a reply.
    fn small_count(&self, name: &str) -> JsResult<Option<u32>> {
        Ok(self.number(name)?.map(|number| number as u32))
    }
}

pub(super) fn prepare(
    options: &JsValue,
    inbox: Inbox,
    callbacks: &Callbacks,
    abort: &AbortToken,
) -> JsResult<RunOptions> {
    // What follows takes long enough that the page is let in before the model is asked.
    let began_ms = BrowserClock.now_ms();
    let js_provider = get(options, "provider");
    let provider = host::js_provider(&js_provider)?;
    let plain = Plain(options);
    let schema = schema_options(&get(options, "schemaOptions"));
    let layers = layers::read(&get(options, "layers"), &get(options, "client"), schema)?;
    let kind: Option<PromptKind> = plain.field("promptKind", "'generic', 'gemma', 'qwen' or 'mistral'")?;
    let kind = kind.or_else(|| from_js(&get(&js_provider, "promptKind")).ok().flatten());
    let system: Option<String> = plain.field("systemPrompt", "a text")?;
    let system = system.unwrap_or_else(|| system_prompt(&layers, kind.unwrap_or_default()));
    // A provider that reads the results in its history itself says so.
    let whole_history = get(&js_provider, "compressHistory") == JsValue::FALSE;
    let compress = match get(options, "compressHistory") {
        value if value.as_f64().is_some() => {
            plain.count("compressHistory")?.map(CompressOptions::with_preview)
        }
        _ => plain
            .field("compressHistory", "true, false or a number of characters")?
            .unwrap_or(!whole_history)
            .then(CompressOptions::default),
    };
    let longest = plain.count("maxResultLength")?.unwrap_or(10_000);
    let limit = plain.flag("truncateResults", true)?.then_some(longest);
    let cache: Option<DiscoveryCache> = plain.field("discoveryCache", "a DiscoveryCache")?;
    let dispatcher = Dispatcher::new(layers, callbacks.hooks(), limit).with_cache(cache.unwrap_or_default());
    let tool_timeout = plain.number("toolTimeout")?.unwrap_or(DEFAULT_TOOL_TIMEOUT_MS);
    let told = callbacks.clone();
    Ok(RunOptions {
        provider,
        dispatcher,
        clock: Rc::new(BrowserClock),
        began_ms,
        abort: abort.clone(),
        chat: ChatOptions {
            system: Some(system),
            max_tokens: plain.small_count("maxTokens")?,
            temperature: plain.number("temperature")?,
            top_k: plain.small_count("topK")?,
            cache_enabled: Some(plain.flag("cacheEnabled", true)?),
            ..ChatOptions::default()
        },
        limits: limits(options)?,
        tool_concurrency: plain.count("toolConcurrency")?,
        tool_timeout_ms: (tool_timeout > 0.0 && tool_timeout.is_finite()).then_some(tool_timeout),
        memory_residue_chars: plain.count("ragResidueSize")?.unwrap_or(200),
        budget: plain.field("budget", "{tokens, usd, toolCalls, ms}, each a number")?.unwrap_or_default(),
        prices: plain.field("prices", "{input, output}, each a number")?,
        compress,
        max_history_tokens: plain.count("maxHistoryTokens")?,
        count_tokens: host::token_count(options)?,
        inbox,
        host: host::host(options)?,
        on_event: Rc::new(move |event| told.event(event)),
    })
}

/// The limits of a run; one that is replayed from its journal needs the same.
pub(super) fn limits(options: &JsValue) -> JsResult<Limits> {
    let (plain, default) = (Plain(options), Limits::default());
    Ok(Limits {
        max_iterations: plain.small_count("maxIterations")?.unwrap_or(default.max_iterations),
        max_repeats: plain.small_count("maxRepeats")?.unwrap_or(default.max_repeats),
    })
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
            Rc::new(move |tool: &str, patch: &SchemaPatch| {
                // What a listener throws is not the run's concern.
                drop(hook.ask([tool.into(), to_js(patch)]));
            }) as Rc<dyn Fn(&str, &SchemaPatch)>
        }),
    }
}
