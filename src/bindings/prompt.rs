//! The pure functions over layers: prompt, tool lists, names.

use super::error::{JsResult, invalid};
use super::options::schema_options;
use super::take::{Text, get};
use super::{Unknown, layers};
use crate::agent::{PromptKind, system_prompt};
use crate::browser::{from_js, items, to_js};
use crate::dispatch::{self, Layers, SchemaOptions, append, discovery_tools, provider_tool, resolve};
use crate::model::{ProviderTool, ToolDef};
use serde_json::{Value, json};
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

fn read(list: &JsValue, schema: SchemaOptions) -> JsResult<Layers> {
    layers::read(list, &JsValue::UNDEFINED, schema)
}

#[wasm_bindgen(js_name = buildSystemPrompt)]
pub fn build_system_prompt(list: Unknown, options: Unknown) -> JsResult<String> {
    let kind = get(&options, "providerKind");
    let kind: Option<PromptKind> = from_js(&kind).map_err(|problem| invalid("providerKind", &problem))?;
    Ok(system_prompt(&read(&list, SchemaOptions::default())?, kind.unwrap_or_default()))
}

/// Canonical names that lead to tools of another name.
#[wasm_bindgen(js_name = layerAliases, unchecked_return_type = "unknown")]
pub fn layer_aliases(list: Unknown) -> JsResult<JsValue> {
    Ok(to_js(&read(&list, SchemaOptions::default())?.aliases()))
}

#[wasm_bindgen(js_name = buildDiscoveryTools, unchecked_return_type = "unknown")]
pub fn build_discovery_tools(list: Unknown, options: Unknown) -> JsResult<JsValue> {
    Ok(to_js(&discovery_tools(&read(&list, schema_options(&options))?)))
}

#[wasm_bindgen(js_name = buildToolsFromLayers, unchecked_return_type = "unknown")]
pub fn build_tools_from_layers(list: Unknown, options: Unknown) -> JsResult<JsValue> {
    let layers = read(&list, schema_options(&options))?;
    let tools: Vec<&Rc<ProviderTool>> =
        (0..layers.all().len()).flat_map(|index| layers.tools_of(index)).collect();
    Ok(to_js(&tools))
}

/// How flattened arguments lead back to nested ones: full name → flat key → path.
#[wasm_bindgen(js_name = flattenedPaths, unchecked_return_type = "unknown")]
pub fn flattened_paths(list: Unknown) -> JsResult<JsValue> {
    let options = SchemaOptions { flatten: true, ..SchemaOptions::default() };
    let layers = read(&list, options)?;
    let paths = layers.flattened_paths().into_iter().map(|(name, paths)| (name, paths.into_json()));
    Ok(to_js(&paths.collect::<Value>()))
}

#[wasm_bindgen(js_name = activateServerTools, unchecked_return_type = "unknown")]
pub fn activate_server_tools(current: Unknown, layer: Unknown, options: Unknown) -> JsResult<JsValue> {
    let wrong = |problem: &str| invalid("activateServerTools(current, layer)", problem);
    let current: Vec<Rc<ProviderTool>> = from_js(&current).map_err(|problem| wrong(&problem))?;
    let all = get(&options, "layers");
    let list = if all.is_undefined() { js_sys::Array::of1(&layer).into() } else { all };
    let layers = read(&list, schema_options(&options))?;
    let place = items(&list).position(|one| one.as_ref() == Ok(&layer));
    let place = place.ok_or_else(|| wrong("options.layers does not hold this layer"))?;
    // Where another server has this prefix, only all layers together tell which name leads here.
    let stranger = layers.stranger(place, current.iter().map(|tool| tool.name.as_str()));
    if let Some(stranger) = stranger.filter(|_| layers.all().len() == 1) {
        return Err(wrong(&format!(
            "the tool '{stranger}' is of another server with the same name: pass {{ layers }}, all layers of the run"
        )));
    }
    let mut tools = current;
    append(&mut tools, layers.tools_of(place));
    Ok(to_js(&tools))
}

#[wasm_bindgen(js_name = resolveCanonicalTools, unchecked_return_type = "unknown")]
pub fn resolve_canonical_tools(tools: Unknown) -> JsResult<JsValue> {
    let tools: Vec<ToolDef> = from_js(&tools).map_err(|problem| invalid("tools", &problem))?;
    let roles: Vec<_> =
        resolve(&tools).into_iter().map(|(role, name)| json!({"role": role, "realToolName": name})).collect();
    Ok(to_js(&roles))
}

#[wasm_bindgen(js_name = toProviderTools, unchecked_return_type = "unknown")]
pub fn to_provider_tools(tools: Unknown, options: Unknown) -> JsResult<JsValue> {
    let tools: Vec<ToolDef> = from_js(&tools).map_err(|problem| invalid("tools", &problem))?;
    let options = schema_options(&options);
    let tools: Vec<ProviderTool> =
        tools.iter().map(|tool| provider_tool(&dispatch::wire_name(&tool.name), tool, &options)).collect();
    Ok(to_js(&tools))
}

#[wasm_bindgen(js_name = sanitizeServerName)]
pub fn sanitize_server_name(name: Text) -> JsResult<String> {
    Ok(dispatch::sanitize_server_name(&name.read("sanitizeServerName: name")?))
}

/// What the layers bring along for a `DiscoveryCache`.
#[wasm_bindgen(js_name = knownServers, unchecked_return_type = "unknown")]
pub fn known_servers(list: Unknown) -> JsResult<JsValue> {
    let layers = read(&list, SchemaOptions::default())?;
    Ok(to_js(&dispatch::DiscoveryCache::of(&layers)))
}

/// The answer of a discovery tool from a cache, or `undefined`.
#[wasm_bindgen(js_name = resolveKnown, unchecked_return_type = "string | undefined")]
pub fn resolve_known(
    cache: Unknown,
    protocol: Text,
    prefix: Text,
    tool: Text,
    args: Unknown,
) -> JsResult<JsValue> {
    let cache: dispatch::DiscoveryCache =
        from_js(&cache).map_err(|problem| invalid("DiscoveryCache", &problem))?;
    let args = from_js(&args).map_err(|problem| invalid("resolve: params", &problem))?;
    let (protocol, prefix) = (protocol.read("resolve: protocol")?, prefix.read("resolve: name")?);
    let answer = cache.resolve(&protocol, &prefix, &tool.read("resolve: tool")?, &args);
    Ok(answer.map_or(JsValue::UNDEFINED, JsValue::from))
}
