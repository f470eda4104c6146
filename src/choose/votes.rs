//! A query by votes: the model writes several, all are asked, and the rows that most of them bring are what is shown.

use super::call::Done;
use super::composing::{Composing, LEAST_LIKELY, said};
use super::earlier::Earlier;
use super::line::Line;
use super::question::Form;
use super::rows::rows;
use super::survey::Source;
use super::words;
use crate::compose::{asks_for_several, form_alone, invents_a_name, named_beside, sums_for_a_count};
use crate::error::Result;
use crate::local::GenerateRequest;
use crate::provider::ChatResponse;
use crate::sql::{Table, asks_other_tables, complete, first_few, going_on, runnable};
use serde_json::{Value, json};
use std::iter::once;

/// Queries that are written for a wish, the first two together, and together those that more are written where these are not alike: two
/// take 1.3 times the time of one, five 3.8 times (Qwen 1.5B, two threads of AVX2). So many that are alike are enough, and fewer a guess. Of 81 written questions (`tests/eval/composer`, tuned, Qwen 1.5B)
/// the first two were alike for 39, 30 of them right; of the 55 for which any three of five were alike 38 were right.
const WRITTEN: [u32; 2] = [2, 3];
pub(super) const ENOUGH: u64 = 2;
/// Queries that are written where all of those failed, once. Of 125 questions for 4 more were written then, and none was right.
const AGAIN: [u32; 1] = [2];
/// Seeds between one round and the next: more than texts in one.
const SEEDS: u32 = 8;
/// What a smaller part of them agrees on is doubted, which the person hears. Of 87 written questions (`tests/eval/composer`: coffee, museum, rail, chess; Qwen 1.5B) 57 were
/// above, 52 of them right; of the 28 below that were answered 17 were right.
const SURE_PART: f64 = 0.8;
/// How all but the first are drawn, and what comes in the place of something that failed: temperature and the likeliest tokens.
pub(super) const DRAWN: (f64, u32) = (0.7, 40);

/// A query, how its rows are shown, and how often it was written.
struct Written {
    sql: String,
    form: String,
    title: Option<String>,
    votes: u64,
}

