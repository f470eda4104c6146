//! What a client of MCP is given by JavaScript, as JSON that `js/mcp/options.ts` has made: it is of the right kinds.

use crate::json;
use crate::mcp::{Asked, Era, Offer, Settings, What};
use std::borrow::Cow;

/// The fields of an object.
struct Given<'a>(Vec<(Cow<'a, str>, &'a str)>);

impl<'a> Given<'a> {
    fn of(json: &'a str) -> Self {
        Given(json::raw_fields(json).unwrap_or_default())
    }

    fn raw(&self, name: &str) -> Option<&'a str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
    }

    fn text(&self, name: &str) -> Option<String> {
        self.raw(name).and_then(json::string).map(Cow::into_owned)
    }

    fn number(&self, name: &str) -> Option<f64> {
        self.raw(name).and_then(json::number)?.as_f64()
    }

    fn is(&self, name: &str) -> Option<bool> {
        self.raw(name).map(|value| value == "true")
    }
}

pub(super) fn settings(json: &str) -> Settings {
    let given = Given::of(json);
    let headers = Given::of(given.raw("headers").unwrap_or_default());
    let text = |name: &str, default: &str| given.text(name).unwrap_or_else(|| default.to_owned());
    let number = |name: &str| given.number(name).unwrap_or_default();
    let header =
        |(name, value): &(Cow<'_, str>, &str)| Some((name.to_string(), json::string(value)?.into_owned()));
    Settings {
        url: text("url", ""),
        headers: headers.0.iter().filter_map(header).collect(),
        client_name: text("clientName", env!("CARGO_PKG_NAME")),
        client_version: text("clientVersion", env!("CARGO_PKG_VERSION")),
        era: match text("era", "auto").as_str() {
            "modern" => Era::Modern,
            "legacy" => Era::Legacy,
            _ => Era::Auto,
        },
        probes: given.is("probe").unwrap_or(true),
        capabilities: given.raw("capabilities").unwrap_or("{}").to_owned(),
        signs_in: given.is("signsIn").unwrap_or(false),
        connect_ms: number("connectMs"),
        call_ms: number("callMs"),
        total_ms: number("totalMs"),
        max_bytes: number("maxBytes") as usize,
        seed: number("seed") as u64,
    }
}

pub(super) fn asked(json: &str, params: String) -> Asked {
    let given = Given::of(json);
    let text = |name: &str| given.text(name).unwrap_or_default();
    let list = text("what");
    let what = match Offer::ALL.into_iter().find(|offer| offer.field() == list) {
        Some(offer) => What::List(offer),
        None if list == "connect" => What::Connect,
        None if list == "task" => What::Task(text("task")),
        None if list == "watch" => What::Watch { uri: text("uri"), on: given.is("on").unwrap_or(true) },
        None => What::Request { method: text("method"), params },
    };
    let asked = Asked::new(what);
    let is_safe = given.is("isSafe").unwrap_or(asked.is_safe);
    Asked { call_ms: given.number("callMs"), is_safe, ..asked }
}
