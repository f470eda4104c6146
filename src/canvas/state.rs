//! The widgets of one canvas, in order, found by id in constant time.

use super::action::{Action, Change};
use super::ids::Ids;
use crate::model::Widget;
use serde_json::{Map, Value};
use std::collections::HashMap;

/// A canvas. It has no listeners: whoever applies an action passes the [`Change`] on.
#[derive(Debug)]
pub struct Canvas {
    widgets: Vec<Widget>,
    places: HashMap<String, usize>,
    ids: Ids,
}

impl Canvas {
    /// An empty canvas; `seed` is any random number.
    pub fn new(seed: u64) -> Self {
        Canvas { widgets: Vec::new(), places: HashMap::new(), ids: Ids::new(seed) }
    }

    /// The widgets in their order.
    pub fn widgets(&self) -> &[Widget] {
        &self.widgets
    }

    /// The widget of that id.
    pub fn get(&self, id: &str) -> Option<&Widget> {
        self.places.get(id).and_then(|place| self.widgets.get(*place))
    }

    /// Does `action` and says what changed. Numbers that are not finite change nothing.
    pub fn apply(&mut self, action: Action) -> Change {
        match action {
            Action::Add { kind, data, server_name } => {
                let id = self.fresh_id();
                self.push(Widget {
                    id: id.clone(),
                    kind,
                    data,
                    server_name,
                    x: None,
                    y: None,
                    width: None,
                    height: None,
                    style: Map::new(),
                });
                Change::Added(id)
            }
            Action::Update { id, patch } => self.edit(id, |widget| widget.data.extend(patch)),
            Action::Move { id, x, y } if x.is_finite() && y.is_finite() => self.edit(id, |widget| {
                widget.x = Some(x);
                widget.y = Some(y);
            }),
            Action::Resize { id, width, height } if width >= 0.0 && height >= 0.0 => {
                self.edit(id, |widget| {
                    widget.width = Some(width);
                    widget.height = Some(height);
                })
            }
            Action::Move { .. } | Action::Resize { .. } => Change::None,
            Action::Style { id, styles } => self.edit(id, |widget| merge_styles(&mut widget.style, styles)),
            Action::Reorder { id, to } => self.reorder(&id, &to),
            Action::Remove { id } => match self.places.remove(&id) {
                Some(place) => {
                    self.widgets.remove(place);
                    self.index_from(place);
                    Change::Removed(id)
                }
                None => Change::None,
            },
            Action::Clear => self.reset(Vec::new()),
            Action::SetAll(widgets) => self.reset(widgets),
        }
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
                self.index_from(from.min(to));
                Change::Reordered
            }
            _ => Change::None,
        }
    }

    fn reset(&mut self, widgets: Vec<Widget>) -> Change {
        self.widgets.clear();
        self.places.clear();
        for mut widget in widgets {
            if widget.id.is_empty() || self.places.contains_key(&widget.id) {
                widget.id = self.fresh_id();
            }
            self.push(widget);
        }
        Change::Reset
    }

    fn index_from(&mut self, first: usize) {
        for (place, widget) in self.widgets.iter().enumerate().skip(first) {
            self.places.insert(widget.id.clone(), place);
        }
    }
}

/// `null` or an empty text takes a property away.
fn merge_styles(style: &mut Map<String, Value>, changes: Map<String, Value>) {
    for (property, value) in changes {
        match value {
            Value::String(text) if !text.is_empty() => {
                style.insert(property, Value::String(text));
            }
            Value::Number(number) => {
                style.insert(property, Value::String(number.to_string()));
            }
            _ => {
                style.shift_remove(&property);
            }
        }
    }
}
