//! The turn so far, as the plan needs it: the wish, and each tool call with its result.

use crate::model::{Block, Message, Role};
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
}

impl Done {
    /// The result as JSON, as far as it was told; `None` for prose.
    pub(super) fn json(&self) -> Option<Value> {
        let told = self.result.split("\n... (truncated").next()?;
        serde_json::from_str(told).ok()
    }

    /// Whether only the beginning of the result was told.
    pub(super) fn is_cut(&self) -> bool {
        self.result.contains("\n... (truncated")
    }
}

/// The last wish and what happened since.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct History {
    pub(super) wish: String,
    pub(super) done: Vec<Done>,
}

impl History {
    pub(super) fn read(messages: &[Rc<Message>]) -> Self {
        let is_wish =
            |message: &&Rc<Message>| message.role == Role::User && !message.joined_text().trim().is_empty();
        let start = messages.iter().rposition(|message| is_wish(&message)).unwrap_or(0);
        let turn = messages.get(start..).unwrap_or_default();
        let wish = turn.first().map(|message| message.joined_text()).unwrap_or_default();
        let mut done: Vec<Done> = Vec::new();
        for block in turn.iter().flat_map(|message| &message.content) {
            match block {
                Block::ToolUse { id, name, input } => done.push(Done {
                    id: id.clone(),
                    name: name.clone(),
                    input: input.clone(),
                    result: String::new(),
                    is_error: true,
                }),
                Block::ToolResult { tool_use_id, content, is_error, .. } => {
                    if let Some(call) = done.iter_mut().find(|call| call.id == *tool_use_id) {
                        call.result.clone_from(content);
                        call.is_error = *is_error;
                    }
                }
                _ => {}
            }
        }
        History { wish: wish.trim().to_owned(), done }
    }

    /// Ids of results that are data: lists or objects of tools that neither look for recipes nor show things.
    pub(super) fn data_results(&self) -> Vec<&str> {
        const OTHERS: [&str; 8] = [
            "search_recipes",
            "list_recipes",
            "get_recipe",
            "list_tools",
            "search_tools",
            "widget_display",
            "canvas",
            "recall",
        ];
        let is_data = |done: &&Done| {
            !done.is_error
                && done.result.starts_with(['[', '{'])
                && !OTHERS.iter().any(|tool| server_of(&done.name, tool).is_some())
        };
        self.done.iter().filter(is_data).map(|done| done.id.as_str()).collect()
    }

    /// The calls whose tool has that bare name.
    pub(super) fn calls_of<'a>(&'a self, tool: &'a str) -> impl Iterator<Item = &'a Done> {
        self.done.iter().filter(move |call| server_of(&call.name, tool).is_some())
    }
}

/// `weather_mcp` for the tool `list_recipes` of `weather_mcp_list_recipes`.
pub(super) fn server_of<'a>(name: &'a str, tool: &str) -> Option<&'a str> {
    name.strip_suffix(tool)?.strip_suffix('_')
}

/// A wish without line breaks and doubled blanks: in a prompt, a new line begins a new example.
pub(super) fn one_line(wish: &str) -> String {
    wish.split_whitespace().collect::<Vec<_>>().join(" ")
}
