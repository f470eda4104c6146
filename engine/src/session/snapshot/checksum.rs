//! Decides what torn or damaged bytes are noticed by; it is no defence against malice.

/// Of all bytes so far, in whichever parts they came.
#[derive(Clone, Debug, Default)]
pub(super) struct Checksum {
    sum: u64,
    length: u64,
    /// Bytes behind the last whole word.
    rest: Vec<u8>,
}

impl Checksum {
    pub(super) const BYTES: usize = 8;

    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        let missing = if self.rest.is_empty() { 0 } else { Self::BYTES - self.rest.len() };
        let (first, bytes) = bytes.split_at(missing.min(bytes.len()));
        self.rest.extend_from_slice(first);
        if let Ok(word) = self.rest.as_slice().try_into() {
            self.step(u64::from_le_bytes(word));
            self.rest.clear();
        }
        let (words, rest) = bytes.as_chunks::<{ Self::BYTES }>();
        for word in words {
            self.step(u64::from_le_bytes(*word));
        }
        self.rest.extend_from_slice(rest);
    }

    pub(super) fn of(&self) -> [u8; Self::BYTES] {
        let mut whole = self.clone();
        for byte in &self.rest {
            whole.step(u64::from(*byte));
        }
        whole.step(self.length);
        whole.sum.to_le_bytes()
    }

    const fn step(&mut self, word: u64) {
        self.sum = (self.sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
}
