//! The query that a question needs: over which tables, by which hints, and another one where that failed.

use super::composing::{Composing, LINE_TOKENS, before, head, said};
use super::earlier::Earlier;
use super::engine::GenerateRequest;
use super::history::Done;
use super::reply::usage;
use super::survey::Ask;
use crate::compose::{
    QUERY_WORKED, Table, compared, hints, joins, like_hints, linked, query_lines, query_schema, runnable,
    tables_schema, wish_line,
};
use crate::error::Result;
use crate::provider::ChatResponse;
use serde_json::json;

/// How another query is drawn where one failed: temperature and the likeliest tokens.
const DRAWN: (f64, u32) = (0.8, 8);
/// Above this, the model is sure of the tables that it has chosen.
const SURE: f64 = -0.1;

impl Composing<'_> {
    /// How alike in meaning the words of the wish and the names of these tables are.
    pub(super) async fn likeness(&self, tables: &[&Table]) -> Result<Vec<Vec<f64>>> {
        let (words, names) = compared(self.wish(), tables);
        // Others are shown examples, which have no such hints.
        if !self.composer.is_taught || words.is_empty() || names.is_empty() {
            return Ok(Vec::new());
        }
        self.composer.engine.compare(words, names).await
    }

    /// A query over these tables. Where the model was not sure of the first, also one over those that it would choose without that:
    /// asked is what is likelier as a whole, as a question that fits no column of a table is unlikely there.
    pub(super) async fn ask(
        &self,
        names: &[String],
        first: GenerateRequest,
        sure: f64,
    ) -> Result<Option<ChatResponse>> {
        let one = self.query(names, None, None).await?;
        let mut others = self.around.queries();
        others.retain(|other| other.first().copied() != names.first().map(String::as_str));
        if !self.composer.is_taught || sure > SURE || others.is_empty() {
            return Ok(one);
        }
        let of_one = self.likely.replace((-sure.exp()).ln_1p());
        let (line, _) = self.write(GenerateRequest { schema: Some(tables_schema(&others)), ..first }).await?;
        let other = match line.tables() {
            Some(names) => self.query(&names, None, None).await?,
            None => None,
        };
        if other.is_some() && (one.is_none() || self.likely.get() > of_one) {
            return Ok(other);
        }
        self.likely.set(of_one);
        Ok(one)
    }

    /// A query over these tables, in the place of that of the `changed` widget; another one than `failed`, if there is another.
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
        let like = like_hints(self.wish(), &tables, &self.likeness(&tables).await?);
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
