//! What `widget_display` and `canvas` do beyond returning a value (spec "Tool Calling and Dispatch",
//! Special Case: `widget_display`, Special Case: `canvas`).

use super::content::{Content, says_error};
use super::hooks::{Hooks, WidgetShown};
use crate::canvas::{self, AGENT, Action, Canvas, Change, settled};
use crate::model::WidgetRule;
use crate::server::{canvas_action, canvas_answer, canvas_list, is_canvas_question};
use serde_json::{Map, Value, json};
use std::cell::RefCell;

/// The host's callbacks, and the widgets that it placed through them.
pub(super) struct Display {
    hooks: Hooks,
    /// As an attached canvas would hold them, so that callbacks get what it would apply, and no more.
    placed: RefCell<Canvas>,
}

/// A displayed call, read.
#[derive(Default)]
pub(super) struct Shown {
    pub(super) content: Content,
    pub(super) displayed: bool,
    pub(super) fixes: Vec<String>,
}

impl Shown {
    fn of(value: Value) -> Self {
        Shown { content: Content::of_value(value), ..Shown::default() }
    }

    fn failed(text: String) -> Self {
        Shown::of(json!({ "error": text }))
    }
}

/// A call of a server that displays.
pub(super) struct Displayed<'a> {
    pub(super) server: &'a str,
    pub(super) tool: &'a str,
    pub(super) args: &'a Value,
    /// What the model wrote, where references were followed.
    pub(super) written: Option<&'a Value>,
}

impl Display {
    pub(super) fn new(hooks: Hooks) -> Self {
        Display { hooks, placed: RefCell::new(Canvas::new(0)) }
    }

    /// Holds the widgets of `server` to `rule`.
    pub(super) fn set_rule(&self, server: &str, rule: WidgetRule) {
        self.placed.borrow_mut().set_rule(server, rule);
    }

    /// Takes in the value that `call` came to.
    pub(super) fn finish(&self, call: &Displayed<'_>, value: Value) -> Shown {
        match (call.tool, value) {
            ("canvas", Value::Object(answer)) if answer.contains_key("forward") => self.canvas(call.args),
            ("widget_display", Value::Object(shown)) if !says_error(shown.get("error")) => {
                self.widget(call, shown)
            }
            (_, value) => Shown::of(value),
        }
    }

    fn widget(&self, call: &Displayed<'_>, mut shown: Map<String, Value>) -> Shown {
        let placed = shown.shift_remove("placed").is_some();
        let fixes = match shown.shift_remove("repaired") {
            Some(Value::Array(fixes)) => fixes.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        let text = |key: &str| shown.get(key).and_then(Value::as_str).map(str::to_owned);
        if let (Some(kind), Some(data)) = (text("widget"), shown.get("data").cloned()) {
            let placed_id = text("id").filter(|_| placed);
            let (data, server_name) = (data, call.server.to_owned());
            let widget = WidgetShown { kind, data, server_name, placed_id };
            let chosen = match &self.hooks.on_widget {
                Some(hook) => match hook(&widget) {
                    Ok(chosen) => chosen.filter(|_| !placed),
                    Err(problem) => return Shown::failed(problem),
                },
                None => None,
            };
            if let Some(chosen) = chosen {
                shown.insert("id".into(), Value::String(chosen));
            }
            if !placed && let Some(id) = shown.get("id").and_then(Value::as_str) {
                self.remember(id, widget);
            }
        }
        // What a reference brought in does not go through the model: that is what references are for.
        if let Some(params) = call.written.and_then(|written| written.get("params")) {
            shown.insert("data".into(), params.clone());
        }
        let content = Content::of_value(Value::Object(shown));
        Shown { content, displayed: true, fixes }
    }

    /// Notes a widget that the host has placed, in this run or in an earlier one of the session.
    pub(super) fn remember(&self, id: &str, widget: WidgetShown) {
        let Value::Object(data) = widget.data else { return };
        let (kind, server_name) = (widget.kind, Some(widget.server_name));
        // A host that gives an id twice means the widget that it has there now.
        canvas::apply(&self.placed, AGENT, Action::Remove { id: id.to_owned() });
        canvas::apply(&self.placed, AGENT, Action::Add { id: Some(id.to_owned()), kind, data, server_name });
    }

    /// Notes a canvas action of an earlier run.
    pub(super) fn repeat(&self, args: &Value) {
        if let Ok(action) = canvas_action(args, AGENT) {
            canvas::apply(&self.placed, AGENT, action);
        }
    }

    /// Does a canvas action through the host's callbacks, where an attached canvas would do it as well.
    fn canvas(&self, args: &Value) -> Shown {
        if is_canvas_question(args) {
            return Shown::of(canvas_list(&self.placed.borrow()));
        }
        let action = match canvas_action(args, AGENT) {
            Ok(action) => action,
            Err(problem) => return Shown::of(problem),
        };
        let Some(hook) = &self.hooks.on_canvas else {
            return Shown::failed(
                "No canvas is attached and the page does not take such calls: nothing was done.".into(),
            );
        };
        if !has_callback(&action) {
            let name = action.name();
            return Shown::failed(format!(
                "Only a canvas that is attached to the server can do '{name}': nothing was done."
            ));
        }
        let after = RefCell::new(self.placed.borrow().clone());
        let unknown = after.borrow().widgets().is_empty();
        let mut change = canvas::apply(&after, AGENT, action.clone());
        // The host may show widgets that no call of this session has placed; what those may show is unknown.
        if change == Change::None && unknown && !matches!(action, Action::Update { .. }) {
            change = Change::Reset;
        }
        if matches!(change, Change::None | Change::Refused(_)) {
            return Shown::of(canvas_answer(&change, args, &after.borrow()));
        }
        let action = match action {
            Action::Style { id, styles } => Action::Style { id, styles: settled(styles) },
            other => other,
        };
        if let Err(problem) = hook(&action) {
            return Shown::failed(problem);
        }
        *self.placed.borrow_mut() = after.into_inner();
        Shown::of(canvas_answer(&change, args, &self.placed.borrow()))
    }
}

/// Whether the published callbacks of a page can do `action`.
fn has_callback(action: &Action) -> bool {
    let published =
        matches!(action, Action::Clear | Action::Update { .. } | Action::Move { .. } | Action::Resize { .. });
    published || matches!(action, Action::Style { .. } | Action::Remove { .. })
}
