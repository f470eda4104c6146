//! What every provider takes as a history. A bad reply must never make the next request invalid: providers
//! answer such a request with 400, for ever after.

use super::call::{Call, Status};
use crate::dispatch::wire_name;
use crate::json;
use crate::model::{Block, Message, Role, only_thoughts};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::rc::Rc;

/// The longest call id that every provider takes (OpenAI: 40).
const MAX_ID_CHARS: usize = 40;

/// The ids of the calls of a history: collected once, then kept.
#[derive(Clone, Debug, Default)]
pub(super) struct TakenIds(Option<HashSet<String>>);

impl TakenIds {
    pub(super) fn of(&mut self, history: &[Rc<Message>]) -> &mut HashSet<String> {
        self.0.get_or_insert_with(|| history.iter().flat_map(|m| &m.content).filter_map(call_id).collect())
    }
}

/// They follow from the history, so they never tell two runs apart.
impl PartialEq for TakenIds {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A reply as it enters the history, and the calls in it as the model wrote them.
///
/// Blank text goes, and thoughts that nothing came of. Ids that are missing, taken or odd are replaced, names that a provider would refuse are
/// written so that it takes them, and arguments that are no object are kept under `_raw`.
pub(super) fn sanitise_reply(taken: &mut HashSet<String>, content: Vec<Block>) -> (Vec<Block>, Vec<Call>) {
    let mut calls = Vec::new();
    let content = content.into_iter().filter_map(|block| match block {
        Block::Text { text } if text.trim().is_empty() => None,
        Block::ToolUse { id, name, input } => {
            let id = free_id(id, taken);
            let input = object(input);
            calls.push(Call {
                id: id.clone(),
                name: name.clone(),
                args: input.clone(),
                status: Status::New,
                judged: None,
                attempt: 0,
                result: None,
            });
            Some(Block::ToolUse { id, name: history_name(&name), input })
        }
        // A model answers no calls.
        Block::ToolResult { .. } => None,
        other => Some(other),
    });
    let content: Vec<Block> = content.collect();
    (if only_thoughts(&content) { Vec::new() } else { content }, calls)
}

/// `messages` as every provider takes them: each call is answered once, by the next message; answers to
/// nothing, blank text and empty messages are left out. Messages that are fine are shared, not copied.
pub fn valid_history(messages: &[Rc<Message>]) -> Vec<Rc<Message>> {
    let mut valid: Vec<Rc<Message>> = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut taken: HashSet<String> = HashSet::new();
    for message in messages {
        match message.role {
            Role::System => {
                close(&mut valid, &mut open);
                if !message.joined_text().trim().is_empty() {
                    valid.push(message.clone());
                }
            }
            Role::Assistant => {
                close(&mut valid, &mut open);
                let (fixed, calls) = assistant(message, &mut taken);
                push(&mut valid, fixed);
                open = calls;
            }
            Role::User => {
                let answered = user(message, &mut open);
                push(&mut valid, answered);
            }
        }
    }
    close(&mut valid, &mut open);
    valid
}

/// Adds `message` unless it is empty; a person's message joins the person's message before it, where one of
/// them answers calls.
fn push(valid: &mut Vec<Rc<Message>>, message: Rc<Message>) {
    if message.content.is_empty() {
        return;
    }
    match valid.last_mut() {
        Some(last) if last.role == Role::User && message.role == Role::User => {
            let last = Rc::make_mut(last);
            last.content.extend(message.content.iter().cloned());
        }
        _ => valid.push(message),
    }
}

/// Answers the calls that nobody answered.
fn close(valid: &mut Vec<Rc<Message>>, open: &mut Vec<String>) {
    let content: Vec<Block> = open.drain(..).map(unanswered).collect();
    push(valid, Rc::new(Message { role: Role::User, content }));
}

fn unanswered(id: String) -> Block {
    Block::ToolResult {
        tool_use_id: id,
        content: "Error: no result is known.".into(),
        images: Vec::new(),
        is_error: true,
    }
}

fn assistant(message: &Rc<Message>, taken: &mut HashSet<String>) -> (Rc<Message>, Vec<String>) {
    let mut calls = Vec::new();
    let mut content = Vec::new();
    for block in &message.content {
        match block {
            Block::Text { text } if text.trim().is_empty() => {}
            Block::ToolResult { .. } => {}
            // The result of a call with another id would be lost: the call goes with it.
            Block::ToolUse { id, .. } if !is_free(id, taken) => {}
            Block::ToolUse { id, name, input } => {
                taken.insert(id.clone());
                calls.push(id.clone());
                let (name, input) = (history_name(name), object(input.clone()));
                content.push(Block::ToolUse { id: id.clone(), name, input });
            }
            other => content.push(other.clone()),
        }
    }
    if only_thoughts(&content) {
        content.clear();
    }
    let same = content == message.content;
    (if same { message.clone() } else { Rc::new(Message { role: message.role, content }) }, calls)
}

/// The person's message with the answers to `open` first, those that are missing included.
fn user(message: &Rc<Message>, open: &mut Vec<String>) -> Rc<Message> {
    let answer = |id: &String| {
        let found = message
            .content
            .iter()
            .find(|block| matches!(block, Block::ToolResult { tool_use_id, .. } if tool_use_id == id));
        found.cloned().unwrap_or_else(|| unanswered(id.clone()))
    };
    let mut content: Vec<Block> = open.iter().map(answer).collect();
    open.clear();
    content.extend(
        message
            .content
            .iter()
            .filter(|block| match block {
                Block::Text { text } => !text.trim().is_empty(),
                Block::Image { .. } => true,
                Block::Reasoning { .. } | Block::ToolUse { .. } | Block::ToolResult { .. } => false,
            })
            .cloned(),
    );
    if content == message.content { message.clone() } else { Rc::new(Message { role: Role::User, content }) }
}

fn call_id(block: &Block) -> Option<String> {
    match block {
        Block::ToolUse { id, .. } => Some(id.clone()),
        _ => None,
    }
}

fn is_free(id: &str, taken: &HashSet<String>) -> bool {
    let fits = (1..=MAX_ID_CHARS).contains(&id.len())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    fits && !taken.contains(id)
}

fn free_id(id: String, taken: &mut HashSet<String>) -> String {
    let mut free = id;
    let mut number = taken.len();
    while !is_free(&free, taken) {
        free = format!("call_{number}");
        number += 1;
    }
    taken.insert(free.clone());
    free
}

fn history_name(name: &str) -> String {
    if name.is_empty() { "unnamed".into() } else { wire_name(name) }
}

fn object(input: Value) -> Value {
    match input {
        Value::Object(_) => input,
        Value::Null => json!({}),
        Value::String(text) => json!({"_raw": text}),
        other => json!({"_raw": json::text(&other)}),
    }
}

/// The person's words, after the last message or at its end when that is the person's as well.
pub(super) fn push_words(messages: &mut Vec<Rc<Message>>, text: String) {
    match messages.last_mut() {
        Some(last) if last.role == Role::User => {
            Rc::make_mut(last).content.push(Block::Text { text });
        }
        _ => messages.push(Rc::new(Message::text(Role::User, text))),
    }
}
