//! What an action sets on a canvas, thing by thing.

use super::action::Action;
use super::patch::{Bag, Patch};
use super::style;
use super::widgets::Widgets;
use crate::model::{Layout, Widget};
use serde_json::Value;
use std::collections::HashMap;

/// The patches that do `action`; `None` where there is nothing to do it to. Fresh ids are drawn from `widgets`.
pub(super) fn patches(widgets: &mut Widgets, action: Action) -> Option<Vec<Patch>> {
    let layout = widgets.layout;
    Some(match action {
        Action::Add { id, kind, data, server_name } => {
            let id = id.filter(|id| widgets.is_free(id)).unwrap_or_else(|| widgets.fresh_id());
            vec![presence(Widget { id, kind, data, server_name, ..Widget::default() }, widgets.all().len())]
        }
        Action::Update { id, patch } => {
            widgets.get(&id)?;
            let set = |(key, value)| Patch::field(&id, Bag::Data, key, Some(value));
            patch.into_iter().map(set).collect()
        }
        Action::Move { id, x, y, alone } => {
            let moved = widgets.get(&id)?;
            // Where they flow an offset is 0 until it is set; where they float only the page knows where it has put them.
            let known = |widget: &Widget, key| {
                widget.number(layout, key).or_else(|| (layout != Layout::Floating).then_some(0.0))
            };
            let by =
                known(moved, "x").zip(known(moved, "y")).map(|(from_x, from_y)| (x - from_x, y - from_y));
            let mut patches =
                Vec::from([("x", x), ("y", y)].map(|(key, value)| state(&id, layout.name_of(key), value)));
            if let (Some(group), Some((dx, dy)), false) = (moved.state_text("group"), by, alone) {
                for widget in widgets.all().iter().filter(|widget| widget.id != id && !widget.is_locked()) {
                    if widget.state_text("group") == Some(group)
                        && let Some((from_x, from_y)) = known(widget, "x").zip(known(widget, "y"))
                    {
                        patches.push(state(&widget.id, layout.name_of("x"), from_x + dx));
                        patches.push(state(&widget.id, layout.name_of("y"), from_y + dy));
                    }
                }
            }
            patches
        }
        Action::Resize { id, width, height } => {
            widgets.get(&id)?;
            let size = [("width", width), ("height", height)];
            size.map(|(key, value)| state(&id, layout.name_of(key), value)).into()
        }
        Action::Style { id, styles } => {
            widgets.get(&id)?;
            let set = |(property, value): (String, Value)| {
                let value = Some(value).filter(|value| value.as_str().is_some_and(|text| !text.is_empty()));
                Patch::field(&id, Bag::Style, property, value)
            };
            style::settled(styles).into_iter().map(set).collect()
        }
        Action::Reorder { id, to } => {
            let (from, place) = (widgets.place(&id)?, widgets.place(&to)?);
            if from == place {
                return None;
            }
            vec![Patch::Place { id, place }]
        }
        Action::Raise { id, front } => {
            widgets.get(&id)?;
            let height = |widget: &Widget| widget.state.get("z").and_then(Value::as_f64).unwrap_or(0.0);
            let others = widgets.all().iter().filter(|widget| widget.id != id).map(height);
            let z = if front { others.fold(0.0, f64::max) + 1.0 } else { others.fold(0.0, f64::min) - 1.0 };
            vec![state(&id, "z", z)]
        }
        Action::Lock { id, locked } => {
            widgets.get(&id)?;
            vec![Patch::field(&id, Bag::State, "locked", locked.then_some(Value::Bool(true)))]
        }
        // What is done to some is done to all of them, or to none.
        Action::Group { ids, .. } | Action::Link { ids, .. }
            if ids.iter().any(|id| widgets.get(id).is_none()) =>
        {
            return None;
        }
        Action::Group { ids, together } => {
            let name = together.then(|| Value::String(fresh_name(widgets, "g")));
            ids.iter().map(|id| Patch::field(id, Bag::State, "group", name.clone())).collect()
        }
        Action::Link { ids, group } => {
            let group = group.unwrap_or_else(|| fresh_name(widgets, "l"));
            let known = ids.iter().filter_map(|id| widgets.get(id));
            let joining = known.filter(|widget| !links(widget).contains(&group.as_str()));
            joining.map(|widget| linked(widget, links(widget).into_iter().chain([group.as_str()]))).collect()
        }
        Action::Unlink { id, group } => {
            let left: Vec<&str> = links(widgets.get(&id)?);
            let left: Vec<&str> =
                left.into_iter().filter(|name| group.as_deref().is_none_or(|group| group == *name)).collect();
            let goes = |widget: &Widget, name: &str| {
                let others =
                    widgets.all().iter().filter(|other| other.id != id && links(other).contains(&name));
                left.contains(&name) && (widget.id == id || others.count() < 2)
            };
            let leaving =
                widgets.all().iter().filter(|widget| links(widget).iter().any(|name| goes(widget, name)));
            leaving
                .map(|widget| linked(widget, links(widget).into_iter().filter(|name| !goes(widget, name))))
                .collect()
        }
        Action::Remove { id } => {
            widgets.get(&id)?;
            vec![absence(&id)]
        }
        Action::Clear => {
            let free = widgets.all().iter().rev().filter(|widget| !widget.is_locked());
            free.map(|widget| absence(&widget.id)).collect()
        }
        Action::SetAll(all) => {
            let mut patches: Vec<Patch> =
                widgets.all().iter().rev().map(|widget| absence(&widget.id)).collect();
            let mut taken: HashMap<String, usize> = HashMap::new();
            for (place, mut widget) in all.into_iter().enumerate() {
                while widget.id.is_empty() || taken.contains_key(&widget.id) {
                    widget.id = widgets.fresh_id();
                }
                taken.insert(widget.id.clone(), place);
                patches.push(presence(widget, place));
            }
            patches
        }
        Action::Arrange(layout) => vec![Patch::Layout(layout)],
        // What is no part of the history sets nothing.
        Action::Select(_) | Action::Undo { .. } | Action::Redo { .. } | Action::Travel(_) => return None,
    })
}

fn state(id: &str, key: impl Into<String>, value: f64) -> Patch {
    Patch::field(id, Bag::State, key, Some(value.into()))
}

fn presence(widget: Widget, place: usize) -> Patch {
    Patch::Presence { id: widget.id.clone(), place, away: Some(Box::new(widget)) }
}

fn absence(id: &str) -> Patch {
    Patch::Presence { id: id.to_owned(), place: 0, away: None }
}

/// The groups of the bus that a widget is in.
fn links(widget: &Widget) -> Vec<&str> {
    let names = widget.state.get("links").and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str).collect()
}

fn linked<'a>(widget: &Widget, names: impl Iterator<Item = &'a str>) -> Patch {
    let names: Vec<Value> = names.map(Value::from).collect();
    Patch::field(&widget.id, Bag::State, "links", (!names.is_empty()).then_some(Value::Array(names)))
}

/// A name that no group and no link has.
fn fresh_name(widgets: &Widgets, first: &str) -> String {
    let is_taken = |name: &str| {
        widgets
            .all()
            .iter()
            .any(|widget| widget.state_text("group") == Some(name) || links(widget).contains(&name))
    };
    let mut number = 1;
    loop {
        let name = format!("{first}{number}");
        if !is_taken(&name) {
            return name;
        }
        number += 1;
    }
}
