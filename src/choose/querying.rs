//! The query that a question needs: over which tables, by which hints, and another one where that failed.

use super::composing::{Composing, LEAST_LIKELY, LINE_TOKENS, before, head, said};
use super::earlier::Earlier;
use super::engine::GenerateRequest;
use super::history::Done;
use super::reply::usage;
use super::survey::Ask;
use crate::compose::{
    Compared, Meant, QUERY_WORKED, Table, hints, joins, linked, most_named, query_lines, query_schema,
    runnable, tables_schema, wish_line,
};
use crate::error::Result;
use crate::provider::ChatResponse;
use serde_json::json;

/// How another query is drawn where one failed: temperature and the likeliest tokens.
const DRAWN: (f64, u32) = (0.8, 8);
/// How much it counts that the model chose a table, or did not, beside how likely the question over it is. Of 48 questions that were
/// tried over two tables (`tests/eval/composer`, tuned), 1 chose the other one 10 times, never rightly, and kept the ten that were right;
/// with 0 one of the ten is lost.
const OF_CHOICE: f64 = 0.25;

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

    /// A query over these tables, which `first` let the model choose, as likely as `sure` says. Where another question could be likelier,
    /// also one over the table that the wish names most of, or else those that it would choose if it could not begin with the same: what
    /// fits no column of a table is unlikely there.
    pub(super) async fn ask(
        &self,
        names: &[String],
        first: GenerateRequest,
        sure: f64,
    ) -> Result<Option<ChatResponse>> {
        let one = self.query(names, None, None).await?;
        let mut others = self.around.queries();
        others.retain(|other| other.first().copied() != names.first().map(String::as_str));
        let tables: Vec<&Table> = self.around.tables().collect();
        if let Some(named) = most_named(self.wish(), &tables)
            && others.iter().any(|other| other.first() == Some(&named))
        {
            others.retain(|other| other.first() == Some(&named));
        }
        let likely = self.likely.get();
        let most = OF_CHOICE * (-sure.exp()).ln_1p();
        let least = if one.is_some() { likely - (1.0 - OF_CHOICE) * sure } else { f64::NEG_INFINITY };
        if !self.composer.is_taught || others.is_empty() || most <= least.max(LEAST_LIKELY) {
            return Ok(one);
        }
        self.likely.set(most);
        let other = self.ask_over(others, first).await;
        match (one, other) {
            (Some(one), Ok(Some(other))) => {
                let (better, rest) = if self.likely.get() > least {
                    (other, one)
                } else {
                    self.likely.set(likely);
                    (one, other)
                };
                let both = better.usage.unwrap_or_default().plus(rest.usage.unwrap_or_default());
                Ok(Some(ChatResponse { usage: Some(both), ..better }))
            }
            // What was found first stays, whatever became of the second.
            (Some(one), _) => {
                self.likely.set(likely);
                Ok(Some(one))
            }
            (None, other) => other,
        }
    }

    /// A query over one of these lists of tables.
    async fn ask_over(&self, tables: Vec<Vec<&str>>, first: GenerateRequest) -> Result<Option<ChatResponse>> {
        let request = GenerateRequest { schema: Some(tables_schema(&tables)), ..first };
        let so_far = self.likely.get();
        let (line, generated) = self.write(request).await?;
        self.likely.set(so_far + OF_CHOICE * (self.likely.get() - so_far));
        let Some(names) = line.tables() else { return Ok(None) };
        let reply = self.query(&names, None, None).await?;
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
        let like = self.meant(&tables).await?.columns(self.wish(), &tables);
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
        let (line, generated) = self.write(request).await?;
        let Some(sql) = runnable(line.text("sql").unwrap_or_default(), &tables) else { return Ok(None) };
        let ask: Ask = (source.tool.clone(), json!({source.argument.as_str(): sql}));
        let is_known = |call: &Done| call.name == ask.0 && call.input == ask.1;
        if failed.is_some() && self.history.done.iter().any(is_known) {
            return Ok(None);
        }
        let reply = self.composer.asking(vec![ask], Some(&line.changing(one.map(|one| one.id.as_str()))));
        Ok(Some(ChatResponse { usage: Some(usage(&generated)), ..reply }))
    }
}
