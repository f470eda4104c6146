//! Who the server says it is, and what was agreed on with it.

use super::settings::Offer;
use crate::error::{Code, Error, Result};
use crate::json;
use serde_json::{Value, json};

/// The revision without sessions.
pub(super) const MODERN: &str = "2026-07-28";
/// The newest revision with `initialize` and sessions.
pub(super) const LATEST: &str = "2025-11-25";
/// Revisions with sessions that this client speaks.
pub(super) const LEGACY: [&str; 4] = [LATEST, "2025-06-18", "2025-03-26", "2024-11-05"];

/// A server, as it tells of itself. All of it is its word.
#[derive(Debug, Default)]
pub(super) struct Server {
    pub(super) info: Value,
    pub(super) capabilities: Value,
    pub(super) instructions: Option<String>,
    pub(super) version: String,
    pub(super) session_id: Option<String>,
    /// Whether it has told what it offers.
    has_told: bool,
    /// Counts the handshakes, so that calls that failed together connect once.
    pub(super) generation: u32,
}

impl Server {
    /// Takes the answer to `initialize`.
    pub(super) fn initialized(&mut self, result: &str, session_id: Option<String>) -> Result<()> {
        let result = json::parse(result).unwrap_or_default();
        let version = result.get("protocolVersion").and_then(Value::as_str).unwrap_or_default();
        if !LEGACY.contains(&version) {
            let spoken = LEGACY.join(", ");
            return Err(Error::new(
                Code::Protocol,
                format!("The MCP server wants protocol version '{version}'; this client speaks {spoken}."),
            ));
        }
        version.clone_into(&mut self.version);
        self.session_id = session_id;
        self.told(&result, result.get("serverInfo"));
        Ok(())
    }

    /// Takes the answer to `server/discover`; of a server that does not answer it only the revision is known.
    pub(super) fn discovered(&mut self, result: &str) {
        let result = json::parse(result).unwrap_or_default();
        MODERN.clone_into(&mut self.version);
        self.session_id = None;
        let in_meta = result.pointer("/_meta/io.modelcontextprotocol~1serverInfo");
        self.told(&result, in_meta.or_else(|| result.get("serverInfo")));
    }

    fn told(&mut self, result: &Value, info: Option<&Value>) {
        self.info = info.filter(|info| info.is_object()).cloned().unwrap_or_default();
        let capabilities = result.get("capabilities").filter(|told| told.is_object());
        self.has_told = capabilities.is_some();
        self.capabilities = capabilities.cloned().unwrap_or_default();
        self.instructions = result.get("instructions").and_then(Value::as_str).map(str::to_owned);
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

    /// Whether it may be asked for the list: unless it has told that it has none.
    pub(super) fn offers(&self, offer: Offer) -> bool {
        // Tools are what servers are for; some have them and do not say so.
        !self.has_told || offer == Offer::Tools || self.capability(offer.capability()).is_some()
    }

    pub(super) fn capability(&self, name: &str) -> Option<&Value> {
        self.capabilities.get(name).filter(|declared| declared.is_object())
    }

    /// Whether it tells when the list changes.
    pub(super) fn tells_of(&self, offer: Offer) -> bool {
        self.capability(offer.capability()).and_then(|declared| declared.get("listChanged"))
            == Some(&json!(true))
    }

    /// As the page sees it.
    pub(super) fn described(&self) -> Value {
        let word = |name: &str| self.info.get(name).and_then(Value::as_str).unwrap_or_default();
        let mut told = self.info.as_object().cloned().unwrap_or_default();
        told.insert("name".into(), word("name").into());
        told.insert("version".into(), word("version").into());
        let mut described = json!({
            "info": told,
            "capabilities": if self.capabilities.is_object() { self.capabilities.clone() } else { json!({}) },
            "protocolVersion": self.version,
        });
        if let (Some(instructions), Some(described)) = (&self.instructions, described.as_object_mut()) {
            described.insert("instructions".into(), instructions.as_str().into());
        }
        described
    }
}
