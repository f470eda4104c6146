//! Tool names: `{server}_{mcp|webmcp}_{tool}`, from server names that anybody may choose.

use serde::{Deserialize, Serialize};

/// How a server is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// Across the network: data.
    Mcp,
    /// In the page: display.
    WebMcp,
}

impl Protocol {
    /// The token in full tool names.
    pub fn token(self) -> &'static str {
        match self {
            Protocol::Mcp => "mcp",
            Protocol::WebMcp => "webmcp",
        }
    }

    /// The token that version 2 of the reference implementation wrote; understood, never produced.
    pub(super) fn old_token(self) -> &'static str {
        match self {
            Protocol::Mcp => "data",
            Protocol::WebMcp => "ui",
        }
    }
}

/// Segments that say nothing about a server.
const NOISE: [&str; 3] = ["mcp", "server", "srv"];

/// Turns a server's name into a name prefix: lower-case words of ASCII letters and digits joined by
/// `_`, accents dropped from their letters, the words `mcp`, `server` and `srv` left out; `mcp` when
/// nothing is left.
pub fn sanitize_server_name(name: &str) -> String {
    let plain: String = name.chars().flat_map(char::to_lowercase).map(without_accent).collect();
    let words: Vec<&str> = plain
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty() && !NOISE.contains(word))
        .collect();
    if words.is_empty() { "mcp".to_owned() } else { words.join("_") }
}

/// The full name of `tool` on the server with that prefix.
pub fn full_name(prefix: &str, protocol: Protocol, tool: &str) -> String {
    format!("{prefix}_{}_{tool}", protocol.token())
}

/// Letters of Latin-1 and the most common ones beyond; others are left as they are and become `_`.
fn without_accent(c: char) -> char {
    match c {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'ď' | 'đ' => 'd',
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ę' | 'ě' => 'e',
        'ğ' => 'g',
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'ı' => 'i',
        'ł' | 'ľ' => 'l',
        'ñ' | 'ń' | 'ň' => 'n',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' | 'ő' => 'o',
        'ř' => 'r',
        'ś' | 'š' | 'ş' | 'ș' => 's',
        'ť' | 'ţ' | 'ț' => 't',
        'ù' | 'ú' | 'û' | 'ü' | 'ū' | 'ů' | 'ű' => 'u',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        other => other,
    }
}
