//! A question that several queries answer otherwise: the person is asked which one is meant, with a button for each.

use super::call::Done;
use super::composing::Composing;
use super::line::Line;
use super::reply::display_tool;
use super::rows::rows;
use super::votes::ENOUGH;
use super::words::told;
use crate::compose::title_of;
use crate::languages::Language;
use crate::provider::ChatResponse;
use serde_json::{Value, json};

/// A person chooses among so many at most.
const MOST_READINGS: usize = 3;

impl Composing<'_> {
    /// Buttons for what the queries of the last round ask; nothing where fewer than two brought rows and can be told apart in words.
    pub(super) fn ask_back(&self, last: &Done, line: &Line) -> Option<ChatResponse> {
        let names = line.tables()?;
        let (source, _) = self.around.source(&names)?;
        let brought = |sql: &str| {
            let of_round = self.history.done.iter().filter(|call| call.round == last.round);
            let (_, input) = source.ask(sql);
            of_round
                .filter(|call| call.input == input)
                .any(|call| rows(call).is_some_and(|rows| !rows.told.is_empty()))
        };
        let mut found: Vec<(String, Value)> = Vec::new();
        for vote in line.get("votes")?.as_array()? {
            let (sql, form) = (vote.get(0)?.as_str()?, vote.get(1)?.as_str()?);
            let Some(label) = told(sql, self.wish()).map(|words| label(&words)) else { continue };
            if found.len() < MOST_READINGS && brought(sql) && found.iter().all(|(known, _)| *known != label) {
                let kept = json!([label, sql, form, names]);
                found.push((label, kept));
            }
        }
        let tool = display_tool(self.tools, "actions").filter(|_| found.len() > 1)?;
        let (labels, kept): (Vec<String>, Vec<Value>) = found.into_iter().unzip();
        let buttons: Vec<Value> = labels.into_iter().map(|label| json!({"label": label})).collect();
        let params = json!({"title": which(self.wish()), "buttons": buttons});
        let show = (tool, json!({"name": "actions", "params": params}));
        Some(self.composer.asking(vec![show], Some(&Line::of_field("readings", kept))))
    }

    /// The query that was meant, where the wish is what one of the buttons says. Its rows come into their place.
    pub(super) fn answered_back(&self) -> Option<ChatResponse> {
        let one = self.history.earlier.last()?;
        let readings = one.line.get("readings")?.as_array()?;
        let chosen = readings
            .iter()
            .find(|reading| reading.get(0).and_then(Value::as_str) == Some(self.wish().trim()))?;
        let (sql, form) = (chosen.get(1)?.as_str()?, chosen.get(2)?.as_str()?);
        let names: Vec<String> =
            chosen.get(3)?.as_array()?.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        let (source, _) = self.around.source(&names)?;
        let line = Line::of_query(&names, (sql, form), json!([[sql, form, ENOUGH]])).changing(Some(&one.id));
        Some(self.composer.asking(vec![source.ask(sql)], Some(&line)))
    }
}

/// Words for a button, as long as the widget takes (`js/widgets/actions/recipe.md`).
fn label(words: &str) -> String {
    const MAX_LABEL_CHARS: usize = 80;
    title_of(words).chars().take(MAX_LABEL_CHARS).collect()
}

/// The question which one is meant, in the language of a wish.
pub(super) fn which(wish: &str) -> &'static str {
    Language::of(wish).say("which")
}
