//! A widget as the canvas holds it.

use crate::json::{Fields, Read, Record, ToJson, wanted};
use serde_json::{Map, Value};
use std::rc::Rc;

/// Says of a widget, by its name and its data (an object), what is wrong: the text for whoever wanted it so; `None`
/// where nothing is. The server that draws the widget makes the rule, and whoever holds the widget keeps to it.
pub type WidgetRule = Rc<dyn Fn(&str, &Value) -> Option<Value>>;

/// A widget on the canvas.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Widget {
    /// `w_` and a suffix that is unique on its canvas.
    pub id: String,
    /// The widget's name, such as `stat`.
    pub kind: String,
    /// What it shows.
    pub data: Map<String, Value>,
    /// The server whose renderer draws it.
    pub server_name: Option<String>,
    /// CSS properties of the widget's frame.
    pub style: Map<String, Value>,
    /// What the canvas knows of it: `z` (a number), `locked` (true), `group` (a name), `links` (names of groups), and by
    /// layout, which leads its names ([`Layout::name_of`]), `x`, `y`, `width` and `height` in CSS pixels.
    pub state: Map<String, Value>,
}

/// How a canvas lays its widgets out. What that looks like is the page's to decide; the canvas keeps a place and a size of
/// each widget for each of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// One after another, as text flows.
    #[default]
    Flow,
    /// In columns of one width.
    Grid,
    /// The room divided among them.
    Tiling,
    /// Freely, one above another.
    Floating,
    /// One below another.
    Stack,
}

impl Layout {
    /// Every layout under its name.
    pub const ALL: [(&'static str, Layout); 5] = [
        ("flow", Layout::Flow),
        ("grid", Layout::Grid),
        ("tiling", Layout::Tiling),
        ("floating", Layout::Floating),
        ("stack", Layout::Stack),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, layout)| *layout == self).map_or("", |(name, _)| name)
    }

    /// What `key` (`x`, `y`, `width`, `height`) is called in a widget's state: `x` where they flow, else `floating.x`.
    pub fn name_of(self, key: &str) -> String {
        if self == Layout::Flow { key.to_owned() } else { format!("{}.{key}", self.name()) }
    }
}

/// What a frame has in each layout.
pub const FRAME: [&str; 4] = ["x", "y", "width", "height"];
const OTHERS: [&str; 4] = ["z", "locked", "group", "links"];

impl Widget {
    /// The number `key` of its place or size in `layout`.
    pub fn number(&self, layout: Layout, key: &str) -> Option<f64> {
        self.state.get(&layout.name_of(key)).and_then(Value::as_f64)
    }

    /// The text `key` of its state.
    pub fn state_text(&self, key: &str) -> Option<&str> {
        self.state.get(key).and_then(Value::as_str)
    }

    /// Whether nobody may move, resize, style or remove it.
    pub fn is_locked(&self) -> bool {
        self.state.get("locked") == Some(&Value::Bool(true))
    }

    /// Reads what [`InLayout`] writes, and what a page writes by hand, for a canvas that has `layout`; an
    /// id that is left out is empty.
    pub fn read(value: Value, layout: Layout) -> Read<Self> {
        let mut from = Fields::of(value)?;
        let mut state = Map::new();
        let frames: Map<String, Value> = from.optional("frames")?;
        let elsewhere =
            Layout::ALL.iter().filter_map(|(name, layout)| Some((*layout, frames.get(*name)?.clone())));
        for (layout, frame) in elsewhere {
            numbers(&mut Fields::of(frame)?, layout, &mut state)?;
        }
        numbers(&mut from, layout, &mut state)?;
        for key in OTHERS {
            let value: Value = from.optional(key)?;
            let fits = match (key, &value) {
                (_, Value::Null) => continue,
                ("z", Value::Number(_)) | ("locked", Value::Bool(_)) | ("group", Value::String(_)) => true,
                ("links", Value::Array(names)) => names.iter().all(Value::is_string),
                _ => false,
            };
            if !fits {
                return Err(format!("{key}: {}", wanted("what a snapshot has there", &value)));
            }
            if value != Value::Bool(false) {
                state.insert(key.to_owned(), value);
            }
        }
        Ok(Widget {
            id: from.optional("id")?,
            kind: from.take("type")?,
            data: from.optional("data")?,
            server_name: from.optional("serverName")?,
            style: from.optional("style")?,
            state,
        })
    }
}

fn numbers(from: &mut Fields, layout: Layout, state: &mut Map<String, Value>) -> Read<()> {
    for key in FRAME {
        let number: Option<f64> = from.optional(key)?;
        if let Some(number) = number {
            state.insert(layout.name_of(key), number.into());
        }
    }
    Ok(())
}

/// A widget as the page reads it while its canvas has that layout: its place and size there by themselves, those of other
/// layouts under `frames`.
pub struct InLayout<'a>(pub &'a Widget, pub Layout);

impl ToJson for InLayout<'_> {
    fn write(&self, text: &mut Vec<u8>) {
        let InLayout(widget, layout) = *self;
        let mut fields: Vec<(&str, &dyn ToJson)> =
            vec![("id", &widget.id), ("type", &widget.kind), ("data", &widget.data)];
        if let Some(server) = &widget.server_name {
            fields.push(("serverName", server));
        }
        let mut elsewhere: Map<String, Value> = Map::new();
        for (name, value) in &widget.state {
            let (of, key) = name.split_once('.').unwrap_or(("flow", name));
            if OTHERS.contains(&key) || of == layout.name() {
                fields.push((key, value));
            } else if let Value::Object(frame) =
                elsewhere.entry(of).or_insert_with(|| Value::Object(Map::new()))
            {
                frame.insert(key.to_owned(), value.clone());
            }
        }
        if !elsewhere.is_empty() {
            fields.push(("frames", &elsewhere));
        }
        if !widget.style.is_empty() {
            fields.push(("style", &widget.style));
        }
        Record(&fields).write(text);
    }
}
