//! What a model can do, as data: the host says so, because no API tells.

use serde::{Deserialize, Serialize};

/// What a model can do. The table that hosts start from is `js/capabilities.ts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
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
