//! Decides how the K formats store 256 values: sub-blocks with small integer scales under one or two half floats.
#![allow(clippy::indexing_slicing, reason = "every block has its format's exact length, cut by chunks_exact")]

use super::block::half_at;
use super::layout::BLOCK;
use super::nibbles::Nibbles;

/// Blocks of 32 in one of 256.
pub(super) const BLOCKS: usize = 8;

/// The 4-bit format's sub-block of this number.
pub(super) fn nibbles(bytes: &[u8], index: usize) -> Nibbles {
    let ((scale, minimum), shift) = (scales(bytes, index), 4 * (index & 1));
    let stored = &bytes[16 + index / 2 * BLOCK..][..BLOCK];
    Nibbles { values: std::array::from_fn(|at| (stored[at] >> shift) & 15), scale, offset: -minimum }
}

pub(super) fn q4_k(bytes: &[u8], out: &mut [f32]) {
    for (index, out) in out.chunks_exact_mut(BLOCK).enumerate() {
        nibbles(bytes, index).floats(out);
    }
}

/// As the 4-bit format; the fifth bits lie apart, sub-block `i`'s in bit `i` of 32 bytes.
pub(super) fn q5_k(bytes: &[u8], out: &mut [f32]) {
    let (fifth, nibbles) = (&bytes[16..48], &bytes[48..176]);
    for (index, out) in out.chunks_exact_mut(32).enumerate() {
        let ((factor, offset), shift) = (scales(bytes, index), 4 * (index & 1));
        for ((value, byte), bits) in out.iter_mut().zip(&nibbles[index / 2 * 32..]).zip(fifth) {
            let whole = (byte >> shift) & 15 | ((bits >> index) & 1) << 4;
            *value = factor * f32::from(whole) - offset;
        }
    }
}

/// A sub-block's scale and minimum: eight 6-bit pairs are packed into the twelve bytes behind the two that they scale.
fn scales(bytes: &[u8], index: usize) -> (f32, f32) {
    let (scale, minimum, packed) = (half_at(bytes, 0), half_at(bytes, 2), &bytes[4..16]);
    let (factor, offset) = if index < 4 {
        (packed[index] & 63, packed[index + 4] & 63)
    } else {
        let high = |at: usize| (packed[at] >> 6) << 4;
        ((packed[index + 4] & 15) | high(index - 4), (packed[index + 4] >> 4) | high(index))
    };
    (scale * f32::from(factor), minimum * f32::from(offset))
}

/// Sixteen sub-blocks of 16; the low four bits and the high two lie apart, in two halves of 128 values.
pub(super) fn q6_k(bytes: &[u8], out: &mut [f32]) {
    let scale = half_at(bytes, 208);
    for (half, out) in out.chunks_exact_mut(128).enumerate() {
        let (low, high) = (&bytes[half * 64..][..64], &bytes[128 + half * 32..][..32]);
        let factors = &bytes[192 + half * 8..][..8];
        for index in 0..32 {
            for quarter in 0..4 {
                let nibble = low[index + 32 * (quarter & 1)] >> (4 * (quarter >> 1)) & 15;
                let value = i32::from(nibble | ((high[index] >> (2 * quarter) & 3) << 4)) - 32;
                let factor = f32::from(factors[index / 16 + 2 * quarter] as i8);
                out[index + 32 * quarter] = scale * factor * value as f32;
            }
        }
    }
}
