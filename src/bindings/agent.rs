//! Sessions and runs for JavaScript; wrapped by `js/agent/session.ts`.

use super::abort::Listening;
use super::callbacks::Callbacks;
use super::error::{JsResult, invalid};
use super::options::{limits, prepare};
use super::take::{Text, get};
use super::{Pending, Unknown};
use crate::agent::{Decision, Entry, Inbox, Input, MAX_SESSION_BYTES, Outcome, Session, run};
use crate::browser::{from_js, from_js_within, promise, to_js};
use crate::error::{Code, Error};
use crate::json::{Record, ToJson};
use futures_util::future::FutureExt;
use js_sys::Reflect;
use serde::Serialize;
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The most text that a saved session or a journal may have, UTF-16 units: more than [`Session::to_json`] writes.
const MAX_SAVED_CHARS: u32 = 2 * MAX_SESSION_BYTES as u32;

/// What a conversation keeps; one run at a time.
#[wasm_bindgen(js_name = RawSession)]
pub struct SessionHandle {
    session: Rc<RefCell<Session>>,
    inbox: Inbox,
    busy: Rc<Cell<bool>>,
}

#[wasm_bindgen(js_class = RawSession)]
impl SessionHandle {
    /// A session that continues `messages`.
    #[wasm_bindgen(constructor)]
    pub fn new(messages: Unknown) -> JsResult<SessionHandle> {
        let messages: Option<Vec<_>> =
            from_js(&messages).map_err(|problem| invalid("initialMessages", &problem))?;
        Ok(SessionHandle::of(Session::new(messages.unwrap_or_default())))
    }

    /// Reads what `toJSON` gave.
    #[wasm_bindgen(js_name = fromJSON)]
    pub fn from_json(saved: Unknown) -> JsResult<SessionHandle> {
        let saved: Value = from_js_within(&saved, MAX_SAVED_CHARS)
            .map_err(|problem| invalid("The saved session", &problem))?;
        Ok(SessionHandle::of(Session::from_json(saved)?))
    }

    /// The session that a journal tells of.
    #[wasm_bindgen(js_name = fromJournal)]
    pub fn from_journal(entries: Unknown, options: Unknown) -> JsResult<SessionHandle> {
        let entries: Vec<Entry> =
            from_js_within(&entries, MAX_SAVED_CHARS).map_err(|problem| invalid("The journal", &problem))?;
        Ok(SessionHandle::of(Session::from_journal(entries, limits(&options)?, None)?))
    }

    fn of(session: Session) -> Self {
        SessionHandle {
            session: Rc::new(RefCell::new(session)),
            inbox: Inbox::default(),
            busy: Rc::default(),
        }
    }

    #[wasm_bindgen(js_name = toJSON, unchecked_return_type = "unknown")]
    pub fn to_json(&self) -> JsValue {
        to_js(&self.session.borrow().saved())
    }

    #[wasm_bindgen(unchecked_return_type = "unknown")]
    pub fn messages(&self) -> JsValue {
        to_js(&self.session.borrow().messages)
    }

    #[wasm_bindgen(unchecked_return_type = "unknown")]
    pub fn usage(&self) -> JsValue {
        to_js(&self.session.borrow().usage)
    }

    pub fn steer(&self, text: Text) -> JsResult<()> {
        self.inbox.steer(text.read("steer: text")?);
        Ok(())
    }

    pub fn queue(&self, text: Text) -> JsResult<()> {
        self.inbox.queue(text.read("queue: text")?);
        Ok(())
    }

    pub fn run(&self, wish: Text, options: Unknown) -> Pending {
        self.start(wish.read("The wish").map(Input::Wish), options.into())
    }

    pub fn resume(&self, decisions: Unknown, options: Unknown) -> Pending {
        let decisions: JsResult<Option<Vec<Decision>>> =
            from_js(&decisions).map_err(|problem| invalid("The decisions", &problem));
        self.start(decisions.map(|list| Input::Resume(list.unwrap_or_default())), options.into())
    }

    fn start(&self, input: JsResult<Input>, options: JsValue) -> Pending {
        let (session, inbox, busy) = (self.session.clone(), self.inbox.clone(), self.busy.clone());
        let work = async move {
            if busy.get() {
                let problem =
                    "This session is running already: wait for it, or use steer(text) or queue(text).";
                return Err(Error::new(Code::Conflict, problem).into());
            }
            busy.set(true);
            let result = go(&session, inbox, input, &options).await;
            busy.set(false);
            result
        };
        JsValue::from(promise(work.boxed_local())).into()
    }
}

async fn go(
    session: &RefCell<Session>,
    inbox: Inbox,
    input: JsResult<Input>,
    options: &JsValue,
) -> JsResult<JsValue> {
    if !options.is_object() {
        return Err(invalid("options", "must be an object with provider and layers"));
    }
    let callbacks = Callbacks::new(get(options, "callbacks"));
    let listening = Listening::to(options);
    let run_options = prepare(options, inbox, &callbacks, &listening.token)?;
    let outcome = run(session, input?, run_options).await;
    drop(listening);
    callbacks.done(&outcome.metrics);
    finish(outcome, &session.borrow())
}

/// A call that waits, as the host sees it.
#[derive(Serialize)]
struct Shown<'a> {
    id: &'a str,
    name: &'a str,
    args: &'a Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<&'a Value>,
}

fn finish(outcome: Outcome, session: &Session) -> JsResult<JsValue> {
    let error = "error";
    let stop: &dyn ToJson = outcome.stop.as_ref().map_or(&error, |reason| reason);
    let shown = outcome.pending.iter().map(|call| {
        let (name, args, written) = call.shown();
        Shown { id: &call.id, name, args, written }
    });
    let pending: Vec<Shown> = shown.collect();
    let state = session.turn.is_some().then(|| session.saved());
    let mut fields: Vec<(&str, &dyn ToJson)> = vec![
        ("text", &outcome.text),
        ("toolCalls", &outcome.tool_calls),
        ("metrics", &outcome.metrics),
        ("messages", &outcome.messages),
        ("stopReason", stop),
    ];
    if !pending.is_empty() {
        fields.push(("pending", &pending));
    }
    if let Some(state) = &state {
        fields.push(("state", state));
    }
    let result = to_js(&Record(&fields));
    match outcome.stop {
        Ok(_) => Ok(result),
        // The history so far is not lost: it rides on the error, and the run may go on from it.
        Err(error) => {
            let thrown = JsValue::from(error);
            Reflect::set(&thrown, &"partial".into(), &result)?;
            Err(thrown)
        }
    }
}
