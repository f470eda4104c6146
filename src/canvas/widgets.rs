//! The widgets of one canvas, in order, found by id in constant time.

use super::ids::Ids;
use crate::model::{Layout, Widget};
use std::collections::HashMap;

/// Widgets, and how they are laid out: all that an action sets and that can be taken back.
#[derive(Clone)]
pub(super) struct Widgets {
    widgets: Vec<Widget>,
    places: HashMap<String, usize>,
    ids: Ids,
    pub(super) layout: Layout,
}

impl Widgets {
    pub(super) fn new(seed: u64) -> Self {
        Widgets {
            widgets: Vec::new(),
            places: HashMap::new(),
            ids: Ids::new(seed),
            layout: Layout::default(),
        }
    }

    pub(super) fn all(&self) -> &[Widget] {
        &self.widgets
    }

    pub(super) fn get(&self, id: &str) -> Option<&Widget> {
        self.places.get(id).and_then(|place| self.widgets.get(*place))
    }

    pub(super) fn place(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied()
    }

    pub(super) fn get_mut(&mut self, id: &str) -> Option<&mut Widget> {
        self.places.get(id).and_then(|place| self.widgets.get_mut(*place))
    }

    pub(super) fn is_free(&self, id: &str) -> bool {
        !id.is_empty() && !self.places.contains_key(id)
    }

    pub(super) fn fresh_id(&mut self) -> String {
        loop {
            let id = self.ids.draw();
            if !self.places.contains_key(&id) {
                return id;
            }
        }
    }

    /// Puts a widget at `place`, or at the end where there are fewer; returns where it stands.
    pub(super) fn insert(&mut self, place: usize, widget: Widget) -> usize {
        let place = place.min(self.widgets.len());
        self.places.insert(widget.id.clone(), place);
        self.widgets.insert(place, widget);
        self.number(place + 1, self.widgets.len());
        place
    }

    /// Takes a widget out; returns it, and where it stood.
    pub(super) fn take(&mut self, id: &str) -> Option<(usize, Widget)> {
        let place = self.places.remove(id)?;
        let widget = self.widgets.remove(place);
        self.number(place, self.widgets.len());
        Some((place, widget))
    }

    /// Puts a widget where another one stands; returns from where it went, and to where.
    pub(super) fn put(&mut self, id: &str, to: usize) -> Option<(usize, usize)> {
        let from = self.place(id)?;
        let to = to.min(self.widgets.len() - 1);
        let widget = self.widgets.remove(from);
        self.widgets.insert(to, widget);
        self.number(from.min(to), from.max(to) + 1);
        Some((from, to))
    }

    /// Notes where the widgets from one place up to another stand.
    fn number(&mut self, from: usize, to: usize) {
        for (place, widget) in self.widgets.iter().enumerate().take(to).skip(from) {
            if let Some(known) = self.places.get_mut(&widget.id) {
                *known = place;
            }
        }
    }
}
