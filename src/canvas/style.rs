//! What of a widget's frame may be styled: the properties, how they are written, and what to use in the place of others.

use super::frame_style::takes;
use serde_json::{Map, Value, json};

/// The CSS properties that a frame takes.
pub const PROPERTIES: [&str; 39] = [
    "background-color",
    "border",
    "border-color",
    "border-radius",
    "border-style",
    "border-width",
    "box-shadow",
    "color",
    "font-family",
    "font-size",
    "font-style",
    "font-weight",
    "line-height",
    "margin",
    "max-height",
    "max-width",
    "min-height",
    "min-width",
    "opacity",
    "outline",
    "overflow",
    "padding",
    "text-align",
    "text-decoration",
    "text-transform",
    "grid-column",
    "grid-row",
    "order",
    // The colour tokens, which all that is in the frame goes by.
    "--color-bg",
    "--color-surface",
    "--color-surface2",
    "--color-border",
    "--color-border2",
    "--color-accent",
    "--color-accent2",
    "--color-amber",
    "--color-teal",
    "--color-text1",
    "--color-text2",
];
/// What to use in the place of what a frame does not take.
const INSTEAD: [(&str, &[&str]); 5] = [
    ("the action 'resize'", &["width", "height", "inline-size", "block-size", "scale", "zoom"]),
    ("the action 'move'", &["transform", "translate", "position", "top", "left", "right", "bottom", "inset"]),
    ("the action 'remove', or opacity", &["display", "visibility"]),
    ("background-color", &["background", "background-image"]),
    ("the actions 'front' and 'back'", &["z-index"]),
];

/// What is wrong with `styles`: the text for whoever asked for them; `None` where all can be set.
pub(super) fn problem(styles: &Map<String, Value>) -> Option<Value> {
    let (_, refused) = parted(styles.clone());
    let (property, why) = refused.into_iter().next()?;
    Some(
        json!({"error": format!("No style was changed: '{property}' {why}."), "allowed": PROPERTIES.as_slice()}),
    )
}

/// The styles that a frame takes, and of the others the property and what is wrong.
pub fn parted(styles: Map<String, Value>) -> (Map<String, Value>, Vec<(String, String)>) {
    let mut refused = Vec::new();
    let mut taken = Map::new();
    for (name, value) in styles {
        let (property, text) = settled_one(&name, &value);
        // A colour is all that most mean by it.
        let property = if property == "background" { "background-color".to_owned() } else { property };
        let known = PROPERTIES.contains(&property.as_str());
        if known && value.is_null() || text.as_deref().is_some_and(|text| takes(&property, text)) {
            taken.insert(property, value);
            continue;
        }
        let instead = INSTEAD.iter().find(|(_, properties)| properties.contains(&kebab(&name).as_str()));
        let shown: String = name.chars().take(60).collect();
        refused.push((
            shown,
            match instead {
                Some((instead, _)) => format!("cannot be set so: use {instead}"),
                None if known => "does not take this value: a short one that loads nothing and paints where the frame is, without calc() \
                     and units of the window, is taken"
                    .to_owned(),
                None => "cannot be set".to_owned(),
            },
        ));
    }
    (taken, refused)
}

/// `backgroundColor` → `background-color`.
fn kebab(property: &str) -> String {
    let mut kebab = String::with_capacity(property.len());
    for c in property.chars() {
        if c.is_ascii_uppercase() {
            kebab.push('-');
        }
        kebab.push(c.to_ascii_lowercase());
    }
    kebab
}

/// Properties whose numbers have no unit.
const UNITLESS: [&str; 6] = ["opacity", "line-height", "font-weight", "order", "grid-column", "grid-row"];

/// `styles` as a stylesheet writes them: properties in kebab case, numbers as lengths in CSS pixels where a length is due,
/// and an empty text for what is taken away.
pub fn settled(styles: Map<String, Value>) -> Map<String, Value> {
    let settle = |(property, value): (String, Value)| {
        let (property, text) = settled_one(&property, &value);
        (property, Value::String(text.unwrap_or_default()))
    };
    styles.into_iter().map(settle).collect()
}

fn settled_one(property: &str, value: &Value) -> (String, Option<String>) {
    let property = kebab(property);
    let text = match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) if UNITLESS.contains(&property.as_str()) => Some(number.to_string()),
        Value::Number(number) => Some(format!("{number}px")),
        _ => None,
    };
    (property, text)
}
