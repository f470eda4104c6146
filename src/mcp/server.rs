//! Who the server says it is, and what was agreed on with it. What it tells is kept as it came.

use super::failure::Failure;
use super::message::{object, with_fields, word};
use super::settings::Offer;
use crate::error::Code;
use crate::json::{self, raw_field};

/// The revision without sessions.
pub(super) const MODERN: &str = "2026-07-28";
/// The newest revision with `initialize` and sessions.
pub(super) const LATEST: &str = "2025-11-25";
/// Revisions with sessions that this client speaks.
const LEGACY: [&str; 4] = [LATEST, "2025-06-18", "2025-03-26", "2024-11-05"];

/// A server, as it tells of itself. All of it is its word.
#[derive(Debug, Default)]
pub(super) struct Server {
    /// JSON objects, or empty.
    info: String,
    capabilities: String,
    instructions: Option<String>,
    pub(super) version: String,
    pub(super) session_id: Option<String>,
    /// Counts the handshakes, so that calls that failed together connect once.
    pub(super) generation: u32,
}

impl Server {
    /// Takes the answer to `initialize`.
    pub(super) fn initialized(&mut self, result: &str, session_id: Option<String>) -> Result<(), Failure> {
        let version = word(result, "protocolVersion").unwrap_or_default();
        if !LEGACY.contains(&version.as_str()) {
            let spoken = LEGACY.join(", ");
            let problem =
                format!("The MCP server wants protocol version '{version}'; this client speaks {spoken}.");
            return Err(Failure::new(Code::Protocol, problem));
        }
        self.version = version;
        self.session_id = session_id;
        self.told(result, raw_field(result, "serverInfo"));
        Ok(())
    }

    /// Takes the answer to `server/discover`; of a server that does not answer it only the revision is known.
    pub(super) fn discovered(&mut self, result: &str) {
        MODERN.clone_into(&mut self.version);
        self.session_id = None;
        let meta = raw_field(result, "_meta").unwrap_or_default();
        let info = raw_field(meta, "io.modelcontextprotocol/serverInfo");
        self.told(result, info.or_else(|| raw_field(result, "serverInfo")));
    }

    fn told(&mut self, result: &str, info: Option<&str>) {
        self.info = an_object(info);
        self.capabilities = an_object(raw_field(result, "capabilities"));
        self.instructions = word(result, "instructions");
        self.generation += 1;
    }

    /// Forgets what was agreed on, before another handshake.
    pub(super) fn reset(&mut self) {
        self.session_id = None;
        self.version.clear();
    }

    pub(super) fn is_modern(&self) -> bool {
        self.version == MODERN
    }

    /// Whether it may be asked for the list: unless it has told what it offers, and that is not among it.
    pub(super) fn offers(&self, offer: Offer) -> bool {
        // Tools are what servers are for; some have them and do not say so.
        self.capabilities.is_empty() || offer == Offer::Tools || self.can(offer.capability())
    }

    /// Whether it declares the capability.
    pub(super) fn can(&self, name: &str) -> bool {
        raw_field(&self.capabilities, name).is_some_and(|declared| declared.starts_with('{'))
    }

    /// Whether its tools can be called as tasks (2025-11-25, Tasks, "Server Capabilities").
    pub(super) fn runs_tasks(&self) -> bool {
        ["tasks", "requests", "tools"]
            .iter()
            .try_fold(self.capabilities.as_str(), |object, name| raw_field(object, name))
            .is_some_and(|tools| raw_field(tools, "call").is_some())
    }

    /// Whether tasks can be given up.
    pub(super) fn stops_tasks(&self) -> bool {
        raw_field(&self.capabilities, "tasks").is_some_and(|tasks| raw_field(tasks, "cancel").is_some())
    }

    /// Whether it tells when the list changes.
    pub(super) fn tells_of(&self, offer: Offer) -> bool {
        let declared = raw_field(&self.capabilities, offer.capability()).unwrap_or_default();
        raw_field(declared, "listChanged") == Some("true")
    }

    /// As the page sees it: JSON fields of its status.
    pub(super) fn described(&self) -> Vec<(&'static str, String)> {
        let mut named = Vec::new();
        for name in ["name", "version"] {
            named.push((name, json::text(&word(&self.info, name).unwrap_or_default())));
        }
        let or_empty = |object: &str| if object.is_empty() { "{}".to_owned() } else { object.to_owned() };
        let info = with_fields(&or_empty(&self.info), &named).unwrap_or_else(|| object(&named));
        let mut described = vec![
            ("info", info),
            ("capabilities", or_empty(&self.capabilities)),
            ("protocolVersion", json::text(&self.version)),
        ];
        described.extend(self.instructions.as_ref().map(|words| ("instructions", json::text(words))));
        described
    }
}

fn an_object(text: Option<&str>) -> String {
    text.filter(|text| text.starts_with('{')).unwrap_or_default().to_owned()
}
