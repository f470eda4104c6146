//! Recipes and tools that are known already: discovery is answered from here, without the network
//! (spec "ToolLayers", Progressive discovery; the published `DiscoveryCache`).

use super::answers::{Local, find_tools, found_tools, recipes, tool_index};
use super::canonical::Role;
use super::layer::RecipeSummary;
use super::layers::Layers;
use super::protocol::Protocol;
use crate::json::{self, Fields, FromJson, Read};
use crate::model::ToolDef;
use serde::Serialize;
use serde_json::Value;

/// What is known of one server.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Known {
    /// How it is reached, `mcp` or `webmcp`: two servers of one name are two servers.
    pub protocol: String,
    /// The prefix of its full tool names.
    pub prefix: String,
    /// Its recipes; none when nobody asked for them.
    pub recipes: Vec<RecipeSummary>,
    /// Its tools.
    pub tools: Vec<ToolDef>,
}

impl FromJson for Known {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        let default = Known::default();
        Ok(Known {
            protocol: from.or("protocol", default.protocol)?,
            prefix: from.or("prefix", default.prefix)?,
            recipes: from.or("recipes", default.recipes)?,
            tools: from.or("tools", default.tools)?,
        })
    }
}

impl Default for Known {
    fn default() -> Self {
        let protocol = Protocol::MCP.rules().token.to_owned();
        Known { protocol, prefix: String::new(), recipes: Vec::new(), tools: Vec::new() }
    }
}

/// Known servers, in the order of their registration.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct DiscoveryCache(Vec<Known>);

impl FromJson for DiscoveryCache {
    fn from_json(value: Value) -> Read<Self> {
        Vec::from_json(value).map(DiscoveryCache)
    }
}

impl DiscoveryCache {
    /// What `layers` bring along. Layers that display are left out: their recipes carry schemas, which only
    /// the server itself can give.
    pub fn of(layers: &Layers) -> Self {
        let known = layers.connected.iter().filter(|connected| !connected.layer.protocol.rules().displays);
        DiscoveryCache(
            known
                .map(|connected| Known {
                    protocol: connected.layer.protocol.rules().token.to_owned(),
                    prefix: connected.prefix.clone(),
                    recipes: connected.layer.recipes.clone(),
                    tools: connected.layer.tools.clone(),
                })
                .collect(),
        )
    }

    /// Adds a server, or replaces what was known of it.
    pub fn register(&mut self, known: Known) {
        match self.0.iter_mut().find(|old| old.prefix == known.prefix && old.protocol == known.protocol) {
            Some(old) => *old = known,
            None => self.0.push(known),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The known servers.
    pub fn servers(&self) -> &[Known] {
        &self.0
    }

    /// The server of that protocol and prefix.
    pub fn get(&self, protocol: &str, prefix: &str) -> Option<&Known> {
        self.0.iter().find(|known| known.prefix == prefix && known.protocol == protocol)
    }

    /// The answer of the discovery tool `tool` of the server `prefix`, or `None` when only the server can
    /// give it: it is unknown, its recipes were never loaded, or the recipe's text was not.
    pub fn resolve(&self, protocol: &str, prefix: &str, tool: &str, args: &Value) -> Option<String> {
        let known = self.get(protocol, prefix)?;
        match tool {
            "list_tools" => Some(json::text(&known.tools)),
            "search_tools" => {
                let hits = find_tools(&tool_index(&known.tools), &known.tools, args);
                Some(
                    hits.map_or_else(
                        || json::text(&known.tools),
                        |hits| found_tools(&known.tools, &hits, args),
                    ),
                )
            }
            _ => {
                let role = Role::ALL.into_iter().find(|role| role.name() == tool)?;
                match recipes(&known.recipes, role, args) {
                    Local::Answer(text) | Local::NoneFits(text) => Some(text),
                    Local::Unknown => None,
                }
            }
        }
    }
}
