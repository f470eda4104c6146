//! Whether an action can be done at all, whichever widget it is for.

use super::action::Action;
use super::style;
use serde_json::{Value, json};

/// What is wrong with the numbers and styles of `action`: the text for whoever wants it.
pub(super) fn problem(action: &Action) -> Option<Value> {
    let number = |what: &str| json!({"error": format!("Nothing was changed: {what}.")});
    match action {
        Action::Move { x, y, .. } => {
            (!x.is_finite() || !y.is_finite()).then(|| number("x and y must be finite numbers of CSS pixels"))
        }
        Action::Resize { width, height, .. } => {
            let fits = |size: &f64| size.is_finite() && *size >= 0.0;
            (!fits(width) || !fits(height)).then(|| number("width and height must be CSS pixels from 0"))
        }
        Action::Style { styles, .. } => style::problem(styles),
        Action::SetAll(widgets) => widgets.iter().find_map(|widget| style::problem(&widget.style)),
        _ => None,
    }
}
