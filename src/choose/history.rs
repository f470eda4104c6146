//! The turn so far, as the plan needs it: the wish, and each tool call with its result.

use super::earlier::{Earlier, NO_WIDGET, earlier};
use super::line::Line;
use crate::compose::python;
use crate::json;
use crate::model::{Block, Message, Role};
use crate::provider::REMINDER;
use serde_json::Value;
use std::rc::Rc;

/// A call that was answered.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Done {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) input: Value,
    pub(super) result: String,
    pub(super) is_error: bool,
    /// The line that led to it, where a model was taught to write some.
    pub(super) line: Option<Line>,
    /// Which reply of the turn made it.
    round: usize,
}

/// The most characters of a result that are said as they are.
const MAX_SAID_CHARS: usize = 400;
/// How the dispatcher marks a result of which only the beginning is told.
pub(super) const CUT: &str = "\n... (truncated";
/// How the loop begins its answer to a call that the person refused.
const DENIED: &str = "Error: the person did not allow this call";

impl Done {
    /// A call by its id, name and input, with its result and whether that is a failure.
    pub(super) fn answered(
        (id, name, input): (&str, &str, &Value),
        (result, is_error): (&str, bool),
        line: Option<Line>,
    ) -> Self {
        let (id, name, result) = (id.to_owned(), name.to_owned(), result.to_owned());
        Done { id, name, input: input.clone(), result, is_error, line, round: 0 }
    }

    /// Whether the person did not let the call run.
    pub(super) fn was_denied(&self) -> bool {
        self.is_error && self.result.starts_with(DENIED)
    }

    fn told(&self) -> &str {
        self.result.split(CUT).next().unwrap_or_default()
    }

    /// The result as JSON says it or Python prints it, as far as it was told; `None` for prose.
    pub(super) fn json(&self) -> Option<Value> {
        python::value(self.told())
    }

    /// Whether the result is JSON as it stands, so that a reference into it can be followed.
    pub(super) fn is_json(&self) -> bool {
        json::parse(self.told()).is_ok()
    }

    /// The result in words, as far as it is short.
    pub(super) fn beginning(&self) -> String {
        let told = self.result.strip_prefix("Error: ").filter(|_| self.is_error).unwrap_or(&self.result);
        match told.char_indices().nth(MAX_SAID_CHARS) {
            Some((end, _)) => format!("{} …", told.get(..end).unwrap_or_default()),
            None => told.to_owned(),
        }
    }

    /// Whether it would have changed a widget that the person has taken away.
    pub(super) fn has_no_widget(&self) -> bool {
        server_of(&self.name, "canvas").is_some() && self.told().contains(NO_WIDGET)
    }

    /// Whether only the beginning of the result was told.
    pub(super) fn is_cut(&self) -> bool {
        self.result.contains(CUT)
    }
}

/// The last wish and what happened since.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct History {
    pub(super) wish: String,
    pub(super) done: Vec<Done>,
    /// What stands on the canvas since earlier wishes.
    pub(super) earlier: Vec<Earlier>,
}

impl History {
    /// Reads a conversation.
    pub(super) fn read(messages: &[Rc<Message>]) -> Self {
        let start = messages.iter().rposition(|message| wish_of(message).is_some()).unwrap_or(0);
        let turn = messages.get(start..).unwrap_or_default();
        let wish = turn.first().and_then(|message| wish_of(message)).unwrap_or_default();
        let mut done: Vec<Done> = Vec::new();
        for (round, message) in turn.iter().enumerate() {
            let line = Line::of(message);
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
        History { wish: wish.to_owned(), done, earlier }
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

/// What the person wishes for in a message: its last words, also beside the results of a run that was stopped, unless they are the loop's
/// own.
pub(super) fn wish_of(message: &Message) -> Option<&str> {
    let mut words = message.content.iter().filter_map(|block| match block {
        Block::Text { text } if message.role == Role::User => Some(text.trim()),
        _ => None,
    });
    words.rfind(|words| !words.is_empty() && !words.starts_with(REMINDER))
}

/// The tools that look for others, show things or keep results.
const OURS: [&str; 8] = [
    "search_recipes",
    "list_recipes",
    "get_recipe",
    "list_tools",
    "search_tools",
    "widget_display",
    "canvas",
    "recall",
];

/// Whether a tool of that full name is one of those that every server has, and no data comes of it.
pub(super) fn is_ours(name: &str) -> bool {
    OURS.contains(&own_name(name))
}

/// The tool's own part of its full name.
pub(super) fn own_name(name: &str) -> &str {
    ["_mcp_", "_webmcp_"].iter().find_map(|mark| Some(name.split_once(mark)?.1)).unwrap_or(name)
}

/// `weather_mcp` for the tool `list_recipes` of `weather_mcp_list_recipes`.
pub(super) fn server_of<'a>(name: &'a str, tool: &str) -> Option<&'a str> {
    name.strip_suffix(tool)?.strip_suffix('_')
}
