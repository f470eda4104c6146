//! A wish under way: what there is for it, and what each way of answering it shares.

use super::around::{Around, Widget};
use super::call::{Ask, Done};
use super::composer::Composer;
use super::earlier::Earlier;
use super::history::History;
use super::line::Line;
use super::question::Form;
use super::reply::{display_tool, text, usage};
use super::rows::Rows;
use super::words::told;
use crate::compose::{
    Fits, fitting_form, headed_in_words, names_form, names_table, of_one_row, shown, shown_whole, title_of,
};
use crate::error::{Code, Error, Result};
use crate::local::{GenerateRequest, Generated};
use crate::model::{ProviderTool, Usage};
use crate::provider::ChatResponse;
use crate::sql::select_the_same;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Tokens of a line, and of its first field alone.
pub(super) const FIRST_TOKENS: u32 = 48;
pub(super) const LINE_TOKENS: u32 = 400;
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
    /// Whether what it does is to show what the wish says.
    pub(super) is_show: Cell<bool>,
    /// Whether nothing may be shown that the wish would have to say.
    pub(super) no_show: Cell<bool>,
    /// The tokens of all that it has read and written in this step; nothing where that was nothing.
    pub(super) usage: Cell<Option<Usage>>,
}

impl Composing<'_> {
    pub(super) fn wish(&self) -> &str {
        &self.history.wish
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

    /// The widget that fits the rows: a new one, or in the place of the one that the line changes.
    pub(super) fn display(&self, last: &Done, line: &Line, form: &str, rows: &Rows) -> ChatResponse {
        let before = self.changed(line);
        let of_one = if names_table(self.wish()) { None } else { of_one_row(form, &rows.told) };
        let form = of_one.filter(|_| !rows.is_cut && before.is_none()).unwrap_or(form);
        let title = match (line.text("title"), before) {
            (Some(title), _) => title.to_owned(),
            // The same rows in another form are called the same.
            (None, Some(one)) if one.line.text("sql") == line.text("sql") => one.called(),
            // A change says little by itself: "only those of 2024".
            (None, Some(one)) => {
                let asked = line.text("sql").and_then(|sql| told(sql, &one.wish));
                asked.map_or_else(|| one.called(), |asked| title_of(&asked))
            }
            (None, None) => title_of(self.wish()),
        };
        // Other rows of the same are shown as they were, where the wish does not say otherwise.
        let same = before.filter(|one| {
            let selects = |sql| line.text("sql").is_some_and(|own| select_the_same(own, sql));
            one.line.text("sql").is_some_and(selects) && !names_form(self.wish())
        });
        let form = same.and_then(|one| one.line.text("as")).unwrap_or(form);
        // Bars of a time stay what they were changed to.
        let form = if before.is_some() && form == "bar" {
            form
        } else {
            fitting_form(form, &rows.told, self.wish())
        };
        // Of more rows than were told, a chart of these would show some and say nothing of the others.
        let make = |form: &str| {
            let made = if rows.is_cut {
                shown_whole(form, &title, &rows.told, &rows.whole, rows.count)
            } else {
                shown(form, &title, &rows.told, &rows.whole)
            };
            headed_in_words(made, &rows.told, self.wish())
        };
        let made = make(form);
        // Not every page has every widget; of rows a table is the plainest.
        let asks =
            [made, make("table")].into_iter().map(|made| self.asks_for(made.widget, &made.params, before));
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

    /// Lets the model write a line.
    pub(super) async fn write(&self, request: GenerateRequest) -> Result<(Line, Generated)> {
        let begun = request.begun.clone();
        let generated = self.generate(request).await?;
        match Line::read(&format!("{begun}{}", generated.text)) {
            Some(line) => Ok((line, generated)),
            None => Err(Error::new(
                Code::Model,
                "The model's line is no JSON object, although a grammar was set.",
            )),
        }
    }

    /// Lets the model write, and counts how likely that was and what it cost.
    pub(super) async fn generate(&self, request: GenerateRequest) -> Result<Generated> {
        let generated = self.composer.engine.generate(request, Rc::new(|_| {})).await?;
        self.likely.set(self.likely.get() + generated.log_prob);
        self.usage.set(Some(self.usage.get().unwrap_or_default().plus(usage(&generated))));
        Ok(generated)
    }
}

/// An earlier wish and its line, in front of a change of what they have shown.
pub(super) fn before(one: Option<&Earlier>, form: Form) -> Vec<(String, String)> {
    one.map(|one| (one.wish.clone(), form.written(&one.line))).into_iter().collect()
}

/// What an earlier wish has said, and changes of it, which stand in its line.
pub(super) fn said(one: &Earlier) -> String {
    format!("{}\n{}", one.wish, one.line.written)
}
