//! What of a widget's frame may be styled: nothing that loads from an address or takes the frame out of its place.

use crate::text::lower;
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
/// The longest value that is taken, in bytes.
const MAX_VALUE_BYTES: usize = 200;
/// What loads, or hides that it does, in lower case.
const HARMFUL: [&str; 4] = ["url(", "image-set", "expression", "\\"];

/// What is wrong with `styles`: the text for whoever asked for them; `None` where all can be set.
pub(super) fn problem(styles: &Map<String, Value>) -> Option<Value> {
    let refused = styles.iter().find(|(property, value)| !takes(property, value))?;
    let (property, value) = refused;
    let shown: String = property.chars().take(60).collect();
    let why = if PROPERTIES.contains(&kebab(property).as_str()) {
        let kind = if value.is_string() { "this text" } else { "this value" };
        format!("'{shown}' does not take {kind}: a short text that loads nothing, or a number, is taken")
    } else {
        format!("'{shown}' cannot be set")
    };
    Some(json!({"error": format!("No style was changed: {why}."), "allowed": PROPERTIES.as_slice()}))
}

fn takes(property: &str, value: &Value) -> bool {
    PROPERTIES.contains(&kebab(property).as_str())
        && match value {
            Value::Null | Value::Number(_) => true,
            Value::String(text) => {
                let lower: String = lower(text).filter(|c| !c.is_whitespace()).collect();
                text.len() <= MAX_VALUE_BYTES && !HARMFUL.iter().any(|harm| lower.contains(harm))
            }
            _ => false,
        }
}

/// `backgroundColor` → `background-color`.
fn kebab(property: &str) -> String {
    let mut kebab = String::with_capacity(property.len());
    for c in property.chars() {
        if c.is_ascii_uppercase() {
            kebab.push('-');
        }
        kebab.extend(c.to_lowercase());
    }
    kebab
}

/// Properties whose numbers have no unit.
const UNITLESS: [&str; 6] = ["opacity", "line-height", "font-weight", "order", "grid-column", "grid-row"];

/// `styles` as a stylesheet writes them: properties in kebab case, numbers as lengths in CSS pixels where a length is due,
/// and an empty text for what is taken away.
pub fn settled(styles: Map<String, Value>) -> Map<String, Value> {
    let settle = |(property, value): (String, Value)| {
        let property = kebab(&property);
        let text = match value {
            Value::String(text) => text,
            Value::Number(number) if UNITLESS.contains(&property.as_str()) => number.to_string(),
            Value::Number(number) => format!("{number}px"),
            _ => String::new(),
        };
        (property, Value::String(text))
    };
    styles.into_iter().map(settle).collect()
}
