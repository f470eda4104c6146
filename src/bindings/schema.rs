//! JSON Schema for JavaScript: schemas and values come and go as JSON text.

use super::compiled::{parsed, text};
use super::error::{JsResult, invalid};
use crate::adapt::{PathMap, flatten, simplify, unflatten};
use crate::error::Error;
use crate::json::{self, FromJson};
use crate::schema::{Check, Partial, Violation, install_full_validator};
use js_sys::Function;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen(js_name = simplifySchema)]
pub fn simplify_schema(schema: &[u8]) -> JsResult<String> {
    Ok(json::text(&simplify(&parsed("schema", schema)?)))
}

#[wasm_bindgen(js_name = flattenSchema)]
pub fn flatten_schema(schema: &[u8]) -> JsResult<String> {
    Ok(json::text(&flatten(&parsed("schema", schema)?)))
}

#[wasm_bindgen(js_name = unflattenParams)]
pub fn unflatten_params(params: &[u8], path_map: &[u8]) -> JsResult<String> {
    let paths = PathMap::from_json(parsed("pathMap", path_map)?)
        .map_err(|problem| invalid("pathMap", &format!("not one that flattenSchema made ({problem})")))?;
    Ok(json::text(&unflatten(parsed("params", params)?, &paths)))
}

/// See `createPartialJson` in `js/schema/partial-json.ts`.
#[wasm_bindgen]
#[derive(Default)]
pub struct RawPartial(Rc<RefCell<Partial>>);

#[wasm_bindgen]
impl RawPartial {
    #[wasm_bindgen(constructor)]
    pub fn new() -> RawPartial {
        RawPartial::default()
    }

    pub fn push(&self, piece: &str) -> JsResult<String> {
        Ok(self.0.borrow_mut().push(piece).map_err(Error::from)?.to_owned())
    }

    #[wasm_bindgen(js_name = pushBytes)]
    pub fn push_bytes(&self, piece: &[u8]) -> JsResult<String> {
        self.push(text("delta", piece)?)
    }

    pub fn finish(&self) -> JsResult<String> {
        Ok(self.0.borrow_mut().finish().map_err(Error::from)?.to_owned())
    }
}

/// `compile(schema, assertFormats)` returns a function from a value's text to `[[path, keyword, message], …]` as text.
#[wasm_bindgen(js_name = installFullValidator)]
pub fn install_full(compile: Function) {
    install_full_validator(Some(Rc::new(move |schema, options| {
        let made = compile
            .call2(&JsValue::NULL, &json::text(&schema).into(), &options.assert_formats.into())
            .map_err(|thrown| words(&thrown))?;
        let check: Function =
            made.dyn_into().map_err(|_| "the full validator made no function".to_owned())?;
        let check: Check = Rc::new(move |value| {
            let told = check.call1(&JsValue::NULL, &json::text(&value).into());
            let told = told.ok().and_then(|told| told.as_string());
            let rows = told.and_then(|told| Vec::<Vec<String>>::from_json(json::parse(&told).ok()?).ok());
            let rows = rows.filter(|rows| rows.iter().all(|row| row.len() == 3));
            let Some(rows) = rows else {
                return vec![Violation::foreign("", "size", "The full validator failed")];
            };
            let violation = |row: &Vec<String>| match row.as_slice() {
                [path, keyword, message] => Some(Violation::foreign(path, keyword, message)),
                _ => None,
            };
            rows.iter().filter_map(violation).collect()
        });
        Ok(check)
    })));
}

fn words(thrown: &JsValue) -> String {
    let message = thrown.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
    message.or_else(|| thrown.as_string()).unwrap_or_else(|| "for a reason that was not said".to_owned())
}
