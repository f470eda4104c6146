//! Layers: the connected servers, and the table that routes full tool names to them.

use super::canonical::{Role, resolve};
use super::name::{Protocol, full_name, sanitize_server_name};
use crate::model::ToolDef;
use crate::server::ToolHandler;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::rc::Rc;

/// The short form of a recipe.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RecipeSummary {
    /// The recipe's name.
    pub name: String,
    /// One line about it.
    #[serde(default)]
    pub description: String,
}

/// One connected server.
#[derive(Clone)]
pub struct Layer {
    /// How it is reached.
    pub protocol: Protocol,
    /// The name that the host gave it.
    pub server_name: String,
    /// What it is for.
    pub description: String,
    /// Its tools.
    pub tools: Vec<ToolDef>,
    /// Its recipes, where the host knows them.
    pub recipes: Vec<RecipeSummary>,
    /// Runs its tools; `None` when the host connected no client.
    pub handler: Option<Rc<dyn ToolHandler>>,
}

/// Where a full name leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// To the tool of that bare name on the layer of that index.
    Tool {
        /// Index into [`Layers::all`].
        layer: usize,
        /// The bare name that the server knows.
        tool: String,
    },
    /// To the local list of that layer's tools, without touching the server.
    ListTools {
        /// Index into [`Layers::all`].
        layer: usize,
    },
    /// To a search in that list.
    SearchTools {
        /// Index into [`Layers::all`].
        layer: usize,
    },
    /// To a connected server that has no such tool.
    UnknownTool {
        /// Index into [`Layers::all`].
        layer: usize,
    },
    /// To a server that is not connected.
    UnknownServer {
        /// The prefix in front of the token.
        server: String,
        /// The token.
        protocol: Protocol,
    },
    /// Nowhere: this is no full name.
    Malformed,
}

/// The connected layers with their prefixes and their table of names.
pub struct Layers {
    layers: Vec<Layer>,
    prefixes: Vec<String>,
    roles: Vec<Vec<(Role, String)>>,
    table: HashMap<String, (usize, String)>,
}

impl Layers {
    /// Connects `layers`. Servers whose names sanitise alike get a number at the end.
    pub fn new(layers: Vec<Layer>) -> Self {
        let mut prefixes: Vec<String> = Vec::new();
        for (index, layer) in layers.iter().enumerate() {
            let base = sanitize_server_name(&layer.server_name);
            let taken = |prefix: &String| {
                layers
                    .iter()
                    .zip(&prefixes)
                    .take(index)
                    .any(|(other, p)| p == prefix && other.protocol == layer.protocol)
            };
            let mut prefix = base.clone();
            let mut number = 2;
            while taken(&prefix) {
                prefix = format!("{base}_{number}");
                number += 1;
            }
            prefixes.push(prefix);
        }
        let roles: Vec<Vec<(Role, String)>> = layers.iter().map(|layer| resolve(&layer.tools)).collect();
        let mut table = HashMap::new();
        for (index, ((layer, prefix), roles)) in layers.iter().zip(&prefixes).zip(&roles).enumerate() {
            for (role, tool) in roles {
                table.entry(full_name(prefix, layer.protocol, role.name())).or_insert((index, tool.clone()));
            }
            for tool in &layer.tools {
                table.insert(full_name(prefix, layer.protocol, &tool.name), (index, tool.name.clone()));
            }
        }
        Layers { layers, prefixes, roles, table }
    }

    /// The layers in the order in which the host gave them.
    pub fn all(&self) -> &[Layer] {
        &self.layers
    }

    /// Layer, prefix and canonical roles of the layer at `index`.
    pub fn get(&self, index: usize) -> Option<(&Layer, &str, &[(Role, String)])> {
        Some((self.layers.get(index)?, self.prefixes.get(index)?.as_str(), self.roles.get(index)?.as_slice()))
    }

    /// Where `name` leads. The table of connected tools decides; the shape of the name is looked at
    /// only for names that no connected server explains.
    pub fn route(&self, name: &str) -> Route {
        if let Some((layer, tool)) = self.table.get(name) {
            return Route::Tool { layer: *layer, tool: tool.clone() };
        }
        let mut best: Option<(usize, usize, &str)> = None;
        for (index, (layer, prefix)) in self.layers.iter().zip(&self.prefixes).enumerate() {
            for token in [layer.protocol.token(), layer.protocol.old_token()] {
                let head = format!("{prefix}_{token}_");
                if let Some(tool) = name.strip_prefix(&head)
                    && best.is_none_or(|(length, _, _)| head.len() > length)
                {
                    best = Some((head.len(), index, tool));
                }
            }
        }
        match best {
            Some((_, layer, tool)) => self.route_on(layer, tool),
            None => unconnected(name),
        }
    }

    fn route_on(&self, layer: usize, tool: &str) -> Route {
        let known = self.get(layer).and_then(|(found, _, roles)| {
            let own = found.tools.iter().find(|known| known.name == tool).map(|known| known.name.clone());
            own.or_else(|| roles.iter().find(|(role, _)| role.name() == tool).map(|(_, real)| real.clone()))
        });
        match (known, tool) {
            (Some(tool), _) => Route::Tool { layer, tool },
            (None, "list_tools") => Route::ListTools { layer },
            (None, "search_tools") => Route::SearchTools { layer },
            (None, _) => Route::UnknownTool { layer },
        }
    }
}

/// The documented shape `^(.+?)_(mcp|webmcp)_(.+)$`, for error texts only.
fn unconnected(name: &str) -> Route {
    let found = [Protocol::Mcp, Protocol::WebMcp]
        .into_iter()
        .filter_map(|protocol| {
            let token = format!("_{}_", protocol.token());
            let at = name.find(&token)?;
            (at > 0 && at + token.len() < name.len()).then_some((at, protocol))
        })
        .min_by_key(|(at, _)| *at);
    match found {
        Some((at, protocol)) => {
            Route::UnknownServer { server: name.get(..at).unwrap_or_default().to_owned(), protocol }
        }
        None => Route::Malformed,
    }
}
