//! What was done on a canvas, by whom, and how it is taken back: all in turn, or what one actor did among what others did
//! since. Whatever is taken back, the canvas is as if the rest had been done alone.

use super::action::Change;
use super::patch::Patch;
use super::widgets::Widgets;
use super::{AGENT, PERSON};
use crate::clock::Clock;
use std::borrow::Cow;
use std::rc::Rc;

/// So many actions can be taken back.
const MAX_ENTRIES: usize = 1_000;
/// So much may be held for it, roughly; the oldest goes first.
const MAX_HELD_BYTES: usize = 32_000_000;
/// Actions on the same fields by the same actor within this time are one: a key held down, a stream of values.
const SAME_MS: f64 = 1_000.0;

/// Something that was done at once.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Counts up; the number of the canvas after it.
    pub number: u64,
    /// Who did it.
    pub actor: Cow<'static, str>,
    /// What it was: an action's name, or what a transaction is called.
    pub label: Cow<'static, str>,
    /// When, milliseconds since 1970.
    pub at_ms: f64,
    pub(super) patches: Vec<Patch>,
    /// What it held when it was done, roughly.
    bytes: usize,
    /// Whether it was done as one: then nothing that follows is part of it.
    whole: bool,
    /// Whether it was taken back as the actor's own, among what others did.
    own: bool,
}

impl Entry {
    pub(super) fn new(actor: &str, label: impl Into<Cow<'static, str>>) -> Self {
        let known = [PERSON, AGENT].into_iter().find(|known| *known == actor);
        let actor = known.map_or_else(|| Cow::Owned(actor.to_owned()), Cow::Borrowed);
        let label = label.into();
        Entry { number: 0, actor, label, at_ms: 0.0, patches: Vec::new(), bytes: 0, whole: false, own: false }
    }

    /// Forgets what is gone for good.
    fn clear(&mut self) {
        self.patches.retain(|patch| !matches!(patch, Patch::Void));
    }

    /// Whether `next` sets the same fields again, and nothing else.
    fn goes_on_in(&self, next: &Entry) -> bool {
        !next.whole
            && !self.whole
            && self.actor == next.actor
            && self.label == next.label
            && next.at_ms - self.at_ms < SAME_MS
            && self.patches.len() == next.patches.len()
            && self
                .patches
                .iter()
                .zip(&next.patches)
                .all(|(mine, theirs)| matches!(mine, Patch::Field { .. }) && mine.is_covered_by(theirs))
    }
}

/// The log of a canvas.
#[derive(Clone)]
pub(super) struct History {
    clock: Rc<dyn Clock>,
    done: Vec<Entry>,
    undone: Vec<Entry>,
    held_bytes: usize,
    last: u64,
    /// What is being done as one.
    open: Option<Entry>,
}

impl History {
    pub(super) fn new(clock: Rc<dyn Clock>) -> Self {
        History { clock, done: Vec::new(), undone: Vec::new(), held_bytes: 0, last: 0, open: None }
    }

    /// What was done and stands, the oldest first, then what was taken back and can be done again, the next first.
    pub(super) fn entries(&self) -> (impl Iterator<Item = &Entry>, impl Iterator<Item = &Entry>) {
        (self.done.iter(), self.undone.iter().rev())
    }

    /// Nothing that was done can be taken back any more; numbers go on counting.
    pub(super) fn forget(&mut self) {
        self.done.clear();
        self.undone.clear();
        self.held_bytes = 0;
    }

    pub(super) fn can_undo_and_redo(&self) -> (bool, bool) {
        (!self.done.is_empty(), !self.undone.is_empty())
    }

