//! What the widgets of each server may show, whoever changes them.

use super::action::Action;
use super::widgets::Widgets;
use crate::model::WidgetRule;
use serde_json::{Map, Value};
use std::rc::Rc;

/// What a server has to be asked: whether a widget of it may show this.
pub(super) struct Question {
    rules: Vec<WidgetRule>,
    kind: String,
    data: Value,
}

impl Question {
    pub(super) fn answer(&self) -> Option<Value> {
        self.rules.iter().find_map(|rule| rule(&self.kind, &self.data))
    }
}

/// By server. Two servers may have one name; each knows its own widgets.
#[derive(Clone, Default)]
pub(super) struct Rules(Vec<(String, WidgetRule)>);

impl Rules {
    pub(super) fn set(&mut self, server: &str, rule: WidgetRule) {
        if !self.0.iter().any(|(name, known)| name == server && Rc::ptr_eq(known, &rule)) {
            self.0.push((server.to_owned(), rule));
        }
    }

    /// What the rules of the widgets' servers have to be asked before `action` is done.
    pub(super) fn questions(&self, widgets: &Widgets, action: &Action) -> Vec<Question> {
        match action {
            Action::Add { kind, data, server_name, .. } => {
                self.question(server_name.as_deref(), kind, || data.clone()).into_iter().collect()
            }
            Action::Update { id, patch } => {
                let asked = widgets.get(id).and_then(|widget| {
                    self.question(widget.server_name.as_deref(), &widget.kind, || {
                        let mut data = widget.data.clone();
                        data.extend(patch.clone());
                        data
                    })
                });
                asked.into_iter().collect()
            }
            Action::SetAll(all) => all
                .iter()
                .filter_map(|widget| {
                    self.question(widget.server_name.as_deref(), &widget.kind, || widget.data.clone())
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    fn question(
        &self,
        server: Option<&str>,
        kind: &str,
        data: impl FnOnce() -> Map<String, Value>,
    ) -> Option<Question> {
        let server = server?;
        let rules: Vec<WidgetRule> =
            self.0.iter().filter(|(name, _)| name == server).map(|(_, rule)| rule.clone()).collect();
        Some(Question { rules, kind: kind.to_owned(), data: Value::Object(data()) })
    }
}
