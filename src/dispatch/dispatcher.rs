//! Takes one tool call from its full name to its outcome (spec "Tool Calling and Dispatch", Flow Summary).
//! Whatever the model did wrong becomes text for the model; nothing here fails.

use super::cache::{self, DiscoveryCache};
use super::canonical::Role;
use super::content::Content;
use super::discovery::{Discovery, Tools};
use super::display::{Display, Shown};
use super::hooks::Hooks;
use super::layer::Layer;
use super::layers::{Layers, Route};
use super::outcome::{Outcome, truncate};
use super::recall::recall;
use super::reference;
use crate::model::{Results, ToolDef, ToolFailure};
use crate::schema::{Schema, nearest, repair};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The routing core of a run.
pub struct Dispatcher {
    layers: Layers,
    cache: DiscoveryCache,
    discovery: RefCell<Discovery>,
    schemas: RefCell<HashMap<(usize, String), Result<Rc<Schema>, String>>>,
    results: Results,
    /// Bare and full names with the id of their last call that has a result.
    last_calls: RefCell<HashMap<String, String>>,
    display: Display,
    max_result_chars: Option<usize>,
}

/// A call on its way.
struct Call<'a> {
    id: &'a str,
    name: &'a str,
    index: usize,
    layer: &'a Layer,
    tool: &'a str,
}

/// Arguments that may be handed to the tool.
struct Ready {
    args: Value,
    /// What the model wrote, where references were followed.
    written: Option<Value>,
    fixes: Vec<String>,
}

impl Ready {
    fn plain(args: Value) -> Self {
        Ready { args, written: None, fixes: Vec::new() }
    }
}

impl Dispatcher {
    /// A dispatcher over `layers` with a store of results of its own. Results longer than `max_result_chars`
    /// reach the model shortened.
    pub fn new(layers: Layers, hooks: Hooks, max_result_chars: Option<usize>) -> Self {
        Dispatcher {
            cache: DiscoveryCache::of(&layers),
            layers,
            discovery: RefCell::default(),
            schemas: RefCell::default(),
            results: Results::default(),
            last_calls: RefCell::default(),
            display: Display::new(hooks),
            max_result_chars,
        }
    }

    /// Answers discovery from `cache` where it can.
    #[must_use]
    pub fn with_cache(mut self, cache: DiscoveryCache) -> Self {
        cache.servers().iter().for_each(|known| self.cache.register(known.clone()));
        self
    }

    /// The connected layers.
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    /// Keeps full results in `results` from now on, which may hold those of earlier runs.
    pub fn keep_results_in(&mut self, results: Results) {
        self.results = results;
    }

    /// The full results.
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// What the model may call now.
    pub fn tools(&self) -> Tools {
        self.discovery.borrow_mut().tools(&self.layers)
    }

    /// Keys of the servers that were touched, in the order of the touches.
    pub fn activated(&self) -> Vec<String> {
        self.discovery.borrow().activated().iter().filter_map(|index| self.layers.key(*index)).collect()
    }

    /// Touches servers that an earlier run touched; servers that are gone are passed over.
    pub fn activate(&self, keys: &[String]) {
        for index in keys.iter().filter_map(|key| self.layers.find(key)) {
            self.discovery.borrow_mut().activate(index);
        }
    }

    /// Touches the server that `name` leads to, without a call.
    pub fn touch(&self, name: &str) {
        if let Route::Tool { layer, .. } | Route::Recipes { layer, .. } = self.layers.route(name) {
            self.discovery.borrow_mut().activate(layer);
        }
    }

    /// Whether `name` leads to a server that shows things.
    pub fn is_display(&self, name: &str) -> bool {
        match self.layers.route(name) {
            Route::Tool { layer, .. } => {
                self.layers.layer(layer).is_some_and(|layer| layer.protocol.rules().displays)
            }
            _ => false,
        }
    }

    /// The definition of the tool that `name` leads to.
    pub fn definition(&self, name: &str) -> Option<&ToolDef> {
        match self.layers.route(name) {
            Route::Tool { layer, tool } => self.layers.layer(layer)?.tool(&tool),
            _ => None,
        }
    }

