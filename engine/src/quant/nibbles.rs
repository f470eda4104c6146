//! Decides what a block of the 4-bit formats is, however a file packs it.

use super::layout::BLOCK;

/// A block of 32 values as a file has it: each `scale * value + offset`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Nibbles {
    pub(super) values: [u8; BLOCK],
    pub(super) scale: f32,
    pub(super) offset: f32,
}

impl Nibbles {
    pub(super) fn floats(&self, out: &mut [f32]) {
        for (out, value) in out.iter_mut().zip(self.values) {
            *out = self.scale * f32::from(value) + self.offset;
        }
    }

    /// The same with a scale that is not below zero.
    pub(super) fn upright(self) -> Self {
        if self.scale >= 0.0 {
            return self;
        }
        let scale = -self.scale;
        Self { values: self.values.map(|value| 15 - value), scale, offset: self.offset - 15.0 * scale }
    }
}
