//! Lazy loading: which tools a model sees at first, and which after it touched a server
//! (spec "ToolLayers", Progressive discovery).

use super::layer::Layers;
use super::name::{Protocol, full_name};
use crate::model::{ProviderTool, ToolDef};
use serde_json::{Value, json};
use std::collections::HashSet;

/// The tools of a display server that are there from the start.
const DISPLAY: [&str; 3] = ["widget_display", "canvas", "recall"];

/// The servers that a session has touched.
#[derive(Debug, Default)]
pub struct Discovery {
    activated: Vec<usize>,
}

impl Discovery {
    /// Notes the first contact with a layer. True when it is the first.
    pub fn activate(&mut self, layer: usize) -> bool {
        let first = !self.activated.contains(&layer);
        if first {
            self.activated.push(layer);
        }
        first
    }

    /// What the model sees now: the discovery tools, then those of the touched servers in the order of
    /// the touches, so that the list only grows at its end and providers' prompt caches hold.
    pub fn tools(&self, layers: &Layers) -> Vec<ProviderTool> {
        let mut tools = discovery_tools(layers);
        let mut names: HashSet<String> = tools.iter().map(|tool| tool.name.clone()).collect();
        for tool in self.activated.iter().flat_map(|layer| layer_tools(layers, *layer)) {
            if names.insert(tool.name.clone()) {
                tools.push(tool);
            }
        }
        tools
    }
}

/// The tools that a model sees before it touched any server.
pub fn discovery_tools(layers: &Layers) -> Vec<ProviderTool> {
    (0..layers.all().len()).flat_map(|index| discovery_of(layers, index)).collect()
}

fn discovery_of(layers: &Layers, index: usize) -> Vec<ProviderTool> {
    let Some((layer, prefix, roles)) = layers.get(index) else { return Vec::new() };
    let mut tools: Vec<ProviderTool> = roles
        .iter()
        .filter_map(|(role, name)| {
            let tool = layer.tools.iter().find(|tool| tool.name == *name)?;
            Some(provider_tool(prefix, layer.protocol, role.name(), tool))
        })
        .collect();
    if layer.protocol == Protocol::WebMcp {
        let display = layer.tools.iter().filter(|tool| DISPLAY.contains(&tool.name.as_str()));
        tools.extend(display.map(|tool| provider_tool(prefix, layer.protocol, &tool.name, tool)));
    }
    for pseudo in pseudo_tools(&layer.server_name) {
        tools.push(provider_tool(prefix, layer.protocol, &pseudo.name, &pseudo));
    }
    tools
}

/// Every tool of the layer at `index`, under its own full name.
pub fn layer_tools(layers: &Layers, index: usize) -> Vec<ProviderTool> {
    let Some((layer, prefix, _)) = layers.get(index) else { return Vec::new() };
    layer.tools.iter().map(|tool| provider_tool(prefix, layer.protocol, &tool.name, tool)).collect()
}

fn provider_tool(prefix: &str, protocol: Protocol, name: &str, tool: &ToolDef) -> ProviderTool {
    let description = if tool.description.is_empty() { name } else { &tool.description };
    ProviderTool {
        name: full_name(prefix, protocol, name),
        description: description.to_owned(),
        input_schema: tool.input_schema.clone(),
    }
}

fn pseudo_tools(server: &str) -> [ToolDef; 2] {
    let tool = |name: &str, description: String, input_schema: Value| ToolDef {
        name: name.to_owned(),
        description,
        input_schema,
        annotations: None,
    };
    [
        tool(
            "search_tools",
            format!("Finds tools of {server} by a word in their name or description."),
            json!({"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}),
        ),
        tool(
            "list_tools",
            format!("Lists every tool of {server}."),
            json!({"type": "object", "properties": {}}),
        ),
    ]
}
