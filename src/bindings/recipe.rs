//! Recipes for the page: their frontmatter, as JSON text.

use super::error::JsResult;
use super::take::Text;
use crate::error::{Code, Error};
use crate::json::{self, Record};
use crate::recipe;
use wasm_bindgen::prelude::wasm_bindgen;

/// See `parseFrontmatter` in `js/compat/frontmatter.ts`.
#[wasm_bindgen(js_name = parseFrontmatter)]
pub fn parse_frontmatter(text: Text) -> JsResult<String> {
    let text = text.read("parseFrontmatter: text")?;
    let parts = recipe::split(&text).map_err(|problem| Error::new(Code::InvalidRecipe, problem))?;
    Ok(json::text(&Record(&[("frontmatter", &parts.fields), ("body", &parts.body)])))
}
