//! Everything that can happen to a canvas, and what it changed.

use crate::model::{Layout, Widget};
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
    /// Set a widget's offset in the layout that the canvas has, CSS pixels. Unless it goes alone, those of its group go with
    /// it, as far as the canvas knows where they are.
    Move {
        /// Which widget.
        id: String,
        /// To the right.
        x: f64,
        /// Down.
        y: f64,
        /// Without its group.
        alone: bool,
    },
    /// Set a widget's size in the layout that the canvas has, CSS pixels.
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
    /// Put a widget above all others, or below them.
    Raise {
        /// Which widget.
        id: String,
        /// Above them, not below.
        front: bool,
    },
    /// Let nobody move, resize, style or remove a widget, or let them again. What it shows still changes.
    Lock {
        /// Which widget.
        id: String,
        /// Lock it, not unlock it.
        locked: bool,
    },
    /// Put widgets into one group, or each out of its group.
    Group {
        /// Which widgets.
        ids: Vec<String>,
        /// Put them in, not out.
        together: bool,
    },
    /// Let widgets hear of each other: put them into one group of the bus.
    Link {
        /// Which widgets.
        ids: Vec<String>,
        /// The group; a fresh one where it is `None`.
        group: Option<String>,
    },
    /// Take a widget out of a group of the bus, or out of all; who is left alone goes with it.
    Unlink {
        /// Which widget.
        id: String,
        /// The group.
        group: Option<String>,
    },
    /// Take a widget away.
    Remove {
        /// Which widget.
        id: String,
    },
    /// Take all widgets away that are not locked.
    Clear,
    /// Replace all widgets. Empty or taken ids are replaced by fresh ones.
    SetAll(Vec<Widget>),
    /// Lay the widgets out so; each is where it was when the canvas had this layout last.
    Arrange(Layout),
    /// Select these widgets and no others. That is no part of the history.
    Select(Vec<String>),
    /// Take back the last thing that `by` did, or that anybody did.
    Undo {
        /// Who.
        by: Option<String>,
    },
    /// Do again the last thing of `by`, or of anybody, that was taken back.
    Redo {
        /// Who.
        by: Option<String>,
    },
    /// Take back or do again until the canvas is as it was after the history's entry of that number; 0 is before all.
    Travel(u64),
}

impl Action {
    /// What the history calls it, and the `canvas` tool.
    pub fn name(&self) -> &'static str {
        match self {
            Action::Add { .. } => "add",
            Action::Update { .. } => "update",
            Action::Move { .. } => "move",
            Action::Resize { .. } => "resize",
            Action::Style { .. } => "style",
            Action::Reorder { .. } => "reorder",
            Action::Raise { front: true, .. } => "front",
            Action::Raise { .. } => "back",
            Action::Lock { locked: true, .. } => "lock",
            Action::Lock { .. } => "unlock",
            Action::Group { together: true, .. } => "group",
            Action::Group { .. } => "ungroup",
            Action::Link { .. } => "link",
            Action::Unlink { .. } => "unlink",
            Action::Remove { .. } => "remove",
            Action::Clear => "clear",
            Action::SetAll(_) => "set",
            Action::Arrange(_) => "layout",
            Action::Select(_) => "focus",
            Action::Undo { .. } => "undo",
            Action::Redo { .. } => "redo",
            Action::Travel(_) => "travel",
        }
    }
}

/// What an action changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nothing: there is no widget of that id, or nothing to take back.
    None,
    /// Nothing: the canvas does not do that. Says why, and what it takes.
    Refused(Value),
    /// A widget came.
    Added {
        /// Which.
        id: String,
        /// Where it stands, from 0; those after it moved up.
        place: usize,
    },
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
    /// Other widgets are selected.
    Selected,
    /// Widgets are laid out another way: all may look new.
    Reset,
    /// These, one after another.
    Several(Vec<Change>),
}

impl Change {
    /// All of `changes` as one.
    pub(super) fn of(changes: Vec<Change>) -> Change {
        let mut steps: Vec<Change> = Vec::new();
        for change in changes {
            match change {
                Change::Several(inner) => steps.extend(inner),
                change if steps.last() != Some(&change) => steps.push(change),
                _ => {}
            }
        }
        if steps.len() == 1 { steps.remove(0) } else { Change::Several(steps) }
    }
}
