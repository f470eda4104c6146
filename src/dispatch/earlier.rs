//! What a run knows of the conversation that it goes on from: calls that can be referred to, and widgets that can be
//! changed.

use super::dispatcher::Dispatcher;
use super::hooks::WidgetShown;
use super::layers::Route;
use super::outcome::without_mark;
use super::reference;
use crate::json;
use crate::model::{Block, Message, Results};
use serde_json::Value;
use std::collections::HashMap;
use std::rc::Rc;

impl Dispatcher {
    /// Goes on from a conversation: full results are kept in `results`, which may hold those of `messages`; what was
    /// called and displayed there can be referred to and changed.
    pub fn go_on_from(&mut self, messages: &[Rc<Message>], results: Results) {
        self.results = results;
        let called = messages.iter().flat_map(|message| &message.content);
        let answers: HashMap<&str, (&str, bool)> = called
            .clone()
            .filter_map(|block| match block {
                Block::ToolResult { tool_use_id, content, is_error, .. } => {
                    Some((tool_use_id.as_str(), (content.as_str(), *is_error)))
                }
                _ => None,
            })
            .collect();
        let told = |id: &str| answers.get(id).map(|(text, _)| *text);
        for block in called {
            if let Block::ToolUse { id, name, input } = block
                && let Some((text, is_error)) = answers.get(id.as_str())
            {
                self.take_in_among(&told, id, name, input, (text, *is_error));
            }
        }
    }

    /// Takes in an earlier call with its result.
    pub fn take_in(&self, id: &str, name: &str, args: &Value, result: &str, is_error: bool) {
        self.take_in_among(&|_| None, id, name, args, (result, is_error));
    }

    /// The same; `told` is what the conversation tells of another call's result.
    fn take_in_among<'t>(
        &self,
        told: &dyn Fn(&str) -> Option<&'t str>,
        id: &str,
        name: &str,
        args: &Value,
        (result, is_error): (&str, bool),
    ) {
        let Route::Tool { layer, tool } = self.layers.route(name) else { return };
        let full = self.results.peek(id);
        if full.is_some() {
            self.remember_call(id, name, layer, &tool);
        }
        if !is_error && self.layers.layer(layer).is_some_and(|layer| layer.protocol.rules().displays) {
            // What ran, not what was written: repaired, references followed.
            let args = self.proposal(name, args).map_or_else(|| args.clone(), |proposal| proposal.args);
            self.display_again(told, layer, &tool, &args, full.as_deref().unwrap_or(result));
        }
    }

    /// Takes in what an earlier call has shown or changed through the host's callbacks.
    fn display_again<'t>(
        &self,
        told: &dyn Fn(&str) -> Option<&'t str>,
        index: usize,
        tool: &str,
        args: &Value,
        result: &str,
    ) {
        let Some(layer) = self.layers.layer(index) else { return };
        if tool == "canvas" {
            return self.display.repeat(args);
        }
        let Ok(shown) = json::parse(result) else { return };
        let text = |key: &str| shown.get(key).and_then(Value::as_str).map(str::to_owned);
        if let ("widget_display", Some(id), Some(kind)) = (tool, text("id"), text("widget")) {
            let written = shown.get("data").cloned().unwrap_or_default();
            let last_of = |name: &str| self.last_calls.borrow().get(name).cloned();
            // Of what is not kept any more the conversation tells some: enough to hold the widget to its schema.
            let as_told = || {
                let some = Results::default();
                for id in reference::ids_in(&written) {
                    if let Some(text) = told(id) {
                        some.insert(id, without_mark(text));
                    }
                }
                reference::resolve(written.clone(), &some, &|_| None)
            };
            let data = reference::resolve(written.clone(), &self.results, &last_of).or_else(|_| as_told());
            let data = data.unwrap_or(written);
            let server_name = layer.server_name.clone();
            self.display.remember(&id, WidgetShown { kind, data, server_name, placed_id: None });
        }
    }
}
