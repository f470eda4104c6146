//! The widgets of one canvas, in order, found by id in constant time.

use super::action::{Action, Change};
use super::ids::Ids;
use super::style;
use crate::model::{Widget, WidgetRule};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::fmt;

/// A canvas. It has no listeners: whoever applies an action passes the [`Change`] on.
#[derive(Clone)]
pub struct Canvas {
    widgets: Vec<Widget>,
    places: HashMap<String, usize>,
    ids: Ids,
    /// By server: what its widgets may show, whoever changes them.
    rules: HashMap<String, WidgetRule>,
}

impl Canvas {
    /// An empty canvas; `seed` is any random number.
    pub fn new(seed: u64) -> Self {
        let (places, rules) = (HashMap::new(), HashMap::new());
        Canvas { widgets: Vec::new(), places, ids: Ids::new(seed), rules }
    }

    /// The widgets in their order.
    pub fn widgets(&self) -> &[Widget] {
        &self.widgets
    }

    /// The widget of that id.
    pub fn get(&self, id: &str) -> Option<&Widget> {
        self.places.get(id).and_then(|place| self.widgets.get(*place))
    }

    /// Where the widget of that id stands, from 0.
    pub fn place(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied()
    }

    /// Holds every widget of `server` to `rule` from now on.
    pub fn set_rule(&mut self, server: &str, rule: WidgetRule) {
        self.rules.insert(server.to_owned(), rule);
    }

    /// Does `action` and says what changed. Numbers that are not finite change nothing; data that breaks the rule of
    /// the widget's server, and styles that no frame takes, are refused, and nothing is changed.
    pub fn apply(&mut self, action: Action) -> Change {
        match action {
            Action::Add { id, kind, data, server_name } => {
                let id = id.filter(|id| self.is_free(id)).unwrap_or_else(|| self.fresh_id());
                let mut widget = Widget { id: id.clone(), kind, data, server_name, ..Widget::default() };
                if let Some(problem) = self.problem(&mut widget) {
                    return Change::Refused(problem);
                }
                self.push(widget);
                Change::Added(id)
            }
            Action::Update { id, patch } => self.update(id, patch),
            Action::Move { id, x, y } if x.is_finite() && y.is_finite() => self.edit(id, |widget| {
                widget.x = Some(x);
                widget.y = Some(y);
            }),
            Action::Resize { id, width, height }
                if width.is_finite() && height.is_finite() && width >= 0.0 && height >= 0.0 =>
            {
                self.edit(id, |widget| {
                    widget.width = Some(width);
                    widget.height = Some(height);
                })
            }
            Action::Move { .. } | Action::Resize { .. } => Change::None,
            Action::Style { id, styles } => match style::problem(&styles) {
                Some(problem) if self.places.contains_key(&id) => Change::Refused(problem),
                _ => self.edit(id, |widget| style::merge(&mut widget.style, styles)),
            },
            Action::Reorder { id, to } => self.reorder(&id, &to),
            Action::Remove { id } => match self.places.remove(&id) {
                Some(place) => {
                    self.widgets.remove(place);
                    self.places.values_mut().filter(|other| **other > place).for_each(|other| *other -= 1);
                    Change::Removed { id, place }
                }
                None => Change::None,
            },
            Action::Clear => self.reset(Vec::new()),
            Action::SetAll(mut widgets) => {
                let problem =
                    |widget: &mut Widget| style::problem(&widget.style).or_else(|| self.problem(widget));
                match widgets.iter_mut().find_map(problem) {
                    Some(problem) => Change::Refused(problem),
                    None => self.reset(widgets),
                }
            }
        }
    }

    /// What is wrong with the widget's data by the rule of its server.
    fn problem(&self, widget: &mut Widget) -> Option<Value> {
        let rule = self.rules.get(widget.server_name.as_deref()?)?;
        breaks(rule, widget)
    }

    fn update(&mut self, id: String, patch: Map<String, Value>) -> Change {
        let Some(widget) = self.places.get(&id).and_then(|place| self.widgets.get_mut(*place)) else {
            return Change::None;
        };
        let rule = widget.server_name.as_ref().and_then(|server| self.rules.get(server));
        let Some(rule) = rule else {
            widget.data.extend(patch);
            return Change::Updated(id);
        };
        let before: Vec<(String, Option<Value>)> =
            patch.keys().map(|key| (key.clone(), widget.data.get(key).cloned())).collect();
        widget.data.extend(patch);
        let Some(problem) = breaks(rule, widget) else { return Change::Updated(id) };
        for (key, value) in before {
            match value {
                Some(value) => widget.data.insert(key, value),
                None => widget.data.shift_remove(&key),
            };
        }
        Change::Refused(problem)
    }

    fn is_free(&self, id: &str) -> bool {
        !id.is_empty() && !self.places.contains_key(id)
    }

    fn fresh_id(&mut self) -> String {
        loop {
            let id = self.ids.draw();
            if !self.places.contains_key(&id) {
                return id;
            }
        }
    }

    fn push(&mut self, widget: Widget) {
        self.places.insert(widget.id.clone(), self.widgets.len());
        self.widgets.push(widget);
    }

    fn edit(&mut self, id: String, change: impl FnOnce(&mut Widget)) -> Change {
        match self.places.get(&id).and_then(|place| self.widgets.get_mut(*place)) {
            Some(widget) => {
                change(widget);
                Change::Updated(id)
            }
            None => Change::None,
        }
    }

    fn reorder(&mut self, id: &str, to: &str) -> Change {
        match (self.places.get(id).copied(), self.places.get(to).copied()) {
            (Some(from), Some(to)) if from != to => {
                let widget = self.widgets.remove(from);
                self.widgets.insert(to, widget);
                let moved = from.min(to)..=from.max(to);
                for (place, widget) in
                    self.widgets.iter().enumerate().skip(*moved.start()).take(moved.count())
                {
                    if let Some(known) = self.places.get_mut(&widget.id) {
                        *known = place;
                    }
                }
                Change::Reordered { from, to }
            }
            _ => Change::None,
        }
    }

    fn reset(&mut self, widgets: Vec<Widget>) -> Change {
        self.widgets.clear();
        self.places.clear();
        for mut widget in widgets {
            if !self.is_free(&widget.id) {
                widget.id = self.fresh_id();
            }
            self.push(widget);
        }
        Change::Reset
    }
}

/// Asks `rule` about the widget's data, which is lent to it, not copied: tables are large.
fn breaks(rule: &WidgetRule, widget: &mut Widget) -> Option<Value> {
    let data = Value::Object(std::mem::take(&mut widget.data));
    let problem = rule(&widget.kind, &data);
    if let Value::Object(data) = data {
        widget.data = data;
    }
    problem
}

impl fmt::Debug for Canvas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Canvas").field("widgets", &self.widgets).finish_non_exhaustive()
    }
}