impl Composing<'_> {
    /// Queries of these tables, in the place of that of a widget; others than `failed`, if there are others.
    pub(super) async fn query(
        &self,
        names: &[String],
        failed: Option<&Done>,
        one: Option<&Earlier>,
    ) -> Result<Option<ChatResponse>> {
        let Some((source, all)) = self.around.source(names) else { return Ok(None) };
        let tables = &self.tables_to_ask(&all, one);
        if let (None, Some(one), Some(form)) = (failed, one, form_alone(self.wish(), tables))
            && !matches!(one.widget.as_str(), "stat" | "kv")
        {
            return Ok(self.ask_again(names, source, one, form));
        }
        let before_this = one.or_else(|| self.before(&all));
        let earlier = before_this.map(said);
        let wishes = format!("{}\n{}", earlier.as_deref().unwrap_or_default(), self.wish());
        let over = (names, all.as_slice(), tables.as_slice());
        let request = self.asked(over, failed, (one.is_some(), before_this));
        let counts = if failed.is_some() { &AGAIN[..] } else { &WRITTEN };
        let mut written = self.written(request, counts, one, (&wishes, tables)).await?;
        let is_known = |sql: &str| {
            let (_, input) = source.ask(sql);
            self.history.done.iter().any(|call| call.input == input)
        };
        written.retain(|one| failed.is_none() || !is_known(&one.sql));
        let Some(first) = written.first() else {
            let is_first = failed.is_none() && one.is_none();
            return Ok(is_first.then(|| words::said("unclear", self.wish(), self.around)));
        };
        let is_same = |one: &Earlier| {
            one.line.text("sql") == Some(first.sql.as_str())
                && one.line.text("as") == Some(first.form.as_str())
                && first.title.is_none()
        };
        if one.is_some_and(|one| is_same(one) || self.likely.get() < LEAST_LIKELY) {
            self.is_no_change.set(true);
            return Ok(None);
        }
        let votes = written.iter().map(|one| json!([one.sql, one.form, one.votes])).collect();
        let line = Line::of_query(names, (&first.sql, &first.form), votes);
        let line = line.with("title", first.title.as_deref()).changing(one.map(|one| one.id.as_str()));
        let asks = written.iter().map(|one| source.ask(&one.sql)).collect();
        Ok(Some(self.composer.asking(asks, Some(&line))))
    }

    /// The tables that may be asked: for a change those of the query before, and those that the wish names beside them.
    fn tables_to_ask<'t>(&self, all: &[&'t Table], one: Option<&Earlier>) -> Vec<&'t Table> {
        let own = one.map(Earlier::tables).unwrap_or_default();
        let mut beside = named_beside(self.wish(), &own, all);
        beside.extend(all.iter().filter(|table| own.is_empty() || own.contains(&table.name)));
        all.iter().copied().filter(|table| beside.contains(table)).collect()
    }

    /// The query of a widget once more, for another form of its rows; nothing where it has that form.
    fn ask_again(
        &self,
        names: &[String],
        source: &Source,
        one: &Earlier,
        form: &str,
    ) -> Option<ChatResponse> {
        let sql = one.line.text("sql").filter(|_| one.line.text("as") != Some(form))?;
        let line = Line::of_query(names, (sql, form), json!([[sql, form, ENOUGH]]));
        Some(self.composer.asking(vec![source.ask(sql)], Some(&line.changing(Some(&one.id)))))
    }

    /// Different queries: the likeliest first, then others, so many at a time, until enough are alike.
    async fn written(
        &self,
        request: GenerateRequest,
        counts: &[u32],
        one: Option<&Earlier>,
        (wishes, tables): (&str, &[&Table]),
    ) -> Result<Vec<Written>> {
        let likely = self.likely.get();
        let mut found: Vec<Written> = Vec::new();
        let (temperature, top_k) = (Some(DRAWN.0), Some(DRAWN.1));
        for (round, n) in (0..).zip(counts) {
            let (n, seed, greedy_first) = (Some(*n), Some(round * SEEDS), round == 0);
            let several = GenerateRequest { temperature, top_k, seed, n, greedy_first, ..request.clone() };
            let written = self.generate(several).await?;
            for text in once(written.text).chain(written.others) {
                // What goes in circles has no end.
                let Some((sql, form, title)) = self.composer.form.query(&request.begun, &text) else {
                    continue;
                };
                let before = one.and_then(|one| one.line.text("sql"));
                let whole = runnable(&sql, tables)
                    .map(|sql| before.map_or_else(|| sql.clone(), |before| going_on(&sql, before)))
                    .and_then(|sql| runnable(&complete(&sql, tables), tables));
                let is_sound =
                    |sql: &String| !invents_a_name(sql, wishes, tables) && !asks_other_tables(sql, tables);
                let few = |sql: String| if asks_for_several(self.wish()) { first_few(&sql) } else { sql };
                let Some(sql) = whole.filter(is_sound).map(few) else { continue };
                match found.iter_mut().find(|one| one.sql == sql) {
                    Some(one) => one.votes += 1,
                    None => found.push(Written { sql, form, title, votes: 1 }),
                }
            }
            if found.iter().any(|one| one.votes >= ENOUGH) {
                break;
            }
        }
        if self.composer.form != Form::Taught {
            self.likely.set(likely);
        }
        Ok(found)
    }

    /// Of the calls that were made with `last`, one that brought what most of them did, how many that are, and its line; nothing where none brought any.
    pub(super) fn elected(&self, last: &Done, line: &Line) -> Option<(u64, Done, Line)> {
        let (votes, names) = (line.votes(), line.tables()?);
        let (source, _) = self.around.source(&names)?;
        let mut groups: Vec<(u64, Vec<Value>, Done, Line)> = Vec::new();
        for call in self.history.done.iter().filter(|call| call.round == last.round) {
            let Some(rows) = rows(call).filter(|rows| !rows.told.is_empty()) else { continue };
            let vote = votes.iter().find(|vote| source.ask(vote.sql).1 == call.input)?;
            if let Some(group) = groups.iter_mut().find(|(_, of, ..)| agree(of, &rows.told)) {
                group.0 += vote.count;
                continue;
            }
            let line = line.with("sql", Some(vote.sql)).with("as", Some(vote.form));
            groups.push((vote.count, rows.told, call.clone(), line));
        }
        // Sums that are nothing but zeros say nothing. Of as many, the one that was written first.
        let rank = |(count, _, call, line): &(u64, Vec<Value>, Done, Line)| {
            let is_sum = line.text("sql").is_some_and(|sql| sql.contains("SUM(") || sql.contains("AVG("));
            (!(is_sum && rows(call).is_some_and(|rows| is_void(&rows.told))), *count)
        };
        let (count, _, call, line) = groups.into_iter().rev().max_by_key(rank)?;
        Some((count, call, line))
    }

    /// Whether what the line shows is doubted: few of its queries agree, or they count what is not asked for.
    pub(super) fn is_doubtful(&self, votes: u64, line: &Line) -> bool {
        let cast: u64 = line.votes().iter().map(|vote| vote.count).sum();
        let counts_other = || {
            let names = line.tables()?;
            let (_, tables) = self.around.source(&names)?;
            Some(sums_for_a_count(self.wish(), line.text("sql")?, &tables))
        };
        (votes as f64) < SURE_PART * cast as f64 || counts_other() == Some(true)
    }
}

/// Whether of several rows all numbers are zero or missing.
fn is_void(rows: &[Value]) -> bool {
    let cells = || rows.iter().filter_map(Value::as_object).flat_map(|row| row.values());
    let is_zero = |cell: &Value| cell.is_null() || cell.as_f64() == Some(0.0);
    rows.len() > 1 && cells().any(is_zero) && cells().filter(|cell| !cell.is_string()).all(is_zero)
}

/// Whether two queries answer the same: each row of one holds what that of the other does, whatever else it holds, and whatever the columns are
/// called.
pub(super) fn agree(one: &[Value], other: &[Value]) -> bool {
    let of = |rows: &[Value]| rows.iter().map(cells).collect::<Vec<_>>();
    let (one, other) = (of(one), of(other));
    let is_within = |few: &[Vec<Value>], many: &[Vec<Value>]| {
        few.iter().zip(many).all(|(few, many)| few.iter().all(|cell| many.contains(cell)))
    };
    one.len() == other.len() && (is_within(&one, &other) || is_within(&other, &one))
}

/// What a row holds; numbers as such, be they whole or not.
fn cells(row: &Value) -> Vec<Value> {
    let plain = |cell: &Value| cell.as_f64().map_or_else(|| cell.clone(), Value::from);
    match row {
        Value::Object(fields) => fields.values().map(plain).collect(),
        other => vec![plain(other)],
    }
}