    /// Runs the call `id` of the tool `name`.
    pub async fn dispatch(&self, id: &str, name: &str, args: Value) -> Outcome {
        let (index, tool) = match self.layers.route(name) {
            Route::Tool { layer, tool } => (layer, tool),
            Route::Recipes { layer, role } => return self.local_recipes(layer, role, &args),
            Route::ListTools { layer } => return self.list_tools(layer),
            Route::SearchTools { layer } => return self.search_tools(layer, &args),
            Route::UnknownTool { layer } => return self.unknown_tool(layer, name),
            Route::UnknownServer { server, protocol } => {
                return Outcome::failed((protocol.rules().missing)(name, &server));
            }
            Route::Malformed => return self.malformed(name),
        };
        let Some(layer) = self.layers.layer(index) else { return self.malformed(name) };
        self.discovery.borrow_mut().activate(index);
        let discovery = self.layers.is_discovery(index, &tool);
        if discovery && let Some(text) = self.known(index, &tool, &args) {
            return Outcome { text, discovery, ..Outcome::default() };
        }
        let call = Call { id, name, index, layer, tool: &tool };
        Outcome { discovery, ..self.call(&call, args).await }
    }

    async fn call(&self, call: &Call<'_>, args: Value) -> Outcome {
        if call.layer.protocol.rules().displays && call.tool == "recall" {
            return recall(&self.results, &args);
        }
        let Ready { args, written, mut fixes } = match self.arguments(call, args) {
            Ok(ready) => ready,
            Err(problem) => return problem,
        };
        let Some(handler) = call.layer.handler.clone() else {
            return Outcome::failed((call.layer.protocol.rules().missing)(
                call.name,
                &call.layer.server_name,
            ));
        };
        let shown = match handler.call(call.tool, args.clone()).await {
            Err(ToolFailure(message)) => Shown {
                content: Content { text: format!("Error: {message}"), is_error: true, ..Content::default() },
                ..Shown::default()
            },
            Ok(value) if call.layer.protocol.rules().displays => {
                self.display.finish(&call.layer.server_name, call.tool, &args, written.as_ref(), value)
            }
            Ok(value) => Shown { content: (call.layer.protocol.rules().read)(value), ..Shown::default() },
        };
        fixes.extend(shown.fixes);
        let Content { text, images, structured, is_error } = shown.content;
        self.results.insert_value(call.id, &text, structured);
        self.remember_call(call);
        let text = match self.max_result_chars {
            Some(limit) => truncate(&text, limit, call.id),
            None => text,
        };
        Outcome { text, is_error, images, fixes, displayed: shown.displayed, discovery: false }
    }

    /// The arguments as the tool takes them. They are checked against the tool's own schema, not against
    /// the one that was simplified for the provider.
    fn arguments(&self, call: &Call<'_>, args: Value) -> Result<Ready, Outcome> {
        let Some(definition) = call.layer.tool(call.tool) else { return Ok(Ready::plain(args)) };
        if let Some(raw) = unreadable(&args) {
            let text = json!({
                "error": "The arguments are not one JSON object. Write them again.",
                "received": raw.chars().take(200).collect::<String>(),
                "expected_schema": definition.input_schema,
            });
            return Err(Outcome::failed(text.to_string()));
        }
        let mut unflattened = self.layers.unflatten(call.index, call.tool, args);
        let mut fixes: Vec<String> = near_name(definition, &mut unflattened).into_iter().collect();
        let last_of = |name: &str| self.last_calls.borrow().get(name).cloned();
        let args = reference::resolve(unflattened.clone(), &self.results, &last_of)
            .map_err(|problem| Outcome::failed(format!("Error: {problem}")))?;
        let written = (args != unflattened).then_some(unflattened);
        let ready = |args, written, fixes| Ok(Ready { args, written, fixes });
        let schema = match self.schema_of(call.index, definition) {
            Ok(schema) => schema,
            // The server checks as well; that this end did not is said.
            Err(why) => {
                fixes.push(format!("arguments not checked: {why}"));
                return ready(args, written, fixes);
            }
        };
        if schema.check(&args).is_empty() {
            return ready(args, written, fixes);
        }
        let repaired = repair(&schema, args);
        let violations = schema.check(&repaired.value);
        fixes.extend(repaired.fixes);
        if violations.is_empty() {
            return ready(repaired.value, written, fixes);
        }
        let text = json!({
            "error": "Validation failed",
            "details": violations,
            "expected_schema": definition.input_schema,
        });
        Err(Outcome { fixes, ..Outcome::failed(text.to_string()) })
    }

