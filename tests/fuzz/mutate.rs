//! Changes inputs at random, and counts on no library for its chance: a seed gives the same inputs for ever.

/// `SplitMix64` (Steele, Lea and Flood 2014).
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Chance(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

/// What readers treat in a way of its own.
const TOKENS: &[&[u8]] = &[
    b"---\n",
    b"\n",
    b"\r\n",
    b"\r",
    b"- ",
    b": ",
    b"  ",
    b"|",
    b">-",
    b"#",
    b"\"",
    b"'",
    b"\\",
    b"\\u00e9",
    b"\\ud83d",
    b"\\ude42",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"null",
    b"true",
    b"1e400",
    b"-0",
    b"0.1",
    b"data: ",
    b"event: ",
    b"id: ",
    b"\xef\xbb\xbf",
    b"\xf0\x9f\x98\x80",
    b"\xff",
    b"\0",
    b"widget: w\n",
    b"schema: {}\n",
    b"examples:\n",
    b"name: n\n",
    b"tool: t\n",
    b"__",
    b"_mcp_",
    b"$result",
    b"{x}",
    b"\t",
];

/// A new input: bytes at random, or one of the corpus with a few changes.
pub fn input(corpus: &[Vec<u8>], chance: &mut Chance, most: usize) -> Vec<u8> {
    let mut bytes = match chance.below(8) {
        0 => (0..chance.below(200)).map(|_| chance.next() as u8).collect(),
        _ => corpus[chance.below(corpus.len())].clone(),
    };
    for _ in 0..=chance.below(6) {
        change(&mut bytes, corpus, chance);
    }
    bytes.truncate(most);
    bytes
}

fn change(bytes: &mut Vec<u8>, corpus: &[Vec<u8>], chance: &mut Chance) {
    let at = chance.below(bytes.len() + 1);
    let most = 1 << chance.below(6);
    let length = 1 + chance.below(most);
    let end = (at + length).min(bytes.len());
    match chance.below(8) {
        0 if at < end => bytes[at] ^= 1 << chance.below(8),
        1 if at < end => bytes[at] = chance.next() as u8,
        2 if at < end => {
            bytes[at] =
                if chance.below(2) == 0 { bytes[at].wrapping_add(1) } else { bytes[at].wrapping_sub(1) }
        }
        3 => drop(bytes.drain(at..end)),
        4 => {
            let copy = bytes[at..end].to_vec();
            let to = chance.below(bytes.len() + 1);
            bytes.splice(to..to, copy);
        }
        5 => {
            let other = &corpus[chance.below(corpus.len())];
            let from = chance.below(other.len() + 1);
            let until = (from + length * 4).min(other.len());
            bytes.splice(at..at, other[from..until].iter().copied());
        }
        6 => {
            let token = TOKENS[chance.below(TOKENS.len())];
            bytes.splice(at..at, token.iter().copied());
        }
        _ => {
            let fresh: Vec<u8> = (0..length).map(|_| chance.next() as u8).collect();
            bytes.splice(at..at, fresh);
        }
    }
}
