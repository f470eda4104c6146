//! What a tool has answered, shown in another form or under another title by a later wish.

use super::call::Done;
use super::composing::{Composing, LEAST_LIKELY, LINE_TOKENS};
use super::earlier::Earlier;
use super::line::head;
use super::question::Question;
use super::rows::{Rows, records};
use crate::compose::{SHOWN_AS, Task, form_of, hints, shown, title_of_wish};
use crate::error::Result;
use crate::json;
use crate::local::GenerateRequest;
use crate::provider::ChatResponse;
use crate::sql::{Column, Kind, Table, with_samples};
use serde_json::{Value, json};

impl Composing<'_> {
    /// The answer in the form that the wish asks for: to the model it is a query of all of it, of which only the end is written. Nothing where
    /// it cannot be shown so.
    pub(super) async fn reshape(&self, one: &Earlier, called: &Done) -> Result<Option<ChatResponse>> {
        let Some(rows) = records(called) else { return Ok(None) };
        // The host may have kept the conversation alone: what that tells in full needs no reference.
        let rows = if rows.is_cut { rows } else { Rows { whole: json!(rows.told), ..rows } };
        let name = one.line.text("call").unwrap_or_default();
        let table = table_of(name, &rows);
        let sql = format!("SELECT * FROM {name}");
        let form = one.line.text("as").unwrap_or_else(|| form_of(&rows.told));
        let begun = format!("{}, \"sql\": {}", head("query", &json!([name])), json::text(&json!(sql)));
        let earlier = format!("{begun}, \"as\": \"{form}\"}}");
        let schema = json!({
            "type": "object",
            "properties": {
                "query": {"const": [name]},
                "sql": {"const": sql},
                "as": {"enum": SHOWN_AS},
                "title": title_of_wish(self.wish()).unwrap_or(Value::Bool(false)),
            },
            "required": ["query", "sql", "as"],
            "additionalProperties": false,
        });
        let question = Question {
            task: Task::Query,
            about: self.composer.form.tables(&[&table]),
            turns: vec![(one.wish.clone(), earlier)],
            hints: hints(self.wish(), &[&table]),
            wish: self.wish(),
            begun,
        };
        let request = GenerateRequest {
            schema: Some(schema),
            max_tokens: LINE_TOKENS,
            ..question.request(self.composer.form)
        };
        let (written, _) = self.write(request).await?;
        let (wished, title) = (written.text("as").unwrap_or(form), written.text("title"));
        if self.likely.get() < LEAST_LIKELY || wished == form && title.is_none() {
            self.is_no_change.set(true);
            return Ok(None);
        }
        let is_table = wished == "table";
        let fits = shown(wished, "", &rows.told, &rows.whole).widget != "data-table" && !rows.is_cut;
        if !is_table && !fits {
            return Ok(None);
        }
        let line = one.line.with("as", Some(wished)).with("title", title).changing(Some(&one.id));
        Ok(Some(self.display(called, &line, wished, &rows)))
    }
}

/// The answer as a table of the tool's name.
fn table_of(name: &str, rows: &Rows) -> Table {
    let rows: Vec<_> = rows.told.iter().filter_map(Value::as_object).collect();
    let column = |name: &String| Column::new(name, Kind::Text);
    let columns = rows.first().into_iter().flat_map(|row| row.keys()).map(column).collect();
    with_samples(&Table { name: name.to_owned(), columns }, &rows)
}
