//! `\uXXXX` in pieces: a pair of surrogates is one character and comes out whole.

/// Bytes of an escape that are still to be completed, from after the first `\u`.
#[derive(Debug, Default)]
pub(super) struct Unicode {
    text: String,
    /// Kept apart, so that the bytes can be handed out.
    whole: String,
}

impl Unicode {
    /// Takes the next byte; the whole escape when this was its last.
    pub(super) fn push(&mut self, byte: u8) -> Result<Option<&str>, String> {
        // ABCD or ABCD\uEFGH
        let fits = match self.text.len() {
            4 => byte == b'\\',
            5 => byte == b'u',
            _ => byte.is_ascii_hexdigit(),
        };
        if !fits {
            return Err("a \\u escape is not whole, or half of a pair".to_owned());
        }
        self.text.push(char::from(byte));
        let done = match self.text.len() {
            4 => match self.unit(0) {
                Some(0xd800..=0xdbff) => false,
                Some(0xdc00..=0xdfff) | None => {
                    return Err("a \\u escape is the second half of a pair".to_owned());
                }
                Some(_) => true,
            },
            10 => {
                if !matches!(self.unit(6), Some(0xdc00..=0xdfff)) {
                    return Err("a \\u escape is the first half of a pair".to_owned());
                }
                true
            }
            _ => false,
        };
        if !done {
            return Ok(None);
        }
        self.whole.clear();
        self.whole.push_str("\\u");
        self.whole.push_str(&self.text);
        self.text.clear();
        Ok(Some(&self.whole))
    }

    fn unit(&self, from: usize) -> Option<u32> {
        self.text.get(from..from + 4).and_then(|digits| u32::from_str_radix(digits, 16).ok())
    }
}
