//! The query that a question needs: over which tables, by which hints, and another one where that failed.

use super::call::Done;
use super::composing::{Composing, LEAST_LIKELY, LINE_TOKENS, before, head, said};
use super::earlier::Earlier;
use super::line::Line;
use super::question::{Form, Question};
use crate::compose::{
    Compared, Meant, Task, failed_line, hints, linked, query_lines, query_schema, tables_schema,
};
use crate::error::Result;
use crate::local::GenerateRequest;
use crate::provider::ChatResponse;
use crate::sql::{Table, joins, runnable};
use serde_json::json;

/// How another query is drawn where one failed or is unlikely: temperature and the likeliest tokens.
pub(super) const DRAWN: (f64, u32) = (0.8, 8);
/// How much of what the model takes for likely counts beside how likely the query is that it writes for the tables that it chose.
const OF_CHOICE: f64 = 0.25;
/// How much it counts how well the columns that a query uses are meant, and its table. Of 120 questions (`tests/eval/composer`, tuned), each
/// with all queries that were written for it, 55 have a right one among them; these two, the choice above and the doubt below leave 34
/// rightly and 23 wrongly answered, without the doubt 46 and 40.
const OF_COLUMNS: f64 = 2.0;
const OF_TABLE: f64 = 1.0;
/// What speaks against a query that compares with a text which the wish neither says nor means.
const GUESSED: f64 = 1.0;
/// So much likelier than anything else a question must be, since numbers that answer another one do not look wrong.
const DOUBT: f64 = 0.75;

