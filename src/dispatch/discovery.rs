//! Lazy loading: which tools a model sees at first, and which after it touched a server
//! (spec "ToolLayers", Progressive discovery).

use super::canonical::Role;
use super::connected::{Connected, DISPLAY};
use super::layers::{Layers, Route};
use crate::model::{ProviderTool, ToolDef};
use crate::server::recall_tool;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::rc::Rc;

/// Answered from the layer itself, without touching the server.
const PSEUDO: [&str; 2] = ["search_tools", "list_tools"];

/// The tools that a model is offered. Cheap to clone and to compare by address.
pub type Tools = Rc<Vec<Rc<ProviderTool>>>;

/// Something that joined the offered tools.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Touch {
    /// A whole server.
    Server(usize),
    /// One tool that a search has found.
    Found(usize, String),
}

/// The servers that a session has touched, and the tools that follow from it.
#[derive(Default)]
pub struct Discovery {
    touched: Vec<Touch>,
    tools: Option<Tools>,
}

impl Discovery {
    /// Notes a contact with a layer; from the first one on all its tools are offered.
    pub fn activate(&mut self, layer: usize) {
        self.touch(Touch::Server(layer));
    }

    /// Offers one tool of a layer that was not touched yet.
    pub fn found(&mut self, layer: usize, tool: &str) {
        self.touch(Touch::Found(layer, tool.to_owned()));
    }

    fn touch(&mut self, touch: Touch) {
        if !self.touched.contains(&touch) {
            self.touched.push(touch);
            self.tools = None;
        }
    }

    /// What was touched, in that order: keys of servers, full names of tools. [`Discovery::restore`] reads them.
    pub fn keys(&self, layers: &Layers) -> Vec<String> {
        let key = |touch: &Touch| match touch {
            Touch::Server(layer) => layers.key(*layer),
            Touch::Found(layer, tool) => Some(layers.wire_name(*layer, tool)),
        };
        self.touched.iter().filter_map(key).collect()
    }

    /// Touches what an earlier run touched; servers and tools that are gone are passed over.
    pub fn restore(&mut self, layers: &Layers, keys: &[String]) {
        for key in keys {
            if let Some(layer) = layers.find(key) {
                self.activate(layer);
            } else if let Route::Tool { layer, tool } = layers.route(key) {
                self.found(layer, &tool);
            }
        }
    }

    /// What the model sees now: the discovery tools, then those of the touched servers in the order of
    /// the touches, so that the list only grows at its end and providers' prompt caches hold.
    pub fn tools(&mut self, layers: &Layers) -> Tools {
        let touched = &self.touched;
        self.tools
            .get_or_insert_with(|| {
                let mut tools = discovery_tools(layers);
                for touch in touched {
                    match touch {
                        Touch::Server(layer) => append(&mut tools, layers.tools_of(*layer)),
                        Touch::Found(layer, tool) => {
                            let name = layers.wire_name(*layer, tool);
                            let found: Vec<_> = layers
                                .tools_of(*layer)
                                .iter()
                                .filter(|tool| tool.name == name)
                                .cloned()
                                .collect();
                            append(&mut tools, &found);
                        }
                    }
                }
                Rc::new(tools)
            })
            .clone()
    }
}

/// The tools that a model sees before it touched any server: those that look for recipes and tools, those that
/// display, and the tools of servers that no recipe describes, where they are few.
pub fn discovery_tools(layers: &Layers) -> Vec<Rc<ProviderTool>> {
    let mut tools = Vec::new();
    for index in 0..layers.all().len() {
        append(&mut tools, layers.discovery_tools_of(index));
        if layers.offers_at_once(index) {
            append(&mut tools, layers.raw_tools_of(index));
        }
    }
    tools
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
        // A tool under its own name may be a data tool that only looks like one: `list_workflows`.
        names.extend(Role::ALL.iter().map(|role| layers.wire_name(index, role.name())));
        let pseudo = PSEUDO.iter().filter(|name| connected.layer.tool(name).is_none());
        names.extend(pseudo.map(|tool| layers.wire_name(index, tool)));
    }
    names
}

/// The discovery tools of one server: the name that they are offered under, and what they take.
pub(super) fn definitions(connected: &Connected, recalls: bool) -> Vec<(String, ToolDef)> {
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
    if recalls {
        tools.push(("recall".to_owned(), recall_tool()));
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
