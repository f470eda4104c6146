//! Lists of the page. A proxy may stand for one, whose every look throws; what is thrown past an import that does not
//! catch ends the core's future unheard, so nothing here looks in such a way.

use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// Whether this is an array.
pub(crate) fn is_list(value: &JsValue) -> bool {
    // `Array.isArray` throws at a proxy that was revoked, and at nothing else.
    value.is_object() && Reflect::get_prototype_of(value).is_ok() && value.is_array()
}

/// How many items something says to have; the error is what looking threw.
pub(crate) fn length(list: &JsValue) -> Result<u32, JsValue> {
    Ok(Reflect::get(list, &"length".into())?.as_f64().unwrap_or_default() as u32)
}

/// The items of a list one by one; an error is what looking threw. Nothing where it is no list.
pub(crate) fn items(list: &JsValue) -> impl Iterator<Item = Result<JsValue, JsValue>> {
    let (length, thrown) = match is_list(list).then(|| length(list)) {
        Some(Err(thrown)) => (0, Some(Err(thrown))),
        Some(Ok(length)) => (length, None),
        None => (0, None),
    };
    thrown.into_iter().chain((0..length).map(|place| Reflect::get(list, &place.into())))
}
