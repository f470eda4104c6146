//! One thing that an action sets. Doing it, undoing it and doing it again are the same: what the patch holds and what the
//! canvas has change places, so a log of patches copies nothing.

use super::action::Change;
use super::widgets::Widgets;
use crate::model::{Layout, Widget, weight};
use serde_json::{Map, Value};
use std::mem::{replace, swap};

/// Which of a widget's maps a field is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bag {
    Data,
    Style,
    State,
}

#[derive(Clone, Debug)]
pub(super) enum Patch {
    /// A field of a widget, with the value that it has not; `None` where that is no field.
    Field { id: String, bag: Bag, key: String, other: Option<Value> },
    /// Whether a widget is there: held while it is away, with its place.
    Presence { id: String, place: usize, away: Option<Box<Widget>> },
    /// The place where a widget does not stand.
    Place { id: String, place: usize },
    /// The layout that the canvas has not.
    Layout(Layout),
    /// What it was about is gone for good.
    Void,
}

impl Patch {
    pub(super) fn field(id: &str, bag: Bag, key: impl Into<String>, value: Option<Value>) -> Self {
        Patch::Field { id: id.to_owned(), bag, key: key.into(), other: value }
    }

    /// Exchanges what it holds for what the canvas has; [`Change::None`] where the canvas has nothing to exchange.
    pub(super) fn exchange(&mut self, widgets: &mut Widgets) -> Change {
        match self {
            Patch::Field { id, bag, key, other } => match widgets.get_mut(id) {
                Some(widget) => {
                    exchange(widget, *bag, key, other);
                    Change::Updated(id.clone())
                }
                None => Change::None,
            },
            Patch::Presence { id, place, away } => match away.take() {
                Some(widget) if widgets.is_free(id) => {
                    *place = widgets.insert(*place, *widget);
                    Change::Added { id: id.clone(), place: *place }
                }
                Some(_) => Change::None,
                None => match widgets.take(id) {
                    Some((from, widget)) => {
                        (*place, *away) = (from, Some(Box::new(widget)));
                        Change::Removed { id: id.clone(), place: from }
                    }
                    None => Change::None,
                },
            },
            Patch::Place { id, place } => match widgets.put(id, *place) {
                Some((from, to)) => {
                    *place = from;
                    Change::Reordered { from, to }
                }
                None => Change::None,
            },
            Patch::Layout(other) => {
                *other = replace(&mut widgets.layout, *other);
                Change::Reset
            }
            Patch::Void => Change::None,
        }
    }

    /// Whether `self`, done before `later`, finds what it would set in `later` and no more on the canvas.
    pub(super) fn is_covered_by(&self, later: &Patch) -> bool {
        match (self, later) {
            (Patch::Field { id, bag, key, .. }, Patch::Field { id: theirs, bag: in_bag, key: named, .. }) => {
                id == theirs && bag == in_bag && key == named
            }
            (
                Patch::Place { id, .. },
                Patch::Place { id: theirs, .. } | Patch::Presence { id: theirs, .. },
            )
            | (Patch::Field { id, .. } | Patch::Presence { id, .. }, Patch::Presence { id: theirs, .. }) => {
                id == theirs
            }
            (Patch::Layout(_), Patch::Layout(_)) => true,
            _ => false,
        }
    }

    /// Takes `self` back where `later` [covers](Patch::is_covered_by) it: the canvas stays, and to take `later` back
    /// then leads to what was before both. False where there is nothing left to take back.
    pub(super) fn exchange_with(&mut self, later: &mut Patch) -> bool {
        match (&mut *self, &mut *later) {
            (Patch::Field { other, .. }, Patch::Field { other: theirs, .. }) => swap(other, theirs),
            (Patch::Field { bag, key, other, .. }, Patch::Presence { away: Some(widget), .. }) => {
                exchange(widget, *bag, key, other);
            }
            (Patch::Presence { away: None, .. }, Patch::Presence { away: Some(_), .. }) => {
                *self = replace(later, Patch::Void);
            }
            (Patch::Place { place, .. }, Patch::Place { place: theirs, .. }) => swap(place, theirs),
            (Patch::Layout(layout), Patch::Layout(theirs)) => swap(layout, theirs),
            _ => return false,
        }
        true
    }

    /// About how many bytes it holds.
    pub(super) fn weight(&self) -> usize {
        let held = match self {
            Patch::Field { other: Some(value), .. } => weight(value),
            Patch::Presence { away: Some(widget), .. } => widget.data.values().map(weight).sum(),
            _ => 0,
        };
        held + 100
    }
}

fn exchange(widget: &mut Widget, bag: Bag, key: &str, other: &mut Option<Value>) {
    let fields: &mut Map<String, Value> = match bag {
        Bag::Data => &mut widget.data,
        Bag::Style => &mut widget.style,
        Bag::State => &mut widget.state,
    };
    *other = match other.take() {
        Some(value) => fields.insert(key.to_owned(), value),
        None => fields.shift_remove(key),
    };
}
