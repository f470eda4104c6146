//! JSON Schema for JavaScript: schemas and values come and go as JSON text.

use super::error::{JsResult, invalid};
use crate::adapt::{PathMap, flatten, simplify, unflatten};
use crate::error::Error;
use crate::json::{self, FromJson, Record};
use crate::schema::{Check, Options, Partial, Schema, Violation, install_full_validator, repair};
use js_sys::Function;
use serde_json::Value;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

/// See `compileJsonSchema` in `js/schema/json-schema.ts`.
#[wasm_bindgen]
pub struct RawSchema(Rc<Schema>);

#[wasm_bindgen]
impl RawSchema {
    #[wasm_bindgen(constructor)]
    pub fn new(schema: &[u8], assert_formats: bool) -> JsResult<RawSchema> {
        let options = Options { assert_formats, ..Options::default() };
        Ok(RawSchema(Rc::new(
            Schema::compile_with(&parsed("schema", schema)?, &options).map_err(Error::from)?,
        )))
    }

    /// The errors as JSON; an empty text when the value fits.
    pub fn check(&self, json: &[u8], prefix: &str) -> JsResult<String> {
        let violations = self.0.check_text(text("value", json)?).map_err(Error::from)?;
        if violations.is_empty() {
            return Ok(String::new());
        }
        let dotted: Vec<Violation> =
            violations.into_iter().map(|violation| violation.dotted(prefix)).collect();
        Ok(json::text(&dotted))
    }

    pub fn repair(&self, json: &[u8]) -> JsResult<String> {
        let repaired = repair(&self.0, parsed("input", json)?);
        Ok(json::text(&Record(&[("params", &repaired.value), ("fixes", &repaired.fixes)])))
    }
}

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

fn text<'a>(what: &str, bytes: &'a [u8]) -> JsResult<&'a str> {
    std::str::from_utf8(bytes).map_err(|_| invalid(what, "not UTF-8"))
}

fn parsed(what: &str, bytes: &[u8]) -> JsResult<Value> {
    json::parse(text(what, bytes)?).map_err(|problem| invalid(what, &format!("not JSON ({problem})")))
}
