//! Tools as a provider gets them: full name, a schema that strict mode takes, and the way back.

use super::layers::{Connected, Layers};
use crate::model::{ProviderTool, ToolDef};
use crate::schema::{PathMap, SchemaPatch, flatten, is_strict, simplify, unflatten};
use serde_json::{Value, json};
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// Hears of each change that was made to a schema: the tool's full name, and the change.
pub type OnSchemaPatch = Rc<dyn Fn(&str, &SchemaPatch)>;

/// How schemas are prepared (published `schemaOptions`).
#[derive(Clone)]
pub struct SchemaOptions {
    /// Take out what strict mode refuses (spec "ToolLayers", Schema transformations). Default true.
    pub sanitize: bool,
    /// Lift nested properties, `center.lat` → `center__lat`; undone before every call. Default false.
    pub flatten: bool,
    /// Mark tools as strict where their schema allows it. Default false.
    pub strict: bool,
    /// Hears of each change.
    pub on_patch: Option<OnSchemaPatch>,
}

impl Default for SchemaOptions {
    fn default() -> Self {
        SchemaOptions { sanitize: true, flatten: false, strict: false, on_patch: None }
    }
}

/// What was prepared for one layer, made on first use: most layers are never touched.
#[derive(Default)]
pub(super) struct Wire {
    tools: OnceCell<Vec<Rc<ProviderTool>>>,
    discovery: OnceCell<Vec<Rc<ProviderTool>>>,
    paths: RefCell<HashMap<String, PathMap>>,
}

impl Layers {
    /// Every tool of the layer at `index`, under its own full name.
    pub fn tools_of(&self, index: usize) -> &[Rc<ProviderTool>] {
        let Some(connected) = self.connected.get(index) else { return &[] };
        connected.wire.tools.get_or_init(|| {
            let tools = &connected.layer.tools;
            tools.iter().map(|tool| self.prepare(index, connected, &tool.name, tool)).collect()
        })
    }

    /// What a model sees of that layer before it touched it (spec "ToolLayers", Progressive discovery).
    pub fn discovery_tools_of(&self, index: usize) -> &[Rc<ProviderTool>] {
        let Some(connected) = self.connected.get(index) else { return &[] };
        connected.wire.discovery.get_or_init(|| {
            super::discovery::definitions(connected)
                .iter()
                .map(|(name, tool)| self.prepare(index, connected, name, tool))
                .collect()
        })
    }

    /// The arguments as the tool itself takes them: flattening undone.
    pub(super) fn unflatten(&self, index: usize, tool: &str, args: Value) -> Value {
        let paths = self.connected.get(index).map(|connected| connected.wire.paths.borrow());
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
            let paths = connected.wire.paths.borrow();
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
            connected.wire.paths.borrow_mut().insert(tool.name.clone(), flat.paths);
        }
        Rc::new(prepared)
    }
}

/// `tool` as a provider gets it under the name `name` (published `toProviderTools`).
pub fn provider_tool(name: &str, tool: &ToolDef, options: &SchemaOptions) -> ProviderTool {
    let mut schema = tool.input_schema.clone();
    if !schema.is_object() {
        schema = json!({"type": "object", "properties": {}, "additionalProperties": false});
    }
    if options.sanitize {
        let simplified = simplify(&schema);
        if let Some(hear) = &options.on_patch {
            simplified.patches.iter().for_each(|patch| hear(name, patch));
        }
        schema = simplified.schema;
    }
    let description = if tool.description.trim().is_empty() { &tool.name } else { &tool.description };
    ProviderTool {
        name: name.to_owned(),
        description: description.clone(),
        strict: options.strict && is_strict(&schema),
        input_schema: schema,
    }
}
