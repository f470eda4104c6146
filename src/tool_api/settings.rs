//! What the host has decided.

use crate::json::{Fields, FromJson, Read};
use serde_json::Value;

/// Calls that run at a time, where the host says nothing.
const CONCURRENCY: u64 = 64;

/// Options of `createToolApi`, read from JSON; what its driver needs as well (`prefix`, `bodyBytes`) comes with its default. Each switch is one of the host's, by itself.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Whether tools may be called at all.
    pub allow_execute: bool,
    /// Of the page.
    pub title: String,
    /// In the page's last line.
    pub project_name: Option<String>,
    /// Where that leads, where it is an address that a page may lead to.
    pub project_url: Option<String>,
    /// In front of every path: empty, or with a slash in front and none behind.
    pub prefix: String,
    /// Whether there is an auth hook, which guards calls alone.
    pub asks_who: bool,
    /// Bytes of a body at most.
    pub body_bytes: u64,
    /// Calls that run at a time at most.
    pub concurrency: u64,
    /// Whether pages of other sites may call tools.
    pub any_site: bool,
    /// Whether a body may be of any content type: such requests a page may send to any address unasked.
    pub any_type: bool,
    /// The names by which this may be asked, with their ports; any where there are none.
    pub hosts: Option<Vec<String>>,
    /// Whether a body that is no JSON object is refused; the document takes it for `{}`.
    pub strict_json: bool,
    /// Whether arguments are held to the schema of their tool before it is called.
    pub checks_arguments: bool,
    /// Whether callers are told what a tool has thrown.
    pub exposes_errors: bool,
    /// The status of what a tool itself calls an error: 500 by the document.
    pub error_status: u16,
}

impl FromJson for Settings {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        let (mut limits, mut security) =
            (Fields::of(from.or("limits", empty())?)?, Fields::of(from.or("security", empty())?)?);
        Ok(Settings {
            allow_execute: from.optional("allowExecute")?,
            title: from.or("title", "MCP Tool Explorer".to_owned())?,
            project_name: from.optional("projectName")?,
            project_url: from.optional("projectUrl")?,
            prefix: from.take("prefix")?,
            asks_who: from.optional("asksWho")?,
            body_bytes: limits.take("bodyBytes")?,
            concurrency: limits.or("concurrency", CONCURRENCY)?,
            any_site: security.or("anySite", false)?,
            any_type: security.or("anyType", false)?,
            hosts: security.optional("hosts")?,
            strict_json: security.or("strictJson", true)?,
            checks_arguments: security.or("checkArguments", true)?,
            exposes_errors: security.or("exposeErrors", true)?,
            error_status: if security.or("toolErrorsAre200", false)? { 200 } else { 500 },
        })
    }
}

fn empty() -> Value {
    Value::Object(serde_json::Map::new())
}
