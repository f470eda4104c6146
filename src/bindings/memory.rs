//! The nano-RAG for JavaScript; wrapped by `js/memory/context-rag.ts`.

use super::error::{JsResult, invalid};
use super::take::Text;
use super::{Pending, Unknown};
use crate::browser::{JsEmbedder, from_js, promise, to_js};
use crate::error::Error;
use crate::json;
use crate::memory::{Embedder, Memory, MemoryOptions, Source};
use futures_util::future::FutureExt;
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen]
pub struct RawMemory(Memory);

/// A memory; what `saved` holds, unless it is empty.
#[wasm_bindgen(js_name = createMemory)]
pub fn create_memory(options: Unknown, embedder: JsValue, saved: Text) -> JsResult<RawMemory> {
    let saved = saved.read("ContextRAG: saved")?;
    let options: MemoryOptions =
        from_js(&options).map_err(|problem| invalid("ContextRAG options", &problem))?;
    let options = options.checked()?;
    let port = JsEmbedder::new(&embedder).map(|port| Rc::new(port) as Rc<dyn Embedder>);
    if port.is_none() && !embedder.is_undefined() {
        return Err(invalid("options.embedder", "must be an object with embed(texts)"));
    }
    if saved.is_empty() {
        return Ok(RawMemory(Memory::new(options, port)));
    }
    let saved = json::parse(&saved).map_err(|error| invalid("the saved memory", &error.to_string()))?;
    Ok(RawMemory(Memory::from_json(&saved, options, port)?))
}

#[wasm_bindgen]
impl RawMemory {
    pub fn ingest(&self, text: Text, source: Unknown) -> JsResult<Pending> {
        let text = text.read("ingest: text")?;
        let source: Source = from_js(&source).map_err(|problem| invalid("source", &problem))?;
        let memory = self.0.clone();
        Ok(pending(async move { memory.ingest(&text, source).await.map(JsValue::from) }))
    }

    pub fn query(&self, text: Text) -> JsResult<Pending> {
        let (memory, text) = (self.0.clone(), text.read("query: text")?);
        Ok(pending(async move { memory.query(&text).await.map(|found| to_js(&found)) }))
    }

    #[wasm_bindgen(js_name = buildContext)]
    pub fn build_context(&self, text: Text) -> JsResult<Pending> {
        let (memory, text) = (self.0.clone(), text.read("buildContext: query")?);
        Ok(pending(async move { memory.build_context(&text).await.map(JsValue::from) }))
    }

    #[wasm_bindgen(getter)]
    pub fn size(&self) -> usize {
        self.0.len()
    }

    pub fn clear(&self) {
        self.0.clear();
    }

    pub fn save(&self) -> String {
        json::text(&self.0.to_json())
    }
}

fn pending(work: impl Future<Output = Result<JsValue, Error>> + 'static) -> Pending {
    promise(async move { work.await.map_err(JsValue::from) }.boxed_local()).unchecked_into()
}
