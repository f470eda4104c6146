//! Calls JavaScript: each file implements one port of the core over the browser.

#![cfg_attr(not(feature = "page"), allow(dead_code, unused_imports))] // A model in a Worker needs less.

mod clock;
mod fetch;
mod js_delta;
mod js_embedder;
#[cfg(feature = "small-model")]
mod js_engine;
mod js_hook;
mod js_provider;
mod js_tool;
mod lent;
mod list;
mod promise;
mod timer;
mod watch;

pub(crate) use clock::BrowserClock;
pub(crate) use fetch::BrowserHttp;
pub(crate) use js_embedder::JsEmbedder;
#[cfg(feature = "small-model")]
pub(crate) use js_engine::JsEngine;
pub(crate) use js_hook::JsHook;
pub(crate) use js_provider::JsProvider;
pub(crate) use js_tool::{JsMcpTools, JsTools};
pub(crate) use lent::{Slot, lent_provider};
pub(crate) use list::{is_list, items};
pub(crate) use promise::{describe, from_js, from_js_within, promise, to_js, words_for};
