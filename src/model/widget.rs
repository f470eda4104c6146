//! A widget as the canvas holds it.

use crate::json::{Fields, FromJson, Read};
use serde::Serialize;
use serde_json::{Map, Value};
use std::rc::Rc;

/// Says of a widget, by its name and its data (an object), what is wrong: the text for whoever wanted it so; `None`
/// where nothing is. The server that draws the widget makes the rule, and whoever holds the widget keeps to it.
pub type WidgetRule = Rc<dyn Fn(&str, &Value) -> Option<Value>>;

/// A widget on the canvas.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Widget {
    /// `w_` and a suffix that is unique on its canvas.
    pub id: String,
    /// The widget's name, such as `stat`.
    #[serde(rename = "type")]
    pub kind: String,
    /// What it shows.
    pub data: Map<String, Value>,
    /// The server whose renderer draws it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server_name: Option<String>,
    /// Offset in CSS pixels from the place that the layout gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x: Option<f64>,
    /// See `x`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub y: Option<f64>,
    /// Width in CSS pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
    /// Height in CSS pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<f64>,
    /// CSS properties of the widget's frame.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub style: Map<String, Value>,
}

impl FromJson for Widget {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(Widget {
            id: from.take("id")?,
            kind: from.take("type")?,
            data: from.optional("data")?,
            server_name: from.optional("serverName")?,
            x: from.optional("x")?,
            y: from.optional("y")?,
            width: from.optional("width")?,
            height: from.optional("height")?,
            style: from.optional("style")?,
        })
    }
}
