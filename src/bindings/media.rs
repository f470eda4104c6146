//! What the page says about addresses in widgets' data.

use super::error::{JsResult, invalid};
use super::take::get;
use crate::server::{AllowUrl, MediaPolicy};
use js_sys::Function;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Url;

/// `allowUrl(url, path)` and `maxDataUrlLength`.
pub(super) fn media_policy(options: &JsValue) -> JsResult<MediaPolicy> {
    let allow = get(options, "allowUrl");
    let allow_url = match allow.dyn_into::<Function>() {
        Ok(allow) => Some(Rc::new(move |url: &str, path: &str| {
            // As the browser would load it, whatever is written.
            let Ok(read) = Url::new(url) else { return false };
            // A page that throws allows nothing.
            let answer = allow.call2(&JsValue::UNDEFINED, &read.href().into(), &path.into());
            answer.is_ok_and(|answer| answer.is_truthy())
        }) as AllowUrl),
        Err(value) if value.is_undefined() => None,
        Err(_) => return Err(invalid("createWebMcpServer(name, options)", "allowUrl must be a function")),
    };
    let max_data_chars = get(options, "maxDataUrlLength").as_f64().map(|length| length.max(0.0) as usize);
    Ok(MediaPolicy { allow_url, max_data_chars })
}
