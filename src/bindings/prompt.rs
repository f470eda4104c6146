//! The pure functions over layers: prompt and tool lists.

use super::error::JsResult;
use super::{Unknown, layers};
use crate::agent;
use crate::browser::to_js;
use crate::dispatch::{discovery_tools, layer_tools, resolve};
use crate::model::{ProviderTool, ToolDef};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(js_name = buildSystemPrompt)]
pub fn build_system_prompt(list: Unknown) -> JsResult<String> {
    Ok(agent::system_prompt(&layers::read(&list, &JsValue::UNDEFINED)?))
}

#[wasm_bindgen(js_name = buildDiscoveryTools, unchecked_return_type = "unknown")]
pub fn build_discovery_tools(list: Unknown) -> JsResult<JsValue> {
    Ok(to_js(&discovery_tools(&layers::read(&list, &JsValue::UNDEFINED)?)))
}

#[wasm_bindgen(js_name = buildToolsFromLayers, unchecked_return_type = "unknown")]
pub fn build_tools_from_layers(list: Unknown) -> JsResult<JsValue> {
    let layers = layers::read(&list, &JsValue::UNDEFINED)?;
    let tools: Vec<ProviderTool> =
        (0..layers.all().len()).flat_map(|index| layer_tools(&layers, index)).collect();
    Ok(to_js(&tools))
}

#[wasm_bindgen(js_name = resolveCanonicalTools, unchecked_return_type = "unknown")]
pub fn resolve_canonical_tools(tools: Unknown) -> JsResult<JsValue> {
    let tools: Vec<ToolDef> =
        crate::browser::from_js(&tools).map_err(|problem| super::error::invalid("tools", &problem))?;
    let roles: Vec<_> = resolve(&tools)
        .into_iter()
        .map(|(role, name)| serde_json::json!({"role": role, "realToolName": name}))
        .collect();
    Ok(to_js(&roles))
}
