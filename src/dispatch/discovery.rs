//! Lazy loading: which tools a model sees at first, and which after it touched a server
//! (spec "ToolLayers", Progressive discovery).

use super::canonical::Role;
use super::connected::Connected;
use super::layers::Layers;
use crate::model::{ProviderTool, ToolDef};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::rc::Rc;

/// The tools of a display server that are there from the start.
const DISPLAY: [&str; 3] = ["widget_display", "canvas", "recall"];
/// Answered from the layer itself, without touching the server.
const PSEUDO: [&str; 2] = ["search_tools", "list_tools"];

/// The tools that a model is offered. Cheap to clone and to compare by address.
pub type Tools = Rc<Vec<Rc<ProviderTool>>>;

/// The servers that a session has touched, and the tools that follow from it.
#[derive(Default)]
pub struct Discovery {
    activated: Vec<usize>,
    tools: Option<Tools>,
}

impl Discovery {
    /// Notes the first contact with a layer. True when it is the first.
    pub fn activate(&mut self, layer: usize) -> bool {
        let first = !self.activated.contains(&layer);
        if first {
            self.activated.push(layer);
            self.tools = None;
        }
        first
    }

    /// The touched layers, in the order of the touches.
    pub fn activated(&self) -> &[usize] {
        &self.activated
    }

    /// What the model sees now: the discovery tools, then those of the touched servers in the order of
    /// the touches, so that the list only grows at its end and providers' prompt caches hold.
    pub fn tools(&mut self, layers: &Layers) -> Tools {
        let activated = &self.activated;
        self.tools
            .get_or_insert_with(|| {
                let mut tools = discovery_tools(layers);
                for layer in activated {
                    append(&mut tools, layers.tools_of(*layer));
                }
                Rc::new(tools)
            })
            .clone()
    }
}

/// The tools that a model sees before it touched any server.
pub fn discovery_tools(layers: &Layers) -> Vec<Rc<ProviderTool>> {
    (0..layers.all().len()).flat_map(|index| layers.discovery_tools_of(index)).cloned().collect()
}

/// Adds those of `more` whose names are not in `tools` yet.
pub fn append(tools: &mut Vec<Rc<ProviderTool>>, more: &[Rc<ProviderTool>]) {
    let known: HashSet<String> = tools.iter().map(|tool| tool.name.clone()).collect();
    tools.extend(more.iter().filter(|tool| !known.contains(&tool.name)).cloned());
}

/// The full names of the tools that look for recipes and tools, which go when a model only looks
/// (`recall` is none of them).
pub fn looking_tools(layers: &Layers) -> HashSet<String> {
    let mut names = HashSet::new();
    for (index, connected) in layers.connected.iter().enumerate() {
        names.extend(Role::ALL.iter().map(|role| layers.wire_name(index, role.name())));
        names.extend(connected.roles.iter().map(|(_, real)| layers.wire_name(index, real)));
        names.extend(PSEUDO.iter().map(|tool| layers.wire_name(index, tool)));
    }
    names
}

/// The discovery tools of one server: the name that they are offered under, and what they take.
pub(super) fn definitions(connected: &Connected) -> Vec<(String, ToolDef)> {
    let layer = &connected.layer;
    let mut tools: Vec<(String, ToolDef)> = Vec::new();
    for role in Role::ALL {
        if let Some((_, real)) = connected.roles.iter().find(|(own, _)| *own == role) {
            tools.extend(layer.tool(real).map(|tool| (role.name().to_owned(), tool.clone())));
        } else if connected.local_roles().contains(&role) {
            tools.push((role.name().to_owned(), recipe_tool(role, &layer.server_name)));
        }
    }
    if layer.protocol.rules().displays {
        let display = DISPLAY.iter().filter_map(|name| layer.tool(name));
        tools.extend(display.map(|tool| (tool.name.clone(), tool.clone())));
    }
    let server = &layer.server_name;
    let query = json!({"query": {"type": "string"}});
    // A server's own tool of that name comes first.
    for (name, description, properties, required) in [
        (PSEUDO[0], format!("Finds tools of {server} by words."), query, json!(["query"])),
        (PSEUDO[1], format!("Lists every tool of {server}."), json!({}), json!([])),
    ] {
        let own = layer.tool(name).cloned();
        let tool = own.unwrap_or_else(|| definition(name, description, properties, required));
        tools.push((name.to_owned(), tool));
    }
    tools
}

fn recipe_tool(role: Role, server: &str) -> ToolDef {
    let text = |name: &str| json!({name: {"type": "string"}});
    match role {
        Role::SearchRecipes => {
            definition(role.name(), format!("Finds recipes of {server} by words."), text("query"), json!([]))
        }
        Role::ListRecipes => {
            definition(role.name(), format!("Lists the recipes of {server}."), json!({}), json!([]))
        }
        Role::GetRecipe => {
            definition(role.name(), format!("Reads one recipe of {server}."), text("name"), json!(["name"]))
        }
    }
}

fn definition(name: &str, description: String, properties: Value, required: Value) -> ToolDef {
    let mut input_schema = json!({"type": "object", "properties": properties});
    // What says nothing costs tokens at every server.
    if let (Some(schema), false) = (input_schema.as_object_mut(), required == json!([])) {
        schema.insert("required".into(), required);
    }
    ToolDef { name: name.to_owned(), description, input_schema, ..ToolDef::default() }
}
