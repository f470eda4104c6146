//! Whether an action can be done at all.

use super::action::Action;
use super::style;
use super::widgets::Widgets;
use crate::model::Widget;
use serde_json::{Value, json};

/// What is wrong with the numbers and styles of `action`: the text for whoever wants it.
/// Locked widgets stay as they are.
pub(super) fn problem(widgets: &Widgets, is_open: bool, action: &Action) -> Option<Value> {
    let number = |what: &str| json!({"error": format!("Nothing was changed: {what}.")});
    match action {
        Action::Move { id, .. }
        | Action::Resize { id, .. }
        | Action::Style { id, .. }
        | Action::Reorder { id, .. }
        | Action::Raise { id, .. }
        | Action::Remove { id }
            if widgets.get(id).is_some_and(Widget::is_locked) =>
        {
            Some(number(&format!("the widget '{id}' is locked; unlock it first")))
        }
        Action::Undo { .. } | Action::Redo { .. } | Action::Travel(_) if is_open => {
            Some(number("nothing can be taken back in the middle of a transaction"))
        }
        Action::Move { x, y, .. } => {
            (!x.is_finite() || !y.is_finite()).then(|| number("x and y must be finite numbers of CSS pixels"))
        }
        Action::Resize { width, height, .. } => {
            let fits = |size: &f64| size.is_finite() && *size >= 0.0;
            (!fits(width) || !fits(height)).then(|| number("width and height must be CSS pixels from 0"))
        }
        Action::Style { styles, .. } => style::problem(styles),
        Action::SetAll(all) => all.iter().find_map(|widget| style::problem(&widget.style)),
        _ => None,
    }
}
