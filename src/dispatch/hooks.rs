//! What the host hears of a dispatched call, or does itself.

use crate::canvas::Action;
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

/// Places a widget and returns its id, if it has one of its own; or is told that it is placed. An error, in words for
/// the model, means that nothing is displayed.
pub type OnWidget = Rc<dyn Fn(&WidgetShown) -> Result<Option<String>, String>>;
/// Does a canvas action that no attached canvas took. An error, in words for the model, means that nothing was done.
pub type OnCanvas = Rc<dyn Fn(&Action) -> Result<(), String>>;

/// What the host wants to hear about, or do itself.
#[derive(Clone, Default)]
pub struct Hooks {
    /// See [`OnWidget`].
    pub on_widget: Option<OnWidget>,
    /// See [`OnCanvas`].
    pub on_canvas: Option<OnCanvas>,
}
