//! A provider that is a JavaScript object with `chat`.

use super::js_delta::Listeners;
use super::promise::{AbortOnDrop, describe, from_js, of_json, settled, to_js};
use crate::error::{Code, Error, Result};
use crate::json::write;
use crate::provider::{Body, ChatOptions, ChatRequest, ChatResponse, Provider};
use futures_util::future::{FutureExt, LocalBoxFuture};
use js_sys::{Function, Reflect};
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};

/// The published `LLMProvider`.
pub(crate) struct JsProvider {
    provider: JsValue,
    chat: Function,
    /// What it was given last: a conversation grows at its end.
    given: RefCell<Body>,
    /// The system prompt that it was given last, as JavaScript has it: it is the longest of the options and rarely
    /// another.
    system: RefCell<Option<(String, JsValue)>>,
}

impl JsProvider {
    /// Fails with `invalid_argument` when the object has no `chat`.
    pub(crate) fn new(provider: JsValue) -> Result<Self> {
        let chat =
            Reflect::get(&provider, &"chat".into()).ok().and_then(|chat| chat.dyn_into::<Function>().ok());
        match chat {
            Some(chat) => {
                Ok(JsProvider { provider, chat, given: RefCell::default(), system: RefCell::default() })
            }
            None => Err(Error::new(
                Code::InvalidArgument,
                "options.provider must be an object with chat(messages, tools, options).",
            )),
        }
    }
}

impl JsProvider {
    /// The messages and tools as JavaScript has them, new ones each time: a provider may write into them.
    fn given(&self, request: &ChatRequest) -> (JsValue, JsValue) {
        let mut given = self.given.borrow_mut();
        let messages = given.messages(&request.messages, |_, message, text| {
            text.push(b',');
            write(message, text);
        });
        let messages = of_json(&[b"[", messages, b"]"].concat());
        (messages, of_json(given.tools(&request.tools, write)))
    }

    /// The options of a request as JavaScript has them.
    fn options(&self, mut options: ChatOptions) -> JsValue {
        let Some(system) = options.system.take() else { return to_js(&options) };
        let options = to_js(&options);
        let mut last = self.system.borrow_mut();
        let known = last.take().filter(|(text, _)| *text == system);
        let (_, prompt) = last.insert(known.unwrap_or_else(|| (system.clone(), system.into())));
        // Setting a property of an object of our own cannot fail.
        let _ = Reflect::set(&options, &"system".into(), prompt);
        options
    }
}

impl Provider for JsProvider {
    fn chat(&self, request: ChatRequest) -> LocalBoxFuture<'static, Result<ChatResponse>> {
        let (provider, chat) = (self.provider.clone(), self.chat.clone());
        let (messages, tools) = self.given(&request);
        let options = self.options(request.options);
        async move {
            let mut abort = AbortOnDrop::new();
            let listeners = Listeners::of(&request.on_delta);
            listeners.put_into(&options);
            if let Some(signal) = abort.signal() {
                // As above.
                let _ = Reflect::set(&options, &"signal".into(), &signal);
            }
            let outcome = match chat.call3(&provider, &messages, &tools, &options) {
                Ok(returned) => settled(&returned).await,
                Err(thrown) => Err(thrown),
            };
            abort.disarm();
            let reply = outcome.map_err(|thrown| provider_error(&thrown))?;
            from_js(&reply).map_err(|problem| {
                Error::new(
                    Code::Model,
                    format!("The provider's reply is no {{content, stopReason}}: {problem}"),
                )
            })
        }
        .boxed_local()
    }
}

/// Keeps the code of our own errors that come back through JavaScript.
fn provider_error(thrown: &JsValue) -> Error {
    let code = super::js_hook::code_of(thrown).unwrap_or(Code::Model);
    let details = Reflect::get(thrown, &"details".into()).ok().and_then(|details| from_js(&details).ok());
    Error { code, message: describe(thrown), details }
}
