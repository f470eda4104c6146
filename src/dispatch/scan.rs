//! Where the parts of a JSON text lie. Reads text that is known to be JSON; other text gives no error, but
//! no useful parts either.

/// One item of a list, or one entry of an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    /// The key as written, with its quotes; empty for an item of a list.
    pub key: &'a str,
    /// The value as written.
    pub raw: &'a str,
    /// How many characters the value has without white space between its tokens.
    pub size: usize,
}

/// Walks over the parts of the list or object that `raw` is.
pub(super) struct Parts<'a> {
    text: &'a str,
    at: usize,
}

/// The characters that `raw` has without the white space between its tokens.
pub(super) fn compact_size(raw: &str) -> usize {
    extent(raw.as_bytes()).1
}

impl<'a> Parts<'a> {
    pub fn of(raw: &'a str) -> Self {
        let start = raw.find(['[', '{']).map_or(raw.len(), |at| at + 1);
        Parts { text: raw, at: start }
    }

    fn next_raw(&mut self) -> Option<(&'a str, usize)> {
        let rest = self.text.get(self.at..)?;
        let open = rest.find(|c: char| !matches!(c, ' ' | '\n' | '\r' | '\t' | ',' | ':'))?;
        let rest = rest.get(open..)?;
        if rest.starts_with([']', '}']) {
            return None;
        }
        let (length, size) = extent(rest.as_bytes());
        self.at += open + length;
        rest.get(..length).map(|raw| (raw, size))
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        let (raw, size) = self.next_raw()?;
        let in_object = raw.starts_with('"')
            && self
                .text
                .get(self.at..)
                .is_some_and(|rest| rest.trim_start_matches([' ', '\n', '\r', '\t']).starts_with(':'));
        if !in_object {
            return Some(Part { key: "", raw, size });
        }
        let key = raw;
        self.next_raw().map(|(raw, size)| Part { key, raw, size })
    }
}

/// How many bytes the first value of `bytes` takes, and its characters without white space.
fn extent(bytes: &[u8]) -> (usize, usize) {
    let (mut at, mut size, mut depth) = (0, 0, 0_usize);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b' ' | b'\n' | b'\r' | b'\t' | b',' | b':' | b']' | b'}' if depth == 0 => break,
            b' ' | b'\n' | b'\r' | b'\t' => at += 1,
            b'"' => {
                let (length, chars) = string_extent(bytes.get(at..).unwrap_or_default());
                at += length;
                size += chars;
                if depth == 0 {
                    break;
                }
            }
            other => {
                at += 1;
                size += 1;
                match other {
                    b'[' | b'{' => depth += 1,
                    b']' | b'}' => {
                        depth -= 1;
                        if depth == 0 {
                            break;
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    (at, size)
}

fn string_extent(bytes: &[u8]) -> (usize, usize) {
    let (mut at, mut chars) = (1, 1);
    while let Some(byte) = bytes.get(at) {
        at += 1;
        // Continuation bytes belong to the character that was counted with its first byte.
        chars += usize::from(byte & 0xC0 != 0x80);
        match byte {
            b'"' => break,
            b'\\' => {
                at += 1;
                chars += 1;
            }
            _ => {}
        }
    }
    (at.min(bytes.len()), chars)
}

/// Appends `raw` without the white space between its tokens.
pub(super) fn push_compact(out: &mut String, raw: &str) {
    let mut quoted = false;
    let mut escaped = false;
    for c in raw.chars() {
        if quoted {
            quoted = escaped || c != '"';
            escaped = !escaped && c == '\\';
        } else if matches!(c, ' ' | '\n' | '\r' | '\t') {
            continue;
        } else {
            quoted = c == '"';
        }
        out.push(c);
    }
}

/// The characters of the string literal `raw` as written, escapes whole, a surrogate pair as one.
pub(super) fn letters(raw: &str) -> impl Iterator<Item = &str> {
    let mut rest = raw.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or_default();
    std::iter::from_fn(move || {
        let mut length = match rest.as_bytes() {
            [] => return None,
            [b'\\', b'u', ..] => 6,
            [b'\\', ..] => 2,
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        let high = |text: &str| {
            matches!(
                text.get(2..4),
                Some("d8" | "d9" | "da" | "db" | "D8" | "D9" | "DA" | "DB" | "dA" | "dB" | "Da" | "Db")
            )
        };
        if length == 6 && high(rest) && rest.get(6..8) == Some("\\u") {
            length = 12;
        }
        let letter = rest.get(..length).unwrap_or(rest);
        rest = rest.get(length..).unwrap_or_default();
        Some(letter)
    })
}
