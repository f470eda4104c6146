//! Takes one tool call from its full name to its outcome. Whatever the model did wrong becomes text
//! for the model; nothing here fails.

use super::discovery::Discovery;
use super::layer::{Layer, Layers, Route};
use super::name::Protocol;
use super::outcome::{Outcome, as_text, mcp_text, truncate};
use crate::model::{ProviderTool, Results, ToolDef, ToolFailure};
use crate::schema::Schema;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// A widget that `widget_display` produced.
#[derive(Clone, Debug, PartialEq)]
pub struct WidgetShown {
    /// The widget's name.
    pub kind: String,
    /// What it shows.
    pub data: Value,
    /// The server that draws it.
    pub server_name: String,
    /// Its id when the server has placed it already.
    pub placed_id: Option<String>,
}

/// What the host wants to hear about, or do itself.
#[derive(Clone, Default)]
pub struct Hooks {
    /// Places a widget and returns its id, or is told that it is placed.
    pub on_widget: Option<Rc<dyn Fn(&WidgetShown) -> Option<String>>>,
    /// Does a canvas action that no attached canvas took: the arguments of the `canvas` tool.
    pub on_canvas: Option<Rc<dyn Fn(&Value)>>,
}

/// The routing core of a run.
pub struct Dispatcher {
    layers: Layers,
    discovery: RefCell<Discovery>,
    schemas: RefCell<HashMap<(usize, String), Option<Rc<Schema>>>>,
    results: Results,
    hooks: Hooks,
    max_result_chars: Option<usize>,
}

impl Dispatcher {
    /// A dispatcher over `layers`. Results longer than `max_result_chars` reach the model shortened.
    pub fn new(layers: Layers, results: Results, hooks: Hooks, max_result_chars: Option<usize>) -> Self {
        Dispatcher {
            layers,
            discovery: RefCell::default(),
            schemas: RefCell::default(),
            results,
            hooks,
            max_result_chars,
        }
    }

    /// The connected layers.
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    /// What the model may call now.
    pub fn tools(&self) -> Vec<ProviderTool> {
        self.discovery.borrow().tools(&self.layers)
    }

    /// Runs the call `id` of the tool `name`.
    pub async fn dispatch(&self, id: &str, name: &str, args: Value) -> Outcome {
        let (layer, tool) = match self.layers.route(name) {
            Route::Tool { layer, tool } => (layer, tool),
            Route::ListTools { layer } => return self.look(layer, |_| true),
            Route::SearchTools { layer } => return self.search_tools(layer, &args),
            Route::UnknownTool { layer } => return self.unknown_tool(layer, name),
            Route::UnknownServer { server, protocol } => return unknown_server(name, &server, protocol),
            Route::Malformed => {
                return Outcome::failed(format!(
                    "Error: unknown tool format \"{name}\". Expected {{server}}_{{mcp|webmcp}}_{{tool}}."
                ));
            }
        };
        self.discovery.borrow_mut().activate(layer);
        let discovery =
            self.layers.get(layer).is_some_and(|(_, _, roles)| roles.iter().any(|(_, real)| *real == tool));
        Outcome { discovery, ..self.call(id, layer, &tool, name, args).await }
    }

    async fn call(&self, id: &str, index: usize, tool: &str, name: &str, args: Value) -> Outcome {
        let Some((layer, _, _)) = self.layers.get(index) else {
            return Outcome::failed(format!("Error: no server for tool {name}"));
        };
        if layer.protocol == Protocol::WebMcp && tool == "recall" {
            return self.recall(&args);
        }
        if let Some(problem) = self.problem_with(index, layer, tool, &args) {
            return problem;
        }
        let Some(handler) = layer.handler.clone() else {
            return unknown_server(name, &layer.server_name, layer.protocol);
        };
        let (text, is_error) = match handler.call(tool, args.clone()).await {
            Err(ToolFailure(message)) => (format!("Error: {message}"), true),
            Ok(value) if layer.protocol == Protocol::Mcp => mcp_text(&value),
            Ok(value) => self.finish_local(layer, tool, &args, value),
        };
        self.results.insert(id, &text);
        let text = match self.max_result_chars {
            Some(limit) => truncate(&text, limit, id),
            None => text,
        };
        Outcome { text, is_error, discovery: false }
    }

