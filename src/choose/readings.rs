//! A question that several queries answer otherwise: the person hears what else it may mean, and chooses by saying it.

use super::call::Done;
use super::composing::Composing;
use super::line::{Line, Vote};
use super::rows::{Rows, rows};
use super::votes::{ENOUGH, agree};
use super::words::told;
use crate::compose::title_of;
use crate::provider::ChatResponse;
use crate::sql::{asks_other_tables, runnable};
use serde_json::{Value, json};

/// A person chooses among so many at most, and reads so much of each.
const MOST_READINGS: usize = 3;
const MAX_LABEL_CHARS: usize = 80;

impl Composing<'_> {
    /// The line with what the queries of the last round ask that have brought other rows than the one that is shown, if one is, and can
    /// be told apart in words.
    pub(super) fn doubted(&self, line: &Line, last: &Done, shown: Option<&Done>) -> Line {
        line.with_readings(self.others(line, last, shown).unwrap_or_default())
    }

    fn others(&self, line: &Line, last: &Done, shown: Option<&Done>) -> Option<Vec<Value>> {
        let names = line.tables()?;
        let (source, _) = self.around.source(&names)?;
        let brought = |sql: &str| -> Option<Rows> {
            let (_, input) = source.ask(sql);
            let mut asked = self.history.done.iter().filter(|call| call.round == last.round);
            rows(asked.find(|call| call.input == input)?).filter(|rows| !rows.told.is_empty())
        };
        let mut answers: Vec<Rows> = shown.and_then(rows).into_iter().collect();
        let mut labels: Vec<String> =
            shown.and(line.text("sql")).and_then(|sql| self.label(sql)).into_iter().collect();
        let mut found: Vec<Value> = Vec::new();
        for Vote { sql, form, .. } in line.votes() {
            let (Some(label), Some(rows)) = (self.label(sql), brought(sql)) else { continue };
            let is_other =
                !labels.contains(&label) && answers.iter().all(|known| !agree(&known.told, &rows.told));
            if found.len() < MOST_READINGS && is_other {
                found.push(json!([label, sql, form, names]));
                labels.push(label);
                answers.push(rows);
            }
        }
        Some(found)
    }

    /// The query that was meant, where the wish is one of the readings that were suggested. Its rows come into the place of what was shown.
    pub(super) fn chosen_reading(&self) -> Option<ChatResponse> {
        let suggested = self.history.suggested.as_ref()?;
        let is_said = |label: &str| label == self.wish().trim();
        let chosen = suggested
            .readings()
            .iter()
            .find(|one| one.get(0).and_then(Value::as_str).is_some_and(is_said))?;
        let (sql, form) = (chosen.get(1)?.as_str()?, chosen.get(2)?.as_str()?);
        let names: Vec<String> =
            chosen.get(3)?.as_array()?.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        let (source, tables) = self.around.source(&names)?;
        // A conversation may come from a file, which anybody may have written.
        let sql = runnable(sql, &tables).filter(|sql| !asks_other_tables(sql, &tables))?;
        let line = Line::of_query(&names, (&sql, form), json!([[sql, form, ENOUGH]]));
        Some(self.composer.asking(vec![source.ask(&sql)], Some(&line.changing(suggested.changes.as_deref()))))
    }

    /// What a query asks, in words that are short enough for a button.
    fn label(&self, sql: &str) -> Option<String> {
        told(sql, self.wish()).map(|words| title_of(&words).chars().take(MAX_LABEL_CHARS).collect())
    }
}
