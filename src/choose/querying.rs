//! The query that a question needs: over which tables, by which hints, and another one where that failed.

use super::composing::{Composing, LEAST_LIKELY, LINE_TOKENS, before, head, said};
use super::earlier::Earlier;
use super::engine::{GenerateRequest, Generated};
use super::history::Done;
use super::line::Line;
use super::reply::usage;
use super::survey::Ask;
use crate::compose::{
    Compared, Meant, QUERY_WORKED, Table, hints, joins, linked, query_lines, query_schema, runnable,
    tables_schema, wish_line,
};
use crate::error::Result;
use crate::provider::ChatResponse;
use serde_json::json;

/// How another query is drawn where one failed: temperature and the likeliest tokens.
const DRAWN: (f64, u32) = (0.8, 8);
/// How much of what the model takes for likely counts beside how likely the query is that it writes for the tables that it chose.
const OF_CHOICE: f64 = 0.25;
/// How much it counts how well the columns that a query uses are meant, and its table. Of 120 questions (`tests/eval/composer`, tuned), each
/// with all queries that were written for it, these two and the choice above leave 37 rightly and about 20 wrongly answered, where the
/// rules before left 41 and 51.
const OF_COLUMNS: f64 = 3.0;
const OF_TABLE: f64 = 0.5;
/// So much likelier than anything else a question must be, since numbers that answer another one do not look wrong.
const DOUBT: f64 = 0.5;
/// In the place of an unlikely query so many others are drawn.
const MOST_DRAWN: usize = 2;

impl Composing<'_> {
    /// What the words of the wish mean of these tables. Nothing is known of it where the model was not taught: its examples have no such
    /// hints.
    pub(super) async fn meant(&self, tables: &[&Table]) -> Result<Meant> {
        let compared = Compared::new(self.wish(), tables);
        if !self.composer.is_taught || compared.words.is_empty() || compared.names.is_empty() {
            return Ok(Meant::default());
        }
        let Compared { words, names } = compared.clone();
        let likeness = self.composer.engine.compare(words, names).await?;
        Ok(Meant::new(&compared, &likeness))
    }

    /// A query over these tables, which `first` let the model choose, as likely as `sure` says. Where it is unlikely, also one over those
    /// that the model would choose if it could not begin with the same: what fits no column of a table is unlikely there.
    pub(super) async fn ask(
        &self,
        names: &[String],
        first: GenerateRequest,
        sure: f64,
    ) -> Result<Option<ChatResponse>> {
        if !self.composer.is_taught {
            return self.query(names, None, None).await;
        }
        let meant = self.meant(&self.around.tables().collect::<Vec<_>>()).await?;
        let one = self.ask_over(names, sure, &meant).await?;
        let mut others = self.around.queries();
        others.retain(|other| other.first().copied() != names.first().map(String::as_str));
        if others.is_empty() || one.is_some() && self.likely.get() >= LEAST_LIKELY {
            return Ok(one);
        }
        let likely = if one.is_some() { self.likely.get() } else { f64::NEG_INFINITY };
        match self.ask_other(&others, first, &meant).await {
            Ok(Some(other)) if self.likely.get() >= LEAST_LIKELY => {
                let before = one.and_then(|one| one.usage).unwrap_or_default();
                let usage = before.plus(other.usage.unwrap_or_default());
                Ok(Some(ChatResponse { usage: Some(usage), ..other }))
            }
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
        let reply = self.ask_over(&names, generated.log_prob, meant).await?;
        Ok(reply.map(|reply| {
            let more = reply.usage.unwrap_or_default();
            ChatResponse { usage: Some(usage(&generated).plus(more)), ..reply }
        }))
    }

    /// A query over these tables, in the place of that of a widget; another one than `failed`, if there is another.
    pub(super) async fn query(
        &self,
        names: &[String],
        failed: Option<&Done>,
        one: Option<&Earlier>,
    ) -> Result<Option<ChatResponse>> {
        let Some((source, tables)) = self.around.source(names) else { return Ok(None) };
        let on = match tables.as_slice() {
            [one, other] => joins(one, other),
            _ => Vec::new(),
        };
        let mut known = linked(self.wish(), &tables);
        let earlier = one.map(said);
        known.extend(earlier.as_deref().map(|earlier| linked(earlier, &tables)).unwrap_or_default());
        let (temperature, top_k) = failed.map(|_| DRAWN).unzip();
        let (before, named) = (before(one), hints(self.wish(), &tables));
        let meant = self.meant(&tables).await?;
        let like = meant.columns(self.wish(), &tables);
        let request = GenerateRequest {
            prompt: format!(
                "{}{}{before}{named}{like}{}",
                self.composer.shown(QUERY_WORKED),
                query_lines(&tables),
                wish_line(self.wish())
            ),
            begun: head("query", &json!(names)),
            schema: Some(query_schema(&tables, &on, (self.wish(), earlier.as_deref()), &known)),
            max_tokens: LINE_TOKENS,
            temperature,
            top_k,
            ..GenerateRequest::default()
        };
        let is_first = self.composer.is_taught && failed.is_none() && one.is_none();
        let meant = is_first.then_some(&meant);
        let Written { line, generated, sql } = self.likeliest(request, &tables, meant).await?;
        let Some(sql) = sql else { return Ok(None) };
        let ask: Ask = (source.tool.clone(), json!({source.argument.as_str(): sql}));
        let is_known = |call: &Done| call.name == ask.0 && call.input == ask.1;
        if failed.is_some() && self.history.done.iter().any(is_known) {
            return Ok(None);
        }
        let reply = self.composer.asking(vec![ask], Some(&line.changing(one.map(|one| one.id.as_str()))));
        Ok(Some(ChatResponse { usage: Some(usage(&generated)), ..reply }))
    }

    /// The likeliest of some queries, as the model has it and as the wish means what it uses: the first that the model writes, and where
    /// that is unlikely others that are drawn.
    async fn likeliest(
        &self,
        request: GenerateRequest,
        tables: &[&Table],
        meant: Option<&Meant>,
    ) -> Result<Written> {
        let begun = self.likely.get();
        let mut best = self.written(request.clone(), tables, meant).await?;
        let mut likely = self.likely.get();
        let (temperature, top_k) = DRAWN;
        let drawn = GenerateRequest { temperature: Some(temperature), top_k: Some(top_k), ..request };
        for _ in 0..MOST_DRAWN {
            if meant.is_none() || likely >= LEAST_LIKELY {
                break;
            }
            self.likely.set(begun);
            let other = self.written(drawn.clone(), tables, meant).await?;
            if other.sql.is_some() && self.likely.get() > likely {
                likely = self.likely.get();
                best = other;
            }
        }
        self.likely.set(likely);
        Ok(best)
    }

    async fn written(
        &self,
        request: GenerateRequest,
        tables: &[&Table],
        meant: Option<&Meant>,
    ) -> Result<Written> {
        let (line, generated) = self.write(request).await?;
        let sql = runnable(line.text("sql").unwrap_or_default(), tables);
        if let (Some(meant), Some(sql)) = (meant, &sql) {
            self.likely.set(self.likely.get() + OF_COLUMNS * meant.used(sql, tables));
        }
        Ok(Written { line, generated, sql })
    }
}

/// A line with its query, as a database takes it.
struct Written {
    line: Line,
    generated: Generated,
    sql: Option<String>,
}
