//! A small model that composes, and what it keeps from wish to wish.

use super::around::Known;
use super::call::Ask;
use super::line::Line;
use super::question::Form;
use super::reply::calls;
use crate::compose::Compared;
use crate::error::Result;
use crate::local::{Ahead, Engine};
use crate::model::Block;
use crate::provider::ChatResponse;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A provider over an [`Engine`]. Clones share their state.
#[derive(Clone)]
pub struct Composer {
    pub(super) engine: Rc<dyn Engine>,
    pub(super) form: Form,
    next_id: Rc<Cell<u64>>,
    pub(super) ahead: Ahead,
    pub(super) known: Known,
    /// What was compared last: each step of a wish needs the same.
    likeness: Rc<RefCell<Option<(Compared, Likeness)>>>,
}

/// As [`Engine::compare`] gives it.
type Likeness = Rc<Vec<Vec<f64>>>;

impl Composer {
    /// A provider that decides with `engine`, whose model is asked in this form.
    pub fn new(engine: Rc<dyn Engine>, form: Form) -> Self {
        Composer {
            engine,
            form,
            next_id: Rc::default(),
            ahead: Ahead::default(),
            known: Known::default(),
            likeness: Rc::default(),
        }
    }

    /// How alike words are in what they mean. Nothing is known of it where the model was not taught: its examples have no such hints.
    pub(super) async fn likeness(&self, compared: &Compared) -> Result<Likeness> {
        if self.form != Form::Taught || compared.words.is_empty() || compared.names.is_empty() {
            return Ok(Rc::default());
        }
        if let Some((known, likeness)) = &*self.likeness.borrow()
            && known == compared
        {
            return Ok(likeness.clone());
        }
        let Compared { words, names } = compared.clone();
        let found = Rc::new(self.engine.compare(words, names).await?);
        *self.likeness.borrow_mut() = Some((compared.clone(), found.clone()));
        Ok(found)
    }

    /// A reply that makes these calls, beside the line that led to them.
    pub(super) fn asking(&self, asks: Vec<Ask>, line: Option<&Line>) -> ChatResponse {
        let made = asks.into_iter().map(|(name, input)| {
            let number = self.next_id.get();
            self.next_id.set(number + 1);
            Block::ToolUse { id: format!("local_{number}"), name, input }
        });
        calls(line.map(Line::thought).into_iter().chain(made).collect())
    }
}
