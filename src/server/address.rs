//! What a text is as an address, read as a browser reads it (WHATWG URL, "basic URL parser").

/// An address as far as a policy needs to know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Address {
    /// On the page's own server: a path, a query, a fragment.
    Own,
    /// `http` or `https`, or `//host`, which a browser completes with the page's own scheme: the whole address.
    Web(String),
    /// `mailto` or `tel`: opens a program of the person's.
    Contact,
    /// Embedded data, and its media type in lower case.
    Data(String),
    /// Anything else: its scheme in lower case.
    Other(String),
}

/// Schemes with which a browser itself does something.
const BROWSERS_OWN: [&str; 12] = [
    "javascript",
    "vbscript",
    "livescript",
    "data",
    "blob",
    "file",
    "filesystem",
    "about",
    "view-source",
    "ftp",
    "ws",
    "wss",
];

impl Address {
    /// Reads `text`. Blanks and control characters around it, and tabs and line breaks inside it, are passed over, as
    /// many as there are; a backslash counts as a slash.
    pub(super) fn of(text: &str) -> Address {
        let text: String = text
            .trim_matches(|c: char| c <= ' ')
            .chars()
            .filter(|c| !matches!(c, '\t' | '\n' | '\r'))
            .collect();
        let Some((scheme, rest)) = scheme(&text) else {
            return match text.strip_prefix(['/', '\\']) {
                Some(rest) if rest.starts_with(['/', '\\']) => Address::Web(web("https", rest)),
                _ => Address::Own,
            };
        };
        match scheme.as_str() {
            "http" | "https" => Address::Web(web(&scheme, rest)),
            "mailto" | "tel" => Address::Contact,
            "data" => {
                let kind = rest.split([';', ',']).next().unwrap_or_default();
                Address::Data(kind.trim().to_ascii_lowercase())
            }
            _ => Address::Other(scheme),
        }
    }
}

/// Whether a browser itself does something with what has this scheme.
pub(super) fn is_browsers_own(scheme: &str) -> bool {
    BROWSERS_OWN.contains(&scheme)
}

/// Whether `text` is the name of an icon in a set, `mdi:home`: no browser does anything with it.
pub(super) fn is_icon_name(text: &str) -> bool {
    text.split_once(':')
        .is_some_and(|(set, name)| !is_browsers_own(set) && is_icon_part(set) && is_icon_part(name))
}

/// However many slashes stand after the scheme, the host follows.
fn web(scheme: &str, rest: &str) -> String {
    let rest = rest.trim_start_matches(['/', '\\']);
    let end = rest.find(['?', '#']).unwrap_or(rest.len());
    let (path, tail) = rest.split_at_checked(end).unwrap_or((rest, ""));
    format!("{scheme}://{}{tail}", path.replace('\\', "/"))
}

/// The scheme in lower case, and what follows its colon.
fn scheme(text: &str) -> Option<(String, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    let starts = scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    let plain = scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    (starts && plain).then(|| (scheme.to_ascii_lowercase(), rest))
}

/// `mdi`, `home`, `arrow-up-2`.
fn is_icon_part(part: &str) -> bool {
    let byte = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !part.is_empty() && part.len() <= 64 && part.bytes().all(byte)
}

/// The addresses in a `srcset`: the first word of each candidate. A comma inside an address does not end it.
pub(super) fn candidates(srcset: &str) -> impl Iterator<Item = &str> {
    let mut rest = srcset;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| c <= ' ' || c == ',');
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (address, after) = rest.split_at_checked(end)?;
        if address.is_empty() {
            return None;
        }
        // Without a descriptor the comma stands at the address itself.
        let bare = address.trim_end_matches(',');
        rest = if bare.len() < address.len() { after } else { behind_descriptors(after) };
        Some(bare)
    })
}

/// What follows the comma that ends a candidate: one within parentheses does not (HTML, "Parsing a srcset attribute").
fn behind_descriptors(text: &str) -> &str {
    let mut within = false;
    for (at, c) in text.char_indices() {
        match c {
            '(' => within = true,
            ')' => within = false,
            ',' if !within => return text.get(at + 1..).unwrap_or_default(),
            _ => {}
        }
    }
    ""
}
