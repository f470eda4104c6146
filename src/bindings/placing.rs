//! The published callbacks of a run that place and change widgets where no canvas is attached.

use super::callbacks::{Callbacks, Called};
use crate::browser::to_js;
use crate::canvas::Action;
use crate::dispatch::{Hooks, WidgetShown};
use js_sys::Reflect;
use std::rc::Rc;
use wasm_bindgen::JsValue;

impl Callbacks {
    /// What the dispatcher asks of the host.
    pub(super) fn hooks(&self) -> Hooks {
        let (widgets, canvas) = (self.clone(), self.clone());
        Hooks {
            on_widget: Some(Rc::new(move |shown| widgets.widget(shown))),
            on_canvas: Some(Rc::new(move |action| canvas.canvas(action))),
        }
    }

    fn widget(&self, shown: &WidgetShown) -> Result<Option<String>, String> {
        let called = self.call("onWidget", || {
            let id = shown.placed_id.as_ref().map_or(JsValue::UNDEFINED, |id| id.as_str().into());
            vec![shown.kind.as_str().into(), to_js(&shown.data), shown.server_name.as_str().into(), id]
        });
        let returned = match called {
            Called::Returned(returned) => returned,
            Called::Missing => return Ok(None),
            // The server's own canvas shows it all the same.
            Called::Threw(_) if shown.placed_id.is_some() => return Ok(None),
            Called::Threw(why) => return Err(format!("The page could not show the widget: {why}")),
        };
        let id = Reflect::get(&returned, &"id".into()).ok().and_then(|id| id.as_string());
        if id.is_some() && shown.placed_id.is_some() {
            web_sys::console::warn_1(
                &"onWidget returned an id, but the server's own canvas has placed the widget; the id is ignored.".into(),
            );
        }
        Ok(id)
    }

    fn canvas(&self, action: &Action) -> Result<(), String> {
        let (name, arguments): (_, Vec<JsValue>) = match action {
            Action::Clear => ("onClear", Vec::new()),
            Action::Update { id, patch } => ("onUpdate", vec![id.as_str().into(), to_js(patch)]),
            Action::Move { id, x, y, .. } => ("onMove", vec![id.as_str().into(), (*x).into(), (*y).into()]),
            Action::Resize { id, width, height } => {
                ("onResize", vec![id.as_str().into(), (*width).into(), (*height).into()])
            }
            Action::Style { id, styles } => ("onStyle", vec![id.as_str().into(), to_js(styles)]),
            Action::Remove { id } => ("onRemove", vec![id.as_str().into()]),
            // The dispatcher asks for no others.
            _ => return Ok(()),
        };
        match self.call(name, || arguments) {
            Called::Returned(_) => Ok(()),
            Called::Missing => {
                Err(format!("Nothing was done: no canvas is attached, and the page has no callback {name}."))
            }
            Called::Threw(why) => Err(format!("The page failed to do it: {why}")),
        }
    }
}
