//! Tool names: `{server}_{mcp|webmcp}_{tool}`, from server names that anybody may choose.

use super::protocol::Protocol;

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
    format!("{prefix}_{}_{tool}", protocol.rules().token)
}

/// The longest name that every provider takes (OpenAI and Anthropic: `^[a-zA-Z0-9_-]{1,64}$`).
pub const MAX_NAME_CHARS: usize = 64;

/// Whether every provider takes `name` as a tool's name.
pub fn is_wire_name(name: &str) -> bool {
    (1..=MAX_NAME_CHARS).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

/// `name` as every provider takes it: other characters become `_`, and what is longer than 64 ends in a
/// hash of the whole, so that names that begin alike stay apart.
pub fn wire_name(name: &str) -> String {
    if is_wire_name(name) {
        return name.to_owned();
    }
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect();
    if is_wire_name(&plain) { plain } else { hashed(&plain, name) }
}

/// The beginning of `plain` and a hash of `whole`, 64 characters at most.
pub(super) fn hashed(plain: &str, whole: &str) -> String {
    let start: String = plain.chars().take(MAX_NAME_CHARS - 9).collect();
    format!("{start}_{:08x}", fnv1a(whole.as_bytes()))
}

/// The beginning of a name that somebody made up, for a text that a model reads.
pub(super) fn excerpt(name: &str) -> String {
    const MOST: usize = 120;
    let mut short: String = name.chars().take(MOST).collect();
    if short.len() < name.len() {
        short.push('…');
    }
    short
}

/// FNV-1a, 32 bits: enough to tell names of one page apart; not for secrets.
pub(super) fn fnv1a(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
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
