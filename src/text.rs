//! Looks through texts: for bytes, eight at a time, and for letters, whatever their case.

const ONES: u64 = u64::MAX / 255;
const HIGH: u64 = ONES << 7;

/// Eight bytes that stand side by side.
#[derive(Clone, Copy)]
pub struct Eight(u64);

/// Which of eight bytes are meant. Behind the first of them others may be marked too.
#[derive(Clone, Copy)]
pub struct Marks(u64);

impl Eight {
    /// Those below `than`, which is at most 128.
    // A byte that a subtraction takes below 0 was less than what was taken, if its own highest bit was not set; what is
    // borrowed for it can make the byte above seem less too.
    #[inline]
    pub fn below(self, than: u8) -> Marks {
        Marks(self.0.wrapping_sub(ONES * u64::from(than)) & !self.0 & HIGH)
    }

    /// Those that are `byte`.
    #[inline]
    pub fn equal(self, byte: u8) -> Marks {
        Eight(self.0 ^ (ONES * u64::from(byte))).below(1)
    }
}

impl Marks {
    /// Those that either marks.
    #[must_use]
    #[inline]
    pub fn or(self, other: Marks) -> Marks {
        Marks(self.0 | other.0)
    }
}

/// Where the first byte stands that `meant` marks.
#[inline]
pub fn find(bytes: &[u8], meant: impl Fn(Eight) -> Marks) -> Option<usize> {
    let place = |eight: [u8; 8]| {
        let Marks(found) = meant(Eight(u64::from_le_bytes(eight)));
        (found != 0).then(|| found.trailing_zeros() as usize / 8)
    };
    let mut rest = bytes;
    while let Some((eight, others)) = rest.split_first_chunk::<8>() {
        if let Some(at) = place(*eight) {
            return Some(bytes.len() - rest.len() + at);
        }
        rest = others;
    }
    let mut last = [0; 8];
    for (to, from) in last.iter_mut().zip(rest) {
        *to = *from;
    }
    place(last).filter(|at| *at < rest.len()).map(|at| bytes.len() - rest.len() + at)
}

/// The letters of a text, to be compared with those of another without regard to case.
///
/// Letter by letter: Rust's `to_lowercase` of a text brings tables for the one letter that looks around itself, the sigma at a
/// word's end, which is here the same as any.
pub fn lower(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(char::to_lowercase).map(|c| if c == 'ς' { 'σ' } else { c })
}
