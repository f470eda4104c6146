//! Tools as a provider gets them: full name, a schema that strict mode takes, and the way back.

use super::connected::Connected;
use super::discovery::definitions;
use super::layers::Layers;
use super::prepared::provider_tool;
use crate::model::{ProviderTool, ToolDef};
use crate::schema::{PathMap, flatten, unflatten};
use serde_json::Value;
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
            definitions(connected)
                .iter()
                .map(|(name, tool)| self.prepare(index, connected, name, tool))
                .collect()
        })
    }

    /// The arguments as the tool itself takes them: flattening undone.
    pub(super) fn unflatten(&self, index: usize, tool: &str, args: Value) -> Value {
        let paths = self.connected.get(index).map(|connected| connected.prepared.paths.borrow());
        match paths.as_ref().and_then(|paths| paths.get(tool)) {
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
        let mut prepared = provider_tool(&full, tool, &self.options);
        if self.options.flatten {
            let flat = flatten(&prepared.input_schema);
            prepared.input_schema = flat.schema;
            connected.prepared.paths.borrow_mut().insert(tool.name.clone(), flat.paths);
        }
        Rc::new(prepared)
    }
}