    /// Takes in what was done.
    pub(super) fn record(&mut self, mut entry: Entry) {
        if entry.patches.is_empty() {
            return;
        }
        if let Some(open) = &mut self.open {
            open.patches.append(&mut entry.patches);
            return;
        }
        entry.at_ms = self.clock.now_ms();
        self.undone.retain(|other| other.own && other.actor != entry.actor);
        if let Some(last) = self.done.last_mut()
            && last.goes_on_in(&entry)
        {
            last.at_ms = entry.at_ms;
            return;
        }
        self.last += 1;
        entry.number = self.last;
        entry.bytes = entry.patches.iter().map(Patch::weight).sum();
        self.held_bytes += entry.bytes;
        self.done.push(entry);
        while !self.done.is_empty() && (self.done.len() > MAX_ENTRIES || self.held_bytes > MAX_HELD_BYTES) {
            self.held_bytes -= self.done.remove(0).bytes;
        }
    }

    /// Whether something is being done as one.
    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Whether what follows is one thing until [`History::close`]; false where that is so already.
    pub(super) fn open(&mut self, actor: &str, label: &str) -> bool {
        let fresh = self.open.is_none();
        if fresh {
            self.open = Some(Entry::new(actor, label.to_owned()));
        }
        fresh
    }

    /// Ends what was opened: as one thing done, or as nothing.
    pub(super) fn close(&mut self, widgets: &mut Widgets, keep: bool) -> Change {
        let Some(mut entry) = self.open.take() else { return Change::None };
        if keep {
            entry.whole = true;
            self.record(entry);
            return Change::None;
        }
        Change::of(entry.patches.iter_mut().rev().map(|patch| patch.exchange(widgets)).collect())
    }

    /// Takes back the last thing done, or the last by `actor`.
    pub(super) fn undo(&mut self, widgets: &mut Widgets, actor: Option<&str>) -> Change {
        loop {
            let found = self.done.iter().rposition(|entry| actor.is_none_or(|actor| actor == entry.actor));
            let Some(place) = found else { return Change::None };
            let mut entry = self.done.remove(place);
            self.held_bytes -= entry.bytes;
            let mut changes = Vec::new();
            let later = self.done.get_mut(place..).unwrap_or_default();
            for patch in entry.patches.iter_mut().rev() {
                let covering = later
                    .iter_mut()
                    .flat_map(|entry| &mut entry.patches)
                    .find(|other| patch.is_covered_by(other));
                let lives = match covering {
                    Some(other) => patch.exchange_with(other),
                    None => match patch.exchange(widgets) {
                        Change::None => false,
                        change => {
                            changes.push(change);
                            true
                        }
                    },
                };
                if !lives {
                    *patch = Patch::Void;
                }
            }
            later.iter_mut().for_each(Entry::clear);
            entry.clear();
            let held = &mut self.held_bytes;
            self.done.retain(|entry| {
                let lives = !entry.patches.is_empty();
                *held -= if lives { 0 } else { entry.bytes };
                lives
            });
            if !entry.patches.is_empty() {
                entry.own = actor.is_some();
                self.undone.push(entry);
                return Change::of(changes);
            }
        }
    }

    /// Does again what was taken back last, or the last by `actor`.
    pub(super) fn redo(&mut self, widgets: &mut Widgets, actor: Option<&str>) -> Change {
        loop {
            let found = self.undone.iter().rposition(|entry| actor.is_none_or(|actor| actor == entry.actor));
            let Some(place) = found else { return Change::None };
            let mut entry = self.undone.remove(place);
            let mut changes = Vec::new();
            for patch in &mut entry.patches {
                match patch.exchange(widgets) {
                    Change::None => *patch = Patch::Void,
                    change => changes.push(change),
                }
            }
            entry.clear();
            if !entry.patches.is_empty() {
                self.held_bytes += entry.bytes;
                self.done.push(entry);
                return Change::of(changes);
            }
        }
    }

    /// Takes back or does again until the canvas is as it was after the entry `number`; 0 is before all.
    pub(super) fn travel(&mut self, widgets: &mut Widgets, number: u64) -> Change {
        let mut changes = Vec::new();
        while self.done.last().is_some_and(|last| last.number > number) {
            changes.push(self.undo(widgets, None));
        }
        while self.undone.last().is_some_and(|next| next.number <= number) {
            changes.push(self.redo(widgets, None));
        }
        Change::of(changes)
    }
}
