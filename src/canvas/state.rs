//! The widgets of one canvas, in order, found by id in constant time.

use super::action::{Action, Change};
use super::apply::Question;
use super::history::{Entry, History};
use super::ids::Ids;
use super::{plan, shape};
use crate::clock::Clock;
use crate::model::{Layout, Widget, WidgetRule};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

/// A canvas. It has no listeners: whoever applies an action passes the [`Change`] on.
#[derive(Clone)]
pub struct Canvas {
    widgets: Vec<Widget>,
    places: HashMap<String, usize>,
    ids: Ids,
    /// By server: what its widgets may show, whoever changes them. Two servers may have one name; each knows its own
    /// widgets.
    rules: Vec<(String, WidgetRule)>,
    pub(super) layout: Layout,
    selected: Vec<String>,
    history: Option<History>,
}

impl Canvas {
    /// An empty canvas that does not remember what was done; `seed` is any random number.
    pub fn new(seed: u64) -> Self {
        Canvas {
            widgets: Vec::new(),
            places: HashMap::new(),
            ids: Ids::new(seed),
            rules: Vec::new(),
            layout: Layout::default(),
            selected: Vec::new(),
            history: None,
        }
    }

    /// The canvas, but what is done on it from now on can be taken back.
    #[must_use]
    pub fn remembering(self, clock: Rc<dyn Clock>) -> Self {
        Canvas { history: Some(History::new(clock)), ..self }
    }

    /// The widgets in their order.
    pub fn widgets(&self) -> &[Widget] {
        &self.widgets
    }

    /// The widget of that id.
    pub fn get(&self, id: &str) -> Option<&Widget> {
        self.places.get(id).and_then(|place| self.widgets.get(*place))
    }

    /// Where the widget of that id stands, from 0.
    pub fn place(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied()
    }

    /// How the widgets are laid out.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The ids of the widgets that are selected, in the order of their selection.
    pub fn selected(&self) -> impl Iterator<Item = &str> {
        self.selected.iter().map(String::as_str).filter(|id| self.places.contains_key(*id))
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
        if !self.rules.iter().any(|(name, known)| name == server && Rc::ptr_eq(known, &rule)) {
            self.rules.push((server.to_owned(), rule));
        }
    }

    /// Makes what follows one thing in the history, done by `actor` and called `label`, until [`Canvas::close`]; false
    /// where that is so already.
    pub fn open(&mut self, actor: &str, label: &str) -> bool {
        self.history.as_mut().is_some_and(|history| history.open(actor, label))
    }

    /// Ends what [`Canvas::open`] began. Unless it is to be kept, all of it is taken back.
    pub fn close(&mut self, keep: bool) -> Change {
        self.remembered(|history, canvas| history.close(canvas, keep))
    }

    /// Does `action` and says what changed. Numbers that do not fit and styles that no frame takes are refused, and nothing
    /// is changed. Rules are not asked: see [`super::apply`].
    pub(super) fn change(&mut self, actor: &str, action: Action) -> Change {
        if let Some(problem) = shape::problem(self, &action) {
            return Change::Refused(problem);
        }
        match action {
            Action::Select(ids) => {
                self.selected = ids;
                Change::Selected
            }
            Action::Undo { by } => self.remembered(|history, canvas| history.undo(canvas, by.as_deref())),
            Action::Redo { by } => self.remembered(|history, canvas| history.redo(canvas, by.as_deref())),
            Action::Travel(number) => self.remembered(|history, canvas| history.travel(canvas, number)),
            action => {
                let mut entry = Entry::new(actor, action.name());
                let Some(patches) = plan::patches(self, action) else { return Change::None };
                entry.patches = patches;
                let changes = entry.patches.iter_mut().map(|patch| patch.exchange(self)).collect();
                if let Some(history) = &mut self.history {
                    history.record(entry);
                }
                Change::of(changes)
            }
        }
    }

    /// Lets the history, where there is one, work on the canvas.
    fn remembered(&mut self, work: impl FnOnce(&mut History, &mut Canvas) -> Change) -> Change {
        let Some(mut history) = self.history.take() else { return Change::None };
        let change = work(&mut history, self);
        self.history = Some(history);
        change
    }

    /// Whether something is being done as one thing.
    pub(super) fn is_open(&self) -> bool {
        self.history.as_ref().is_some_and(History::is_open)
    }

    /// What the rules of the widgets' servers have to be asked before `action` is done.
    pub(super) fn questions(&self, action: &Action) -> Vec<Question> {
        match action {
            Action::Add { kind, data, server_name, .. } => {
                self.question(server_name.as_deref(), kind, || data.clone()).into_iter().collect()
            }
            Action::Update { id, patch } => {
                let asked = self.get(id).and_then(|widget| {
                    self.question(widget.server_name.as_deref(), &widget.kind, || {
                        let mut data = widget.data.clone();
                        data.extend(patch.clone());
                        data
                    })
                });
                asked.into_iter().collect()
            }
            Action::SetAll(widgets) => widgets
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
            self.rules.iter().filter(|(name, _)| name == server).map(|(_, rule)| rule.clone()).collect();
        Some(Question { rules, kind: kind.to_owned(), data: Value::Object(data()) })
    }

    pub(super) fn get_mut(&mut self, id: &str) -> Option<&mut Widget> {
        self.places.get(id).and_then(|place| self.widgets.get_mut(*place))
    }

    pub(super) fn is_free(&self, id: &str) -> bool {
        !id.is_empty() && !self.places.contains_key(id)
    }

    pub(super) fn fresh_id(&mut self) -> String {
        loop {
            let id = self.ids.draw();
            if !self.places.contains_key(&id) {
                return id;
            }
        }
    }

    /// Puts a widget at `place`, or at the end where there are fewer; returns where it stands.
    pub(super) fn insert(&mut self, place: usize, widget: Widget) -> usize {
        let place = place.min(self.widgets.len());
        self.places.insert(widget.id.clone(), place);
        self.widgets.insert(place, widget);
        self.number(place + 1, self.widgets.len());
        place
    }

    /// Takes a widget out; returns it, and where it stood.
    pub(super) fn take(&mut self, id: &str) -> Option<(usize, Widget)> {
        let place = self.places.remove(id)?;
        let widget = self.widgets.remove(place);
        self.number(place, self.widgets.len());
        Some((place, widget))
    }

    /// Puts a widget where another one stands; returns from where it went, and to where.
    pub(super) fn put(&mut self, id: &str, to: usize) -> Option<(usize, usize)> {
        let from = self.place(id)?;
        let to = to.min(self.widgets.len() - 1);
        let widget = self.widgets.remove(from);
        self.widgets.insert(to, widget);
        self.number(from.min(to), from.max(to) + 1);
        Some((from, to))
    }

    /// Notes where the widgets from one place up to another stand.
    fn number(&mut self, from: usize, to: usize) {
        for (place, widget) in self.widgets.iter().enumerate().take(to).skip(from) {
            if let Some(known) = self.places.get_mut(&widget.id) {
                *known = place;
            }
        }
    }
}

impl fmt::Debug for Canvas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Canvas").field("widgets", &self.widgets).finish_non_exhaustive()
    }
}
