//! Calls that this end answers by itself: what there is to find, and what there is not.

use super::answers::{self, Local};
use super::canonical::Role;
use super::dispatcher::Dispatcher;
use super::name::excerpt;
use super::outcome::Outcome;
use crate::json;
use crate::schema::nearest;
use serde_json::Value;

/// How many tools one search adds to those that the model is offered.
const MAX_FOUND: usize = 16;
/// How many tools of a server an answer about an unknown one names.
const MAX_NAMES: usize = 50;

impl Dispatcher {
    /// What is known locally for the discovery tool `tool`; the server is asked where that is nothing that fits.
    pub(super) fn known(&self, index: usize, tool: &str, args: &Value) -> Option<String> {
        let role = self.layers.roles(index).iter().find(|(_, real)| real == tool)?.0;
        let protocol = self.layers.layer(index)?.protocol.rules().token;
        let known = self.cache.get(protocol, self.layers.prefix(index)?)?;
        match answers::recipes(&known.recipes, role, args) {
            Local::Answer(text) => Some(text),
            Local::NoneFits(_) | Local::Unknown => None,
        }
    }

    pub(super) fn local_recipes(&self, index: usize, role: Role, args: &Value) -> Outcome {
        self.discovery.borrow_mut().activate(index);
        let recipes = self.layers.layer(index).map(|layer| layer.recipes.as_slice()).unwrap_or_default();
        match answers::recipes(recipes, role, args) {
            Local::Answer(text) | Local::NoneFits(text) => {
                Outcome { text, discovery: true, ..Outcome::default() }
            }
            Local::Unknown => Outcome::failed("Error: the text of this recipe was not loaded."),
        }
    }

    pub(super) fn list_tools(&self, index: usize) -> Outcome {
        if self.layers.is_found_by_looking(index) {
            self.discovery.borrow_mut().activate(index);
        }
        let tools = self.layers.layer(index).map(|layer| layer.tools.as_slice()).unwrap_or_default();
        Outcome { text: json::text(&tools), discovery: true, ..Outcome::default() }
    }

    pub(super) fn search_tools(&self, index: usize, args: &Value) -> Outcome {
        let tools = self.layers.layer(index).map(|layer| layer.tools.as_slice()).unwrap_or_default();
        let Some(hits) = self.layers.find_tools(index, args) else { return self.list_tools(index) };
        if self.layers.is_found_by_looking(index) {
            for tool in hits.iter().take(MAX_FOUND).filter_map(|hit| tools.get(hit.index)) {
                self.discovery.borrow_mut().found(index, &tool.name);
            }
        }
        let text = answers::found_tools(tools, &hits, args);
        Outcome { text, discovery: true, ..Outcome::default() }
    }

    pub(super) fn unknown_tool(&self, index: usize, name: &str) -> Outcome {
        let Some(layer) = self.layers.layer(index) else { return self.malformed(name) };
        let names: Vec<String> =
            layer.tools.iter().map(|tool| self.layers.wire_name(index, &tool.name)).collect();
        let hint = did_you_mean(nearest(name, names.iter().map(String::as_str)));
        let more = names.len().saturating_sub(MAX_NAMES);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        Outcome::failed(format!(
            "Error: server \"{}\" has no tool {}.{hint} It has: {}{more}.",
            layer.server_name,
            excerpt(name),
            names.iter().take(MAX_NAMES).map(String::as_str).collect::<Vec<_>>().join(", ")
        ))
    }

    pub(super) fn malformed(&self, name: &str) -> Outcome {
        let close = nearest(name, self.layers.names()).map(str::to_owned).or_else(|| self.only_bare(name));
        let hint = did_you_mean(close.as_deref());
        let name = excerpt(name);
        Outcome::failed(format!(
            "Error: unknown tool format \"{name}\". Expected {{server}}_{{mcp|webmcp}}_{{tool}}.{hint}"
        ))
    }

    /// The full name of the only tool whose bare name is `name`.
    fn only_bare(&self, name: &str) -> Option<String> {
        let mut owners = self.layers.all().enumerate().filter(|(_, layer)| layer.tool(name).is_some());
        let (index, _) = owners.next()?;
        owners.next().is_none().then(|| self.layers.wire_name(index, name))
    }
}

fn did_you_mean(name: Option<&str>) -> String {
    name.map(|name| format!(" Did you mean {name}?")).unwrap_or_default()
}