    fn schema_of(&self, index: usize, definition: &ToolDef) -> Result<Rc<Schema>, String> {
        let key = (index, definition.name.clone());
        self.schemas
            .borrow_mut()
            .entry(key)
            .or_insert_with(|| {
                Schema::compile(&definition.input_schema).map(Rc::new).map_err(|error| error.message)
            })
            .clone()
    }

    fn remember_call(&self, call: &Call<'_>) {
        let mut last = self.last_calls.borrow_mut();
        for name in [call.name, call.tool] {
            last.insert(name.to_owned(), call.id.to_owned());
        }
    }

    /// What is known locally for the discovery tool `tool`.
    fn known(&self, index: usize, tool: &str, args: &Value) -> Option<String> {
        let role = self.layers.roles(index).iter().find(|(_, real)| real == tool)?.0;
        self.cache.resolve(self.layers.prefix(index)?, role.name(), args)
    }

    fn local_recipes(&self, index: usize, role: Role, args: &Value) -> Outcome {
        self.discovery.borrow_mut().activate(index);
        let recipes = self.layers.layer(index).map(|layer| layer.recipes.as_slice()).unwrap_or_default();
        match cache::recipes(recipes, role, args) {
            Some(text) => Outcome { text, discovery: true, ..Outcome::default() },
            None => Outcome::failed("Error: the text of this recipe was not loaded."),
        }
    }

    fn list_tools(&self, index: usize) -> Outcome {
        let tools = self.layers.layer(index).map(|layer| layer.tools.as_slice()).unwrap_or_default();
        Outcome { text: json!(tools).to_string(), discovery: true, ..Outcome::default() }
    }

    fn search_tools(&self, index: usize, args: &Value) -> Outcome {
        let tools = self.layers.layer(index).map(|layer| layer.tools.as_slice()).unwrap_or_default();
        let text = cache::search_tools(tools, |query| self.layers.find_tools(index, query), args);
        Outcome { text, discovery: true, ..Outcome::default() }
    }

    fn unknown_tool(&self, index: usize, name: &str) -> Outcome {
        let Some(layer) = self.layers.layer(index) else { return self.malformed(name) };
        let names: Vec<String> =
            layer.tools.iter().map(|tool| self.layers.wire_name(index, &tool.name)).collect();
        let hint = did_you_mean(nearest(name, names.iter().map(String::as_str)));
        Outcome::failed(format!(
            "Error: server \"{}\" has no tool {name}.{hint} It has: {}.",
            layer.server_name,
            names.join(", ")
        ))
    }

    fn malformed(&self, name: &str) -> Outcome {
        let close = nearest(name, self.layers.names()).map(str::to_owned).or_else(|| self.only_bare(name));
        let hint = did_you_mean(close.as_deref());
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

/// Mends a widget's name that is nearly one of those that `widget_display` takes.
fn near_name(definition: &ToolDef, args: &mut Value) -> Option<String> {
    if definition.name != "widget_display" {
        return None;
    }
    let names = definition.input_schema.pointer("/properties/name/enum")?.as_array()?;
    let asked = args.get("name")?.as_str()?.to_owned();
    let known = || names.iter().filter_map(Value::as_str);
    if known().any(|name| name == asked) {
        return None;
    }
    let close = nearest(&asked, known())?;
    *args.get_mut("name")? = Value::String(close.to_owned());
    Some(format!("name: \"{asked}\" → \"{close}\""))
}

fn did_you_mean(name: Option<&str>) -> String {
    name.map(|name| format!(" Did you mean {name}?")).unwrap_or_default()
}

/// The text that a model wrote where an object was due.
fn unreadable(args: &Value) -> Option<&str> {
    match args {
        Value::Object(map) if map.len() == 1 => map.get("_raw").and_then(Value::as_str),
        Value::String(text) => Some(text),
        _ => None,
    }
}
