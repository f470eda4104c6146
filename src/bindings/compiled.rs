//! A compiled JSON Schema for JavaScript: schemas and values come and go as JSON text.

use super::error::{JsResult, invalid};
use crate::error::Error;
use crate::json::{self, Record};
use crate::schema::{Options, Schema, Violation, repair};
use serde_json::Value;
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;

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

pub(super) fn text<'a>(what: &str, bytes: &'a [u8]) -> JsResult<&'a str> {
    std::str::from_utf8(bytes).map_err(|_| invalid(what, "not UTF-8"))
}

pub(super) fn parsed(what: &str, bytes: &[u8]) -> JsResult<Value> {
    json::parse(text(what, bytes)?).map_err(|problem| invalid(what, &format!("not JSON ({problem})")))
}
