//! A second try where a widget could not be shown or a tool failed: with what went wrong in front, once.

use super::call::{Done, server_of};
use super::composing::Composing;
use super::history::History;
use super::line::Line;
use super::reply::text;
use super::rows::rows;
use super::words;
use crate::error::Result;
use crate::provider::ChatResponse;

/// A wish has its data asked, its widget shown, or its tool called, so often.
pub(super) const MOST_TRIES: usize = 2;

/// Whether a call shows a widget or changes the canvas.
pub(super) fn is_display(call: &Done) -> bool {
    ["widget_display", "canvas"].iter().any(|tool| server_of(&call.name, tool).is_some())
}

/// Whether what failed is tried again: a widget that was filled, rows that were to be shown, a tool that was called. What takes a widget
/// away says all that there is to say.
pub(super) fn is_tried_again(history: &History, last: &Done) -> bool {
    let is_of_line =
        |line: &Line| line.number("remove").is_none() && (is_display(last) || line.text("call").is_some());
    let tries = history.done.iter().filter(|call| call.name == last.name && call.line.is_some()).count();
    last.is_error && last.line.as_ref().is_some_and(is_of_line) && tries < MOST_TRIES
}

impl Composing<'_> {
    /// Tries again; where nothing else is found, says what went wrong.
    pub(super) async fn again(&self, last: &Done, line: &Line) -> Result<ChatResponse> {
        let again = if is_display(last) {
            self.display_again(last, line).await?
        } else {
            self.call_again(last).await?
        };
        Ok(again.unwrap_or_else(|| text(&words::done(self.wish(), last))))
    }

    /// Rows as a table; a widget with other values of the wish.
    async fn display_again(&self, last: &Done, line: &Line) -> Result<Option<ChatResponse>> {
        let led_here = |call: &&Done| !call.is_error && call.line.as_ref() == Some(line);
        if let Some(source) = self.history.done.iter().rfind(led_here) {
            return Ok(rows(source).map(|rows| self.display(source, line, "table", &rows)));
        }
        let recipe = self.history.calls_of("get_recipe").filter_map(Done::json).last();
        let changed = self.changed(line);
        match (self.widget_of(line), recipe) {
            (Some(widget), Some(recipe)) => self.fill(widget, &recipe, changed, Some(last)).await,
            _ => Ok(None),
        }
    }

    async fn call_again(&self, last: &Done) -> Result<Option<ChatResponse>> {
        match self.around.tools.iter().find(|tool| tool.tool.name == last.name) {
            Some(tool) => self.call(tool, Some(last)).await,
            None => Ok(None),
        }
    }
}
