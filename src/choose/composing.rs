//! One step of composing: what the model reads, the line that it writes, and the calls and words that follow from it.

use super::again::{is_display, is_tried_again};
use super::around::{Around, Widget};
use super::call::{Ask, Done, server_of};
use super::composer::Composer;
use super::earlier::{Earlier, lines};
use super::engine::{GenerateRequest, Generated};
use super::history::History;
use super::line::Line;
use super::reply::{display_tool, text, usage};
use super::rows::{Rows, records, rows};
use super::words;
use crate::compose::{
    FIRST_WORKED, Fits, Table, first_schema, form_of, is_over_time, names_bars, shown, table_hints, title_of,
    wish_line,
};
use crate::error::{Code, Error, Result};
use crate::json;
use crate::model::{ProviderTool, Usage};
use crate::provider::ChatResponse;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Tokens of a line's first field, and of all of it.
const FIRST_TOKENS: u32 = 48;
pub(super) const LINE_TOKENS: u32 = 400;
/// Queries for one wish: the first is the likeliest, the others are drawn (`querying.rs`).
const MOST_QUERIES: usize = 3;
/// How likely what the model writes in one step must be, as a natural logarithm: what is less likely is a guess, and the person hears
/// that it was not understood. Measured: `composer/README.md`, "How good it is".
pub(super) const LEAST_LIKELY: f64 = -1.5;

/// A wish, what has come of it, and what there is.
pub(super) struct Composing<'c> {
    pub(super) composer: &'c Composer,
    pub(super) history: &'c History,
    pub(super) around: &'c Around,
    pub(super) fits: &'c Fits,
    pub(super) tools: &'c [Rc<ProviderTool>],
    /// How likely was what the model has written in this step.
    pub(super) likely: Cell<f64>,
    /// Whether the change that it has written in this step leaves a widget as it is, or is a guess.
    pub(super) is_no_change: Cell<bool>,
    /// The widget that it has chosen in this step, where what that takes has no room for what the wish says.
    pub(super) unfit: RefCell<Option<String>>,
    /// The tokens of all that it has read and written in this step; nothing where that was nothing.
    pub(super) usage: Cell<Option<Usage>>,
}

