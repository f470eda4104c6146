//! The page's layers as the core's.

use super::error::{JsResult, invalid};
use crate::browser::{JsMcpTools, JsTools, describe, from_js, is_list, items, to_js};
use crate::dispatch::{Layer, Layers, Mend, Protocol, RecipeSummary, SchemaOptions};
use crate::json::{Fields, FromJson, Read};
use crate::model::{ToolDef, WidgetRule};
use crate::server::ToolHandler;
use js_sys::{Function, Reflect};
use serde_json::{Value, json};
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};

struct LayerShape {
    protocol: String,
    server_name: String,
    description: String,
    tools: Vec<ToolDef>,
    recipes: Vec<RecipeSummary>,
}

impl FromJson for LayerShape {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(LayerShape {
            protocol: from.take("protocol")?,
            server_name: from.take("serverName")?,
            description: from.optional("description")?,
            tools: from.take("tools")?,
            recipes: from.optional("recipes")?,
        })
    }
}

/// Reads `layers`; the tools of MCP layers are called through `client`.
pub(super) fn read(layers: &JsValue, client: &JsValue, options: SchemaOptions) -> JsResult<Layers> {
    if !is_list(layers) {
        return Err(invalid("options.layers", "must be a list of layers, such as [server.layer()]"));
    }
    let layers: JsResult<Vec<Layer>> = items(layers)
        .enumerate()
        .map(|(index, layer)| {
            let unread = |thrown| invalid(&format!("options.layers[{index}]"), &describe(&thrown));
            one(index, &layer.map_err(unread)?, client)
        })
        .collect();
    let layers = layers?;
    let remote: Vec<&str> = layers
        .iter()
        .filter(|layer| layer.protocol == Protocol::MCP && layer.handler.is_some())
        .map(|layer| layer.server_name.as_str())
        .collect();
    if remote.len() > 1 && !JsMcpTools::tells_servers_apart(client) {
        let problem = format!(
            "calls the tools of one server, but there are MCP layers of {} ({}): use a McpMultiClient",
            remote.len(),
            remote.join(", ")
        );
        return Err(invalid("options.client", &problem));
    }
    Ok(Layers::with_options(layers, options))
}

fn one(index: usize, layer: &JsValue, client: &JsValue) -> JsResult<Layer> {
    let shape: LayerShape = from_js(layer).map_err(|problem| {
        invalid(&format!("options.layers[{index}] must be {{protocol, serverName, tools}}"), &problem)
    })?;
    let protocol = Protocol::from_token(&shape.protocol).ok_or_else(|| {
        let problem = format!("the protocol '{}' is neither 'mcp' nor 'webmcp'", shape.protocol);
        invalid(&format!("options.layers[{index}]"), &problem)
    })?;
    let handler: Option<Rc<dyn ToolHandler>> = if protocol == Protocol::WEBMCP {
        Some(Rc::new(JsTools(functions(layer))))
    } else {
        let url = Reflect::get(layer, &"serverUrl".into()).unwrap_or_default();
        let server = if url.is_string() { url } else { shape.server_name.as_str().into() };
        JsMcpTools::new(client, &server).map(|tools| Rc::new(tools) as Rc<dyn ToolHandler>)
    };
    Ok(Layer {
        protocol,
        server_name: shape.server_name,
        description: shape.description,
        tools: shape.tools,
        recipes: shape.recipes,
        handler,
        rule: (protocol == Protocol::WEBMCP).then(|| rule(layer)).flatten(),
        mend: (protocol == Protocol::WEBMCP).then(|| mend(layer)).flatten(),
    })
}

/// `mendWidget(args)` of the layer: `{args, fixes}`.
fn mend(layer: &JsValue) -> Option<Mend> {
    struct Mended {
        args: Value,
        fixes: Vec<String>,
    }

    impl FromJson for Mended {
        fn from_json(value: Value) -> Read<Self> {
            let mut from = Fields::of(value)?;
            Ok(Mended { args: from.take("args")?, fixes: from.optional("fixes")? })
        }
    }
    let mend = Reflect::get(layer, &"mendWidget".into()).ok()?.dyn_into::<Function>().ok()?;
    let layer = layer.clone();
    Some(Rc::new(move |args| {
        let mended =
            mend.call1(&layer, &to_js(&args)).ok().and_then(|mended| from_js::<Mended>(&mended).ok());
        // A page that fails mends nothing.
        mended.map_or((args, Vec::new()), |Mended { args, fixes }| (args, fixes))
    }))
}

/// `checkWidget(type, data)` of the layer: what is wrong with a widget's data, or `undefined`.
fn rule(layer: &JsValue) -> Option<WidgetRule> {
    let check = Reflect::get(layer, &"checkWidget".into()).ok()?.dyn_into::<Function>().ok()?;
    let layer = layer.clone();
    Some(Rc::new(move |kind, data| {
        let failed =
            |why: String| Some(json!({"error": format!("The widget's data could not be checked: {why}")}));
        match check.call2(&layer, &kind.into(), &to_js(data)) {
            Ok(answer) if answer.is_undefined() || answer.is_null() => None,
            Ok(answer) => from_js(&answer).map_or_else(failed, Some),
            Err(thrown) => failed(describe(&thrown)),
        }
    }))
}

fn functions(layer: &JsValue) -> Vec<(String, Function)> {
    let tools = Reflect::get(layer, &"tools".into()).unwrap_or_default();
    items(&tools)
        .filter_map(|tool| {
            let tool = tool.ok()?;
            let name = Reflect::get(&tool, &"name".into()).ok()?.as_string()?;
            let execute = Reflect::get(&tool, &"execute".into()).ok()?.dyn_into::<Function>().ok()?;
            // Bound, so that a class instance with methods is a tool as well.
            Some((name, execute.bind0(&tool)))
        })
        .collect()
}
