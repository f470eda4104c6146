//! The widgets of one canvas, in order, found by id in constant time.

use super::action::{Action, Change};
use super::apply::Question;
use super::ids::Ids;
use super::{shape, style};
use crate::model::{Widget, WidgetRule};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

/// A canvas. It has no listeners: whoever applies an action passes the [`Change`] on.
#[derive(Clone)]
pub struct Canvas {
    widgets: Vec<Widget>,
    places: HashMap<String, usize>,
    ids: Ids,
    /// By server: what its widgets may show, whoever changes them. Two servers may have one name; each knows its own
    /// widgets.
    rules: HashMap<String, Vec<WidgetRule>>,
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
        let rules = self.rules.entry(server.to_owned()).or_default();
        if !rules.iter().any(|known| Rc::ptr_eq(known, &rule)) {
            rules.push(rule);
        }
    }

    /// Does `action` and says what changed. Numbers that do not fit and styles that no frame takes are refused, and nothing
    /// is changed. Rules are not asked: see [`super::apply`].
    pub(super) fn change(&mut self, action: Action) -> Change {
        if let Some(problem) = shape::problem(&action) {
            return Change::Refused(problem);
        }
        match action {
            Action::Add { id, kind, data, server_name } => {
                let id = id.filter(|id| self.is_free(id)).unwrap_or_else(|| self.fresh_id());
                self.push(Widget { id: id.clone(), kind, data, server_name, ..Widget::default() });
                Change::Added(id)
            }
            Action::Update { id, patch } => self.edit(id, |widget| widget.data.extend(patch)),
            Action::Move { id, x, y } => self.edit(id, |widget| {
                widget.x = Some(x);
                widget.y = Some(y);
            }),
            Action::Resize { id, width, height } => self.edit(id, |widget| {
                widget.width = Some(width);
                widget.height = Some(height);
            }),
            Action::Style { id, styles } => {
                self.edit(id, |widget| style::merge(&mut widget.style, style::settled(styles)))
            }
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
            Action::SetAll(widgets) => self.reset(widgets),
        }
    }

    /// What the rules of the widgets' servers have to be asked before `action` is done.
    pub(super) fn questions(&self, action: &Action) -> Vec<Question> {
        match action {
            Action::Add { kind, data, server_name, .. } => {
                self.question(server_name.as_deref(), kind, || data.clone()).into_iter().collect()
            }
            Action::Update { id, patch } => {
                let asked = self.get(id).and_then(|widget| {
                    self.question(widget.server_name.as_deref(), &widget.kind, || {
                        let mut data = widget.data.clone();
                        data.extend(patch.clone());
                        data
                    })
                });
                asked.into_iter().collect()
            }
            Action::SetAll(widgets) => widgets
                .iter()
                .filter_map(|widget| {
                    self.question(widget.server_name.as_deref(), &widget.kind, || widget.data.clone())
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    fn question(
        &self,
        server: Option<&str>,
        kind: &str,
        data: impl FnOnce() -> Map<String, Value>,
    ) -> Option<Question> {
        let rules = self.rules.get(server?)?.clone();
        Some(Question { rules, kind: kind.to_owned(), data: Value::Object(data()) })
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

impl fmt::Debug for Canvas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Canvas").field("widgets", &self.widgets).finish_non_exhaustive()
    }
}
