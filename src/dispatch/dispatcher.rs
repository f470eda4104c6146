//! Takes one tool call from its full name to its outcome (spec "Tool Calling and Dispatch", Flow Summary).
//! Whatever the model did wrong becomes text for the model; nothing here fails.

use super::cache::DiscoveryCache;
use super::content::Content;
use super::discovery::{Discovery, Tools};
use super::display::{Display, Displayed, Shown};
use super::hooks::Hooks;
use super::layer::Layer;
use super::layers::{Layers, Route};
use super::name::excerpt;
use super::outcome::{Outcome, truncate};
use super::ready::{Earlier, Ready, Schemas};
use super::recall::recall;
use crate::json::{Fields, FromJson, Read};
use crate::model::{Results, ToolDef, ToolFailure};
use serde::Serialize;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::HashMap;

/// The routing core of a run.
pub struct Dispatcher {
    pub(super) layers: Layers,
    pub(super) cache: DiscoveryCache,
    pub(super) discovery: RefCell<Discovery>,
    schemas: Schemas,
    pub(super) results: Results,
    /// Bare and full names with the id of their last call that has a result.
    pub(super) last_calls: RefCell<HashMap<String, String>>,
    pub(super) display: Display,
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

/// What a call would do, whatever name the model called it by and however it wrote the arguments.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Proposal {
    /// The tool's own full name.
    pub name: String,
    /// The arguments that the tool would get.
    pub args: Value,
    /// What was repaired in them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fixes: Vec<String>,
    /// What the model wrote, where references were followed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<Value>,
}

impl FromJson for Proposal {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(Proposal {
            name: from.take("name")?,
            args: from.take("args")?,
            fixes: from.optional("fixes")?,
            written: from.optional("written")?,
        })
    }
}

/// What a rule has said of a call.
#[derive(Clone, Copy, Debug)]
pub enum Judgement<'a> {
    /// There is no rule.
    NotNeeded,
    /// This may run, and nothing else.
    Proposed(&'a Proposal),
    /// There is a rule, which could not judge: nothing may run.
    Missing,
}

