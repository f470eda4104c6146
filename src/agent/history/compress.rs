//! Which old tool results shrink to a preview, and to which.

use super::hint::{hint, read};
use crate::dispatch::shorten;
use crate::model::{Block, Message, Results};
use std::collections::HashMap;

/// When a tool result is compressed, and to what length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompressOptions {
    /// How much of a result stays, in characters; the hint comes on top.
    pub preview_chars: usize,
    /// Results up to this length stay whole, in characters.
    pub threshold_chars: usize,
    /// How many messages at the end stay as they are.
    pub keep_last: usize,
}

impl Default for CompressOptions {
    /// 200, 300 and 2: the published values (reference-behaviour §10.1, spec "Result Compression").
    fn default() -> Self {
        CompressOptions { preview_chars: 200, threshold_chars: 300, keep_last: 2 }
    }
}

impl CompressOptions {
    /// A preview of `chars` characters, with the published threshold: one and a half previews.
    pub fn with_preview(chars: usize) -> Self {
        CompressOptions { preview_chars: chars, threshold_chars: (chars * 3).div_ceil(2), ..Self::default() }
    }
}

/// Compresses single messages of one history.
pub struct Compressor<'a> {
    results: &'a Results,
    options: CompressOptions,
    /// Calls of `recall` by their own id: the id that they asked for.
    recalled: HashMap<&'a str, &'a str>,
}

impl<'a> Compressor<'a> {
    /// A compressor for the history `messages`, whose hints name ids that `results` holds.
    pub fn new(
        messages: impl IntoIterator<Item = &'a Message>,
        results: &'a Results,
        options: CompressOptions,
    ) -> Self {
        let recalled =
            messages.into_iter().flat_map(|message| &message.content).filter_map(recall_of).collect();
        Compressor { results, options, recalled }
    }

    /// The message with shorter results, or `None` when nothing in it changes. The caller leaves out the last
    /// `keep_last` messages.
    pub fn message(&self, message: &Message) -> Option<Message> {
        let shorter: Vec<Option<Block>> = message.content.iter().map(|block| self.block(block)).collect();
        if shorter.iter().all(Option::is_none) {
            return None;
        }
        let content = shorter.into_iter().zip(&message.content);
        let content = content.map(|(new, old)| new.unwrap_or_else(|| old.clone())).collect();
        Some(Message { role: message.role, content })
    }

    fn block(&self, block: &Block) -> Option<Block> {
        let Block::ToolResult { tool_use_id, content, is_error, .. } = block else { return None };
        let content = self.text(tool_use_id, content)?;
        // Pictures go with the text that they belong to.
        let (tool_use_id, images) = (tool_use_id.clone(), Vec::new());
        Some(Block::ToolResult { tool_use_id, content, images, is_error: *is_error })
    }

    fn text(&self, id: &str, content: &str) -> Option<String> {
        let asked = self.recalled.get(id).copied();
        let source = asked.unwrap_or(id);
        let known_chars = self.results.chars(source);
        let recallable = known_chars.map(|_| source);
        let said = read(content, source);
        if let Some(said) = &said
            && !said.fresh
            && said.body.chars().count() <= self.options.preview_chars
        {
            // Compressed before; but the full result may be gone by now, or be there again.
            let now = format!("{}{}", said.body, hint(recallable, known_chars.unwrap_or(said.chars)));
            return (now != content).then_some(now);
        }
        let length = content.chars().count();
        if length <= self.options.threshold_chars {
            return None;
        }
        let chars = known_chars.or(said.as_ref().map(|said| said.chars)).unwrap_or(length);
        // A shortened result previews better from the whole; what recall gave may be a part of the whole.
        let whole = self.results.peek(source).filter(|_| asked.is_none() && said.is_some());
        let base = whole.as_deref().or(said.map(|said| said.body)).unwrap_or(content);
        let preview = shorten(base, self.options.preview_chars).text;
        let compressed = format!("{preview}{}", hint(recallable, chars));
        (compressed.chars().count() < length).then_some(compressed)
    }
}

/// For a call of our `recall`: its id and the id that it asks for.
fn recall_of(block: &Block) -> Option<(&str, &str)> {
    let Block::ToolUse { id, name, input } = block else { return None };
    let tokens = ["webmcp", "ui", "mcp", "data"];
    let ours = name == "recall" || tokens.iter().any(|token| name.ends_with(&format!("_{token}_recall")));
    let asked = input.get("id")?.as_str()?;
    ours.then_some((id, asked))
}

/// The history with its old, long tool results compressed (spec "Result Compression"): a preview and the hint
/// with which `recall` finds the whole, or how long it was where `results` no longer holds it.
///
/// Applying it twice is applying it once.
pub fn compress(messages: &[Message], results: &Results, options: CompressOptions) -> Vec<Message> {
    let compressor = Compressor::new(messages, results, options);
    let old = messages.len().saturating_sub(options.keep_last);
    let compressed = messages.iter().enumerate().map(|(index, message)| {
        let shorter = if index < old { compressor.message(message) } else { None };
        shorter.unwrap_or_else(|| message.clone())
    });
    compressed.collect()
}
