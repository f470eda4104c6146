//! Everything that can happen to a canvas, and what it changed.

use crate::model::Widget;
use serde_json::{Map, Value};

/// A change that somebody wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Add a widget at the end.
    Add {
        /// Its id, where somebody has chosen one already; a fresh one where it is `None` or taken.
        id: Option<String>,
        /// The widget's name.
        kind: String,
        /// What it shows.
        data: Map<String, Value>,
        /// The server that draws it.
        server_name: Option<String>,
    },
    /// Merge `patch` into a widget's data, one level deep.
    Update {
        /// Which widget.
        id: String,
        /// The fields to set.
        patch: Map<String, Value>,
    },
    /// Set a widget's offset, CSS pixels.
    Move {
        /// Which widget.
        id: String,
        /// To the right.
        x: f64,
        /// Down.
        y: f64,
    },
    /// Set a widget's size, CSS pixels.
    Resize {
        /// Which widget.
        id: String,
        /// Width.
        width: f64,
        /// Height.
        height: f64,
    },
    /// Merge CSS properties into a widget's style.
    Style {
        /// Which widget.
        id: String,
        /// Property to value.
        styles: Map<String, Value>,
    },
    /// Put one widget where another one is.
    Reorder {
        /// Which widget.
        id: String,
        /// Whose place it takes.
        to: String,
    },
    /// Take a widget away.
    Remove {
        /// Which widget.
        id: String,
    },
    /// Take all widgets away.
    Clear,
    /// Replace all widgets. Empty or taken ids are replaced by fresh ones.
    SetAll(Vec<Widget>),
}

/// What an action changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nothing: there is no widget of that id.
    None,
    /// Nothing: the canvas does not do that. Says why, and what it takes.
    Refused(Value),
    /// A widget came.
    Added(String),
    /// A widget's data, place, size or style changed.
    Updated(String),
    /// A widget went.
    Removed {
        /// Which.
        id: String,
        /// Where it stood, from 0.
        place: usize,
    },
    /// A widget stands elsewhere, those between moved up.
    Reordered {
        /// Where it stood.
        from: usize,
        /// Where it stands.
        to: usize,
    },
    /// All widgets are new.
    Reset,
}