impl Dispatcher {
    /// A dispatcher over `layers` with a store of results of its own. Results longer than `max_result_chars`
    /// reach the model shortened.
    pub fn new(layers: Layers, hooks: Hooks, max_result_chars: Option<usize>) -> Self {
        let display = Display::new(hooks);
        for layer in layers.all() {
            if let Some(rule) = &layer.rule {
                display.set_rule(&layer.server_name, rule.clone());
            }
        }
        Dispatcher {
            cache: DiscoveryCache::of(&layers),
            layers,
            discovery: RefCell::default(),
            schemas: Schemas::default(),
            results: Results::default(),
            last_calls: RefCell::default(),
            display,
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

    /// The full results.
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// What the model may call now.
    pub fn tools(&self) -> Tools {
        self.discovery.borrow_mut().tools(&self.layers)
    }

    /// What was touched, in that order: keys of servers, and full names of tools that a search has found.
    pub fn activated(&self) -> Vec<String> {
        self.discovery.borrow().keys(&self.layers)
    }

    /// Touches what an earlier run touched; what is gone is passed over.
    pub fn activate(&self, keys: &[String]) {
        self.discovery.borrow_mut().restore(&self.layers, keys);
    }

    /// Offers what a call of `name` with these arguments made the model's, without calling anything.
    pub fn touch(&self, name: &str, args: &Value) {
        match self.layers.route(name) {
            Route::Tool { layer, .. } | Route::Recipes { layer, .. } => {
                self.discovery.borrow_mut().activate(layer);
            }
            Route::ListTools { layer } => drop(self.list_tools(layer)),
            Route::SearchTools { layer } => drop(self.search_tools(layer, args)),
            _ => {}
        }
    }

    /// Whether `name` leads to a server that shows things.
    pub fn is_display(&self, name: &str) -> bool {
        match self.layers.route(name) {
            Route::Tool { layer, .. } => {
                self.layers.layer(layer).is_some_and(|layer| layer.protocol.rules().displays)
            }
            // What it gives is known already.
            Route::Recall { .. } => true,
            _ => false,
        }
    }

    /// Whether a call of `name` changes nothing but what is displayed, so that it may run beside others: it looks for
    /// tools or recipes, displays a widget, or says itself that it only reads (MCP `readOnlyHint`).
    pub fn may_overlap(&self, name: &str) -> bool {
        let Route::Tool { layer, tool } = self.layers.route(name) else { return true };
        let Some(known) = self.layers.layer(layer) else { return true };
        let displays = known.protocol.rules().displays && tool == "widget_display";
        let definition = known.tool(&tool);
        // A tool that finds or creates has the role, and writes.
        let looks =
            self.layers.is_discovery(layer, &tool) && !definition.is_some_and(ToolDef::says_it_writes);
        displays || looks || definition.is_some_and(ToolDef::is_read_only)
    }

    /// The definition of the tool that `name` leads to.
    pub fn definition(&self, name: &str) -> Option<&ToolDef> {
        match self.layers.route(name) {
            Route::Tool { layer, tool } => self.layers.layer(layer)?.tool(&tool),
            _ => None,
        }
    }

    /// The one full name of what `name` leads to, whichever alias it is; `name` itself where it leads nowhere.
    pub fn identity(&self, name: &str) -> String {
        match self.layers.route(name) {
            Route::Tool { layer, tool } => self.layers.wire_name(layer, &tool),
            Route::Recipes { layer, role } => self.layers.wire_name(layer, role.name()),
            Route::ListTools { layer } => self.layers.wire_name(layer, "list_tools"),
            Route::SearchTools { layer } => self.layers.wire_name(layer, "search_tools"),
            Route::Recall { layer } => self.layers.wire_name(layer, "recall"),
            _ => name.to_owned(),
        }
    }

    /// What a call would do now; `None` when it does nothing: there is no such tool, or the arguments cannot be used.
    pub fn proposal(&self, name: &str, args: &Value) -> Option<Proposal> {
        let ready = match self.layers.route(name) {
            Route::Tool { layer: index, tool } => {
                let layer = self.layers.layer(index)?;
                let call = Call { id: "", name, index, layer, tool: &tool };
                self.ready(&call, args.clone()).ok()?
            }
            Route::UnknownTool { .. } | Route::UnknownServer { .. } | Route::Malformed => return None,
            _ => Ready { args: args.clone(), written: None, fixes: Vec::new() },
        };
        let Ready { args, written, fixes } = ready;
        Some(Proposal { name: self.identity(name), args, fixes, written })
    }

    /// Runs the call `id` of the tool `name`.
    pub async fn dispatch(&self, id: &str, name: &str, args: Value) -> Outcome {
        self.dispatch_judged(id, name, args, Judgement::NotNeeded).await
    }

    /// As [`Dispatcher::dispatch`], within what was judged of the call.
    pub async fn dispatch_judged(
        &self,
        id: &str,
        name: &str,
        args: Value,
        judgement: Judgement<'_>,
    ) -> Outcome {
        let (index, tool) = match self.layers.route(name) {
            Route::Tool { layer, tool } => (layer, tool),
            Route::Recipes { layer, role } => return self.within(id, self.local_recipes(layer, role, &args)),
            Route::ListTools { layer } => return self.within(id, self.list_tools(layer)),
            Route::SearchTools { layer } => return self.within(id, self.search_tools(layer, &args)),
            Route::Recall { .. } => return recall(&self.results, &args),
            Route::UnknownTool { layer } => return self.within(id, self.unknown_tool(layer, name)),
            Route::UnknownServer { server, protocol } => {
                return Outcome::failed((protocol.rules().missing)(&excerpt(name), &excerpt(&server)));
            }
            Route::Malformed => return self.malformed(name),
        };
        let Some(layer) = self.layers.layer(index) else { return self.malformed(name) };
        self.discovery.borrow_mut().activate(index);
        if layer.protocol.rules().displays && tool == "recall" {
            return recall(&self.results, &args);
        }
        if let Judgement::Proposed(judged) = judgement
            && judged.name != self.layers.wire_name(index, &tool)
        {
            return Outcome::failed(
                "Error: not run, the tool that was allowed is no longer there under this name.",
            );
        }
        let discovery = self.layers.is_discovery(index, &tool);
        if discovery && let Some(text) = self.known(index, &tool, &args) {
            return self.within(id, Outcome { text, discovery, ..Outcome::default() });
        }
        let call = Call { id, name, index, layer, tool: &tool };
        let ready = match judgement {
            Judgement::Proposed(judged) => Ok(Ready {
                args: judged.args.clone(),
                written: judged.written.clone(),
                fixes: judged.fixes.clone(),
            }),
            Judgement::NotNeeded => self.ready(&call, args),
            Judgement::Missing => self.ready(&call, args).and(Err(Outcome::failed(
                "Error: not run. What this call would do was not known when it was judged; make it again.",
            ))),
        };
        match ready {
            Ok(ready) => Outcome { discovery, ..self.call(&call, ready).await },
            Err(problem) => self.within(id, problem),
        }
    }

    async fn call(&self, call: &Call<'_>, ready: Ready) -> Outcome {
        let Ready { args, written, mut fixes } = ready;
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
                let (server, written) = (call.layer.server_name.as_str(), written.as_ref());
                self.display.finish(&Displayed { server, tool: call.tool, args: &args, written }, value)
            }
            Ok(value) => Shown { content: (call.layer.protocol.rules().read)(value), ..Shown::default() },
        };
        fixes.extend(shown.fixes);
        let Content { text, images, structured, is_error } = shown.content;
        self.results.insert_value(call.id, &text, structured);
        self.remember_call(call.id, call.name, call.index, call.tool);
        let text = self.shortened(call.id, text);
        Outcome { text, is_error, images, fixes, displayed: shown.displayed, discovery: false }
    }

    fn ready(&self, call: &Call<'_>, args: Value) -> Result<Ready, Outcome> {
        let Some(definition) = call.layer.tool(call.tool) else {
            return Ok(Ready { args, written: None, fixes: Vec::new() });
        };
        let last_of = |name: &str| self.last_calls.borrow().get(name).cloned();
        let earlier = Earlier { results: &self.results, last_of: &last_of };
        self.schemas.ready(&self.layers, call.index, definition, args, &earlier)
    }

    pub(super) fn remember_call(&self, id: &str, name: &str, index: usize, tool: &str) {
        let mut last = self.last_calls.borrow_mut();
        for name in [name, tool, &self.layers.wire_name(index, tool)] {
            last.insert(name.to_owned(), id.to_owned());
        }
    }

    /// An answer that no server gave, as long as a model reads one; the whole of it can be recalled.
    fn within(&self, id: &str, outcome: Outcome) -> Outcome {
        let text = outcome.text;
        let long = self.max_result_chars.is_some_and(|most| text.chars().nth(most).is_some());
        if long || !outcome.is_error {
            self.results.insert(id, &text);
        }
        Outcome { text: self.shortened(id, text), ..outcome }
    }

    fn shortened(&self, id: &str, text: String) -> String {
        match self.max_result_chars {
            Some(limit) => truncate(&text, limit, id),
            None => text,
        }
    }
}
