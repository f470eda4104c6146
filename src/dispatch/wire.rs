//! Tools as a provider gets them: full name, a schema that strict mode takes, and the way back.

use super::connected::Connected;
use super::discovery::definitions;
use super::layers::Layers;
use super::prepared::provider_tool_renamed;
use crate::adapt::{PathMap, Renamed, flatten, unflatten};
use crate::model::{ProviderTool, ToolDef};
use serde_json::Value;
use std::collections::HashSet;
use std::rc::Rc;

impl Layers {
    /// Every tool of the layer at `index`, under its own full name.
    pub fn tools_of(&self, index: usize) -> &[Rc<ProviderTool>] {
        let Some(connected) = self.connected.get(index) else { return &[] };
        connected.prepared.tools.get_or_init(|| {
            let tools = &connected.layer.tools;
            tools.iter().map(|tool| self.prepare(index, connected, &tool.name, tool)).collect()
        })
    }

    /// What a model sees of that layer before it touched it (spec "ToolLayers", Progressive discovery).
    pub fn discovery_tools_of(&self, index: usize) -> &[Rc<ProviderTool>] {
        let Some(connected) = self.connected.get(index) else { return &[] };
        connected.prepared.discovery.get_or_init(|| {
            definitions(connected, self.recalls(index))
                .iter()
                .map(|(name, tool)| self.prepare(index, connected, name, tool))
                .collect()
        })
    }

    /// The tools of that layer that no recipe leads to.
    pub(super) fn raw_tools_of(&self, index: usize) -> &[Rc<ProviderTool>] {
        let Some(connected) = self.connected.get(index) else { return &[] };
        connected.prepared.raw.get_or_init(|| {
            let names: HashSet<String> =
                connected.raw().iter().map(|tool| self.wire_name(index, &tool.name)).collect();
            self.tools_of(index).iter().filter(|tool| names.contains(&tool.name)).cloned().collect()
        })
    }

    /// The arguments as the tool itself takes them: flattening undone, names as its schema has them. A run that goes on after a pause
    /// may call a tool that nobody has listed since.
    pub(super) fn restore(&self, index: usize, tool: &str, args: Value) -> Value {
        let Some(connected) = self.connected.get(index) else { return args };
        let args = if self.options.flatten { self.unflatten(index, connected, tool, args) } else { args };
        match connected.layer.tool(tool) {
            Some(definition) => connected.renamed(definition).restore(args),
            None => args,
        }
    }

    fn unflatten(&self, index: usize, connected: &Connected, tool: &str, args: Value) -> Value {
        if !connected.prepared.paths.borrow().contains_key(tool)
            && let Some(definition) = connected.layer.tool(tool)
        {
            self.prepare(index, connected, tool, definition);
        }
        match connected.prepared.paths.borrow().get(tool) {
            Some(paths) => unflatten(args, paths),
            None => args,
        }
    }

    /// How the flattened arguments of each tool lead back: full name → paths.
    pub fn flattened_paths(&self) -> Vec<(String, PathMap)> {
        let mut all = Vec::new();
        for (index, connected) in self.connected.iter().enumerate() {
            self.tools_of(index);
            let paths = connected.prepared.paths.borrow();
            all.extend(paths.iter().map(|(tool, paths)| (self.wire_name(index, tool), paths.clone())));
        }
        all
    }

    fn prepare(&self, index: usize, connected: &Connected, name: &str, tool: &ToolDef) -> Rc<ProviderTool> {
        let full = self.wire_name(index, name);
        let mut prepared = provider_tool_renamed(&full, tool, &connected.renamed(tool), &self.options);
        if self.options.flatten {
            let flat = flatten(&prepared.input_schema);
            prepared.input_schema = flat.schema;
            connected.prepared.paths.borrow_mut().insert(tool.name.clone(), flat.paths);
        }
        Rc::new(prepared)
    }
}

impl Connected {
    /// The properties of a tool that the model is given under other names.
    fn renamed(&self, tool: &ToolDef) -> Rc<Renamed> {
        let mut known = self.prepared.renamed.borrow_mut();
        let renamed =
            known.entry(tool.name.clone()).or_insert_with(|| Renamed::of(&tool.input_schema).into());
        renamed.clone()
    }
}
