//! A run on its way: its state, and what every step of it does: write down, take in, tell.

use super::entry::Entry;
use super::event::Event;
use super::options::RunOptions;
use super::turn::Turn;
use crate::error::Result;
use crate::model::Role;
use std::cell::{Cell, RefCell};

/// How many tools an answer to a call that is not offered names.
const MAX_NAMES: usize = 50;

/// A step that took longer is followed by a task of its own: from 50 ms on a page is felt to hang (W3C, Long Tasks API),
/// and what a step shows is drawn in the same task.
const LONG_MS: f64 = 8.0;

/// A run on its way.
pub(super) struct Driver {
    pub(super) turn: RefCell<Turn>,
    pub(super) options: RunOptions,
    /// Clock time when the page last had time for itself.
    pub(super) breathed_ms: Cell<f64>,
}

impl Driver {
    /// Why a call of `name` does not run in this step, for the model.
    pub(super) fn not_offered(&self, name: &str) -> Option<String> {
        let dispatcher = &self.options.dispatcher;
        let turn = self.turn.borrow();
        let only = turn.only()?;
        let wanted = dispatcher.identity(name);
        if only.iter().any(|offered| dispatcher.identity(offered) == wanted) {
            return None;
        }
        let name: String = name.chars().take(100).collect();
        let offered = only.iter().take(MAX_NAMES).map(String::as_str).collect::<Vec<_>>().join(", ");
        Some(format!("Error: not run, {name} is not offered in this step. Offered are: {offered}."))
    }

    pub(super) fn tell(&self, event: &Event<'_>) {
        (self.options.on_event)(event);
    }

    /// Leaves the page time where the last step was long.
    pub(super) async fn breathe(&self) {
        let clock = &self.options.clock;
        if clock.now_ms() - self.breathed_ms.get() > LONG_MS {
            clock.breathe().await;
        }
        self.breathed_ms.set(clock.now_ms());
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
