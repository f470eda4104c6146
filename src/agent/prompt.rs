//! The system prompt: the way from a wish to a widget, with the connected servers' real tool names
//! (spec "ToolLayers", The generated system prompt).

use crate::dispatch::{Layers, Protocol, Role, full_name};
use std::fmt::Write;

/// The prompt for these layers. The same layers give the same text, so that providers can cache it.
pub fn system_prompt(layers: &Layers) -> String {
    let mut text = String::from(
        "You turn a person's wish into widgets on a canvas. Data comes from MCP servers (…_mcp_… tools), \
         display from WebMCP servers (…_webmcp_… tools). Work in these steps and skip what you already know.\n",
    );
    let roles = |role: Role| names(layers, |index| has_role(layers, index, role), role.name());
    let every = |tool: &str| names(layers, |_| true, tool);
    step(&mut text, "STEP 1 - Search a recipe", &roles(Role::SearchRecipes), "query");
    step(&mut text, "STEP 1b - List recipes, if the search found none", &roles(Role::ListRecipes), "");
    step(&mut text, "STEP 1c - Search a tool, if no recipe fits", &every("search_tools"), "query");
    step(&mut text, "STEP 1d - List tools, if that found none", &every("list_tools"), "");
    step(&mut text, "STEP 2 - Read the recipe you chose", &roles(Role::GetRecipe), "name");
    text.push_str("STEP 3 - Execute: call the data tools that the recipe names, with its parameters.\n");
    let display = |tool: &str| names(layers, |index| has_tool(layers, index, tool), tool);
    step(&mut text, "STEP 4 - Display the result", &display("widget_display"), "name, params");
    step(&mut text, "To change what is displayed", &display("canvas"), "action, id, params");
    step(&mut text, "To read a shortened result in full", &display("recall"), "id");
    text.push_str(
        "\nRules: a recipe beats guessing with raw tools. Show only data that a tool returned in this \
         conversation or that the person gave. When a call fails, read what was expected and correct it. \
         End with one sentence that says what is shown. If the wish needs no widget, just answer.\n",
    );
    text
}

fn step(text: &mut String, title: &str, names: &[String], arguments: &str) {
    if names.is_empty() {
        return;
    }
    let calls: Vec<String> = names.iter().map(|name| format!("{name}({arguments})")).collect();
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{title}:\n{}", calls.join("\n"));
}

fn names(layers: &Layers, wanted: impl Fn(usize) -> bool, tool: &str) -> Vec<String> {
    (0..layers.all().len())
        .filter(|index| wanted(*index))
        .filter_map(|index| layers.get(index))
        .map(|(layer, prefix, _)| full_name(prefix, layer.protocol, tool))
        .collect()
}

fn has_role(layers: &Layers, index: usize, role: Role) -> bool {
    layers.get(index).is_some_and(|(_, _, roles)| roles.iter().any(|(own, _)| *own == role))
}

fn has_tool(layers: &Layers, index: usize, tool: &str) -> bool {
    layers.get(index).is_some_and(|(layer, _, _)| {
        layer.protocol == Protocol::WebMcp && layer.tools.iter().any(|own| own.name == tool)
    })
}
