//! What earlier wishes have shown, so that a later one can change it: told by the conversation alone.

use super::history::server_of;
use super::line::Line;
use crate::json;
use crate::model::{Block, Message, Role};
use serde_json::Value;
use std::rc::Rc;

/// So many are told to the model, the latest last.
const MOST_TOLD: usize = 4;

/// A widget that stands on the canvas since an earlier wish.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Earlier {
    /// The wish and the line that led to it.
    pub(super) wish: String,
    pub(super) line: Line,
    /// The widget's name, its id on the canvas, and its title.
    pub(super) widget: String,
    pub(super) id: String,
    pub(super) title: String,
    /// The server that shows it, such as `autoui_webmcp`.
    pub(super) server: String,
}

impl Earlier {
    /// How it is shown: as the line says, or by the widget's name.
    fn form(&self) -> &str {
        self.line.text("as").unwrap_or(&self.widget)
    }
}

/// The lines in front of a wish that tell what is shown.
pub(super) fn lines(shown: &[Earlier]) -> String {
    let line = |(number, one): (usize, &Earlier)| {
        format!("\nshown {}: {} {}", number + 1, one.form(), json::text(&Value::from(one.title.as_str())))
    };
    shown.iter().enumerate().map(line).collect()
}

/// What was shown before the last wish and is still there.
pub(super) fn earlier(messages: &[Rc<Message>], last_wish: usize) -> Vec<Earlier> {
    let mut found: Vec<Earlier> = Vec::new();
    let mut wish = String::new();
    for message in messages.iter().take(last_wish) {
        let words = message.joined_text();
        let is_answer = message.content.iter().any(|block| matches!(block, Block::ToolResult { .. }));
        if message.role == Role::User && !is_answer && !words.trim().is_empty() {
            words.trim().clone_into(&mut wish);
        }
        let line = Line::of(message);
        for block in &message.content {
            let Block::ToolUse { id, name, input } = block else { continue };
            let Some(result) = answer(messages, id) else { continue };
            let text = |pointer: &str| input.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
            if let (Some(server), Some(line)) = (server_of(name, "widget_display"), &line)
                && let Some(id) = result.get("id").and_then(Value::as_str)
            {
                found.push(Earlier {
                    wish: wish.clone(),
                    line: line.clone(),
                    widget: text("/name").to_owned(),
                    id: id.to_owned(),
                    title: title(input.get("params")),
                    server: server.to_owned(),
                });
            } else if server_of(name, "canvas").is_some() {
                match text("/action") {
                    "clear" => found.clear(),
                    "remove" => found.retain(|one| one.id != text("/id")),
                    "update" => {
                        if let (Some(one), Some(line)) =
                            (found.iter_mut().find(|one| one.id == text("/id")), &line)
                        {
                            one.line = line.clone();
                            one.title = title(input.get("params"));
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    found.split_off(found.len().saturating_sub(MOST_TOLD))
}

/// What a call was answered; nothing where it failed.
fn answer(messages: &[Rc<Message>], call: &str) -> Option<Value> {
    let mut blocks = messages.iter().flat_map(|message| &message.content);
    blocks.find_map(|block| match block {
        Block::ToolResult { tool_use_id, content, is_error: false, .. } if tool_use_id == call => {
            json::parse(content).ok()
        }
        _ => None,
    })
}

fn title(params: Option<&Value>) -> String {
    let text = |key: &str| params?.get(key)?.as_str().filter(|text| !text.is_empty());
    ["title", "label", "name", "heading"].iter().find_map(|key| text(key)).unwrap_or_default().to_owned()
}
