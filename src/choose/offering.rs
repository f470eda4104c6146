//! Which widget or tool is chosen: what the model takes for likely, weighed against what the words of the wish mean.

use super::composing::{Composing, FIRST_TOKENS};
use super::earlier::Earlier;
use super::line::Line;
use super::question::{Form, Question};
use crate::compose::{
    Task, asks_anew, asks_of, brings_text, form_alone, is_short, linked, lists_parts, names_columns,
    names_form, only_removes, show_schema, speaks_of_others, table_hints, tables_schema,
};
use crate::error::Result;
use crate::local::GenerateRequest;
use crate::search::words;
use crate::sql::Table;

/// How likely it must be that a wish says what is to be shown, as a natural logarithm, where it brings along no text that could be. Measured with a model of 1.5B on 188 wishes
/// (`tests/eval/composer/tuned`: widgets, more, chess, museum, decline): it says so of 125, rightly of 121; 1 of those is below, and 2 of the 4 others.
const LEAST_SHOWN: f64 = -0.6;

/// How likely a question about the data must be, as a natural logarithm, where the wish itself speaks against it. Of 40 wishes that say what to
/// show, beside the data of the demo (widgets, `BESIDE=demo`), three were taken for questions: at -0.65, -0.56 and -0.47.
const SURE_OF_DATA: f64 = -0.3;

impl Composing<'_> {
    /// The line that a model which follows instructions has written first, as `likely` as that, or another one where the wish speaks against it;
    /// with the widget, where one shows what the wish says. `can_change` is whether something is there to change.
    pub(super) async fn weighed(
        &self,
        line: Line,
        likely: f64,
        widgets: &[&str],
        can_change: bool,
        request: GenerateRequest,
    ) -> Result<Line> {
        let earlier = &self.history.earlier;
        let tables: Vec<&Table> = self.around.tables().collect();
        let names_nothing = table_hints(self.wish(), &tables).is_empty();
        if can_change && names_nothing && only_removes(self.wish()) {
            return Ok(Line::of_field("remove", earlier.len()));
        }
        let is_of_data = can_change && earlier.last().is_some_and(|one| one.line.tables().is_some());
        let goes_on = is_of_data && names_nothing;
        let says_little =
            line.tables().is_some() && is_short(self.wish()) && !names_columns(self.wish(), &tables);
        let shows_nothing =
            line.text("show").is_some() && names_form(self.wish()) && !brings_text(self.wish());
        let is_form_alone = form_alone(self.wish(), &tables).is_some();
        let is_form = is_form_alone || shows_nothing && !self.wish().contains(char::is_numeric);
        if can_change && is_form_alone || is_of_data && (says_little || is_form) {
            return Ok(Line::of_field("change", earlier.len()));
        }
        for verb in ["change", "remove"] {
            let Some(number) = line.number(verb) else { continue };
            let number = self.meant_one(number);
            let meant = if verb == "change" { self.meant_change(number, &tables) } else { None };
            return Ok(meant.unwrap_or_else(|| Line::of_field(verb, number)));
        }
        if line.text("show").is_some() && self.composer.form == Form::Taught {
            return Ok(line);
        }
        if line.text("show").is_some() {
            let queries = self.around.queries(self.composer.form);
            if queries.is_empty() || !asks_of(self.wish(), &tables) {
                return self.widget(widgets, likely).await;
            }
            let schema = Some(tables_schema(&queries));
            let (line, _) = self.write(GenerateRequest { schema, ..request }).await?;
            // That it is asked of the data is sure; of which tables, the query shows.
            self.likely.set(0.0);
            return Ok(line);
        }
        if line.tables().is_none() || likely >= SURE_OF_DATA {
            return Ok(line);
        }
        // What is listed and in no data is said by the wish itself.
        if !widgets.is_empty() && lists_parts(self.wish()) && linked(self.wish(), &tables).is_empty() {
            self.likely.set(0.0);
            return self.widget(widgets, self.likely.get()).await;
        }
        Ok(if goes_on && names_form(self.wish()) { Line::of_field("change", earlier.len()) } else { line })
    }

    /// The number of the widget that a change, or to take it away, is about: this one, or another of which the wish says more.
    fn meant_one(&self, number: usize) -> usize {
        let said = |one: &Earlier| one.shares(self.wish()) + usize::from(one.holds(self.wish()));
        let earlier = &self.history.earlier;
        let own = number.checked_sub(1).and_then(|at| earlier.get(at)).map_or(0, said);
        let most = earlier.iter().map(said).zip(1..).max();
        most.filter(|(most, _)| *most > own).map_or(number, |(_, meant)| meant)
    }

    /// What is meant by the change of a widget that shows data, where that is something else: a question of other tables, or a change of the
    /// last one, which a wish that names none is about.
    fn meant_change(&self, number: usize, tables: &[&Table]) -> Option<Line> {
        let earlier = &self.history.earlier;
        let (one, last) = (earlier.get(number.checked_sub(1)?)?, earlier.last()?);
        let (own, of_last) = (one.tables(), last.tables());
        let is_of_others = |own: &[String]| speaks_of_others(self.wish(), own, tables);
        let is_whole = !is_short(self.wish()) || self.wish().trim_end().ends_with('?');
        if !own.is_empty() && (asks_anew(self.wish()) || is_whole && is_of_others(&own)) {
            let queries = self.around.queries(self.composer.form);
            let names =
                queries.into_iter().find(|names| own.iter().all(|name| names.contains(&name.as_str())));
            return names.map(|names| Line::of_field("query", names));
        }
        let is_last = !own.is_empty() && !of_last.is_empty() && !is_of_others(&of_last);
        (is_last && last.shares(self.wish()) >= one.shares(self.wish()))
            .then(|| Line::of_field("change", earlier.len()))
    }

    /// A line that shows one of these widgets; `likely` is how likely it is that the wish says what is to be shown.
    async fn widget(&self, widgets: &[&str], likely: f64) -> Result<Line> {
        if likely < LEAST_SHOWN && !brings_text(self.wish()) {
            self.likely.set(f64::NEG_INFINITY);
            return Ok(Line::of_field("show", ""));
        }
        if let Some(named) = named_whole(self.wish(), widgets) {
            return Ok(Line::of_field("show", named));
        }
        let question = Question {
            task: Task::Widget,
            about: self.around.widget_list(),
            turns: Vec::new(),
            hints: String::new(),
            wish: self.wish(),
            begun: String::new(),
        };
        let request = GenerateRequest {
            schema: Some(show_schema(widgets)),
            max_tokens: FIRST_TOKENS,
            ..question.request(self.composer.form)
        };
        let likely = self.likely.get();
        let (line, _) = self.write(request).await?;
        // What it brings along is to be shown, in whichever of several that would do.
        if brings_text(self.wish()) {
            self.likely.set(likely);
        }
        Ok(line)
    }
}

/// The widget whose name, of several words, the wish says whole.
fn named_whole<'w>(wish: &str, widgets: &[&'w str]) -> Option<&'w str> {
    let said = format!(" {} ", words(wish).join(" "));
    let is_said = |name: &&&str| {
        let name = words(name);
        name.len() > 1 && said.contains(&format!(" {} ", name.join(" ")))
    };
    widgets.iter().find(is_said).copied()
}
