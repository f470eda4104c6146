//! Decides the bytes of a string: whole UTF-8 characters, legal escapes, so many characters and no more.

use super::style::Style;

/// Where in a string one is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Mode {
    /// Before the opening quote.
    Start,
    /// Between characters.
    Plain,
    /// Inside a character: so many bytes to come, the next within these bounds.
    Inside { left: u8, low: u8, high: u8 },
    /// After a backslash.
    Escape,
    /// After `\u` and so many digits; `surrogate` when the first was a D.
    Hex { digits: u8, surrogate: bool },
}

/// The number of characters in, and the mode.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Progress {
    pub(super) count: u32,
    pub(super) mode: Mode,
    /// Bytes of the quote's spelling that end the text, where the quote is a token.
    spelled: u8,
}

/// What a byte did.
pub(super) enum Outcome {
    Refused,
    Goes(Progress),
    Closed,
}

impl Progress {
    pub(super) const START: Self = Self { count: 0, mode: Mode::Start, spelled: 0 };

    pub(super) fn step(self, style: &Style, least: u32, most: u32, byte: u8) -> Outcome {
        let goes = |count, mode| Outcome::Goes(Self { count, mode, spelled: 0 });
        let full = self.count >= most;
        let inside = |left, low, high| goes(self.count, Mode::Inside { left, low, high });
        match (self.mode, byte) {
            (Mode::Start, _) if byte == style.mark() => goes(0, Mode::Plain),
            (Mode::Plain, _) if byte == style.mark() && self.count >= least => Outcome::Closed,
            (Mode::Plain, _) if full || byte == style.mark() => Outcome::Refused,
            (Mode::Plain, 0..=0x7f) if !style.is_json() => self.raw(style, byte),
            (Mode::Plain, b'\\') => goes(self.count, Mode::Escape),
            (Mode::Plain, 0x20..=0x7f) => goes(self.count + 1, Mode::Plain),
            (Mode::Plain, 0xc2..=0xdf) => inside(1, 0x80, 0xbf),
            (Mode::Plain, 0xe0) => inside(2, 0xa0, 0xbf),
            (Mode::Plain, 0xed) => inside(2, 0x80, 0x9f),
            (Mode::Plain, 0xe1..=0xef) => inside(2, 0x80, 0xbf),
            (Mode::Plain, 0xf0) => inside(3, 0x90, 0xbf),
            (Mode::Plain, 0xf1..=0xf3) => inside(3, 0x80, 0xbf),
            (Mode::Plain, 0xf4) => inside(3, 0x80, 0x8f),
            (Mode::Inside { left, low, high }, _) if (low..=high).contains(&byte) => {
                if left == 1 {
                    goes(self.count + 1, Mode::Plain)
                } else {
                    inside(left - 1, 0x80, 0xbf)
                }
            }
            (Mode::Escape, b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                goes(self.count + 1, Mode::Plain)
            }
            (Mode::Escape, b'u') => goes(self.count, Mode::Hex { digits: 0, surrogate: false }),
            // D800 to DFFF are halves of characters: never written, so pairs need no bookkeeping.
            (Mode::Hex { digits: 1, surrogate: true }, b'8'..=b'9' | b'a'..=b'f' | b'A'..=b'F') => {
                Outcome::Refused
            }
            (Mode::Hex { digits: 3, .. }, _) if byte.is_ascii_hexdigit() => goes(self.count + 1, Mode::Plain),
            (Mode::Hex { digits, surrogate }, _) if byte.is_ascii_hexdigit() => {
                let surrogate = surrogate || (digits == 0 && matches!(byte, b'd' | b'D'));
                goes(self.count, Mode::Hex { digits: digits + 1, surrogate })
            }
            _ => Outcome::Refused,
        }
    }

    /// An ASCII character where nothing is escaped.
    fn raw(self, style: &Style, byte: u8) -> Outcome {
        let spelled = style.quote().and_then(|quote| quote.spelled(self.spelled, byte));
        match spelled {
            Some(spelled) if byte >= 0x20 || matches!(byte, b'\n' | b'\r' | b'\t') => {
                Outcome::Goes(Self { count: self.count + 1, mode: Mode::Plain, spelled })
            }
            _ => Outcome::Refused,
        }
    }

    /// The shortest way to the closing quote.
    pub(super) fn rest(self, style: &Style, least: u32, out: &mut Vec<u8>) {
        let mut count = self.count;
        match self.mode {
            Mode::Start => out.push(style.mark()),
            Mode::Plain => {}
            Mode::Inside { left, low, .. } => {
                out.push(low);
                out.extend((1..left).map(|_| 0x80));
                count += 1;
            }
            Mode::Escape => {
                out.push(b'n');
                count += 1;
            }
            Mode::Hex { digits, .. } => {
                // The digits so far may be zeros, but U+0000 is as legal as any other.
                out.extend((digits..4).map(|_| b'0'));
                count += 1;
            }
        }
        out.extend((count..least).map(|_| b'-'));
        out.push(style.mark());
    }
}

/// How many characters these bytes add in plain mode, when nothing in them needs a second look.
pub(super) fn plain_length(bytes: &[u8], style: &Style) -> Option<u32> {
    let text = std::str::from_utf8(bytes).ok()?;
    // Without its brackets no token can end or begin the quote's spelling, whatever stands before.
    let special = if style.is_json() { [b'"', b'\\'] } else { [b'<', b'>'] };
    let plain = !text.bytes().any(|byte| byte < 0x20 || special.contains(&byte));
    plain.then(|| text.chars().count() as u32)
}
