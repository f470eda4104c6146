//! Names: whatever servers and tools are called, each tool has one name of its own that leads back to it.

use super::bytes::Bytes;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use webmcp_auto_ui::dispatch::{
    Layer, Layers, Protocol, Role, Route, SchemaOptions, append, is_wire_name, sanitize_server_name,
    wire_name,
};
use webmcp_auto_ui::json::FromJson;
use webmcp_auto_ui::model::ToolDef;

const TOOLS: &[&str] = &[
    "search",
    "list_tools",
    "search_tools",
    "list_recipes",
    "find_recipe",
    "get_recipe",
    "browse_skills",
    "a_mcp_b",
];

pub fn run(input: &[u8]) {
    let mut bytes = Bytes(input);
    let layers: Vec<Layer> = (0..=bytes.below(4)).map(|_| layer(&mut bytes)).collect();
    let layers =
        Layers::with_options(layers, SchemaOptions { flatten: bytes.chance(), ..SchemaOptions::default() });
    let mut taken = BTreeSet::new();
    for index in 0..layers.all().len() {
        assert!(layers.key(index).is_some_and(|key| layers.find(&key) == Some(index)));
        let Some(layer) = layers.layer(index) else { continue };
        let tools: BTreeSet<&str> = layer.tools.iter().map(|tool| tool.name.as_str()).collect();
        for tool in tools {
            let name = layers.wire_name(index, tool);
            assert!(is_wire_name(&name), "{tool:?} became {name:?}");
            assert!(taken.insert(name.clone()), "{name:?} stands for two tools");
            let leads = Route::Tool { layer: index, tool: tool.to_owned() };
            assert_eq!(layers.route(&name), leads, "{name:?}");
        }
        let mut offered = Vec::new();
        append(&mut offered, layers.tools_of(index));
        append(&mut offered, layers.discovery_tools_of(index));
        for tool in &offered {
            assert!(
                !matches!(
                    layers.route(&tool.name),
                    Route::Malformed | Route::UnknownTool { .. } | Route::UnknownServer { .. }
                ),
                "{:?}",
                tool.name
            );
        }
    }
    for (canonical, real) in layers.aliases() {
        assert_eq!(layers.route(&canonical), layers.route(&real), "{canonical:?} and {real:?}");
    }
    let any = bytes.rest();
    layers.route(&any);
    assert!(is_wire_name(&wire_name(&any)));
    let prefix = sanitize_server_name(&any);
    assert_eq!(sanitize_server_name(&prefix), prefix);
}

fn layer(bytes: &mut Bytes) -> Layer {
    let protocol = if bytes.chance() { Protocol::MCP } else { Protocol::WEBMCP };
    let most = if bytes.byte().is_multiple_of(16) { 60 } else { 5 };
    let server_name = bytes.text(most);
    let tools = (0..bytes.below(6)).map(|_| tool(bytes)).collect();
    let recipes = if bytes.chance() {
        Vec::new()
    } else {
        Vec::from_json(json!([{"name": "r", "description": "d", "body": "b"}])).unwrap_or_default()
    };
    Layer {
        protocol,
        server_name,
        description: String::new(),
        tools,
        recipes,
        handler: None,
        rule: None,
        mend: None,
    }
}

fn tool(bytes: &mut Bytes) -> ToolDef {
    let name = if bytes.chance() { bytes.pick(TOOLS).to_owned() } else { bytes.text(8) };
    let name = if name.is_empty() { Role::ListRecipes.name().to_owned() } else { name };
    let schema: Value = if bytes.chance() { json!({"type": "object"}) } else { bytes.schema(2) };
    ToolDef { name, input_schema: schema, ..ToolDef::default() }
}
