//! The connected layers and the table that routes full tool names to them.

use super::answers::{find_tools, tool_index};
use super::at_once::layers_at_once;
use super::canonical::{Role, resolve};
use super::connected::Connected;
use super::layer::Layer;
use super::name::{MAX_NAME_CHARS, fnv1a, hashed, is_wire_name, sanitize_server_name, wire_name};
use super::prepared::{Prepared, SchemaOptions};
use super::protocol::Protocol;
use crate::search::Hit;
use serde_json::Value;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

/// Room for a protocol's token and the longest pseudo tool behind the prefix.
const MAX_PREFIX_CHARS: usize = 40;

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
    /// To the recipes that the host gave with the layer; no tool of the server has that role.
    Recipes {
        /// Index into [`Layers::all`].
        layer: usize,
        /// What is asked of them.
        role: Role,
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
    /// To the full results of earlier calls, where no server that displays offers `recall`.
    Recall {
        /// Index of the layer under whose name it is offered.
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

/// The connected layers with their prefixes and their table of names. Nothing here is shared between two
/// values: runs in parallel never see each other's names.
pub struct Layers {
    pub(super) connected: Vec<Connected>,
    /// Name as providers see it → where it leads.
    table: HashMap<String, Route>,
    /// Bare names of tools whose full name no provider takes → the name that stands for it.
    renamed: HashMap<(usize, String), String>,
    /// Which layers offer their raw tools at once.
    at_once: OnceCell<Vec<bool>>,
    pub(super) options: SchemaOptions,
}

impl Layers {
    /// Connects `layers` with the default schema options.
    pub fn new(layers: Vec<Layer>) -> Self {
        Layers::with_options(layers, SchemaOptions::default())
    }

    /// Connects `layers`. Servers whose names sanitise alike get a number at the end; two tools that get
    /// the same name get a hash.
    pub fn with_options(layers: Vec<Layer>, options: SchemaOptions) -> Self {
        let mut connected: Vec<Connected> = Vec::new();
        for mut layer in layers {
            // A provider refuses the whole request where two tools have one name, or one has none.
            let mut names = HashSet::from([""]);
            let is_first: Vec<bool> = layer.tools.iter().map(|tool| names.insert(&tool.name)).collect();
            let mut is_first = is_first.into_iter();
            layer.tools.retain(|_| is_first.next().unwrap_or_default());
            let prefix = free_prefix(&connected, &layer);
            let roles = resolve(&layer.tools);
            connected.push(Connected {
                layer,
                prefix,
                roles,
                prepared: Prepared::default(),
                index: OnceCell::new(),
            });
        }
        let (table, renamed, at_once) = (HashMap::new(), HashMap::new(), OnceCell::new());
        let mut all = Layers { connected, table, renamed, at_once, options };
        all.fill_table();
        all
    }

    fn fill_table(&mut self) {
        for index in 0..self.connected.len() {
            let Some(connected) = self.connected.get(index) else { continue };
            let mut routes: Vec<(String, Route)> = Vec::new();
            for tool in &connected.layer.tools {
                routes.push((tool.name.clone(), Route::Tool { layer: index, tool: tool.name.clone() }));
            }
            for (role, tool) in &connected.roles {
                routes.push((role.name().into(), Route::Tool { layer: index, tool: tool.clone() }));
            }
            for role in connected.local_roles() {
                routes.push((role.name().into(), Route::Recipes { layer: index, role }));
            }
            routes.push(("list_tools".into(), Route::ListTools { layer: index }));
            routes.push(("search_tools".into(), Route::SearchTools { layer: index }));
            if self.recalls(index) {
                routes.push(("recall".into(), Route::Recall { layer: index }));
            }
            for (bare, route) in routes {
                let full = connected.full_name(&bare);
                let mut name = wire_name(&full);
                match self.table.get(&name) {
                    // A tool of the server's own comes before what stands in for one.
                    Some(Route::Tool { layer, tool }) if *layer == index && *tool == bare => continue,
                    Some(_) => name = hashed(&name, &format!("{index} {full}")),
                    None => {}
                }
                if name != full {
                    self.renamed.insert((index, bare), name.clone());
                }
                self.table.entry(name).or_insert(route);
            }
        }
    }

    /// The layers in the order in which the host gave them.
    pub fn all(&self) -> impl ExactSizeIterator<Item = &Layer> {
        self.connected.iter().map(|connected| &connected.layer)
    }

    /// The layer at `index`.
    pub fn layer(&self, index: usize) -> Option<&Layer> {
        self.connected.get(index).map(|connected| &connected.layer)
    }

    /// The prefix of the layer at `index`.
    pub fn prefix(&self, index: usize) -> Option<&str> {
        self.connected.get(index).map(|connected| connected.prefix.as_str())
    }

    /// Which tools of the layer at `index` have a canonical role, under the names that the server knows.
    pub fn roles(&self, index: usize) -> &[(Role, String)] {
        self.connected.get(index).map(|connected| connected.roles.as_slice()).unwrap_or_default()
    }

    /// Whether `tool` of that layer looks for recipes.
    pub fn is_discovery(&self, index: usize, tool: &str) -> bool {
        self.roles(index).iter().any(|(_, real)| real == tool)
    }

    /// The tools of the layer at `index` that fit the query in `args`, best first; `None` for a blank one.
    pub(super) fn find_tools(&self, index: usize, args: &Value) -> Option<Vec<Hit>> {
        let connected = self.connected.get(index)?;
        let tools = &connected.layer.tools;
        find_tools(connected.index.get_or_init(|| tool_index(tools)), tools, args)
    }

    /// Whether the layer at `index` offers `recall` because no server that displays does: the first one, of those
    /// that have no tool of that name.
    pub(super) fn recalls(&self, index: usize) -> bool {
        let displayed = |layer: &Layer| layer.protocol.rules().displays && layer.tool("recall").is_some();
        !self.all().any(displayed)
            && self.all().position(|layer| layer.tool("recall").is_none()) == Some(index)
    }

    /// Whether the tools of the layer at `index` that no recipe leads to are offered before it was touched.
    pub(super) fn offers_at_once(&self, index: usize) -> bool {
        let raw = || layers_at_once(self.connected.iter().map(Connected::raw));
        self.at_once.get_or_init(raw).get(index).copied().unwrap_or_default()
    }

    /// Whether the layer at `index` has tools that neither a recipe leads to nor are offered at once: looking for them
    /// is the only way to them.
    pub(super) fn is_found_by_looking(&self, index: usize) -> bool {
        !self.offers_at_once(index) && self.connected.get(index).is_some_and(|known| !known.raw().is_empty())
    }

    /// Whether any layer shows things.
    pub fn has_display(&self) -> bool {
        self.all().any(|layer| layer.protocol.rules().displays && layer.tool("widget_display").is_some())
    }

    /// The first of `names` that has the prefix of the layer at `index` and leads nowhere on it.
    pub fn stranger<'n>(&self, index: usize, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
        let head = format!("{}_", self.key(index)?);
        names.into_iter().find(|name| {
            name.starts_with(&head)
                && matches!(self.route(name), Route::UnknownTool { layer } if layer == index)
        })
    }

    /// `{prefix}_{token}`, which names the layer in a session.
    pub fn key(&self, index: usize) -> Option<String> {
        let connected = self.connected.get(index)?;
        Some(format!("{}_{}", connected.prefix, connected.layer.protocol.rules().token))
    }

    /// The layer that [`Layers::key`] names.
    pub fn find(&self, key: &str) -> Option<usize> {
        (0..self.connected.len()).find(|index| self.key(*index).as_deref() == Some(key))
    }

    /// The name under which providers see `tool` of that layer.
    pub fn wire_name(&self, index: usize, tool: &str) -> String {
        match (self.renamed.get(&(index, tool.to_owned())), self.connected.get(index)) {
            (Some(name), _) => name.clone(),
            (None, Some(connected)) => connected.full_name(tool),
            (None, None) => tool.to_owned(),
        }
    }

    /// Canonical names that lead to tools of another name (spec "ToolLayers", Aliases and routing).
    pub fn aliases(&self) -> Vec<(String, String)> {
        let mut aliases = Vec::new();
        for (index, connected) in self.connected.iter().enumerate() {
            for (role, real) in connected.roles.iter().filter(|(role, real)| role.name() != real) {
                aliases.push((self.wire_name(index, role.name()), self.wire_name(index, real)));
            }
        }
        aliases
    }

    /// Every name that leads to a tool.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.table.keys().map(String::as_str)
    }

    /// Where `name` leads. The table of connected tools decides; the shape of the name is looked at
    /// only for names that no connected server explains.
    pub fn route(&self, name: &str) -> Route {
        if let Some(route) = self.table.get(name) {
            return route.clone();
        }
        let mut best: Option<(usize, usize, &str)> = None;
        for (index, connected) in self.connected.iter().enumerate() {
            for token in connected.layer.protocol.tokens() {
                let head = format!("{}_{token}_", connected.prefix);
                if let Some(tool) = name.strip_prefix(&head)
                    && !tool.is_empty()
                    && best.is_none_or(|(length, _, _)| head.len() > length)
                {
                    best = Some((head.len(), index, tool));
                }
            }
        }
        let Some((_, layer, tool)) = best else { return unconnected(name) };
        self.table.get(&self.wire_name(layer, tool)).cloned().unwrap_or(Route::UnknownTool { layer })
    }
}

fn free_prefix(connected: &[Connected], layer: &Layer) -> String {
    let mut base = sanitize_server_name(&layer.server_name);
    if base.len() > MAX_PREFIX_CHARS {
        let hash = fnv1a(base.as_bytes());
        base.truncate(MAX_PREFIX_CHARS - 9);
        base = format!("{base}_{hash:08x}");
    }
    debug_assert!(is_wire_name(&base) && base.len() < MAX_NAME_CHARS);
    let taken = |prefix: &str| {
        connected.iter().any(|other| other.prefix == prefix && other.layer.protocol == layer.protocol)
    };
    let mut prefix = base.clone();
    let mut number = 2;
    while taken(&prefix) {
        prefix = format!("{base}_{number}");
        number += 1;
    }
    prefix
}

/// The documented shape `^(.+?)_(mcp|webmcp)_(.+)$`, for error texts only.
fn unconnected(name: &str) -> Route {
    let found = [Protocol::MCP, Protocol::WEBMCP]
        .into_iter()
        .filter_map(|protocol| {
            let token = format!("_{}_", protocol.rules().token);
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
