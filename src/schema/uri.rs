//! How a reference is read against its base (RFC 3986, section 5), and what a fragment says.

/// `reference` as seen from `base`.
pub(super) fn resolve(base: &str, reference: &str) -> String {
    let base = base.split('#').next().unwrap_or_default();
    if has_scheme(reference) {
        return reference.to_owned();
    }
    if reference.is_empty() || reference.starts_with('#') {
        return format!("{base}{reference}");
    }
    let (scheme, rest) = base.split_once("//").map_or(("", base), |(scheme, rest)| (scheme, rest));
    if reference.starts_with("//") {
        return format!("{scheme}{reference}");
    }
    let (host, path) = match (base.contains("//"), rest.find('/')) {
        (false, _) => ("", rest),
        (true, Some(at)) => rest.split_at(at),
        (true, None) => (rest, ""),
    };
    let prefix = if base.contains("//") { format!("{scheme}//{host}") } else { String::new() };
    if reference.starts_with('/') {
        return format!("{prefix}{}", without_dots(reference));
    }
    let folder = path
        .rfind('/')
        .map_or(if prefix.is_empty() { "" } else { "/" }, |at| path.get(..=at).unwrap_or_default());
    format!("{prefix}{}", without_dots(&format!("{folder}{reference}")))
}

/// The address and the fragment, percent-decoded.
pub(super) fn split(uri: &str) -> (&str, String) {
    let (address, fragment) = uri.split_once('#').unwrap_or((uri, ""));
    (address, decoded(fragment))
}

pub(super) fn has_scheme(text: &str) -> bool {
    let scheme = text.split(':').next().unwrap_or_default();
    scheme.len() < text.len()
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

fn without_dots(path: &str) -> String {
    let (path, rest) = match path.find(['?', '#']) {
        Some(at) => path.split_at(at),
        None => (path, ""),
    };
    let mut out: Vec<&str> = Vec::new();
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        let last = segments.peek().is_none();
        match segment {
            "." if last => out.push(""),
            "." => {}
            ".." => {
                if out.len() > 1 {
                    out.pop();
                }
                if last {
                    out.push("");
                }
            }
            other => out.push(other),
        }
    }
    format!("{}{rest}", out.join("/"))
}

fn decoded(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let digit = |at: usize| tail.get(at).and_then(|b| char::from(*b).to_digit(16));
        if first == b'%'
            && let (Some(high), Some(low)) = (digit(0), digit(1))
        {
            bytes.push((high * 16 + low) as u8);
            rest = tail.get(2..).unwrap_or_default();
        } else {
            bytes.push(first);
            rest = tail;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
