//! Calls JavaScript: each file implements one port of the core over the browser.

#![cfg_attr(not(feature = "page"), allow(dead_code, unused_imports))] // A model in a Worker needs less.

#[cfg(any(feature = "page", feature = "small-model"))]
mod clock;
#[cfg(any(feature = "page", feature = "small-model"))]
mod fetch;
#[cfg(any(feature = "page", feature = "small-model"))]
mod js_delta;
#[cfg(feature = "memory")]
mod js_embedder;
#[cfg(feature = "small-model")]
mod js_engine;
#[cfg(any(feature = "page", feature = "small-model", feature = "memory"))]
mod js_hook;
#[cfg(any(feature = "page", feature = "small-model"))]
mod js_provider;
#[cfg(any(feature = "page", feature = "small-model"))]
mod js_tool;
#[cfg(any(feature = "page", feature = "small-model"))]
mod lent;
mod list;
mod promise;
#[cfg(any(feature = "page", feature = "small-model"))]
mod timer;
#[cfg(any(feature = "page", feature = "small-model"))]
mod watch;

#[cfg(any(feature = "page", feature = "small-model"))]
pub(crate) use clock::BrowserClock;
#[cfg(any(feature = "page", feature = "small-model"))]
pub(crate) use fetch::BrowserHttp;
#[cfg(feature = "memory")]
pub(crate) use js_embedder::JsEmbedder;
#[cfg(feature = "small-model")]
pub(crate) use js_engine::JsEngine;
#[cfg(feature = "page")]
pub(crate) use js_hook::JsHook;
#[cfg(any(feature = "page", feature = "small-model"))]
pub(crate) use js_provider::JsProvider;
#[cfg(any(feature = "page", feature = "small-model"))]
pub(crate) use js_tool::{JsMcpTools, JsTools};
#[cfg(any(feature = "page", feature = "small-model"))]
pub(crate) use lent::{Slot, lent_provider};
pub(crate) use list::{is_list, items};
pub(crate) use promise::{describe, from_js, from_js_within, promise, to_js, words_for};
