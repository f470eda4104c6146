//! Messages of a conversation, in the shape of the published `ChatMessage`.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The person, or the results of tools.
    User,
    /// The model.
    Assistant,
    /// The host.
    System,
}

/// One piece of a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Block {
    /// Prose.
    Text {
        /// The prose itself.
        text: String,
    },
    /// A picture.
    Image {
        /// Base64, without a `data:` prefix.
        data: String,
        /// Such as `image/png`.
        #[serde(rename = "mediaType")]
        media_type: String,
    },
    /// What the model thought before what follows it in the message. Providers want it back as it was.
    Reasoning {
        /// As far as the provider tells; may be empty.
        #[serde(default)]
        text: String,
        /// What the provider needs to know its own thought again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opaque: Option<Opaque>,
    },
    /// The model asks for a tool.
    ToolUse {
        /// Names the call within the conversation.
        id: String,
        /// The full tool name.
        name: String,
        /// The arguments: an object, or whatever the model wrote instead.
        input: Value,
    },
    /// What the tool answered.
    ToolResult {
        /// The call it answers.
        tool_use_id: String,
        /// The answer as text.
        content: String,
        /// Pictures that belong to the answer.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        images: Vec<Image>,
        /// True when the call failed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_error: bool,
    },
}

/// Data that only the API that made it can read, such as a signature. It is kept as it came and goes back to that
/// API alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opaque {
    /// Whose it is: `anthropic`, `openai`, `openai-responses`, `gemini`, or the word of a host's own provider.
    pub format: String,
    /// The data.
    pub data: Value,
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Image {
    /// Base64, without a `data:` prefix.
    pub data: String,
    /// Such as `image/png`.
    #[serde(rename = "mediaType")]
    pub media_type: String,
}

/// One message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// What is said; a bare string in JSON is read as one text block.
    #[serde(deserialize_with = "blocks")]
    pub content: Vec<Block>,
}

impl Message {
    /// A message of one text block.
    pub fn text(role: Role, text: impl Into<String>) -> Self {
        Message { role, content: vec![Block::Text { text: text.into() }] }
    }

    /// All text blocks, joined by newlines.
    pub fn joined_text(&self) -> String {
        joined_text(&self.content)
    }
}

/// Whether `blocks` hold thoughts alone: no provider takes such a message.
pub(crate) fn only_thoughts(blocks: &[Block]) -> bool {
    blocks.iter().all(|block| matches!(block, Block::Reasoning { .. }))
}

/// All text blocks of `blocks`, joined by newlines.
pub(crate) fn joined_text(blocks: &[Block]) -> String {
    let texts: Vec<&str> = blocks
        .iter()
        .filter_map(|block| match block {
            Block::Text { text } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    texts.join("\n")
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Blocks(Vec<Block>),
}

fn blocks<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Block>, D::Error> {
    Ok(match Content::deserialize(deserializer)? {
        Content::Text(text) => vec![Block::Text { text }],
        Content::Blocks(blocks) => blocks,
    })
}
