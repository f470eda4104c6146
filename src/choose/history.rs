//! The turn so far, as the plan needs it: the wish, and each tool call with its result.

use super::call::{Done, server_of};
use super::earlier::{Earlier, earlier, wish_of};
use super::line::Line;
use crate::model::{Block, Message};
use std::rc::Rc;

/// The last wish and what happened since.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct History {
    pub(super) wish: String,
    pub(super) done: Vec<Done>,
    /// What stands on the canvas since earlier wishes.
    pub(super) earlier: Vec<Earlier>,
    /// The line beside the last answer, where that has suggested other readings of its wish.
    pub(super) suggested: Option<Line>,
}

impl History {
    /// Reads a conversation.
    pub(super) fn read(messages: &[Rc<Message>]) -> Self {
        let start = messages.iter().rposition(|message| wish_of(message).is_some()).unwrap_or(0);
        let turn = messages.get(start..).unwrap_or_default();
        let wish = turn.first().and_then(|message| wish_of(message)).unwrap_or_default();
        let mut done: Vec<Done> = Vec::new();
        for (round, message) in turn.iter().enumerate() {
            let line = Line::beside(message);
            for block in &message.content {
                match block {
                    Block::ToolUse { id, name, input } => {
                        let call = Done::answered((id, name, input), ("", true), line.clone());
                        done.push(Done { round, ..call });
                    }
                    Block::ToolResult { tool_use_id, content, is_error, .. } => {
                        if let Some(call) = done.iter_mut().find(|call| call.id == *tool_use_id) {
                            call.result.clone_from(content);
                            call.is_error = *is_error;
                        }
                    }
                    _ => {}
                }
            }
        }
        let mut earlier = earlier(messages, start);
        let is_gone = |id: &str| {
            done.iter().any(|call| call.has_no_widget() && call.input.get("id") == Some(&id.into()))
        };
        earlier.retain(|one| !is_gone(&one.id));
        let before = messages.get(..start).and_then(<[_]>::last);
        let suggested = before.and_then(|message| Line::beside(message)).filter(Line::is_doubted);
        History { wish: wish.to_owned(), done, earlier, suggested }
    }

    /// The calls of the last reply, if the person refused every one of them.
    pub(super) fn refused(&self) -> Option<Vec<&Done>> {
        let last = self.done.last()?;
        let round: Vec<&Done> = self.done.iter().filter(|call| call.round == last.round).collect();
        round.iter().all(|call| call.was_denied()).then_some(round)
    }

    /// The calls whose tool has that bare name.
    pub(super) fn calls_of<'a>(&'a self, tool: &'a str) -> impl Iterator<Item = &'a Done> {
        self.done.iter().filter(move |call| server_of(&call.name, tool).is_some())
    }
}