impl Composing<'_> {
    /// The closing words, once a widget was shown, changed or taken away.
    pub(super) fn ended(history: &History) -> Option<String> {
        let last = history.done.last().filter(|last| !last.has_no_widget())?;
        if !is_display(last) || is_tried_again(history, last) {
            return None;
        }
        // Where another takes a widget's place, the one that is shown says how it went.
        let is_shown = |call: &&Done| server_of(&call.name, "widget_display").is_some();
        let shown = history.done.iter().rfind(is_shown).unwrap_or(last);
        Some(words::done(&history.wish, shown))
    }

    /// The call that takes a widget away, once another has come into its place.
    pub(super) fn replaced(history: &History) -> Option<Ask> {
        let last = history.done.last().filter(|last| !last.is_error)?;
        let is_new = server_of(&last.name, "widget_display").is_some();
        let id = last.line.as_ref().filter(|_| is_new)?.changes.as_ref()?;
        history.earlier.iter().find(|one| one.id == *id).map(Earlier::removal)
    }

    pub(super) fn wish(&self) -> &str {
        &self.history.wish
    }

    fn says(&self, kind: &str) -> ChatResponse {
        // What was asked for may have come since the servers told what they have, unless they were asked for this wish.
        let is_of_earlier =
            !self.history.done.iter().any(|call| call.line.is_none() && self.around.asks(&call.name));
        if is_of_earlier && matches!(kind, "unclear" | "cannot" | "data") {
            self.composer.known.forget_all();
        }
        text(&words::said(kind, self.wish(), self.around))
    }

    /// The next step.
    pub(super) async fn go_on(&self) -> Result<ChatResponse> {
        let reply = self.decide().await?;
        Ok(ChatResponse { usage: self.usage.get(), ..reply })
    }

    async fn decide(&self) -> Result<ChatResponse> {
        // Where the widget to change is gone, the wish is read again without it.
        let last = self.history.done.last().filter(|last| !last.has_no_widget());
        let followed = last.and_then(|last| Some((last, last.line.as_ref()?)));
        let reply = match followed {
            Some((last, line)) => self.follow(last, line).await?,
            None => self.begin(self.history.earlier.len()).await?,
        };
        // What changes nothing, or is only guessed, was no change that the person wished for.
        let reply = if self.is_no_change.take() {
            self.likely.set(0.0);
            self.begin(0).await?
        } else if self.unfit.borrow().is_some() {
            self.likely.set(0.0);
            self.begin(self.history.earlier.len()).await?
        } else {
            reply
        };
        let reply = reply.unwrap_or_else(|| self.says("cannot"));
        if self.likely.get() >= LEAST_LIKELY {
            return Ok(reply);
        }
        // Of what is only guessed in the place of something else it is told what became of that.
        Ok(match followed {
            Some((last, line)) if line.tables().is_some() => text(&words::nothing_found(self.wish(), last)),
            Some((last, _)) if last.is_error => text(&words::done(self.wish(), last)),
            _ => self.says("unclear"),
        })
    }

    /// What to do, where the first so many of the widgets that are there may be changed.
    async fn begin(&self, changeable: usize) -> Result<Option<ChatResponse>> {
        let tables: Vec<&Table> = self.around.tables().collect();
        let names = self.around.widgets.iter().map(|widget| widget.name.as_str());
        let widgets: Vec<&str> = names.filter(|name| !self.is_unfit(name)).collect();
        let tools: Vec<&str> = self.around.tools.iter().map(|tool| tool.name.as_str()).collect();
        let earlier = &self.history.earlier;
        let (list, shown, named) = (self.around.list(), lines(earlier), table_hints(self.wish(), &tables));
        let like = self.meant(&tables).await?.tables(&tables);
        let fits = self.fits.hint(&self.around.offers());
        let worked = self.composer.shown(FIRST_WORKED);
        let request = GenerateRequest {
            prompt: format!("{worked}{list}{shown}{named}{like}{fits}{}", wish_line(self.wish())),
            schema: Some(first_schema(&widgets, &tools, &self.around.queries(), changeable)),
            max_tokens: FIRST_TOKENS,
            ..GenerateRequest::default()
        };
        let (line, generated) = self.write(request.clone()).await?;
        let line = self.rather(line, request.clone()).await?;
        let of_number = |verb: &str| earlier.get(line.number(verb)?.checked_sub(1)?);
        Ok(if let Some(name) = line.text("show") {
            let widget = self.around.widgets.iter().find(|widget| widget.name == name);
            widget.map(|widget| self.composer.asking(vec![widget.reads.clone()], Some(&line)))
        } else if let Some(name) = line.text("call") {
            match self.around.tools.iter().find(|tool| tool.name == name) {
                Some(tool) => self.call(tool, None).await?,
                None => None,
            }
        } else if let Some(names) = line.tables() {
            self.ask(&names, request, generated.log_prob).await?
        } else if let Some(one) = of_number("remove") {
            Some(self.composer.asking(vec![one.removal()], Some(&line)))
        } else if let Some(one) = of_number("change") {
            self.change(one, &line).await?
        } else {
            line.text("say").map(|kind| self.says(kind))
        })
    }

    pub(super) fn is_unfit(&self, widget: &str) -> bool {
        self.unfit.borrow().as_deref() == Some(widget)
    }

    /// The widget that a line changes.
    pub(super) fn changed(&self, line: &Line) -> Option<&Earlier> {
        self.history.earlier.iter().find(|one| Some(&one.id) == line.changes.as_ref())
    }

    /// The widget that a line shows, or of which one is changed by it.
    pub(super) fn widget_of(&self, line: &Line) -> Option<&Widget> {
        let name = line.text("show").or_else(|| self.changed(line).map(|one| one.widget.as_str()));
        self.around.widgets.iter().find(|widget| Some(widget.name.as_str()) == name)
    }

    /// What follows from an answered call, which `line` led to.
    async fn follow(&self, last: &Done, line: &Line) -> Result<Option<ChatResponse>> {
        if is_tried_again(self.history, last) {
            return self.again(last, line).await.map(Some);
        }
        if let Some(recipe) = last.json().filter(|recipe| recipe.get("schema").is_some())
            && server_of(&last.name, "get_recipe").is_some()
        {
            return match self.widget_of(line) {
                Some(widget) => self.fill(widget, &recipe, self.changed(line), None).await,
                None => Ok(None),
            };
        }
        if let (Some(names), Some(form)) = (line.tables(), line.text("as")) {
            match rows(last) {
                Some(rows) if !rows.told.is_empty() => {
                    return Ok(Some(self.display(last, line, form, &rows)));
                }
                // An answer of another kind: words are what there is of it.
                None if !last.is_error => return Ok(Some(text(&last.beginning()))),
                _ => {}
            }
            let asked =
                self.history.done.iter().filter(|call| call.name == last.name && call.line.is_some()).count();
            if asked < MOST_QUERIES
                && let Some(again) = self.query(&names, Some(last), self.changed(line)).await?
            {
                return Ok(Some(again));
            }
            return Ok(Some(text(&words::nothing_found(self.wish(), last))));
        }
        Ok(Some(match records(last) {
            Some(rows) => self.display(last, line, form_of(&rows.told), &rows),
            None if last.is_error => text(&words::done(self.wish(), last)),
            None => text(&last.beginning()),
        }))
    }

    /// The widget that fits the rows: a new one, or in the place of the one that the line changes.
    pub(super) fn display(&self, last: &Done, line: &Line, form: &str, rows: &Rows) -> ChatResponse {
        // Of more rows than were told, a chart would show some and say nothing of the others.
        let form = if rows.is_cut { "table" } else { form };
        let changed = self.changed(line);
        let title = match (line.text("title"), changed) {
            (Some(title), _) => title.to_owned(),
            // The same rows in another form are called the same.
            (None, Some(one)) if one.line.text("sql") == line.text("sql") => one.called(),
            (None, Some(one)) => title_of(&format!("{} – {}", one.called(), self.wish())),
            (None, None) => title_of(self.wish()),
        };
        let make = |form| shown(form, &title, &rows.told, &rows.whole);
        let made = match make(form) {
            made if form == "bar" && changed.is_none() && is_over_time(&made) && !names_bars(self.wish()) => {
                make("line")
            }
            made => made,
        };
        // Not every page has every widget; of rows a table is the plainest.
        let asks =
            [made, make("table")].into_iter().map(|made| self.asks_for(made.widget, &made.params, changed));
        match asks.into_iter().find(|asks| !asks.is_empty()) {
            Some(asks) => self.composer.asking(asks, Some(line)),
            None => text(&last.beginning()),
        }
    }

    /// The call that shows a widget, in the place of another where that can be changed so; none where no server can.
    pub(super) fn asks_for(&self, widget: &str, params: &Value, place: Option<&Earlier>) -> Vec<Ask> {
        if let Some(one) = place.filter(|one| one.widget == widget && one.keeps(params)) {
            let update = json!({"action": "update", "id": one.id, "params": params});
            return vec![(format!("{}_canvas", one.server), update)];
        }
        let Some(tool) = display_tool(self.tools, widget) else { return Vec::new() };
        let show = (tool, json!({"name": widget, "params": params}));
        vec![show]
    }

    /// What a widget that is there is to become.
    async fn change(&self, one: &Earlier, line: &Line) -> Result<Option<ChatResponse>> {
        if let Some(names) = one.line.tables() {
            return self.query(&names, None, Some(one)).await;
        }
        if one.line.text("call").is_some() {
            return match &one.answer {
                Some(answer) => self.reshape(one, answer).await,
                None => Ok(None),
            };
        }
        let widget = self.around.widgets.iter().find(|widget| widget.name == one.widget);
        let line = line.clone().changing(Some(&one.id));
        Ok(widget.map(|widget| self.composer.asking(vec![widget.reads.clone()], Some(&line))))
    }

    /// Lets the model write a line.
    pub(super) async fn write(&self, request: GenerateRequest) -> Result<(Line, Generated)> {
        let begun = request.begun.clone();
        let generated = self.composer.engine.generate(request, Rc::new(|_| {})).await?;
        self.likely.set(self.likely.get() + generated.log_prob);
        self.usage.set(Some(self.usage.get().unwrap_or_default().plus(usage(&generated))));
        match Line::read(&format!("{begun}{}", generated.text)) {
            Some(line) => Ok((line, generated)),
            None => Err(Error::new(
                Code::Model,
                "The model's line is no JSON object, although a grammar was set.",
            )),
        }
    }
}

/// An earlier wish and its line, in front of a change of what they have shown.
pub(super) fn before(one: Option<&Earlier>) -> String {
    one.map(|one| format!("{}{}", wish_line(&one.wish), one.line.written)).unwrap_or_default()
}

/// What an earlier wish has said, and changes of it, which stand in its line.
pub(super) fn said(one: &Earlier) -> String {
    format!("{}\n{}", one.wish, one.line.written)
}

/// A line's first field, as it was taught: `{"query": ["visits"]`.
pub(super) fn head(verb: &str, what: &Value) -> String {
    let what = match what {
        Value::Array(names) => format!("[{}]", names.iter().map(json::text).collect::<Vec<_>>().join(", ")),
        other => json::text(other),
    };
    format!("{{\"{verb}\": {what}")
}
