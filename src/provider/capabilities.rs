//! What a model can do, as data: the host says so, because no API tells.

use crate::json::{Fields, FromJson, Read};
use serde::Serialize;
use serde_json::Value;

/// What a model can do. The table that hosts start from is `js/model/capabilities.ts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(clippy::struct_excessive_bools)] // independent facts, written by hosts as such
pub struct Capabilities {
    /// It calls tools. Where it does not, none are offered.
    pub tools: bool,
    /// One reply may hold several calls. Where it may not, the provider is told so.
    pub parallel_tools: bool,
    /// It reads pictures. Where it does not, a line of text takes their place.
    pub images: bool,
    /// The provider caches what is marked for it.
    pub caching: bool,
    /// It thinks before it answers, and wants its thoughts back.
    pub reasoning: bool,
    /// The most tokens that it reads and writes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_size: Option<u32>,
}

impl FromJson for Capabilities {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        let default = Capabilities::default();
        Ok(Capabilities {
            tools: from.or("tools", default.tools)?,
            parallel_tools: from.or("parallelTools", default.parallel_tools)?,
            images: from.or("images", default.images)?,
            caching: from.or("caching", default.caching)?,
            reasoning: from.or("reasoning", default.reasoning)?,
            context_size: from.or("contextSize", default.context_size)?,
        })
    }
}

impl Default for Capabilities {
    /// All that a request can ask for; the context is not known.
    fn default() -> Self {
        Capabilities {
            tools: true,
            parallel_tools: true,
            images: true,
            caching: true,
            reasoning: false,
            context_size: None,
        }
    }
}
