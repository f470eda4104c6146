//! The one door through which a canvas changes. Rules may be functions of the page: they are asked while the canvas is
//! not borrowed, for they may look at it.

use super::action::{Action, Change};
use super::state::Canvas;
use crate::model::WidgetRule;
use serde_json::Value;
use std::cell::RefCell;

/// What a server has to be asked: whether a widget of it may show this.
pub(super) struct Question {
    pub(super) rules: Vec<WidgetRule>,
    pub(super) kind: String,
    pub(super) data: Value,
}

impl Question {
    fn answer(&self) -> Option<Value> {
        self.rules.iter().find_map(|rule| rule(&self.kind, &self.data))
    }
}

/// Does `action`, which `actor` wants, and says what changed. Data that breaks the rule of its widget's server is refused, as are numbers that
/// do not fit and styles that no frame takes; then nothing is changed.
pub fn apply(canvas: &RefCell<Canvas>, actor: &str, action: Action) -> Change {
    let questions = canvas.borrow().questions(&action);
    match questions.iter().find_map(Question::answer) {
        Some(problem) => Change::Refused(problem),
        None => canvas.borrow_mut().change(actor, action),
    }
}
