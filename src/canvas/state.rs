//! A canvas: what it holds, and what is done to it.

use super::action::{Action, Change};
use super::history::{Entry, History};
use super::rules::{Question, Rules};
use super::widgets::Widgets;
use super::{plan, shape};
use crate::clock::Clock;
use crate::model::{Layout, Widget, WidgetRule};
use std::fmt;
use std::rc::Rc;

/// A canvas. It has no listeners: whoever applies an action passes the [`Change`] on.
#[derive(Clone)]
pub struct Canvas {
    widgets: Widgets,
    rules: Rules,
    selected: Vec<String>,
    history: Option<History>,
}

impl Canvas {
    /// An empty canvas that does not remember what was done; `seed` is any random number.
    pub fn new(seed: u64) -> Self {
        Canvas { widgets: Widgets::new(seed), rules: Rules::default(), selected: Vec::new(), history: None }
    }

    /// The canvas, but what is done on it from now on can be taken back.
    #[must_use]
    pub fn remembering(self, clock: Rc<dyn Clock>) -> Self {
        Canvas { history: Some(History::new(clock)), ..self }
    }

    /// The widgets in their order.
    pub fn widgets(&self) -> &[Widget] {
        self.widgets.all()
    }

    /// The widget of that id.
    pub fn get(&self, id: &str) -> Option<&Widget> {
        self.widgets.get(id)
    }

    /// Where the widget of that id stands, from 0.
    pub fn place(&self, id: &str) -> Option<usize> {
        self.widgets.place(id)
    }

    /// How the widgets are laid out.
    pub fn layout(&self) -> Layout {
        self.widgets.layout
    }

    /// The ids of the widgets that are selected, in the order of their selection.
    pub fn selected(&self) -> impl Iterator<Item = &str> {
        self.selected.iter().map(String::as_str).filter(|id| self.get(id).is_some())
    }

    /// What was done and stands, the oldest first, then what was taken back and can be done again, the next first.
    pub fn history(&self) -> (Vec<&Entry>, Vec<&Entry>) {
        self.history
            .as_ref()
            .map(History::entries)
            .map_or_else(Default::default, |(done, undone)| (done.collect(), undone.collect()))
    }

    /// Whether there is something to take back, and to do again.
    pub fn can_undo_and_redo(&self) -> (bool, bool) {
        self.history.as_ref().map_or((false, false), History::can_undo_and_redo)
    }

    /// Forgets what was done: nothing of it can be taken back any more.
    pub fn forget_history(&mut self) {
        if let Some(history) = &mut self.history {
            history.forget();
        }
    }

    /// Holds every widget of `server` to `rule` from now on.
    pub fn set_rule(&mut self, server: &str, rule: WidgetRule) {
        self.rules.set(server, rule);
    }

    /// Makes what follows one thing in the history, done by `actor` and called `label`, until [`Canvas::close`]; false
    /// where that is so already.
    pub fn open(&mut self, actor: &str, label: &str) -> bool {
        self.history.as_mut().is_some_and(|history| history.open(actor, label))
    }

    /// Ends what [`Canvas::open`] began. Unless it is to be kept, all of it is taken back.
    pub fn close(&mut self, keep: bool) -> Change {
        self.remembered(|history, widgets| history.close(widgets, keep))
    }

    /// Does `action` and says what changed. Numbers that do not fit and styles that no frame takes are refused, and nothing
    /// is changed. Rules are not asked: see [`super::apply`].
    pub(super) fn change(&mut self, actor: &str, action: Action) -> Change {
        if let Some(problem) = shape::problem(&self.widgets, self.is_open(), &action) {
            return Change::Refused(problem);
        }
        match action {
            Action::Select(ids) => {
                self.selected = ids;
                Change::Selected
            }
            Action::Undo { by } => self.remembered(|history, widgets| history.undo(widgets, by.as_deref())),
            Action::Redo { by } => self.remembered(|history, widgets| history.redo(widgets, by.as_deref())),
            Action::Travel(number) => self.remembered(|history, widgets| history.travel(widgets, number)),
            action => {
                let mut entry = Entry::new(actor, action.name());
                let Some(patches) = plan::patches(&mut self.widgets, action) else { return Change::None };
                entry.patches = patches;
                let changes =
                    entry.patches.iter_mut().map(|patch| patch.exchange(&mut self.widgets)).collect();
                if let Some(history) = &mut self.history {
                    history.record(entry);
                }
                Change::of(changes)
            }
        }
    }

    /// Lets the history, where there is one, work on the widgets.
    fn remembered(&mut self, work: impl FnOnce(&mut History, &mut Widgets) -> Change) -> Change {
        self.history.as_mut().map_or(Change::None, |history| work(history, &mut self.widgets))
    }

    /// What the rules of the widgets' servers have to be asked before `action` is done.
    pub(super) fn questions(&self, action: &Action) -> Vec<Question> {
        self.rules.questions(&self.widgets, action)
    }

    /// Whether something is being done as one thing.
    fn is_open(&self) -> bool {
        self.history.as_ref().is_some_and(History::is_open)
    }
}

impl fmt::Debug for Canvas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Canvas").field("widgets", &self.widgets()).finish_non_exhaustive()
    }
}
