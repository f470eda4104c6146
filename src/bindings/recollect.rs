//! The page's memory of results during a run (`contextRAG`).

use crate::agent::{Recollect, Remember};
use crate::browser::{JsHook, to_js};
use crate::json::Record;
use futures_util::future::FutureExt;
use std::rc::Rc;
use wasm_bindgen::JsValue;

/// A memory that fails costs the run its help, not its life: the failure is reported.
pub(super) fn recollect(memory: &JsValue) -> Option<Recollect> {
    let hook = JsHook::method("contextRAG.buildContext", memory, "buildContext")?;
    Some(Rc::new(move |words| {
        let answer = hook.ask([words.into()]);
        async move {
            match answer.await {
                Ok(found) => found.as_string(),
                Err(error) => {
                    super::listeners::report(Err(error.into()));
                    None
                }
            }
        }
        .boxed_local()
    }))
}

/// Takes results in.
pub(super) fn remember(memory: &JsValue) -> Option<Remember> {
    let hook = JsHook::method("contextRAG.ingest", memory, "ingest")?;
    Some(Rc::new(move |tool, words, id, text| {
        let source = to_js(&Record(&[("tool", &tool), ("query", &words), ("id", &id)]));
        let ingested = hook.ask([text.into(), source]);
        wasm_bindgen_futures::spawn_local(async move {
            if let Err(error) = ingested.await {
                super::listeners::report(Err(error.into()));
            }
        });
    }))
}
