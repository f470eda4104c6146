//! What a model is asked for a query: over which tables, by which hints, after which earlier wish, and behind which failure.

use super::call::Done;
use super::composing::{Composing, before, said};
use super::earlier::Earlier;
use super::line::head;
use super::question::{Form, OPEN, Question};
use crate::compose::{
    Task, asks_anew, failed_line, hints, linked, queries_like, query_schema, query_text, speaks_of_others,
    values_named,
};
use crate::local::GenerateRequest;
use crate::sql::{Table, name_of, unquoted};
use serde_json::json;

/// Tokens of a query. The longest of 296 that answer written questions (`tests/eval/composer`) has 203 letters; what is much longer goes in circles.
const QUERY_TOKENS: u32 = 120;

impl Composing<'_> {
    /// What was asked of these tables before, which a wish may go on from unless it speaks of something else or is a question of its own. A model
    /// that was taught knows changes alone.
    pub(super) fn before(&self, tables: &[&Table]) -> Option<&Earlier> {
        let last = self.history.earlier.iter().rfind(|one| one.line.text("sql").is_some())?;
        let is_new = self.composer.form == Form::Taught
            || asks_anew(self.wish())
            || speaks_of_others(self.wish(), &last.tables(), tables);
        (!is_new).then_some(last)
    }

    /// The request for a query of some of these tables, in the place of what `changed` shows, or of one that `failed`; `earlier` is what the wish goes on
    /// from.
    pub(super) fn asked(
        &self,
        (names, all, tables): (&[String], &[&Table], &[&Table]),
        failed: Option<&Done>,
        (is_change, earlier): (bool, Option<&Earlier>),
    ) -> GenerateRequest {
        let form = self.composer.form;
        let before_it = earlier.map(said);
        let said = (self.wish(), before_it.as_deref());
        let mut known = linked(self.wish(), tables);
        known.extend(said.1.map(|earlier| linked(earlier, tables)).unwrap_or_default());
        let about = form.tables(all);
        let mut turns = before(earlier, form);
        let (task, wish) = (Task::Query, self.wish());
        let (request, schema) = if form == Form::Taught {
            let failure = failed.map(failure_of).unwrap_or_default();
            let hints = failure + &hints(wish, tables);
            let begun = head("query", &json!(names));
            let question = Question { task, about, turns, hints, wish, begun };
            (question.request(form), query_schema(tables, said, &known))
        } else {
            let again = failed.map(|failed| {
                turns.extend(failed.line.as_ref().map(|line| (wish.to_owned(), form.written(line))));
                let why = if failed.is_error { failed.beginning() } else { "it brings no rows".to_owned() };
                format!("That query failed: {why}. Write another one for: {wish}")
            });
            // A change says little by itself, and is like what it is not.
            let like = if is_change { String::new() } else { queries_like(wish) };
            let hints = like + &values_named(wish, tables);
            let (wish, begun) = (again.as_deref().unwrap_or(wish), OPEN.to_owned());
            let question = Question { task, about, turns, hints, wish, begun };
            (question.request(form), query_text(OPEN, tables, said, &known))
        };
        let stop = circles(tables);
        GenerateRequest { schema: Some(schema), max_tokens: QUERY_TOKENS, stop, ..request }
    }
}

/// Where a query is given up: a model that goes in circles selects one column again and again, or all of all of all.
fn circles(tables: &[&Table]) -> Vec<String> {
    let columns = tables.iter().flat_map(|table| &table.columns).map(|column| name_of(&column.name, '"'));
    let twice = columns.map(|name| format!("{name}, {name}, "));
    twice.chain(["(SELECT * FROM (SELECT * FROM (".to_owned()]).collect()
}

/// The query that failed, as it was written, and what became of it.
fn failure_of(call: &Done) -> String {
    let sql = call.line.as_ref().and_then(|line| line.text("sql")).map(unquoted).unwrap_or_default();
    if call.is_error { failed_line(&sql, &call.beginning()) } else { failed_line(&sql, "no rows") }
}
