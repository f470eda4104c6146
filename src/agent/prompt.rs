//! The system prompt: the way from a wish to a widget, with the connected servers' real tool names
//! (spec "ToolLayers", The generated system prompt). One template; what providers want differently is data.

use super::declaration::declaration;
use crate::dispatch::{Layers, discovery_tools};
use crate::json::{self, FromJson, Read};
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write;

/// Whose way of writing tool calls the prompt follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PromptKind {
    /// Providers with tool calls of their own.
    #[default]
    Generic,
    /// Gemma: the tools are declared inside the prompt.
    Gemma,
    /// Qwen and other models of the Hermes format.
    Qwen,
    /// Mistral.
    Mistral,
}

impl FromJson for PromptKind {
    fn from_json(value: Value) -> Read<Self> {
        json::word(
            &value,
            &[
                ("generic", PromptKind::Generic),
                ("gemma", PromptKind::Gemma),
                ("qwen", PromptKind::Qwen),
                ("mistral", PromptKind::Mistral),
            ],
        )
    }
}

/// What a kind wants differently.
struct Style {
    /// Around each call in the steps.
    quote: &'static str,
    /// How a call is written, where the provider does not take care of that.
    format: &'static str,
    /// Whether the tools are declared in the prompt.
    declares: bool,
}

impl PromptKind {
    fn style(self) -> Style {
        match self {
            PromptKind::Generic => Style { quote: "", format: "", declares: false },
            PromptKind::Gemma => Style {
                quote: "",
                format: "\nTo call a tool, write only: <|tool_call>call:NAME{argument:value}<tool_call|> with texts \
                         between <|\"|> and <|\"|>.\n",
                declares: true,
            },
            PromptKind::Qwen => Style {
                quote: "`",
                format: "\nTo call a tool, write only: <tool_call>{\"name\": \"NAME\", \"arguments\": {…}}</tool_call>\n",
                declares: false,
            },
            PromptKind::Mistral => Style {
                quote: "`",
                format: "\nTo call tools, write only: [TOOL_CALLS][{\"name\": \"NAME\", \"arguments\": {…}}]\n",
                declares: false,
            },
        }
    }
}

/// One line per step; `tools` are looked up in every layer, and a step that no layer can do is left out.
struct Section {
    title: &'static str,
    tool: &'static str,
    /// The arguments to show where the tool's own schema does not say.
    arguments: &'static str,
}

const SECTIONS: [Section; 5] = [
    Section { title: "STEP 1 - Search a recipe", tool: "search_recipes", arguments: "query" },
    Section {
        title: "STEP 1b - List recipes, if the search found none",
        tool: "list_recipes",
        arguments: "",
    },
    Section { title: "STEP 1c - Search a tool, if no recipe fits", tool: "search_tools", arguments: "query" },
    Section { title: "STEP 1d - List tools, if that found none", tool: "list_tools", arguments: "" },
    Section { title: "STEP 2 - Read the recipe you chose", tool: "get_recipe", arguments: "name" },
];

const DISPLAY: [Section; 3] = [
    Section { title: "STEP 4 - Display the result", tool: "widget_display", arguments: "name, params" },
    Section { title: "To change what is displayed", tool: "canvas", arguments: "action, id, params" },
    Section { title: "To read a shortened result in full", tool: "recall", arguments: "id" },
];

const OPENING: &str = "You turn a person's wish into widgets on a canvas. Data comes from MCP servers \
    (…_mcp_… tools), display from WebMCP servers (…_webmcp_… tools). Only you can call tools: never tell the person \
    what to call, call it. Work in these steps and skip what you already know.\n";

const EXECUTE: &str = "STEP 3 - Execute: call the data tools that the recipe names, with its parameters; where a \
    server has no recipe that fits, call its tools directly. Fill placeholders with the person's own words. When a \
    recipe refers to another one, read that as well.\n";

const RULES: &str = "\nRules: a recipe beats guessing with raw tools. Show only data that a tool returned in this \
    conversation or that the person gave. When a call fails, read what was expected and correct it. End with one \
    sentence that says what is shown; do not describe your steps. If the wish needs no widget, just answer.\n";

const REFERENCES: &str = "To pass on a large result without copying it, write {\"$result\": \"ID\", \"path\": \
    \"/rows\"} in its place in any argument: ID is the id of the earlier tool call, or the full name of the tool \
    called last; path is a JSON Pointer into its result and may be left out. For a chart add \"columns\": [\"A\", \"B\"], \
    which makes each row the list [its A, its B].\n";

/// The prompt for these layers. The same layers give the same text, so that providers can cache it; it does
/// not depend on which servers were touched.
pub fn system_prompt(layers: &Layers, kind: PromptKind) -> String {
    let style = kind.style();
    let mut text = String::from(OPENING);
    for section in &SECTIONS {
        write_section(&mut text, layers, section, &style);
    }
    text.push_str(EXECUTE);
    for section in &DISPLAY {
        write_section(&mut text, layers, section, &style);
    }
    text.push_str(RULES);
    if layers.has_display() {
        text.push_str(REFERENCES);
    }
    text.push_str(style.format);
    if style.declares {
        text.push_str("\nTools:\n");
        for tool in discovery_tools(layers) {
            text.push_str(&declaration(&tool));
            text.push('\n');
        }
    }
    text
}

fn write_section(text: &mut String, layers: &Layers, section: &Section, style: &Style) {
    let mut title = Some(section.title);
    for index in 0..layers.all().len() {
        let name = layers.wire_name(index, section.tool);
        let offered = layers.discovery_tools_of(index).iter().find(|tool| tool.name == name);
        let Some(tool) = offered else { continue };
        if let Some(title) = title.take() {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{title}:");
        }
        let hint = if section.arguments.contains(',') || section.arguments.is_empty() {
            section.arguments
        } else {
            first_argument(&tool.input_schema).unwrap_or(section.arguments)
        };
        let quote = style.quote;
        let _ = writeln!(text, "{quote}{name}({hint}){quote}");
    }
}

/// The first required argument, else the first there is.
fn first_argument(schema: &Value) -> Option<&str> {
    let required = schema.get("required").and_then(Value::as_array).and_then(|names| names.first()?.as_str());
    required.or_else(|| schema.get("properties")?.as_object()?.keys().next().map(String::as_str))
}
