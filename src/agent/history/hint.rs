//! The line that ends a shortened result: what it says, and how it is read again.

/// What a shortened result says about itself.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Said<'a> {
    /// The text before the hint.
    pub body: &'a str,
    /// The characters of the full result.
    pub chars: usize,
    /// True for the dispatcher's shortening of a fresh result, false for compression.
    pub fresh: bool,
}

/// The published hints (spec "Result Compression"): with an id that `recall` knows, and without.
pub(super) fn hint(recallable: Option<&str>, chars: usize) -> String {
    match recallable {
        Some(id) => format!("... [recall('{id}') for full result, {chars} chars]"),
        None => format!("... [compressed, {chars} chars original]"),
    }
}

/// Reads the hint at the end of `content`, when it is one for `id`.
pub(super) fn read<'a>(content: &'a str, id: &str) -> Option<Said<'a>> {
    if let Some(rest) = content.strip_suffix(" chars original]") {
        let (rest, chars) = number(rest)?;
        let body = rest.strip_suffix("... [compressed, ")?;
        return Some(Said { body, chars, fresh: false });
    }
    let (rest, chars) = number(content.strip_suffix(" chars]")?)?;
    let rest = rest.strip_suffix("') for full result, ")?.strip_suffix(id)?;
    if let Some(body) = rest.strip_suffix("... [recall('") {
        return Some(Said { body, chars, fresh: false });
    }
    let rest = rest.strip_suffix(") [recall('")?;
    let at = rest.rfind("\n... (truncated")?;
    Some(Said { body: rest.get(..at)?, chars, fresh: true })
}

fn number(text: &str) -> Option<(&str, usize)> {
    let rest = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = text.get(rest.len()..)?;
    digits.parse().ok().map(|number| (rest, number))
}