impl Composing<'_> {
    /// What the words of the wish mean of these tables.
    pub(super) async fn meant(&self, tables: &[&Table]) -> Result<Meant> {
        let compared = Compared::new(self.wish(), tables);
        Ok(Meant::new(&compared, &self.composer.likeness(&compared).await?))
    }

    /// A query over these tables, which `first` let the model choose, as likely as `sure` says. Where it is unlikely, also one over those
    /// that the model would choose if it could not begin with the same: what fits no column of a table is unlikely there.
    pub(super) async fn ask(
        &self,
        names: &[String],
        first: GenerateRequest,
        sure: f64,
    ) -> Result<Option<ChatResponse>> {
        if self.composer.form != Form::Taught {
            return self.query(names, None, None).await;
        }
        let meant = self.meant(&self.around.tables().collect::<Vec<_>>()).await?;
        let one = self.ask_over(names, sure, &meant).await?;
        let mut others = self.around.queries(self.composer.form);
        others.retain(|other| other.first().copied() != names.first().map(String::as_str));
        if others.is_empty() || one.is_some() && self.likely.get() >= LEAST_LIKELY {
            return Ok(one);
        }
        let likely = if one.is_some() { self.likely.get() } else { f64::NEG_INFINITY };
        match self.ask_other(&others, first, &meant).await {
            Ok(Some(other)) if self.likely.get() >= LEAST_LIKELY => Ok(Some(other)),
            // What was found first is no likelier, whatever became of the second.
            _ => {
                self.likely.set(likely);
                Ok(one)
            }
        }
    }

    /// A query over tables that were chosen as likely as `sure` says.
    async fn ask_over(&self, names: &[String], sure: f64, meant: &Meant) -> Result<Option<ChatResponse>> {
        let tables: Vec<&Table> = self.around.tables().collect();
        let table = names.first().map_or(0.0, |name| meant.ahead(name, &tables));
        self.likely.set(OF_CHOICE * sure + OF_TABLE * table - DOUBT);
        self.query(names, None, None).await
    }

    /// A query over one of these lists of tables.
    async fn ask_other(
        &self,
        others: &[Vec<&str>],
        first: GenerateRequest,
        meant: &Meant,
    ) -> Result<Option<ChatResponse>> {
        let request = GenerateRequest { schema: Some(tables_schema(others)), ..first };
        let (line, generated) = self.write(request).await?;
        let Some(names) = line.tables() else { return Ok(None) };
        self.ask_over(&names, generated.log_prob, meant).await
    }

    /// A query over these tables, in the place of that of a widget; another one than `failed`, if there is another.
    pub(super) async fn query(
        &self,
        names: &[String],
        failed: Option<&Done>,
        one: Option<&Earlier>,
    ) -> Result<Option<ChatResponse>> {
        let Some((source, tables)) = self.around.source(names) else { return Ok(None) };
        if self.composer.form != Form::Taught {
            return self.vote(names, (source, &tables), failed, one).await;
        }
        let on = match tables.as_slice() {
            [one, other] => joins(one, other),
            _ => Vec::new(),
        };
        let mut known = linked(self.wish(), &tables);
        let earlier = one.map(said);
        known.extend(earlier.as_deref().map(|earlier| linked(earlier, &tables)).unwrap_or_default());
        let (temperature, top_k) = failed.map(|_| DRAWN).unzip();
        let failure = failed.map(failure_of).unwrap_or_default();
        let meant = self.meant(&tables).await?;
        let like = meant.columns(self.wish(), &tables);
        let question = Question {
            task: Task::Query,
            about: query_lines(&tables),
            turns: before(one, Form::Taught),
            hints: format!("{failure}{}{like}", hints(self.wish(), &tables)),
            wish: self.wish(),
            begun: head("query", &json!(names)),
        };
        let request = GenerateRequest {
            schema: Some(query_schema(&tables, &on, (self.wish(), earlier.as_deref()), &known)),
            max_tokens: LINE_TOKENS,
            temperature,
            top_k,
            ..question.request(Form::Taught)
        };
        let is_first = failed.is_none() && one.is_none();
        let sql_of = |line: &Line| runnable(line.text("sql").unwrap_or_default(), &tables);
        let line = if is_first {
            let used = |line: &Line| {
                let sql = sql_of(line)?;
                let guessed = if meant.is_guessed(&sql, self.wish()) { GUESSED } else { 0.0 };
                Some(OF_COLUMNS * meant.used(&sql, &tables) - guessed)
            };
            self.likeliest(request, used).await?
        } else {
            self.write(request).await?.0
        };
        let is_same = |one: &Earlier| ["sql", "as"].iter().all(|key| one.line.text(key) == line.text(key));
        let is_guess = failed.is_none() && self.likely.get() < LEAST_LIKELY;
        if one.is_some_and(|one| is_guess || is_same(one) && line.text("title").is_none()) {
            self.is_no_change.set(true);
            return Ok(None);
        }
        let Some(sql) = sql_of(&line) else { return Ok(None) };
        let ask = source.ask(&sql);
        let is_known = |call: &Done| call.name == ask.0 && call.input == ask.1;
        if failed.is_some() && self.history.done.iter().any(is_known) {
            return Ok(None);
        }
        let line = line.changing(one.map(|one| one.id.as_str()));
        Ok(Some(self.composer.asking(vec![ask], Some(&line))))
    }

    /// The query that the model writes first, or where that is unlikely the likelier of it and one that is drawn. `worth` is what speaks for
    /// a line beside how likely the model has it; nothing where it has no query.
    async fn likeliest(
        &self,
        request: GenerateRequest,
        worth: impl Fn(&Line) -> Option<f64>,
    ) -> Result<Line> {
        let begun = self.likely.get();
        let (temperature, top_k) = DRAWN;
        let drawn = GenerateRequest { temperature: Some(temperature), top_k: Some(top_k), ..request.clone() };
        let (first, _) = self.write(request).await?;
        let likely = self.likely.get() + worth(&first).unwrap_or_default();
        if likely < LEAST_LIKELY {
            self.likely.set(begun);
            let (other, _) = self.write(drawn).await?;
            if let Some(worth) = worth(&other)
                && self.likely.get() + worth > likely
            {
                self.likely.set(self.likely.get() + worth);
                return Ok(other);
            }
        }
        self.likely.set(likely);
        Ok(first)
    }
}

/// The query that failed, as it was written, and what became of it.
fn failure_of(call: &Done) -> String {
    let sql = call.line.as_ref().and_then(|line| line.text("sql")).unwrap_or_default();
    if call.is_error { failed_line(sql, &call.beginning()) } else { failed_line(sql, "no rows") }
}
