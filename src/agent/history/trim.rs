//! Which messages go when a history is too long for a model.

use crate::json;
use crate::model::{Block, Message, Role, only_thoughts};
use std::borrow::Borrow;
use std::collections::HashSet;
use std::ops::Range;

/// A message that stays: where it was, and what it became if blocks of it had to go.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// Its place in the history that was given.
    pub index: usize,
    /// The message without calls that nothing answers and results that answer nothing; `None` when it is unchanged.
    pub replacement: Option<Message>,
}

/// The end of `messages` that fits into `max_tokens`, as `count` counts each message.
///
/// System messages at the front stay. Whole turns go from the front, a turn being a user's message and all that
/// follows it up to the next; when the last turn alone is too long, its oldest steps go (a reply with its tool
/// results). The last message of the user stays, even when it alone is too long. Calls without results and
/// results without calls go in any case: providers refuse such a history.
pub fn trim(messages: &[Message], max_tokens: usize, count: &dyn Fn(&Message) -> usize) -> Vec<Message> {
    let kept = trim_plan(messages, max_tokens, count).into_iter();
    kept.filter_map(|kept| kept.replacement.or_else(|| messages.get(kept.index).cloned())).collect()
}

/// [`trim`], as the list of what stays.
pub fn trim_plan<M: Borrow<Message>>(
    messages: &[M],
    max_tokens: usize,
    count: &dyn Fn(&Message) -> usize,
) -> Vec<Kept> {
    let messages: Vec<&Message> = messages.iter().map(Borrow::borrow).collect();
    let sound = sound(&messages);
    let looks: Vec<Look> = sound
        .iter()
        .filter_map(|kept| kept.replacement.as_ref().or_else(|| messages.get(kept.index).copied()))
        .map(|message| Look { role: message.role, wish: is_wish(message), cost: count(message) })
        .collect();
    let cost = |range: Range<usize>| -> usize {
        looks.get(range).unwrap_or_default().iter().map(|look| look.cost).sum()
    };
    let system = looks.iter().take_while(|look| look.role == Role::System).count();
    let wish = looks.iter().rposition(|look| look.wish);
    let mut total = cost(0..looks.len());

    // The front of the history, in pieces that may go: turns, then the steps of the last turn.
    let mut from = system;
    let mut steps_from = wish.map_or(system, |wish| wish + 1);
    let turn_starts = (system + 1..looks.len()).filter(|at| looks.get(*at).is_some_and(|look| look.wish));
    for next in turn_starts {
        if total <= max_tokens {
            break;
        }
        total -= cost(from..next);
        from = next;
    }
    let steps_start = steps_from;
    let step_ends = (steps_start + 1..=looks.len())
        .filter(|at| looks.get(*at).is_none_or(|look| look.role == Role::Assistant));
    for end in step_ends {
        if total <= max_tokens {
            break;
        }
        total -= cost(steps_from..end);
        steps_from = end;
    }
    let stays = |at: usize| {
        at < system || Some(at) == wish || (at >= from && !(steps_start..steps_from).contains(&at))
    };
    sound.into_iter().enumerate().filter(|(at, _)| stays(*at)).map(|(_, kept)| kept).collect()
}

/// What trimming needs to know of a message.
struct Look {
    role: Role,
    wish: bool,
    cost: usize,
}

/// A message with which a turn begins.
fn is_wish(message: &Message) -> bool {
    message.role == Role::User && !has_results(message)
}

fn has_results(message: &Message) -> bool {
    message.content.iter().any(|block| matches!(block, Block::ToolResult { .. }))
}

/// The messages without the calls that the next messages do not answer, and without results of no call.
fn sound(messages: &[&Message]) -> Vec<Kept> {
    let mut paired: Vec<HashSet<&str>> = vec![HashSet::new(); messages.len()];
    for (at, message) in messages.iter().enumerate().filter(|(_, message)| message.role == Role::Assistant) {
        let mut open: HashSet<&str> = message.content.iter().filter_map(call_id).collect();
        let mut answered = HashSet::new();
        for (place, next) in paired.iter_mut().zip(messages).skip(at + 1) {
            let answers: HashSet<&str> = match next.role {
                Role::Assistant => break,
                _ => next.content.iter().filter_map(result_id).filter(|id| open.remove(id)).collect(),
            };
            if answers.is_empty() {
                break;
            }
            answered.extend(&answers);
            *place = answers;
        }
        if let Some(place) = paired.get_mut(at) {
            *place = answered;
        }
    }
    let each = messages.iter().enumerate().zip(paired);
    each.filter_map(|((index, message), paired)| kept(index, message, paired)).collect()
}

/// The message with only those calls and results whose ids are `paired`, each once; `None` when nothing is left.
fn kept<'a>(index: usize, message: &'a Message, mut paired: HashSet<&'a str>) -> Option<Kept> {
    let stays: Vec<&Block> = message
        .content
        .iter()
        .filter(|block| match (block, message.role) {
            (Block::ToolUse { id, .. }, Role::Assistant) => paired.remove(id.as_str()),
            (Block::ToolUse { .. }, _) | (Block::ToolResult { .. }, Role::Assistant) => false,
            (Block::ToolResult { tool_use_id, .. }, _) => paired.remove(tool_use_id.as_str()),
            _ => true,
        })
        .collect();
    let whole = stays.len() == message.content.len();
    let content: Vec<Block> = if whole { Vec::new() } else { stays.into_iter().cloned().collect() };
    if only_thoughts(if whole { &message.content } else { &content }) {
        return None;
    }
    let replacement = (!whole).then_some(Message { role: message.role, content });
    Some(Kept { index, replacement })
}

fn call_id(block: &Block) -> Option<&str> {
    match block {
        Block::ToolUse { id, .. } => Some(id),
        _ => None,
    }
}

fn result_id(block: &Block) -> Option<&str> {
    match block {
        Block::ToolResult { tool_use_id, .. } => Some(tool_use_id),
        _ => None,
    }
}

/// The published measure of a message: a quarter of the characters of its JSON, rounded up
/// (reference-behaviour §10.1, `trimConversationHistory`).
pub fn json_tokens(message: &Message) -> usize {
    json::text(message).chars().count().div_ceil(4)
}
