//! The one door through which a canvas changes. Rules may be functions of the page: they are asked while the canvas is
//! not borrowed, for they may look at it.

use super::action::{Action, Change};
use super::rules::Question;
use super::state::Canvas;
use std::cell::RefCell;

/// Does `action`, which `actor` wants, and says what changed. Data that breaks the rule of its widget's server is refused, as are numbers that
/// do not fit and styles that no frame takes; then nothing is changed.
pub fn apply(canvas: &RefCell<Canvas>, actor: &str, action: Action) -> Change {
    let questions = canvas.borrow().questions(&action);
    match questions.iter().find_map(Question::answer) {
        Some(problem) => Change::Refused(problem),
        None => canvas.borrow_mut().change(actor, action),
    }
}