    /// Validates before calling: the tool's own schema, or `None` where the server's schema cannot be used.
    fn problem_with(&self, index: usize, layer: &Layer, tool: &str, args: &Value) -> Option<Outcome> {
        let definition = layer.tools.iter().find(|known| known.name == tool)?;
        if let Some(raw) = unreadable(args) {
            let text = json!({
                "error": "The arguments are not one JSON object. Write them again.",
                "received": raw.chars().take(200).collect::<String>(),
                "expected_schema": definition.input_schema,
            });
            return Some(Outcome::failed(text.to_string()));
        }
        let violations = self.schema_of(index, definition)?.check(args);
        (!violations.is_empty()).then(|| {
            let text = json!({
                "error": "Validation failed",
                "details": violations,
                "expected_schema": definition.input_schema,
            });
            Outcome::failed(text.to_string())
        })
    }

    fn schema_of(&self, index: usize, definition: &ToolDef) -> Option<Rc<Schema>> {
        let key = (index, definition.name.clone());
        self.schemas
            .borrow_mut()
            .entry(key)
            .or_insert_with(|| Schema::compile(&definition.input_schema).ok().map(Rc::new))
            .clone()
    }

    /// A local tool's value as text; widgets and canvas actions are passed on to the host.
    fn finish_local(&self, layer: &Layer, tool: &str, args: &Value, value: Value) -> (String, bool) {
        let is_error = value.get("error").is_some_and(|error| !error.is_null());
        match (tool, value) {
            ("widget_display", Value::Object(mut shown)) if !is_error => {
                let placed = shown.shift_remove("placed").is_some();
                let id = shown.get("id").and_then(Value::as_str).map(str::to_owned);
                if let (Some(kind), Some(data), Some(hook)) =
                    (shown.get("widget").and_then(Value::as_str), shown.get("data"), &self.hooks.on_widget)
                {
                    let chosen = hook(&WidgetShown {
                        kind: kind.to_owned(),
                        data: data.clone(),
                        server_name: layer.server_name.clone(),
                        placed_id: id.filter(|_| placed),
                    });
                    if let (Some(chosen), false) = (chosen, placed) {
                        shown.insert("id".into(), Value::String(chosen));
                    }
                }
                (Value::Object(shown).to_string(), false)
            }
            ("canvas", Value::Object(mut answer)) if !is_error => {
                if answer.shift_remove("forward").is_some()
                    && let Some(hook) = &self.hooks.on_canvas
                {
                    hook(args);
                }
                (Value::Object(answer).to_string(), false)
            }
            (_, value) => (as_text(&value), is_error),
        }
    }

    fn recall(&self, args: &Value) -> Outcome {
        let id = args.get("id").and_then(Value::as_str).unwrap_or_default();
        match self.results.get(id) {
            Some(full) => Outcome { text: full.to_string(), is_error: false, discovery: false },
            None => Outcome::failed(format!(
                "No result found for id '{id}'. There are: {}.",
                self.results.ids().join(", ")
            )),
        }
    }

    fn search_tools(&self, layer: usize, args: &Value) -> Outcome {
        let query = args.get("query").and_then(Value::as_str).unwrap_or_default().to_lowercase();
        let found = self.look(layer, |tool| {
            tool.name.to_lowercase().contains(&query) || tool.description.to_lowercase().contains(&query)
        });
        if found.text == "[]" {
            return Outcome { text: format!("No tools matching query: {query}"), ..found };
        }
        found
    }

    fn look(&self, layer: usize, wanted: impl Fn(&ToolDef) -> bool) -> Outcome {
        let tools: Vec<Value> = self
            .layers
            .get(layer)
            .map(|(layer, _, _)| {
                layer.tools.iter().filter(|tool| wanted(tool)).map(|tool| json!(tool)).collect()
            })
            .unwrap_or_default();
        Outcome { text: Value::Array(tools).to_string(), is_error: false, discovery: true }
    }

    fn unknown_tool(&self, layer: usize, name: &str) -> Outcome {
        let (server, tools) = self
            .layers
            .get(layer)
            .map(|(layer, prefix, _)| {
                let names =
                    layer.tools.iter().map(|tool| super::full_name(prefix, layer.protocol, &tool.name));
                (layer.server_name.clone(), names.collect::<Vec<_>>())
            })
            .unwrap_or_default();
        Outcome::failed(format!(
            "Error: server \"{server}\" has no tool {name}. It has: {}.",
            tools.join(", ")
        ))
    }
}

fn unknown_server(name: &str, server: &str, protocol: Protocol) -> Outcome {
    Outcome::failed(match protocol {
        Protocol::Mcp => format!("Error: no MCP client available for tool {name}"),
        Protocol::WebMcp => format!("Error: no WebMCP server \"{server}\" found."),
    })
}

/// The text that a model wrote where an object was due.
fn unreadable(args: &Value) -> Option<&str> {
    match args {
        Value::Object(map) if map.len() == 1 => map.get("_raw").and_then(Value::as_str),
        Value::String(text) => Some(text),
        _ => None,
    }
}
