//! A model in a Worker, that composes or has a template of its own. The only binding of a WebAssembly file of its own, which
//! pages without such a model never load.

use super::abort::abortable;
use super::chat::request;
use super::error::invalid;
use super::{Pending, Unknown};
use crate::browser::{JsEngine, from_js, to_js};
use crate::choose::{Composer, Form};
use crate::local::TaughtModel;
use crate::provider::Provider;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// A model in a Worker; wrapped by `WasmProvider` in `js/provider/wasm-provider.ts`.
#[wasm_bindgen(js_name = RawSmallModel)]
pub struct SmallModelHandle(Rc<dyn Provider>);

#[wasm_bindgen(js_class = RawSmallModel)]
impl SmallModelHandle {
    /// A model that says what to do in lines of JSON; `composes` where an adapter has taught it to, `chats` where it has a chat template.
    #[wasm_bindgen(constructor)]
    pub fn new(engine: Unknown, composes: bool, chats: bool) -> SmallModelHandle {
        let form = match (composes, chats) {
            (true, _) => Form::Taught,
            (false, true) => Form::Chat,
            (false, false) => Form::Text,
        };
        SmallModelHandle(Rc::new(Composer::new(Rc::new(JsEngine(engine.into())), form)))
    }

    /// A model that decides by itself, with its own chat template, which `taught` describes.
    pub fn taught(engine: Unknown, taught: Unknown) -> Result<SmallModelHandle, JsValue> {
        let taught = from_js(&taught).map_err(|problem| invalid("The model's template", &problem))?;
        Ok(SmallModelHandle(Rc::new(TaughtModel::new(Rc::new(JsEngine(engine.into())), taught))))
    }

    pub fn chat(&self, messages: Unknown, tools: Unknown, options: Unknown) -> Pending {
        let options = JsValue::from(options);
        let request = request(&messages, &tools, &options);
        let model = self.0.clone();
        let work = async move { Ok(to_js(&model.chat(request?).await?)) };
        JsValue::from(abortable(&options, work)).into()
    }
}
