//! A run on its way: its state, and what every step of it does: write down, take in, tell.

use super::entry::Entry;
use super::event::Event;
use super::options::RunOptions;
use super::turn::Turn;
use crate::error::Result;
use crate::model::Role;
use std::cell::RefCell;

/// A run on its way.
pub(super) struct Driver {
    pub(super) turn: RefCell<Turn>,
    pub(super) options: RunOptions,
    /// The only tools that run in this step, as the host wants it; `None` for all.
    pub(super) only: RefCell<Option<Vec<String>>>,
    /// Clock time at the start.
    pub(super) began_ms: f64,
}

impl Driver {
    /// Why a call of `name` does not run in this step, for the model.
    pub(super) fn not_offered(&self, name: &str) -> Option<String> {
        let dispatcher = &self.options.dispatcher;
        let only = self.only.borrow();
        let only = only.as_ref()?;
        let wanted = dispatcher.identity(name);
        if only.iter().any(|offered| dispatcher.identity(offered) == wanted) {
            return None;
        }
        let name: String = name.chars().take(100).collect();
        Some(format!("Error: not run, {name} is not offered in this step. Offered are: {}.", only.join(", ")))
    }

    pub(super) fn tell(&self, event: &Event<'_>) {
        (self.options.on_event)(event);
    }

    /// Writes `entry` down, then takes it in.
    pub(super) async fn record(&self, entry: Entry) -> Result<()> {
        if let Some(journal) = &self.options.host.journal {
            journal(&entry).await?;
        }
        let ended = self.turn.borrow_mut().apply(entry, self.options.prices.as_ref());
        for call in ended.iter().flatten() {
            self.tell(&Event::ToolEnd { call });
        }
        Ok(())
    }

    /// What the person said last.
    pub(super) fn last_words(&self) -> String {
        let turn = self.turn.borrow();
        let said = turn.messages().iter().rev().filter(|m| m.role == Role::User);
        said.map(|message| message.joined_text()).find(|text| !text.trim().is_empty()).unwrap_or_default()
    }
}
