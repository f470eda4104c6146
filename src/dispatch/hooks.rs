//! What the host hears of a dispatched call, or does itself.

use serde_json::Value;
use std::rc::Rc;

/// A widget that `widget_display` produced.
#[derive(Clone, Debug, PartialEq)]
pub struct WidgetShown {
    /// The widget's name.
    pub kind: String,
    /// What it shows.
    pub data: Value,
    /// The server that draws it.
    pub server_name: String,
    /// Its id when the server has placed it already.
    pub placed_id: Option<String>,
}

/// What the host wants to hear about, or do itself.
#[derive(Clone, Default)]
pub struct Hooks {
    /// Places a widget and returns its id, or is told that it is placed.
    pub on_widget: Option<Rc<dyn Fn(&WidgetShown) -> Option<String>>>,
    /// Does a canvas action that no attached canvas took: the arguments of the `canvas` tool.
    pub on_canvas: Option<Rc<dyn Fn(&Value)>>,
}
