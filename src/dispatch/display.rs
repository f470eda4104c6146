//! What `widget_display` and `canvas` do beyond returning a value (spec "Tool Calling and Dispatch",
//! Special Case: `widget_display`, Special Case: `canvas`).

use super::content::Content;
use super::hooks::{Hooks, WidgetShown};
use serde_json::{Map, Value};
use std::cell::RefCell;

/// The host's callbacks, and the widgets that it placed through them.
#[derive(Default)]
pub(super) struct Display {
    pub(super) hooks: Hooks,
    /// Ids that the host's callback gave; a canvas of the server knows its own.
    placed_by_host: RefCell<Vec<String>>,
}

/// A displayed call, read.
#[derive(Default)]
pub(super) struct Shown {
    pub(super) content: Content,
    pub(super) displayed: bool,
    pub(super) fixes: Vec<String>,
}

impl Display {
    pub(super) fn new(hooks: Hooks) -> Self {
        Display { hooks, placed_by_host: RefCell::default() }
    }

    /// Reads the value of `tool`, which was called with `args`; `written` is what the model wrote where
    /// references were followed.
    pub(super) fn finish(
        &self,
        server: &str,
        tool: &str,
        args: &Value,
        written: Option<&Value>,
        value: Value,
    ) -> Shown {
        let failed = value.get("error").is_some_and(|error| !error.is_null());
        match (tool, value) {
            ("widget_display", Value::Object(shown)) if !failed => self.widget(server, written, shown),
            ("canvas", Value::Object(answer)) if !failed => self.canvas(args, answer),
            (_, value) => Shown { content: Content::of_value(value), ..Shown::default() },
        }
    }

    fn widget(&self, server: &str, written: Option<&Value>, mut shown: Map<String, Value>) -> Shown {
        let placed = shown.shift_remove("placed").is_some();
        let fixes = match shown.shift_remove("repaired") {
            Some(Value::Array(fixes)) => fixes.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        let id = shown.get("id").and_then(Value::as_str).map(str::to_owned);
        let kind = shown.get("widget").and_then(Value::as_str).map(str::to_owned);
        if let (Some(kind), Some(data), Some(hook)) = (kind, shown.get("data"), &self.hooks.on_widget) {
            let placed_id = id.filter(|_| placed);
            let chosen =
                hook(&WidgetShown { kind, data: data.clone(), server_name: server.to_owned(), placed_id });
            if let (Some(chosen), false) = (chosen, placed) {
                self.placed_by_host.borrow_mut().push(chosen.clone());
                shown.insert("id".into(), Value::String(chosen));
            }
        }
        // What a reference brought in does not go through the model: that is what references are for.
        if let Some(params) = written.and_then(|written| written.get("params")) {
            shown.insert("data".into(), params.clone());
        }
        let content = Content::of_value(Value::Object(shown));
        Shown { content, displayed: true, fixes }
    }

    fn canvas(&self, args: &Value, mut answer: Map<String, Value>) -> Shown {
        if answer.shift_remove("forward").is_some() {
            let id = args.get("id").and_then(Value::as_str).unwrap_or_default();
            let clear = args.get("action").and_then(Value::as_str) == Some("clear");
            let known = self.placed_by_host.borrow().clone();
            if !clear && !known.is_empty() && !known.iter().any(|placed| placed == id) {
                let text = serde_json::json!({
                    "error": format!("There is no widget '{id}' on the canvas."), "available": known,
                });
                return Shown { content: Content::of_value(text), ..Shown::default() };
            }
            if clear {
                self.placed_by_host.borrow_mut().clear();
            }
            if let Some(hook) = &self.hooks.on_canvas {
                hook(args);
            }
        }
        Shown { content: Content::of_value(Value::Object(answer)), ..Shown::default() }
    }
}
