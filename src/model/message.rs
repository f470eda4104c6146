//! Messages of a conversation, in the shape of the published `ChatMessage`.

use crate::json::{self, Fields, FromJson, Read};
use serde::Serialize;
use serde_json::Value;

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The person, or the results of tools.
    User,
    /// The model.
    Assistant,
    /// The host.
    System,
}

impl FromJson for Role {
    fn from_json(value: Value) -> Read<Self> {
        json::word(&value, &[("user", Role::User), ("assistant", Role::Assistant), ("system", Role::System)])
    }
}

/// One piece of a message.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
        text: String,
        /// What the provider needs to know its own thought again.
        #[serde(skip_serializing_if = "Option::is_none")]
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
        #[serde(skip_serializing_if = "Vec::is_empty")]
        images: Vec<Image>,
        /// True when the call failed.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        is_error: bool,
    },
}

/// Data that only the API that made it can read, such as a signature. It is kept as it came and goes back to that
/// API alone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Opaque {
    /// Whose it is: `anthropic`, `openai`, `openai-responses`, `gemini`, or the word of a host's own provider.
    pub format: String,
    /// The data.
    pub data: Value,
}

impl FromJson for Opaque {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(Opaque { format: from.take("format")?, data: from.take("data")? })
    }
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Image {
    /// Base64, without a `data:` prefix.
    pub data: String,
    /// Such as `image/png`.
    #[serde(rename = "mediaType")]
    pub media_type: String,
}

impl FromJson for Image {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(Image { data: from.take("data")?, media_type: from.take("mediaType")? })
    }
}

/// One message.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// What is said; a bare string in JSON is read as one text block.
    pub content: Vec<Block>,
}

impl FromJson for Message {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        let content = match from.take("content")? {
            Value::String(text) => vec![Block::Text { text }],
            blocks => Vec::from_json(blocks).map_err(|problem| format!("content: {problem}"))?,
        };
        Ok(Message { role: from.take("role")?, content })
    }
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

impl FromJson for Block {
    fn from_json(value: Value) -> Read<Self> {
        let mut block = Fields::of(value)?;
        let kind: String = block.take("type")?;
        Ok(match kind.as_str() {
            "text" => Block::Text { text: block.take("text")? },
            "image" => Block::Image { data: block.take("data")?, media_type: block.take("mediaType")? },
            "reasoning" => {
                Block::Reasoning { text: block.optional("text")?, opaque: block.optional("opaque")? }
            }
            "tool_use" => Block::ToolUse {
                id: block.take("id")?,
                name: block.take("name")?,
                input: block.take("input")?,
            },
            "tool_result" => Block::ToolResult {
                tool_use_id: block.take("tool_use_id")?,
                content: block.take("content")?,
                images: block.optional("images")?,
                is_error: block.optional("is_error")?,
            },
            other => return Err(format!("a block of type '{other}' is unknown")),
        })
    }
}
