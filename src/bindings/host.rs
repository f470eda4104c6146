//! What the page decides during a run: its functions as the core's [`Host`].

use super::error::{JsResult, invalid};
use super::recollect;
use super::take::get;
use crate::agent::{Approval, Host, Journal, PrepareStep, StepChange, StopWhen};
use crate::browser::{JsHook, JsProvider, from_js, is_list, items, lent_provider, to_js};
use crate::error::{Code, Error};
use crate::json::{Fields, FromJson, Read, Record};
use crate::model::estimate_tokens;
use crate::provider::Provider;
use futures_util::future::FutureExt;
use js_sys::{Function, Reflect};
use serde_json::Value;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};

/// Reads the functions among a run's options. Fails with `invalid_argument` on one that is none.
pub(super) fn host(options: &JsValue) -> JsResult<Host> {
    let memory = get(options, "contextRAG");
    Ok(Host {
        prepare_step: function(options, "prepareStep")?.map(prepare_step),
        stop_when: stop_when(&get(options, "stopWhen"))?,
        needs_approval: needs_approval(&get(options, "needsApproval"))?,
        journal: journal(&get(options, "journal"))?,
        recollect: recollect::recollect(&memory),
        remember: recollect::remember(&memory),
    })
}

/// The page's own count of tokens, which must answer at once; the estimate without one, or where it gives no
/// number.
pub(super) fn token_count(options: &JsValue) -> JsResult<Rc<dyn Fn(&str) -> usize>> {
    let value = get(options, "countTokens");
    if value.is_undefined() {
        return Ok(Rc::new(estimate_tokens));
    }
    let count: Function =
        value.dyn_into().map_err(|_| invalid("options.countTokens", "must be a function of a text"))?;
    Ok(Rc::new(move |text| {
        let counted = count.call1(&JsValue::UNDEFINED, &text.into()).ok().and_then(|n| n.as_f64());
        counted.filter(|n| *n >= 0.0).map_or_else(|| estimate_tokens(text), |n| n.ceil() as usize)
    }))
}

fn function(options: &JsValue, name: &'static str) -> JsResult<Option<JsHook>> {
    let value = get(options, name);
    match JsHook::function(name, &value) {
        None if !value.is_undefined() => Err(invalid(&format!("options.{name}"), "must be a function")),
        hook => Ok(hook),
    }
}

#[derive(Default)]
struct Change {
    system: Option<String>,
    tools: Option<Vec<String>>,
    temperature: Option<f64>,
    max_tokens: Option<u32>,
    run_hidden: bool,
}

impl FromJson for Change {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(Change {
            system: from.optional("system")?,
            tools: from.optional("tools")?,
            temperature: from.optional("temperature")?,
            max_tokens: from.optional("maxTokens")?,
            run_hidden: from.optional("runHidden")?,
        })
    }
}

fn prepare_step(hook: JsHook) -> PrepareStep {
    Rc::new(move |view| {
        let step = to_js(&Record(&[
            ("iteration", &view.iteration),
            ("tools", &view.tools),
            ("messages", &view.turn.messages()),
            ("toolCalls", &view.turn.tool_calls()),
            ("metrics", &view.turn.metrics()),
        ]));
        let answer = hook.ask([step]);
        async move {
            let answer = answer.await?;
            if answer.is_undefined() || answer.is_null() {
                return Ok(StepChange::default());
            }
            let provider = get(&answer, "provider");
            let other = (!provider.is_undefined()).then(|| js_provider(&provider));
            let plain = js_sys::Object::new();
            for field in ["system", "tools", "temperature", "maxTokens", "runHidden"] {
                // Setting a property of a fresh object cannot fail.
                let _ = Reflect::set(&plain, &field.into(), &get(&answer, field));
            }
            let change: Change = from_js(&plain).map_err(|problem| {
                Error::new(
                    Code::InvalidArgument,
                    format!("prepareStep returned something unusable: {problem}"),
                )
            })?;
            Ok(StepChange {
                provider: other.transpose()?,
                system: change.system,
                tools: change.tools,
                temperature: change.temperature,
                max_tokens: change.max_tokens,
                run_hidden: change.run_hidden,
            })
        }
        .boxed_local()
    })
}

/// The page's provider; one of this package is used without crossing the boundary.
pub(super) fn js_provider(value: &JsValue) -> Result<Rc<dyn Provider>, Error> {
    match lent_provider(value) {
        Some(lent) => Ok(lent),
        None => Ok(Rc::new(JsProvider::new(value.clone())?)),
    }
}

/// One function or a list of them: the run ends when any says so.
fn stop_when(value: &JsValue) -> JsResult<Option<StopWhen>> {
    if value.is_undefined() {
        return Ok(None);
    }
    let hook = |value: &JsValue| JsHook::function("stopWhen", value);
    let hooks: Option<Vec<JsHook>> = if is_list(value) {
        items(value).map(|item| hook(&item.ok()?)).collect()
    } else {
        hook(value).map(|one| vec![one])
    };
    let hooks =
        hooks.ok_or_else(|| invalid("options.stopWhen", "must be a function or a list of functions"))?;
    Ok(Some(Rc::new(move |turn| {
        let state = to_js(&Record(&[
            ("iteration", &turn.iteration()),
            ("text", &turn.text()),
            ("toolCalls", &turn.tool_calls()),
            ("metrics", &turn.metrics()),
            ("messages", &turn.messages()),
        ]));
        let answers: Vec<_> = hooks.iter().map(|hook| hook.ask([state.clone()])).collect();
        async move {
            for answer in answers {
                if answer.await?.is_truthy() {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        .boxed_local()
    })))
}

/// `"always"`, `"destructive"`, a list of full names, or a function of call and tool.
fn needs_approval(value: &JsValue) -> JsResult<Option<Approval>> {
    if value.is_undefined() {
        return Ok(None);
    }
    if let Some(hook) = JsHook::function("needsApproval", value) {
        return Ok(Some(Approval::Ask(Rc::new(move |id, call, tool| {
            let call = to_js(&Record(&[("id", &id), ("name", &call.name), ("args", &call.args)]));
            let answer = hook.ask([call, tool.map_or(JsValue::UNDEFINED, |tool| to_js(tool))]);
            async move { Ok(answer.await?.is_truthy()) }.boxed_local()
        }))));
    }
    match value.as_string().as_deref() {
        Some("always") => Ok(Some(Approval::Always)),
        Some("destructive") => Ok(Some(Approval::Destructive)),
        _ => from_js(value).map(|names| Some(Approval::Listed(names))).map_err(|_| {
            invalid(
                "options.needsApproval",
                "must be 'always', 'destructive', a list of tool names or a function",
            )
        }),
    }
}

fn journal(value: &JsValue) -> JsResult<Option<Journal>> {
    if value.is_undefined() {
        return Ok(None);
    }
    let hook = JsHook::method("journal.append", value, "append")
        .ok_or_else(|| invalid("options.journal", "must be an object with append(entry)"))?;
    Ok(Some(Rc::new(move |entry| {
        let written = hook.ask([to_js(entry)]);
        async move { written.await.map(|_| ()) }.boxed_local()
    })))
}
