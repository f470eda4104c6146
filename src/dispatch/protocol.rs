//! What sets one protocol apart from another. A further protocol is one more [`Rules`] value, and nothing else.

use super::content::Content;
use serde_json::Value;
use std::fmt;

/// How servers of one protocol are named, read and missed.
pub struct Rules {
    /// The token in full tool names (spec "ToolLayers", The two types of layers).
    pub token: &'static str,
    /// Another token that is understood and never produced.
    pub old_token: Option<&'static str>,
    /// Whether its servers show things: they have `widget_display`, `canvas` and `recall`.
    pub displays: bool,
    /// What a tool's value says, and whether it is an error.
    pub read: fn(Value) -> Content,
    /// The words for a tool (first) whose server (second) is not connected.
    pub missing: fn(&str, &str) -> String,
}

/// How a server is reached.
#[derive(Clone, Copy)]
pub struct Protocol(&'static Rules);

static MCP: Rules = Rules {
    token: "mcp",
    // The reference implementation, version 2, wrote `data` and `ui` where its documents say mcp and webmcp.
    old_token: Some("data"),
    displays: false,
    read: Content::of_mcp,
    missing: |tool, _| format!("Error: no MCP client available for tool {tool}"),
};

static WEBMCP: Rules = Rules {
    token: "webmcp",
    old_token: Some("ui"),
    displays: true,
    read: Content::of_value,
    missing: |_, server| format!("Error: no WebMCP server \"{server}\" found."),
};

impl Protocol {
    /// Across the network: data.
    pub const MCP: Protocol = Protocol(&MCP);
    /// In the page: display.
    pub const WEBMCP: Protocol = Protocol(&WEBMCP);

    /// A protocol with rules of the host.
    pub const fn new(rules: &'static Rules) -> Self {
        Protocol(rules)
    }

    /// The published protocol of that token.
    pub fn from_token(token: &str) -> Option<Self> {
        [Protocol::MCP, Protocol::WEBMCP].into_iter().find(|known| known.rules().token == token)
    }

    /// What sets it apart.
    pub fn rules(self) -> &'static Rules {
        self.0
    }

    /// The tokens that full names may hold, the one that is produced first.
    pub(super) fn tokens(self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.0.token).chain(self.0.old_token)
    }
}

impl PartialEq for Protocol {
    fn eq(&self, other: &Self) -> bool {
        self.0.token == other.0.token
    }
}

impl Eq for Protocol {}

impl fmt::Debug for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.token)
    }
}
