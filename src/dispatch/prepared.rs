//! How a tool becomes one that a provider takes: its schema, its description, and whether it is strict.

use crate::adapt::{PathMap, Renamed, SchemaPatch, fill, is_strict, modern, salvage, simplify};
use crate::model::{ProviderTool, ToolDef};
use serde_json::json;
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
pub(super) struct Prepared {
    pub(super) tools: OnceCell<Vec<Rc<ProviderTool>>>,
    pub(super) discovery: OnceCell<Vec<Rc<ProviderTool>>>,
    pub(super) raw: OnceCell<Vec<Rc<ProviderTool>>>,
    pub(super) paths: RefCell<HashMap<String, PathMap>>,
    /// By the tool's own name, the properties that the model is given under other names.
    pub(super) renamed: RefCell<HashMap<String, Rc<Renamed>>>,
}

/// `tool` as a provider gets it under the name `name` (published `toProviderTools`).
pub fn provider_tool(name: &str, tool: &ToolDef, options: &SchemaOptions) -> ProviderTool {
    provider_tool_renamed(name, tool, &Renamed::default(), options)
}

/// The same, with properties under the names that every provider takes.
pub(super) fn provider_tool_renamed(
    name: &str,
    tool: &ToolDef,
    renamed: &Renamed,
    options: &SchemaOptions,
) -> ProviderTool {
    let tell = |patches: &[SchemaPatch]| {
        if let Some(hear) = &options.on_patch {
            for patch in patches {
                hear(name, patch);
            }
        }
    };
    let new_names: Vec<SchemaPatch> = renamed
        .iter()
        .map(|(plain, own)| SchemaPatch {
            path: "root".to_owned(),
            keyword: "properties".to_owned(),
            reason: format!("renamed for the model: \"{own}\" is \"{plain}\" to it"),
        })
        .collect();
    tell(&new_names);
    // A provider refuses the whole request over one schema that is none.
    let (mut schema, lost) = salvage(&renamed.apply(&modern(&tool.input_schema)));
    tell(&lost);
    if !schema.is_object() {
        schema = json!({"type": "object", "properties": {}, "additionalProperties": false});
    }
    if options.sanitize {
        let simplified = simplify(&schema);
        tell(&simplified.patches);
        schema = simplified.schema;
    }
    let schema = fill(schema);
    let description = if tool.description.trim().is_empty() { &tool.name } else { &tool.description };
    ProviderTool {
        name: name.to_owned(),
        description: description.clone(),
        strict: options.strict && is_strict(&schema),
        input_schema: schema,
    }
}
